#pragma once

#include <memory>
#include <string>

#include "app/session/plan_comparison.h"
#include "app/session/plan_state.h"
#include "app/session/shown_plan.h"
#include "app/session/shown_verdict.h"
#include "core/base/error/error.h"
#include "core/picture/plan/coloring.h"

namespace arenascope {

class Session;

/// What a report of the shown plan says, as a value. It does not change when the session does, and the report can be
/// made of it on another thread.
struct ReportSource {
    std::shared_ptr<const ShownPlan> plan;  ///< never null
    PlanState state;                        ///< of the open plan
    ShownStep step;
    std::string title;  ///< name of the file, without folders; of a comparison that of A, as people see it
    ColorBy color_by = ColorBy::risk;
    std::shared_ptr<const ComparedPlans> compared;  ///< the shown plan is A of this comparison; null: there is none
    std::string other_title;                        ///< of B
    ComparedOrigin other_origin;
};

/// The shown plan of a session, which has one, or the comparison that is shown. `title_of_a`: of a comparison, see
/// ReportSource.
[[nodiscard]] ReportSource report_source(Session& session, ColorBy color_by, const std::string& title_of_a);

/// Makes the report. It is the one that `arenascope export` makes of the same plan, or `arenascope compare` of the same
/// two plans, byte for byte. The files are read again: only if they still hold what is shown can a command make it
/// again. Otherwise the report of a plan holds the plan.
/// `report_name`: name of the file that is written, without folders. O(n log n), and reading.
[[nodiscard]] Expected<std::string> report_of(const ReportSource& source, const std::string& report_name);

}  // namespace arenascope
