#pragma once

#include <cstddef>
#include <vector>

#include "core/memory/quantity.h"

namespace arenascope {

/// What a planner chose from when it placed one allocation: where the allocation could have gone, and how its context,
/// the allocations after it, would have lain with it.
struct PlacementStep {
    /// One of the context, where the combination that leads to the chosen candidate puts it.
    struct Ghost {
        BufferIndex buffer;
        Offset offset;
        friend bool operator==(const Ghost&, const Ghost&) = default;
    };
    BufferIndex buffer;
    std::vector<Offset> candidates;  ///< best first; at least one
    std::size_t chosen = 0;          ///< position among the candidates
    std::vector<Ghost> ghosts;
    friend bool operator==(const PlacementStep&, const PlacementStep&) = default;
};

}  // namespace arenascope
