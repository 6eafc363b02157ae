#pragma once

#include <memory>
#include <string>

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
    std::string title;  ///< name of the file, without folders
    ColorBy color_by = ColorBy::risk;
};

/// The shown plan of a session, which has one.
[[nodiscard]] ReportSource report_source(const Session& session, ColorBy color_by);

/// Makes the report. It is the one that `arenascope export` makes of the same plan, byte for byte. The file is read
/// again: only if it still holds what is shown can a command of it make the plan; otherwise the report holds the plan.
/// `report_name`: name of the file that is written, without folders. O(n log n), and reading.
[[nodiscard]] Expected<std::string> report_of(const ReportSource& source, const std::string& report_name);

}  // namespace arenascope
