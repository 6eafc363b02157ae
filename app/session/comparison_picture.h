#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/plan_comparison.h"
#include "app/session/shown_plan.h"
#include "core/analysis/compare/compared_plans.h"
#include "core/model/memory/pinned_note.h"
#include "core/picture/plan/page_content.h"
#include "core/picture/report/reproduction.h"

namespace arenascope {

/// The figures at the head of a picture of two plans. O(n log n + pairs).
[[nodiscard]] std::vector<PageFigure> comparison_figures(const Comparand& first, const Comparand& second);

/// What differs, in numbers: "moved 3, added 0, removed 1, renamed 0", and how the live sizes differ.
[[nodiscard]] std::string comparison_note(const ComparedPlans& plans);

/// The buffers that differ, the farthest move first. `unit`: of all amounts. Few rows, because the picture needs the
/// room. O(n log n).
[[nodiscard]] PageTable comparison_table(const ComparedPlans& plans, Unit unit);

/// Two plans as one picture on one scale.
struct ComparisonPicture {
    std::shared_ptr<const ShownPlan> plan;  ///< both together, see side_by_side(); it is only for display
    std::vector<ObjectIndex> object_numbers;
    std::vector<PageFigure> figures;
    PageTable table;
    std::vector<PinnedNote> pinned_notes;  ///< of both, see notes_side_by_side()
    std::string note;
};

/// A plan of a comparison picture.
struct PicturedPlan {
    std::string name;  ///< heads its regions
    std::vector<PinnedNote> pinned_notes = {};
};

/// A plan of a comparison, as its report tells of it.
struct ComparedFrom {
    std::string name;  ///< of its file, and what else it is
    std::vector<PinnedNote> pinned_notes = {};
    std::vector<std::string> notes = {};  ///< sentences of the reader
    Reproduction reproduction = {};       ///< how to make the plan again
};

/// The report of a comparison. The window and the command line make it of the same values, so that both write the same
/// bytes. `a.reproduction.report`: name of the file that is written. O(n log n + pairs). Error: see
/// comparison_report().
[[nodiscard]] Expected<std::string> comparison_report_of(const ComparedPlans& plans, const ComparedFrom& a,
                                                         const ComparedFrom& b);

/// The picture of a comparison. O(n log n + pairs).
[[nodiscard]] ComparisonPicture comparison_picture(const ComparedPlans& plans, const PicturedPlan& first,
                                                   const PicturedPlan& second);

}  // namespace arenascope
