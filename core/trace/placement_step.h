#pragma once

#include <cstddef>
#include <vector>

#include "core/memory/quantity.h"

namespace arenascope {

/// The choice that a planner had when it placed one allocation: the candidates, and the context (the allocations after
/// it) of the chosen one; or the buffers whose memory it had to avoid. Either the candidates or `avoided` may be empty.
struct PlacementStep {
    /// A buffer of the context, at its offset in the best combination with the chosen candidate.
    struct Ghost {
        BufferIndex buffer;
        Offset offset;
        friend bool operator==(const Ghost&, const Ghost&) = default;
    };
    BufferIndex buffer;
    std::vector<Offset> candidates = {};  ///< best first; empty: the planner does not choose among candidates
    std::size_t chosen = 0;               ///< index into the candidates
    std::vector<Ghost> ghosts = {};
    std::vector<BufferIndex> avoided = {};  ///< buffers placed before, whose memory it avoids; ascending
    friend bool operator==(const PlacementStep&, const PlacementStep&) = default;
};

}  // namespace arenascope
