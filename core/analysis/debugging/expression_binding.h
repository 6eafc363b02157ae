#pragma once

#include <optional>

#include "core/analysis/debugging/step_needs.h"
#include "core/base/error/error.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/short_names.h"

namespace arenascope {

/// What the names of an expression mean.
struct StepScope {
    const Problem* problem = nullptr;
    Bytes threshold;                       ///< of the problem as planned: Trace::threshold
    std::optional<ShortNames> names = {};  ///< the rule by which views show them; empty: see buffers_called()
};

/// Looks up all names of a tree and checks the types of its parts. Errors give the position and what would be right:
/// the nearest field, buffer, region or word. The scope is needed only here, except that values of `region` and `note`
/// view the texts of the problem and the run. Linear in the tree; each name of a buffer is linear in the buffers.
[[nodiscard]] Expected<BoundExpression> bind_expression(const ExpressionNode& root, const StepScope& scope);

}  // namespace arenascope
