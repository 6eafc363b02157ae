#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "core/base/error/error.h"
#include "core/model/expression/expression.h"

namespace arenascope {

/// A name in a size expression: `inputs` or `outputs` (the sum of all), `input`, `input0` or `output2` (a single one;
/// without a number the first), `input.1` (an extent of its shape), `input.element` (the bytes of an element).
struct SizeName {
    enum class Part : std::uint8_t { bytes, extent, element };
    bool of_outputs = false;
    bool all = false;
    std::uint32_t position = 0;  ///< of the operand or output
    Part part = Part::bytes;
    std::uint32_t extent = 0;  ///< position in the shape
    friend bool operator==(const SizeName&, const SizeName&) = default;
};

/// The value of a name; empty if the operator has no such tensor or extent.
using SizeLookup = std::function<std::optional<std::int64_t>(const SizeName&)>;

/// A number of bytes, computed from the tensors of an operator: `2 * 9 * input.3`, `max(inputs, output) / 2`. It has
/// integers, + - * /, parentheses, min and max. Division rounds up, so that a size is never too small.
class SizeExpression {
public:
    /// Errors give the position and what was expected there.
    [[nodiscard]] static Expected<SizeExpression> parse(std::string_view text);

    /// The value; empty if the operator lacks a tensor or extent. Linear. Errors: the value does not fit in 64 bits,
    /// division by 0.
    [[nodiscard]] Expected<std::optional<std::int64_t>> value(const SizeLookup& lookup) const;

private:
    Expression expression_;
};

}  // namespace arenascope
