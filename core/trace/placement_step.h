#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/memory/quantity.h"
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
    /// The measures of one candidate.
    struct Figures {
        Offset height;               ///< highest tail of the core in the best combination with this candidate
        Bytes waste;                 ///< bytes of `below` and `above` that are too few for any buffer of the context
        Bytes below;                 ///< free bytes directly below
        std::optional<Bytes> above;  ///< free bytes directly above; empty: the memory has no capacity
        BufferIndex taken_from = BufferIndex::none();  ///< released buffer whose area it takes over; none(): no buffer
        friend bool operator==(const Figures&, const Figures&) = default;
    };
    BufferIndex buffer;
    std::vector<Offset> candidates = {};  ///< best first; empty: the planner does not choose among candidates
    std::size_t chosen = 0;               ///< index into the candidates
    std::vector<Ghost> ghosts = {};
    std::vector<BufferIndex> avoided = {};    ///< buffers placed before, whose memory it avoids; ascending
    std::optional<ObjectChoice> object = {};  ///< shared objects only; its candidates are those above, in their order
    BufferIndex taken_from = BufferIndex::none();  ///< released buffer whose area the chosen candidate takes over
    std::vector<Figures> figures = {};             ///< by candidate; empty: not recorded
    /// The offset of each ghost's buffer in the best combination with each candidate: those of the first candidate,
    /// then those of the second, and so on. Empty: not recorded.
    std::vector<Offset> contexts = {};
    friend bool operator==(const PlacementStep&, const PlacementStep&) = default;
};

/// The context in the best combination with a candidate; empty if it was not recorded.
[[nodiscard]] inline std::vector<PlacementStep::Ghost> context_with(const PlacementStep& step, std::size_t candidate) {
    std::vector<PlacementStep::Ghost> context;
    for (std::size_t i = 0; i < step.ghosts.size() && !step.contexts.empty(); ++i) {
        context.push_back({step.ghosts[i].buffer, step.contexts[candidate * step.ghosts.size() + i]});
    }
    return context;
}

}  // namespace arenascope
