#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope {

/// Operators that run again before a reader, so that their output need not wait for it.
///
///   step      3   4   5   6   7   8   9          3/9: step 3 runs again before step 9
///   waits     ████████████████████████           what 3 writes, which 4 and 9 read
///   repeated  ████                 ▒▒██          its operands live until then, and it is written anew
///
/// `3-5/9` repeats step 5 and those of the steps 3 and 4 that it needs.
struct Repeat {
    std::size_t first = 0;   ///< the earliest step that may be repeated
    std::size_t last = 0;    ///< the step whose output is needed again
    std::size_t before = 0;  ///< the step that reads it
    friend auto operator<=>(const Repeat&, const Repeat&) = default;
};

/// What the switch `recompute` asks for.
struct RecomputeWish {
    bool least_peak = false;           ///< what lowers the threshold the most
    std::int64_t most_extra = 10'000;  ///< limit of additional multiplications, in thousandths of a per cent
    std::vector<Repeat> repeats = {};  ///< these, by `before`, then `last`; with least_peak none

    [[nodiscard]] bool is_none() const { return !least_peak && repeats.empty(); }
    friend bool operator==(const RecomputeWish&, const RecomputeWish&) = default;
};

/// Reads `none`, `least-peak`, `least-peak:12.5%`, or a list such as `3/9,3-5/12`. The error says what is wrong.
[[nodiscard]] Expected<RecomputeWish> recompute_wish(std::string_view text);

/// The list that recompute_wish() reads: `3/9,3-5/12`; `none` for an empty one.
[[nodiscard]] std::string text_of(const std::vector<Repeat>& repeats);

/// In the order in which they run: by `before`, then `last`.
void sort_repeats(std::vector<Repeat>& repeats);

}  // namespace arenascope
