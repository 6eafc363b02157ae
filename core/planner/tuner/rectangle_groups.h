#pragma once

#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/planner/rearranging/rectangle_rearranger.h"

namespace arenascope {

/// Splits buffers by shared time: two that are alive together, directly or through others, are in one group. The group
/// whose highest tail is highest comes first, then the one that begins first; inside a group the given order stays.
///
/// Why whole components: in the plans that are hard, every stretch of time is near the threshold, so a group cut out of
/// a component can only push its neighbours up; a cut is free exactly where nothing crosses it. O(n log n). Source:
/// 000_ac36546300477820, paragraphs 127 and 128 (which leave the clustering open).
[[nodiscard]] std::vector<Group> groups_by_shared_time(const Problem& problem, const Layout& layout,
                                                       const std::vector<BufferIndex>& buffers);

}  // namespace arenascope
