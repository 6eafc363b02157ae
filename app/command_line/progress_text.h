#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// The texts of the progress line. Each is a list of parts, the most important first.
using ProgressParts = std::vector<std::string>;

/// What to do after a first signal, if that takes too long.
inline constexpr std::string_view how_to_end_at_once = "Ctrl+C again ends at once without a layout";

/// "reading 34 of 120 MiB", then "parsing 34 of 120 MiB". The arguments are those of read_document(): each byte counts
/// twice. `total` 0: the size is unknown.
[[nodiscard]] ProgressParts reading_parts(std::uint64_t done, std::uint64_t total);

/// The facts of a run under way.
struct RunStanding {
    std::string planner;
    std::size_t number = 0;  ///< of this planner among `count`, from 1
    std::size_t count = 0;   ///< planners that run one after the other; at most 1: only this one
    std::uint64_t work = 0;
    std::uint64_t work_limit = 0;  ///< 0: unlimited
    Offset best_peak;              ///< 0: no layout yet
    Bytes lower_bound;             ///< proved so far; 0: none
    Bytes threshold;               ///< only used if has_amounts()
    bool is_stopping = false;      ///< a signal has requested the best layout so far
};

/// Whether the run has reported amounts, which are shown with regard to the threshold.
[[nodiscard]] inline bool has_amounts(const RunStanding& facts) {
    return facts.best_peak > Offset(0) || facts.lower_bound > Bytes(0);
}

/// "exact: best 498.75 KiB (+4.4 %)", "bound 477.56 KiB", "gap 4.4 %", "work 1,200 of 20,000". The gap is how far the
/// best peak is above the bound, as a fraction of the bound.
[[nodiscard]] ProgressParts run_parts(const RunStanding& facts);

/// The parts with commas between, without the last ones that do not fit in `columns`; the first one is cut if it must.
[[nodiscard]] std::string fitted(const ProgressParts& parts, std::size_t columns);

}  // namespace arenascope
