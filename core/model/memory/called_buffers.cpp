#include "core/model/memory/called_buffers.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>

#include "core/base/error/quotation.h"
#include "core/base/text/nearest_name.h"
#include "core/base/text/plain_text.h"
#include "core/model/memory/name_parts.h"

namespace arenascope {
namespace {

constexpr std::size_t most_offered = 12;
/// Between the name and the size in a label.
constexpr std::string_view size_separator = " · ";

/// "a, b, c, …"
std::string listed(const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), most_offered); ++i) {
        list += (list.empty() ? "" : ", ") + visible(names[i]);
    }
    return list + (names.size() > most_offered ? ", …" : "");
}

tl::unexpected<Error> nothing_called(const Problem& problem, std::string_view typed) {
    std::vector<std::string> names;
    std::ranges::transform(problem.buffers, std::back_inserter(names), &Buffer::name);
    const std::string nearest = nearest_name(typed, names);
    return failure("no buffer is called " + in_quotes(typed),
                   nearest.empty() ? "the buffers are " + listed(names) : "the nearest is " + in_quotes(nearest));
}

}  // namespace

bool is_shown_as(std::string_view shown, std::string_view typed) {
    if (matches_shortened(shown, typed)) {
        return true;
    }
    if (const std::size_t separator = typed.rfind(size_separator); separator != std::string_view::npos) {
        return is_shown_as(shown, typed.substr(0, separator));
    }
    return typed.find('\\') != std::string_view::npos && matches_shortened(visible(shown), typed);
}

std::vector<BufferIndex> buffers_called(const Problem& problem, std::string_view typed, const ShortNames* names) {
    const auto& buffers = problem.buffers;
    std::vector<BufferIndex> called;
    if (const auto found = std::ranges::find(buffers, typed, &Buffer::name); found != buffers.end()) {
        called.emplace_back(static_cast<std::size_t>(found - buffers.begin()));
        return called;
    }
    if (typed.empty() || (names == nullptr && buffers.size() > most_called_short)) {
        return called;
    }
    const std::optional<ShortNames> own = names == nullptr ? std::optional(short_names(problem)) : std::nullopt;
    const ShortNames& rule = own ? *own : *names;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const std::string_view full = buffers[i].name;
        const std::string_view shown = rule(full);
        if (shown == typed) {
            return {BufferIndex(i)};
        }
        if (is_shown_as(shown, typed) || (shown != full && is_shown_as(full, typed))) {
            called.emplace_back(i);
        }
    }
    return called;
}

Expected<BufferIndex> buffer_called(const Problem& problem, std::string_view typed, const ShortNames* names) {
    return only_called(problem, typed, buffers_called(problem, typed, names));
}

Expected<BufferIndex> only_called(const Problem& problem, std::string_view typed,
                                  const std::vector<BufferIndex>& called) {
    if (called.empty()) {
        return nothing_called(problem, typed);
    }
    if (called.size() > 1) {
        std::vector<std::string> names;
        std::ranges::transform(called, std::back_inserter(names),
                               [&problem](BufferIndex buffer) { return problem.buffers[buffer].name; });
        return failure("several buffers are called " + in_quotes(typed), "they are " + listed(names));
    }
    return called.front();
}

}  // namespace arenascope
