#include "core/analysis/debugging/breakpoint.h"

#include <utility>

namespace arenascope {
namespace {

tl::unexpected<Error> error_of(std::size_t position, const Error& error) {
    return failure("breakpoint " + std::to_string(position + 1) + ": " + error.cause, error.cure);
}

}  // namespace

Expected<BreakpointRun> BreakpointRun::of(const std::vector<Breakpoint>& breakpoints, const StepScope& scope) {
    BreakpointRun run;
    for (std::size_t i = 0; i < breakpoints.size(); ++i) {
        auto condition = StepExpression::condition(breakpoints[i].condition, scope);
        if (!condition) {
            return error_of(i, condition.error());
        }
        run.needs_.add(condition->needs());
        Bound bound{breakpoints[i], StepEvaluation(std::move(*condition)), std::nullopt, 0};
        if (breakpoints[i].action == Breakpoint::Action::log) {
            auto line = LogTemplate::parse(breakpoints[i].line, scope);
            if (!line) {
                return error_of(i, line.error());
            }
            run.needs_.add(line->needs());
            bound.line = std::move(*line);
        }
        run.bound_.push_back(std::move(bound));
    }
    return run;
}

const BreakReport& BreakpointRun::next(const RecordedStep& step) {
    report_.stops.clear();
    report_.lines.clear();
    for (std::size_t i = 0; i < bound_.size(); ++i) {
        Bound& one = bound_[i];
        const bool holds = one.condition.holds_at_next(step);
        const bool is_hit = holds && one.settings.is_enabled && ++one.hits > one.settings.ignored;
        if (!one.line) {
            if (is_hit) {
                report_.stops.push_back(i);
            }
            continue;
        }
        std::string text;
        one.line->next(step, is_hit ? &text : nullptr);
        if (is_hit) {
            report_.lines.push_back({i, std::move(text)});
        }
    }
    return report_;
}

}  // namespace arenascope
