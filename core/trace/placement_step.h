#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/memory/quantity.h"
#include "core/trace/object_choice.h"

namespace arenascope {

/// The choice that a planner had when it placed one allocation: the candidates, and the context (the allocations after
/// it) of the chosen one; or the buffers whose memory it had to avoid. Either the candidates or `avoided` may be empty.
/// In a run of shared objects, the candidates are the bands of the free objects.
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
    std::optional<ObjectChoice> object = {};  ///< shared objects only; its candidates are those above, in their order
    friend bool operator==(const PlacementStep&, const PlacementStep&) = default;
};

}  // namespace arenascope
