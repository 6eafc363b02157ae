#include "app/session/shown_verdict.h"

#include <string>
#include <utility>

#include "app/session/session.h"
#include "core/analysis/debugging/recorded_step.h"
#include "core/picture/plan/file_verdict.h"
#include "qt/words/visible_text.h"

namespace arenascope {

ShownStep shown_step(const Session& session) {
    if (session.shown()->is_preview) {
        const auto& pause = session.tuning().run()->pause();
        return {pause ? Session::tr("step %1, where the run is paused").arg(visible_text(path_text(pause->path)))
                      : Session::tr("the best layout so far of the run"),
                false};
    }
    const PlanState& state = session.state();
    if (!state.trace || state.frame == FrameIndex::none()) {
        return {};
    }
    return {session.steps().place(), state.frame == state.trace->result};
}

Verdict shown_verdict(const ShownPlan& plan, const PlanState& state, const ShownStep& step, const CheckReport* check,
                      std::optional<KnownLayout> known_lower) {
    FileFacts facts{.format = state.format,
                    .left_out = state.left_out,
                    .is_model = state.import != nullptr,
                    .switches = state.switches,
                    .lower_bound = state.lower_bound};
    // What the planner left out, it left out of its result.
    if (step.is_result && state.edits.empty()) {
        facts.misfits = state.misfits;
    }
    return verdict_on_file({.problem = plan.problem.get(),
                            .layout = plan.layout.get(),
                            .placed = plan.figures.get(),
                            .figures = plan.verdict_figures.get(),
                            .check = check,
                            .known_lower = known_lower,
                            .step = step.is_result ? std::string() : step.words.toStdString(),
                            .is_under_way = plan.is_under_way || plan.is_preview},
                           facts);
}

}  // namespace arenascope
