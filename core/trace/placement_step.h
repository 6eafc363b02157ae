#pragma once

#include <cstddef>
#include <vector>

#include "core/memory/quantity.h"

namespace arenascope {

/// The choice that a planner had when it placed one allocation: the candidates, and the context (the allocations after
/// it) of the chosen one.
struct PlacementStep {
    /// A buffer of the context, at its offset in the best combination with the chosen candidate.
    struct Ghost {
        BufferIndex buffer;
        Offset offset;
        friend bool operator==(const Ghost&, const Ghost&) = default;
    };
    BufferIndex buffer;
    std::vector<Offset> candidates;  ///< best first; at least one
    std::size_t chosen = 0;          ///< index into the candidates
    std::vector<Ghost> ghosts;
    friend bool operator==(const PlacementStep&, const PlacementStep&) = default;
};

}  // namespace arenascope
