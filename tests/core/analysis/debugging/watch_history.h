#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/debugging/step_evaluation.h"
#include "core/analysis/debugging/step_search.h"
#include "core/analysis/debugging/step_walk.h"

namespace arenascope::test {

/// The value of a watch at a main step.
struct WatchMoment {
    FrameIndex frame;
    std::optional<double> number;
    std::string words;
    friend bool operator==(const WatchMoment&, const WatchMoment&) = default;
};

/// The values of an expression at each main step, in time order.
inline std::vector<WatchMoment> watch_history(const RecordedRun& run, const StepExpression& expression) {
    std::vector<WatchMoment> moments;
    StepEvaluation evaluation(expression);
    StepWalk walk(*run.problem, *run.trace, expression.needs(), run.result);
    while (const RecordedStep* step = walk.next()) {
        const StepValue value = evaluation.next(*step);
        if (is_chief(step->kind)) {
            moments.push_back({step->frame, number_of(value), words_of(value)});
        }
    }
    return moments;
}

}  // namespace arenascope::test
