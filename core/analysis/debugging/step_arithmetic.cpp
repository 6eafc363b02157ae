#include "core/analysis/debugging/step_arithmetic.h"

#include <optional>

namespace arenascope {
namespace {

std::optional<Rational> exact_result(ExpressionNode::Kind operation, const Rational& a, const Rational& b) {
    switch (operation) {
        case ExpressionNode::Kind::add:
            return sum(a, b);
        case ExpressionNode::Kind::subtract:
            return difference(a, b);
        case ExpressionNode::Kind::multiply:
            return product(a, b);
        case ExpressionNode::Kind::divide:
            return quotient(a, b);
        default:
            return difference(Rational(0), a);
    }
}

}  // namespace

StepValue calculated(ExpressionNode::Kind operation, const StepValue& a, const StepValue& b) {
    if (a.is_lacking() || b.is_lacking()) {
        return {};
    }
    const auto result = exact_result(operation, a.number, b.number);
    return result ? StepValue::of(*result) : StepValue();
}

bool compared(ExpressionNode::Kind operation, const StepValue& a, const StepValue& b) {
    if (a.is_lacking() || b.is_lacking()) {
        return false;
    }
    switch (operation) {
        case ExpressionNode::Kind::equal:
            return is_equal(a, b);
        case ExpressionNode::Kind::unequal:
            return !is_equal(a, b);
        case ExpressionNode::Kind::less:
            return a.number < b.number;
        case ExpressionNode::Kind::less_or_equal:
            return a.number <= b.number;
        case ExpressionNode::Kind::greater:
            return a.number > b.number;
        default:
            return a.number >= b.number;
    }
}

}  // namespace arenascope
