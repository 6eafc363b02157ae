#include "core/analysis/debugging/step_expression.h"

#include <utility>

#include "core/model/expression/token.h"

namespace arenascope {

Expected<StepExpression> StepExpression::value(std::string_view text, const StepScope& scope) {
    static const ExpressionNames names{step_field_names(), step_function_names()};
    const auto tokens = tokens_of(text, names);
    if (!tokens) {
        return failure(tokens.error());
    }
    const auto tree = syntax_tree(*tokens, names);
    if (!tree) {
        return failure(tree.error());
    }
    if (*tree == nullptr) {
        return expression_error(1, "the expression is empty", "write one such as peak <= threshold");
    }
    return bind_expression(**tree, scope).map([](BoundExpression bound) {
        StepExpression expression;
        expression.bound_ = std::make_shared<const BoundExpression>(std::move(bound));
        return expression;
    });
}

Expected<StepExpression> StepExpression::condition(std::string_view text, const StepScope& scope) {
    return value(text, scope).and_then([](StepExpression expression) -> Expected<StepExpression> {
        if (expression.type() == StepType::truth) {
            return expression;
        }
        return expression_error(1, "this is a value, no condition", "compare it, as in peak <= threshold");
    });
}

}  // namespace arenascope
