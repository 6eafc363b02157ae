#pragma once

#include <vector>

#include "core/memory/live_profile.h"

namespace arenascope {

/// A change of the live size at a step.
struct LiveChange {
    Step step;
    Bytes amount;
};

/// What makes the live size go up and down. Begins and ends are separate: two short lists sort faster than one long
/// list, and merge in one pass.
struct LiveChanges {
    std::vector<LiveChange> begins;
    std::vector<LiveChange> ends;

    void add(Lifetime steps, Bytes amount) {
        begins.push_back({steps.begin, amount});
        ends.push_back({steps.end, amount});
    }
};

/// Adds the pieces of a buffer; variable scratch counts with its minimum.
void add_pieces(LiveChanges& changes, const Problem& problem, BufferIndex index);

/// The profile of all changes. O(n log n).
[[nodiscard]] LiveProfile staircase(LiveChanges changes);

/// The profile of each region without sharing, in one pass over the buffers: a recorded allocator has thousands of
/// regions.
[[nodiscard]] std::vector<LiveProfile> separate_profiles(const Problem& problem);

}  // namespace arenascope
