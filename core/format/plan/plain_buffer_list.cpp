#include "core/format/plan/plain_buffer_list.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "core/base/containers/large_pages.h"
#include "core/base/text/line_parts.h"
#include "core/base/threads/ordered_parts.h"
#include "core/format/plan/plain_buffers.h"

namespace arenascope {
namespace {

constexpr std::string_view json_blanks = " \t\r\n";
constexpr std::size_t shortest_element = std::string_view(R"({"name":"a","size":1,"begin":0,"end":1},)").size();

/// Where the first character that is not blank stands, from `at` on.
std::size_t after_blanks(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of(json_blanks, at), text.size());
}

/// Behind the quote that ends the string which begins at `at`; the end of the text if none does.
std::size_t after_string(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && text[at] != '"') {
        at += text[at] == '\\' ? 2 : 1;
    }
    return std::min(at + 1, text.size());
}

/// Behind the bracket that begins the list `buffers` of the object under the keys `within`. Reads no further.
std::optional<std::size_t> begin_of_buffers(std::string_view text, std::span<const std::string_view> within) {
    std::size_t depth = 0;
    std::size_t entered = 0;  // objects of `within` that hold this place
    std::size_t at = 0;
    while ((at = text.find_first_of("\"{}[]", at)) != std::string_view::npos) {
        if (text[at] != '"') {
            const bool opens = text[at] == '{' || text[at] == '[';
            if (!opens && depth <= entered + 1) {
                return std::nullopt;
            }
            opens ? ++depth : --depth;
            ++at;
            continue;
        }
        const bool is_last = entered == within.size();
        const std::string_view wanted = is_last ? "buffers" : within[entered];
        const std::size_t end = after_string(text, at);
        const std::size_t colon = after_blanks(text, end);
        const bool is_wanted = depth == entered + 1 && end - at == wanted.size() + 2 &&
                               text.substr(at + 1, wanted.size()) == wanted && text.substr(colon, 1) == ":";
        at = end;
        if (is_wanted) {
            at = after_blanks(text, colon + 1);
            if (text.substr(at, 1) != (is_last ? "[" : "{")) {
                return std::nullopt;
            }
            if (is_last) {
                return at + 1;
            }
            ++entered;
        }
    }
    return std::nullopt;
}

/// Joins what threads have read.
class Joint {
public:
    explicit Joint(std::size_t buffers) {
        reserve_large_pages(list_.buffers, buffers);
        reserve_large_pages(list_.placements, buffers);
    }

    /// False: a comma is missing between the parts, or is one too many.
    [[nodiscard]] bool append(PlainBuffers& read, PlainBuffers::End end) {
        const bool has_elements = !read.buffers().empty();
        if (has_elements && !list_.buffers.empty() && !ends_with_comma_) {
            return false;
        }
        ends_with_comma_ = has_elements ? read.ends_with_comma() : ends_with_comma_;
        if ((end == PlainBuffers::End::of_list && ends_with_comma_) || !take_bases(read)) {
            return false;
        }
        if (!read.regions().empty()) {
            rename_regions(read);
        }
        std::move(read.buffers().begin(), read.buffers().end(), std::back_inserter(list_.buffers));
        list_.placements.insert(list_.placements.end(), read.placements().begin(), read.placements().end());
        return true;
    }

    [[nodiscard]] PlainBufferList take() { return std::move(list_); }

private:
    /// The numbers of the regions of one part in the whole list.
    std::vector<RegionIndex> numbers_of(const PlainBuffers& read) {
        std::vector<RegionIndex> numbers = {RegionIndex(0)};
        auto& names = list_.region_names;
        for (const std::string_view name : read.regions()) {
            const auto found = std::ranges::find(names, name);
            numbers.emplace_back(static_cast<std::size_t>(found - names.begin()) + 1);
            if (found == names.end()) {
                names.emplace_back(name);
            }
        }
        return numbers;
    }

    /// False: the addresses of a region lead to several bases.
    bool take_bases(const PlainBuffers& read) {
        if (read.bases().empty()) {
            return true;
        }
        const std::vector<RegionIndex> numbers = numbers_of(read);
        list_.bases.resize(list_.region_names.size() + 1);
        for (std::size_t i = 0; i < read.bases().size(); ++i) {
            auto& known = list_.bases[numbers[i].value()];
            const auto& base = read.bases()[i];
            if (known && base && *known != *base) {
                return false;
            }
            known = base ? base : known;
        }
        return true;
    }

    void rename_regions(PlainBuffers& read) {
        const std::vector<RegionIndex> numbers = numbers_of(read);
        for (Buffer& buffer : read.buffers()) {
            buffer.region = numbers[buffer.region.value()];
        }
        for (auto& placement : read.placements()) {
            if (placement) {
                placement->region = numbers[placement->region.value()];
            }
        }
    }

    PlainBufferList list_;
    bool ends_with_comma_ = false;
};

}  // namespace

bool PlainBufferList::number_regions(const IndexedVector<RegionIndex, Region>& regions) {
    if (regions.empty()) {
        return false;
    }
    std::vector<RegionIndex> numbers = {RegionIndex(0)};
    for (const std::string& name : region_names) {
        const auto found = std::ranges::find_if(regions, [&name](const Region& region) { return region.name == name; });
        if (found == regions.end()) {
            return false;
        }
        numbers.emplace_back(static_cast<std::size_t>(found - regions.begin()));
    }
    for (std::size_t i = 0; i < bases.size(); ++i) {
        if (bases[i] && std::cmp_not_equal(*bases[i], regions[numbers[i]].base)) {
            return false;
        }
    }
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        Buffer& buffer = buffers[i];
        buffer.region = numbers[buffer.region.value()];
        if (auto& placement = placements[i]) {
            placement->region = numbers[placement->region.value()];
            const auto tail = checked_add(placement->offset.value(), buffer.size.value());
            if (!tail || !has_addresses(regions[placement->region].base, *tail)) {
                return false;
            }
        }
    }
    region_names.clear();
    return true;
}

std::optional<PlainBufferList> plain_buffer_list(std::string_view text, const ReadProgress& progress,
                                                 std::span<const std::string_view> within) {
    const auto begin = begin_of_buffers(text, within);
    if (!begin) {
        return std::nullopt;
    }
    struct Part {
        PlainBuffers read;
        PlainBuffers::End end = PlainBuffers::End::unplain;
    };
    const std::string_view body = text.substr(*begin);
    const LineParts parts(body);
    Joint joint(expected_lines(body, shortest_element));
    std::optional<std::size_t> end;
    in_ordered_parts<Part>(
        parts.size(), [&](std::size_t part, Part& state) { state.end = state.read.read(parts[part]); },
        [&](std::size_t part, Part& state) {
            if (state.end == PlainBuffers::End::unplain || !joint.append(state.read, state.end)) {
                return false;
            }
            const std::size_t done = *begin + parts.begin_of(part) + parts[part].size();
            if (progress) {
                progress(std::min(done, text.size()), text.size());
            }
            if (state.end == PlainBuffers::End::of_list) {
                end = *begin + parts.begin_of(part) + state.read.length();
            }
            return !end;
        });
    if (!end) {
        return std::nullopt;
    }
    PlainBufferList list = joint.take();
    list.rest = std::string(text.substr(0, *begin)).append(text.substr(*end));
    return list;
}

}  // namespace arenascope
