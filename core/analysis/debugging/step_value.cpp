#include "core/analysis/debugging/step_value.h"

#include "core/model/expression/glob.h"

namespace arenascope {

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

}  // namespace arenascope
