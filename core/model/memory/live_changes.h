#pragma once

#include <vector>

#include "core/model/memory/placed_piece.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/step_list.h"

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

/// Adds pieces of which each byte counts once at each step, however many of them use it. O(k log k) for k pieces.
void add_union(LiveChanges& changes, const std::vector<PlacedPiece>& pieces);

/// The live size as a step function, with the members of a LiveProfile.
struct Staircase {
    StepList steps;
    std::vector<Bytes> live;
    Bytes threshold;
    Step peak_step;
};

/// The sum of all changes. O(n log n).
[[nodiscard]] Staircase staircase(LiveChanges changes);

/// That of each region without sharing, in one pass over the buffers: a recorded allocator has thousands of regions.
[[nodiscard]] std::vector<Staircase> region_staircases(const Problem& problem);

}  // namespace arenascope
