#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/error/error.h"

namespace arenascope {

/// Reads `least-peak` and `least-peak:12.5%`, with which a switch asks for a search under a limit of additional
/// multiplications: the limit in thousandths of a per cent, `usual_limit` if none is given, at most ten times the
/// multiplications of the network. Empty: the text asks for something else. The error names the switch.
[[nodiscard]] Expected<std::optional<std::int64_t>> searched_limit(std::string_view key, std::string_view text,
                                                                   std::int64_t usual_limit);

/// Reads what a switch may say instead of a list: `none`, or a search under a limit (searched_limit()). Empty: the text
/// is a list. `Wish` has `least_peak` and `most_extra`.
template <class Wish>
[[nodiscard]] Expected<std::optional<Wish>> unlisted_wish(std::string_view key, std::string_view text) {
    if (text.empty() || text == "none") {
        return Wish{};
    }
    return searched_limit(key, text, Wish{}.most_extra).map([](std::optional<std::int64_t> limit) {
        return limit ? std::optional(Wish{.least_peak = true, .most_extra = *limit}) : std::nullopt;
    });
}

/// Takes the text up to a separator, and the separator, from `rest`.
[[nodiscard]] std::string_view text_up_to(std::string_view& rest, char separator);

/// A number of steps, parts or rows, from `least` to 2^31; empty: it is none.
[[nodiscard]] std::optional<std::int64_t> count_in(std::string_view text, std::int64_t least);

/// Steps such as `3` and `3-7`: the first and the last, which is not below it.
struct StepRange {
    std::size_t first = 0;
    std::size_t last = 0;
};
[[nodiscard]] std::optional<StepRange> step_range_in(std::string_view text);
/// `3` or `3-7`.
[[nodiscard]] std::string text_of(StepRange steps);

}  // namespace arenascope
