#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/memory/lifetime.h"
#include "core/model/memory/problem.h"
#include "core/trace/frame.h"

namespace arenascope {

/// A height in the stack of regions: an offset relative to one of them. It may lie beyond the region's buffers.
struct StackHeight {
    RegionIndex region;
    Offset offset;
    friend constexpr bool operator==(const StackHeight&, const StackHeight&) = default;
};

/// A view of a plan that a person kept, with a name. The heights are relative to regions, because another layout
/// stacks them elsewhere.
///
///   to   ┌──────────────┐  in region B
///        │  what was    │
///        │  shown       │
///   from └──────────────┘  in region A
///      begin           end
struct Bookmark {
    std::string name;  ///< not empty, no byte 0, at most `most_bookmark_name_bytes`; need not be unique
    Lifetime steps;    ///< the shown time, begin < end
    StackHeight from;  ///< the lower end of what was shown
    StackHeight to;    ///< the upper end; above `from` if both are in one region
    std::vector<RegionIndex> folded = {};   ///< ascending; shown as strips
    std::vector<RegionIndex> hidden = {};   ///< ascending; not shown
    FrameIndex frame = FrameIndex::none();  ///< the shown step of the run; none(): the plan itself
    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

inline constexpr std::size_t most_bookmarks = 1'000;
inline constexpr std::size_t most_bookmark_name_bytes = 1'024;

/// Moves bookmarks of one problem to the regions of another with the same names. A bookmark whose ends lie in a region
/// that the other problem lacks is removed. Linear.
[[nodiscard]] std::vector<Bookmark> moved_bookmarks(std::vector<Bookmark> bookmarks, const Problem& before,
                                                    const Problem& after);

/// The bookmarks for a plan with another trace or none: without steps of the run.
[[nodiscard]] std::vector<Bookmark> without_frames(std::vector<Bookmark> bookmarks);

}  // namespace arenascope
