#include "core/analysis/debugging/step_value.h"

#include "core/model/expression/glob.h"

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

std::string words_of(const StepValue& value) {
    switch (value.kind) {
        case StepValue::Kind::lacking:
            return "–";
        case StepValue::Kind::truth:
            return value.truth ? "true" : "false";
        case StepValue::Kind::number:
            return text_of(value.number);
        default:
            return std::string(value.text);
    }
}

std::optional<double> number_of(const StepValue& value) {
    switch (value.kind) {
        case StepValue::Kind::truth:
            return value.truth ? 1.0 : 0.0;
        case StepValue::Kind::number:
        case StepValue::Kind::name:
            return approximation(value.number);
        default:
            return std::nullopt;
    }
}

bool is_equal(const StepValue& a, const StepValue& b) {
    if (a.kind != b.kind) {
        return false;
    }
    switch (a.kind) {
        case StepValue::Kind::lacking:
            return false;
        case StepValue::Kind::truth:
            return a.truth == b.truth;
        case StepValue::Kind::text:
            return compare_ignoring_case(a.text, b.text) == 0;
        default:
            return a.number == b.number;
    }
}

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
