#pragma once

#include <optional>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/trace/trace.h"

namespace arenascope {

/// A recorded step of a many-core run, looked at again: where its allocation could have gone, and how its context would
/// have lain with it.
struct PlacementStep {
    /// Of the context, where the best combination that leads to the chosen candidate puts it.
    struct Ghost {
        BufferIndex buffer;
        Offset offset;
        friend bool operator==(const Ghost&, const Ghost&) = default;
    };
    BufferIndex buffer;
    RegionIndex core;
    std::vector<Offset> candidates;     ///< best first
    std::optional<std::size_t> chosen;  ///< position among the candidates
    std::vector<Ghost> ghosts;
    friend bool operator==(const PlacementStep&, const PlacementStep&) = default;
};

/// The step that a placement frame stands for, `after` being the layout there. Where one frame tells of several
/// allocations it is the last of them. Nothing for a frame of another kind or planner, and for one that placed nothing.
/// O(n log n + one search) for n buffers.
[[nodiscard]] std::optional<PlacementStep> placement_step(const Problem& problem, const Layout& after,
                                                          const Trace& trace, FrameIndex frame);

}  // namespace arenascope
