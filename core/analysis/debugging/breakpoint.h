#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/debugging/log_template.h"
#include "core/analysis/debugging/step_evaluation.h"

namespace arenascope {

/// Where a run is to stop, or to write a line, as a user describes it.
struct Breakpoint {
    enum class Action : std::uint8_t { stop, log };
    std::string condition;
    bool is_enabled = true;
    std::uint64_t ignored = 0;  ///< so many first hits do nothing
    Action action = Action::stop;
    std::string line = {};  ///< of a logpoint, see LogTemplate
    friend bool operator==(const Breakpoint&, const Breakpoint&) = default;
};

/// What breakpoints do at a step.
struct BreakReport {
    struct Line {
        std::size_t breakpoint = 0;  ///< its position in the list
        std::string text;
        friend bool operator==(const Line&, const Line&) = default;
    };
    std::vector<std::size_t> stops;  ///< positions of the breakpoints that stop the run here, ascending
    std::vector<Line> lines;         ///< of the logpoints, in their order
};

/// Breakpoints on their way through one run: a recorded one (steps of a StepWalk) or one under way (steps of a
/// StepState that a TraceSink feeds). All steps must be shown to them in time order.
class BreakpointRun {
public:
    /// The error names the breakpoint by its number, from 1, and the position in its condition or line.
    [[nodiscard]] static Expected<BreakpointRun> of(const std::vector<Breakpoint>& breakpoints, const StepScope& scope);

    /// What the StepState must compute.
    [[nodiscard]] const StepNeeds& needs() const { return needs_; }

    /// The report of this step. Valid until the next call. Nothing is allocated where no breakpoint is hit.
    [[nodiscard]] const BreakReport& next(const RecordedStep& step);

    /// How often the condition of a breakpoint held while it was enabled, ignored hits included.
    [[nodiscard]] std::uint64_t hits(std::size_t breakpoint) const { return bound_[breakpoint].hits; }

    /// A disabled breakpoint counts no hits, but before(E) stays right.
    void enable(std::size_t breakpoint, bool is_enabled) { bound_[breakpoint].settings.is_enabled = is_enabled; }

private:
    struct Bound {
        Breakpoint settings;
        StepEvaluation condition;
        std::optional<LogTemplate> line;
        std::uint64_t hits = 0;
    };
    std::vector<Bound> bound_;
    StepNeeds needs_;
    BreakReport report_;
};

}  // namespace arenascope
