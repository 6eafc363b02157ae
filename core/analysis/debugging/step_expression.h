#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/analysis/debugging/expression_binding.h"
#include "core/analysis/debugging/step_needs.h"
#include "core/base/error/error.h"

namespace arenascope {

/// An expression over the steps of a run, such as `peak <= threshold * 11/10 and not changed(offset("conv2"))`. Names
/// are looked up once, numbers are exact, and nothing is allocated while it runs. step_fields() and step_functions()
/// list its names. Copies are cheap, and may run on several threads.
///
/// A comparison with something that the step lacks is false, so its `not` is true.
///
/// A condition is about the main steps of a run, because groups and rearrangements have placed only some buffers. With
/// `.any` behind a field, a call or a parenthesis (`peak.any > 64k`), it is about them, too.
class StepExpression {
public:
    /// A condition, for breakpoints and searches. Errors give the position and what would be right. The problem must
    /// outlive it.
    [[nodiscard]] static Expected<StepExpression> condition(std::string_view text, const StepScope& scope);
    /// An expression of any type, for watches and log lines.
    [[nodiscard]] static Expected<StepExpression> value(std::string_view text, const StepScope& scope);

    [[nodiscard]] const BoundExpression& bound() const { return *bound_; }
    [[nodiscard]] const StepNeeds& needs() const { return bound_->needs; }
    [[nodiscard]] StepType type() const { return bound_->nodes.back().type; }

private:
    std::shared_ptr<const BoundExpression> bound_;
};

}  // namespace arenascope
