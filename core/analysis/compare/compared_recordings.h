#pragma once

#include <optional>
#include <vector>

#include "core/analysis/compare/plan_totals.h"
#include "core/analysis/explain/layout_figures.h"
#include "core/model/memory/makers.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The figures of two recorded allocators, such as two runs of a program. Their segments have other addresses in each
/// run, so that no segment is compared with another one: what they needed and held in all is.
struct ComparedRecordings {
    AllocatorFigures a;
    AllocatorFigures b;
};

/// Empty: not both problems are recorded allocators. O(n log n).
[[nodiscard]] std::optional<ComparedRecordings> compared_recordings(const Problem& first, const Problem& second);

/// What the makers of both have at the highest live size of each, as group_totals(). Without a name: no Python frame.
/// O(n log n).
[[nodiscard]] std::vector<GroupTotal> maker_totals(const Comparand& first, const Comparand& second,
                                                   MadeBy by = MadeBy::line);

}  // namespace arenascope
