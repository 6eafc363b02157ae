#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/expression/rational.h"
#include "core/model/expression/syntax_tree.h"

namespace arenascope {

/// The value of an expression at a recorded step. It owns nothing, so that a condition allocates nothing while it runs.
struct StepValue {
    enum class Kind : std::uint8_t {
        lacking,  ///< the step has no such value
        truth,
        number,
        name,  ///< one of a fixed list, such as the kinds of frames: `number` is its position, `text` its name
        text,
    };
    Kind kind = Kind::lacking;
    bool truth = false;
    Rational number = {};
    std::string_view text = {};  ///< of the run or the problem

    [[nodiscard]] static StepValue of(bool truth) { return {.kind = Kind::truth, .truth = truth}; }
    [[nodiscard]] static StepValue of(const Rational& number) { return {.kind = Kind::number, .number = number}; }
    [[nodiscard]] static StepValue of(std::int64_t number) { return of(Rational(number)); }
    [[nodiscard]] static StepValue of(std::string_view text) { return {.kind = Kind::text, .text = text}; }
    [[nodiscard]] static StepValue named(std::size_t position, std::string_view name) {
        return {.kind = Kind::name, .number = Rational(static_cast<std::int64_t>(position)), .text = name};
    }

    [[nodiscard]] bool is_lacking() const { return kind == Kind::lacking; }
    [[nodiscard]] bool is_true() const { return kind == Kind::truth && truth; }
};

/// For people: `true`, `3.5`, `high`; a dash if the step lacks it.
[[nodiscard]] std::string words_of(const StepValue& value);

/// For a curve: a number as it is, the position of a name, 1 if a condition holds and 0 if not. Empty: the step lacks
/// it, or it is a text.
[[nodiscard]] std::optional<double> number_of(const StepValue& value);

/// Whether both are there and equal. Texts ignore the case of ASCII letters.
[[nodiscard]] bool is_equal(const StepValue& a, const StepValue& b);

/// The result of + - * / or, of the first value alone, of a sign; exact. Lacking: an operand is, the result does not
/// fit in 64 bits, or something is divided by 0.
[[nodiscard]] StepValue calculated(ExpressionNode::Kind operation, const StepValue& a, const StepValue& b);

/// Whether the comparison holds; false if a value is lacking. Both values must be of one kind.
[[nodiscard]] bool compared(ExpressionNode::Kind operation, const StepValue& a, const StepValue& b);

}  // namespace arenascope
