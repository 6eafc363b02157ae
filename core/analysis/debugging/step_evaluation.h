#pragma once

#include <string>
#include <vector>

#include "core/analysis/debugging/recorded_step.h"
#include "core/analysis/debugging/step_expression.h"

namespace arenascope {

/// An expression on its way through the steps of one run. It remembers what before(E) and changed(E) need. It must see
/// every step in time order; the StepState must compute at least the needs of the expression.
class StepEvaluation {
public:
    explicit StepEvaluation(StepExpression expression);

    /// The value at the next step. Texts stay valid until the step after it. O(nodes), plus what `hole`, `overlap` and
    /// touches_…() read.
    [[nodiscard]] StepValue next(const RecordedStep& step);

    /// Whether the condition holds at the next step, which must be one that it is about: see StepExpression.
    [[nodiscard]] bool holds_at_next(const RecordedStep& step) {
        // What before(E) remembers is apart for each kind of steps, so others need not be seen.
        return (!is_inner(step.kind) || expression_.bound().is_for_inner_steps) && next(step).is_true();
    }

    [[nodiscard]] const StepExpression& expression() const { return expression_; }

private:
    /// A value that outlives its step.
    struct Remembered {
        StepValue value;
        std::string text;  ///< of a value that is a text
        [[nodiscard]] StepValue get() const;
        void set(const StepValue& now);
    };
    [[nodiscard]] StepValue value_of(std::uint32_t node, const RecordedStep& step);
    [[nodiscard]] StepValue value_of_field(StepField field, const RecordedStep& step);
    [[nodiscard]] StepValue value_of_function(const BoundNode& node, const RecordedStep& step);
    [[nodiscard]] StepValue value_of_expression(const BoundNode& node, const RecordedStep& step);
    [[nodiscard]] Remembered& remembered(std::size_t slot, FrameKind kind);

    StepExpression expression_;
    std::vector<Remembered> remembered_;  ///< by slot and kind of the step
    std::vector<StepValue> fresh_;        ///< by slot
    std::string path_;                    ///< of the step, where it is read
    Remembered result_;
};

}  // namespace arenascope
