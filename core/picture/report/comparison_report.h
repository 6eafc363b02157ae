#pragma once

#include <string>
#include <vector>

#include "core/analysis/compare/compared_plans.h"
#include "core/base/error/error.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/pinned_note.h"
#include "core/picture/plan/page_content.h"
#include "core/picture/report/reproduction.h"

namespace arenascope {

/// A plan of a comparison, as its report tells of it.
struct ReportedPlan {
    std::string name;                     ///< of its file, and what else it is
    const CheckReport* check = nullptr;   ///< never null
    std::vector<std::string> notes = {};  ///< sentences of the reader
    Reproduction reproduction;            ///< how to make the plan again
};

/// What the report of a comparison is about. The command line and the window fill it in, each from its own state; the
/// same content gives the same bytes.
struct ComparisonReport {
    const ComparedPlans* plans = nullptr;  ///< never null
    PageContent page;                      ///< the picture of both, see side_by_side(); with the notes of both
    ReportedPlan a;                        ///< its `reproduction.report` is the name of the report
    ReportedPlan b;
};

/// The report of a comparison as one HTML file: what B gains or loses, the figures of both plans, the picture of both,
/// the table of changes, the notes, and the command that makes it again or why none does. O(n log n). Error: see
/// report_picture().
[[nodiscard]] Expected<std::string> comparison_report(const ComparisonReport& report);

}  // namespace arenascope
