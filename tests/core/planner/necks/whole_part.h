#pragma once

#include <limits>

#include "core/check/overlap_checker.h"
#include "core/model/memory/tail.h"
#include "core/planner/necks/neck_core.h"
#include "core/planner/necks/region_part.h"
#include "tests/support/random_problem.h"

namespace arenascope::test {

inline const NeckStop never_stopped = [](std::uint64_t) { return false; };
inline const Offset any_peak(std::numeric_limits<std::int64_t>::max());

/// All members of region 0 as a part.
inline RegionPart whole_part(const Problem& problem) {
    return region_part(problem, RegionIndex(0), members_of(problem, RegionIndex(0)));
}

/// The layout of a part, whose buffers all lie in region 0.
inline Layout layout_of_part(const RegionPart& part, IndexedSpan<BufferIndex, const std::int64_t> offsets) {
    Layout layout = empty_layout(part.problem);
    take_over(layout, offsets, RegionIndex(0));
    return layout;
}

inline bool is_sound_below(const RegionPart& part, IndexedSpan<BufferIndex, const std::int64_t> offsets,
                           Offset capacity) {
    const Layout layout = layout_of_part(part, offsets);
    return is_complete(layout) && is_clean(check(part.problem, layout)) && peak(part.problem, layout) <= capacity;
}

inline Offset threshold_of(const Problem& problem, RegionIndex region = RegionIndex(0)) {
    return Offset(live_profile(problem, region).threshold.value());
}

}  // namespace arenascope::test
