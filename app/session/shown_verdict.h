#pragma once

#include <optional>

#include <QString>

#include "app/session/plan_state.h"
#include "app/session/shown_plan.h"
#include "core/analysis/verdict/verdict.h"
#include "core/check/overlap_checker.h"

namespace arenascope {

class Session;

/// Which step of a run is shown.
struct ShownStep {
    QString words;          ///< "iteration 3 of 12", "step 7.2, where the run is paused"; empty: no run is shown
    bool is_result = true;  ///< the plan itself is shown: that of the file, or the result of the run
};

/// The words for it in verdicts, as in captions and reports.
[[nodiscard]] ShownStep shown_step(const Session& session);

/// The verdict on a shown plan of an open one. `check` and `known_lower`: see VerdictInput. It costs as much as
/// verdict_on_file() with figures.
[[nodiscard]] Verdict shown_verdict(const ShownPlan& plan, const PlanState& state, const ShownStep& step,
                                    const CheckReport* check, std::optional<KnownLayout> known_lower = {});

}  // namespace arenascope
