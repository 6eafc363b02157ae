#include "app/session/named_place.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/model/memory/called_buffers.h"
#include "core/model/settings/option.h"
#include "core/picture/plan/step_names.h"
#include "core/trace/frame_number.h"

namespace arenascope {
namespace {

constexpr char buffer_sign = '@';
constexpr char step_sign = ':';

bool consists_of(std::string_view text, std::string_view characters) {
    return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

bool is_plain_number(std::string_view text) {
    return consists_of(text.substr(text.starts_with('-') ? 1 : 0), "0123456789,");
}

std::optional<Address> hexadecimal(std::string_view text) {
    return lower_case(text).starts_with("0x") ? plain_number<Address>(text.substr(2), 16) : std::nullopt;
}

/// A number that no step has, because it does not fit in 63 bits: an address.
std::optional<Address> high_decimal(std::string_view text) {
    std::string digits(text);
    std::erase(digits, ',');
    const auto number = plain_number<Address>(digits);
    return number && !std::in_range<std::int64_t>(*number) ? number : std::nullopt;
}

/// Bytes in whole bytes; an address that is no number of bytes in hexadecimal.
std::string shown_bytes(Address bytes) {
    return std::in_range<std::int64_t>(bytes) ? amount_text(static_cast<std::int64_t>(bytes), Unit::bytes)
                                              : address_text(bytes);
}

/// The bytes or the address that a text gives. Empty: it is no amount of memory. `plain`: also without a unit.
std::optional<Address> bytes_in(std::string_view text, bool plain) {
    if (const auto number = hexadecimal(text)) {
        return number;
    }
    if (const auto number = high_decimal(text)) {
        return number;
    }
    std::string packed(text);
    std::erase_if(packed, [](char c) { return c == ',' || blanks.find(c) != std::string_view::npos; });
    const bool begins_with_digit = !packed.empty() && packed.front() >= '0' && packed.front() <= '9';
    if (!begins_with_digit || (!plain && consists_of(packed, "0123456789."))) {
        return std::nullopt;
    }
    const auto bytes = parse_bytes(packed);
    return bytes ? std::optional(static_cast<Address>(*bytes)) : std::nullopt;
}

/// Case does not matter. `part` is in lower case.
bool has_part(std::string_view name, std::string_view part) {
    const auto found = std::search(name.begin(), name.end(), part.begin(), part.end(),
                                   [](char letter, char wanted) { return lower_case(letter) == wanted; });
    return found != name.end();
}

/// The names that contain a part, up to two different ones.
class PartialNames {
public:
    explicit PartialNames(std::string_view part) : part_(lower_case(part)) {}

    void add(std::string_view name, const NamedPlace& place) {
        const bool is_known = !found_.empty() && found_.front().first == name;
        if (found_.size() < 2 && !is_known && has_part(name, part_)) {
            found_.emplace_back(name, place);
        }
    }
    [[nodiscard]] const std::vector<std::pair<std::string_view, NamedPlace>>& found() const { return found_; }

private:
    std::string part_;
    std::vector<std::pair<std::string_view, NamedPlace>> found_;
};

class PlaceReading {
public:
    PlaceReading(const PlaceScope& scope, std::string_view text)
        : scope_(scope), problem_(*scope.problem), text_(trimmed(text)) {}

    [[nodiscard]] Expected<NamedPlace> place() const {
        if (problem_.buffers.empty()) {
            return failure("the plan has no steps and no buffers");
        }
        if (text_.empty()) {
            return failure("no place is given", forms());
        }
        if (text_.front() == buffer_sign) {
            return buffer_only(trimmed(text_.substr(1)));
        }
        if (text_.front() == step_sign) {
            return step(trimmed(text_.substr(1)));
        }
        const std::vector<std::string_view> steps = names_of_steps(problem_);
        if (!high_decimal(text_) &&
            (is_plain_number(text_) || std::find(steps.begin(), steps.end(), text_) != steps.end())) {
            return step(text_);
        }
        if (const auto buffer = buffer_of_name(text_)) {
            return *buffer;
        }
        if (const auto frame = frame_text()) {
            return step_of_run(*frame);
        }
        if (const auto bytes = bytes_in(text_, false)) {
            return offset(scope_.region, *bytes);
        }
        if (const auto place = offset_in_named_region()) {
            return *place;
        }
        return part_of_name(steps);
    }

private:
    [[nodiscard]] std::string forms() const {
        const Lifetime span = time_span(problem_);
        return "give a step from " + grouped(span.begin.value()) + " to " + grouped(span.end.value() - 1) +
               ", an offset such as 0x1f400 or 480 KiB, a name or a part of it, or a step of the run such as "
               "iteration 7";
    }

    /// The buffer that is called so, or that several are. Empty: none is.
    [[nodiscard]] std::optional<Expected<NamedPlace>> buffer_of_name(std::string_view name) const {
        const std::vector<BufferIndex> called = buffers_called(problem_, name, scope_.names);
        if (called.empty()) {
            return std::nullopt;
        }
        return only_called(problem_, name, called).map([](BufferIndex buffer) { return NamedPlace(buffer); });
    }

    [[nodiscard]] Expected<NamedPlace> step(std::string_view text) const {
        auto found = step_named(problem_, text);
        if (found) {
            return NamedPlace(*found);
        }
        if (buffer_of_name(text)) {
            found.error().cure += "; for the buffer of this name give " + std::string(1, buffer_sign) + shown(text);
        }
        return tl::unexpected(found.error());
    }

    [[nodiscard]] Expected<NamedPlace> buffer_only(std::string_view name) const {
        if (const auto buffer = buffer_of_name(name)) {
            return *buffer;
        }
        PartialNames names(name);
        add_buffers(names);
        return only_one(names, name, "no buffer has the name ", "give a name or a part of it");
    }

    void add_buffers(PartialNames& names) const {
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            names.add(problem_.buffers[i].name, BufferIndex(i));
        }
    }

    [[nodiscard]] Expected<NamedPlace> part_of_name(const std::vector<std::string_view>& steps) const {
        PartialNames names(text_);
        for (const std::string_view name : steps) {
            names.add(name, Step());
        }
        add_buffers(names);
        const auto place = only_one(names, text_, "nothing has the name ", forms());
        return place && std::holds_alternative<Step>(*place) ? step(names.found().front().first) : place;
    }

    [[nodiscard]] static Expected<NamedPlace> only_one(const PartialNames& names, std::string_view part,
                                                       const std::string& nothing, const std::string& cure) {
        const auto& found = names.found();
        if (found.empty()) {
            return failure(nothing + in_quotes(part), cure);
        }
        if (found.size() > 1) {
            return failure("several names contain " + in_quotes(part) + ", such as " + in_quotes(found[0].first) +
                               " and " + in_quotes(found[1].first),
                           "give more of the name");
        }
        return found.front().second;
    }

    /// `7` of "iteration 7", `7.2.15` of itself. Empty: the text has neither form.
    [[nodiscard]] std::optional<std::string_view> frame_text() const {
        constexpr std::string_view word = "iteration";
        if (lower_case(text_.substr(0, word.size())) == word) {
            const std::string_view number = trimmed(text_.substr(word.size()));
            return consists_of(number.substr(0, 1), "0123456789") ? std::optional(number) : std::nullopt;
        }
        const bool has_dot = text_.find('.') != std::string_view::npos;
        return has_dot && consists_of(text_, "0123456789.") ? std::optional(text_) : std::nullopt;
    }

    [[nodiscard]] Expected<NamedPlace> step_of_run(std::string_view number) const {
        if (scope_.trace == nullptr) {
            return failure("there is no iteration " + in_quotes(number) + ", because no run of a planner was recorded",
                           "tune the plan, or open a trace");
        }
        const auto frame = frame_numbered(*scope_.trace, number);
        return frame ? Expected<NamedPlace>(*frame) : tl::unexpected(frame.error());
    }

    [[nodiscard]] Expected<NamedPlace> offset(RegionIndex region, Address bytes) const {
        const Region& in = problem_.regions[region];
        const Offset end = end_of_region(problem_, *scope_.layout, region);
        const auto length = static_cast<Address>(end.value());
        // An offset comes before an address.
        for (const Address base : {Address{0}, in.base}) {
            if (bytes >= base && bytes - base < length) {
                return NamedPlace(OffsetPlace{region, Offset(static_cast<std::int64_t>(bytes - base))});
            }
        }
        const std::string cause = "there is no offset " + shown_bytes(bytes) + " in " + in_quotes(in.name);
        if (end == Offset(0)) {
            return failure(cause, "place its buffers first");
        }
        return failure(cause, "give less than " + amount_text(end.value(), Unit::bytes) + " (" +
                                  amount_text(end.value(), Unit::hexadecimal) + ")");
    }

    /// "sram: 0x1f400". Empty: the text has another form, or no region has this name.
    [[nodiscard]] std::optional<Expected<NamedPlace>> offset_in_named_region() const {
        const std::size_t colon = text_.rfind(':');
        if (colon == std::string_view::npos) {
            return std::nullopt;
        }
        const std::string_view name = trimmed(text_.substr(0, colon));
        const auto bytes = bytes_in(trimmed(text_.substr(colon + 1)), true);
        const auto region = std::find_if(problem_.regions.begin(), problem_.regions.end(),
                                         [name](const Region& one) { return one.name == name; });
        if (!bytes || region == problem_.regions.end()) {
            return std::nullopt;
        }
        return offset(RegionIndex(static_cast<std::size_t>(region - problem_.regions.begin())), *bytes);
    }

    const PlaceScope& scope_;
    const Problem& problem_;
    std::string_view text_;
};

}  // namespace

Expected<NamedPlace> place_named(const PlaceScope& scope, std::string_view text) {
    return PlaceReading(scope, text).place();
}

Offset end_of_region(const Problem& problem, const Layout& layout, RegionIndex region) {
    const auto& capacity = problem.regions[region].capacity;
    return std::max(peak(problem, layout, region), Offset(capacity ? capacity->value() : 0));
}

std::vector<BufferIndex> buffers_at(const Problem& problem, const Layout& layout, const OffsetPlace& place) {
    std::vector<BufferIndex> found;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        if (!placement || placement->region != place.region) {
            continue;
        }
        const AddressRange range = range_of(problem.buffers[i].size, placement->offset);
        if (range.from <= place.offset && place.offset < range.to) {
            found.emplace_back(i);
        }
    }
    return found;
}

}  // namespace arenascope
