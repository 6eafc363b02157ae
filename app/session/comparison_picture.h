#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/plan_comparison.h"
#include "app/session/shown_plan.h"
#include "core/analysis/compare/plan_changes.h"
#include "core/picture/plan/page_content.h"

namespace arenascope {

/// The figures at the head of a picture of two plans. O(n log n + pairs).
[[nodiscard]] std::vector<PageFigure> comparison_figures(const Comparand& first, const Comparand& second);

/// What differs, in numbers: "moved 3, added 0, removed 1, renamed 0".
[[nodiscard]] std::string comparison_note(const PlanChanges& changes);

/// Two plans as one picture on one scale.
struct ComparisonPicture {
    std::shared_ptr<const ShownPlan> plan;  ///< both together, see side_by_side(); it is only for display
    std::vector<ObjectIndex> object_numbers;
    std::vector<PageFigure> figures;
    std::string note;
};

/// The picture of a comparison. The names head the regions of each plan. O(n log n + pairs).
[[nodiscard]] ComparisonPicture comparison_picture(const ComparedPlans& plans, const std::string& first_name,
                                                   const std::string& second_name);

}  // namespace arenascope
