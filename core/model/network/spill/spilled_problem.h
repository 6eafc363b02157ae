#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/problem.h"
#include "core/model/network/spill/spill_search.h"
#include "core/model/network/spill/spill_wish.h"

namespace arenascope {

/// A problem of which some buffers lie in a second memory, for a part of their lives or for all of them.
struct SpilledProblem {
    Problem problem;                          ///< validated; the second memory is a region of it
    SpillWish wish;                           ///< with all amounts: it gives the same again
    Bytes threshold_before;                   ///< of the first memory, with everything in it that may lie there
    Bytes threshold;                          ///< of the first memory
    Bytes second_threshold;                   ///< of the second memory
    std::int64_t traffic = 0;                 ///< bytes that a run moves, see second_traffic()
    std::int64_t lower_bound = 0;             ///< no other choice moves fewer
    std::uint64_t work = 0;                   ///< of the search
    std::vector<std::string> residents = {};  ///< names of the buffers that always lie in the second memory
    std::vector<std::string> movers = {};     ///< names of those that do for a part of their lives
    std::vector<std::string> notes = {};      ///< what was done, or why nothing, for people
};

/// Moves buffers to a second memory, so that the live size of the first one nowhere exceeds a limit, with the least
/// traffic that a search finds (spill_search.h).
///
///   first   ├── x ──┤              ├ x@arena ┤       x is written, then read much later
///   second          ├─── x@sdram ──┤                 it is copied in the steps of these two uses
///              copy ↑              ↑ copy
///
/// As on cores, a copy is made in its first step, in which its source is alive, too (Transfer). So memory is free from
/// the step after a use to the step before the next one. Operators read and write a buffer where it lies, in either
/// memory. A buffer leaves or stays for all of the time between two uses.
/// - Variables, and buffers that no operator names, have one memory for all of their lives.
/// - Pinned buffers, buffers with gaps, and scratch with special requirements stay where they are.
/// - Buffers of further regions stay, too.
/// Without operators, every buffer counts as written once and read once.
///
/// The limit is SpillWish::most. Without it: `capacity`, or the capacity of the first memory; if no choice is found
/// below that, or there is no capacity, the lowest limit that is found, at least what each operator uses in its step.
///
/// Errors: the wish names no region and gives no capacity; the problem has cores, or records an allocator; it has no
/// limit and no operators; no choice keeps to the limit, with the step and the largest buffer there; those of
/// `validate`.
[[nodiscard]] Expected<SpilledProblem> spilled_problem(Problem problem, const SpillWish& wish,
                                                       std::optional<Bytes> capacity, const SpillLimits& limits = {});

}  // namespace arenascope
