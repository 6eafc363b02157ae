#pragma once

#include <optional>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/trace/trace.h"

namespace arenascope {

/// A recorded step of a many-core run, searched again: the candidates of its allocation and the context of the chosen
/// one.
struct PlacementStep {
    /// A buffer of the context, at its offset in the best combination with the chosen candidate.
    struct Ghost {
        BufferIndex buffer;
        Offset offset;
        friend bool operator==(const Ghost&, const Ghost&) = default;
    };
    BufferIndex buffer;
    RegionIndex core;
    std::vector<Offset> candidates;     ///< best first
    std::optional<std::size_t> chosen;  ///< index into the candidates; empty: it did not fit
    std::vector<Ghost> ghosts;
    friend bool operator==(const PlacementStep&, const PlacementStep&) = default;
};

/// The step of a placement frame; `after` is the layout after that frame. If the frame covers several allocations, the
/// step is the last of them. Empty: the frame has another kind, belongs to another planner or placed nothing. O(n log
/// n) plus one search for n buffers.
[[nodiscard]] std::optional<PlacementStep> placement_step(const Problem& problem, const Layout& after,
                                                          const Trace& trace, FrameIndex frame);

}  // namespace arenascope
