#pragma once

#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/planner/rearranging/rectangle_rearranger.h"

namespace arenascope {

/// Splits buffers into connected components of shared time. The group with the highest tail comes first, then the one
/// that begins first. Within a group the given order stays.
///
/// Why whole components: in hard plans, every part of the time axis is near the threshold. A group that is only a part
/// of a component can only push its neighbours up. O(n log n).
///
/// Source: docs/method.md, "Peak suppression", step 5. The source leaves the clustering open.
[[nodiscard]] std::vector<Group> groups_by_shared_time(const Problem& problem, const Layout& layout,
                                                       const std::vector<BufferIndex>& buffers);

}  // namespace arenascope
