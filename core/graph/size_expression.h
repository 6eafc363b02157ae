#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "core/error/error.h"
#include "core/expression/expression.h"

namespace arenascope {

/// What a size expression may ask of an operator: `inputs`, `outputs` (all together), `input`, `input0`, `output2`
/// (one of them; without a number the first), `input.1` (an extent of its shape), `input.element` (bytes of an
/// element).
struct SizeName {
    enum class Part : std::uint8_t { bytes, extent, element };
    bool of_outputs = false;
    bool all = false;
    std::uint32_t position = 0;  ///< of the operand or output
    Part part = Part::bytes;
    std::uint32_t extent = 0;  ///< position in the shape
    friend bool operator==(const SizeName&, const SizeName&) = default;
};

/// The value of a name; nothing where the operator has none such.
using SizeLookup = std::function<std::optional<std::int64_t>(const SizeName&)>;

/// A number of bytes as a sum of products over the tensors of an operator: `2 * 9 * input.3`, `max(inputs, output) /
/// 2`. Whole numbers, + - * /, parentheses, min and max. A division rounds up, so that nothing is too small.
class SizeExpression {
public:
    /// The error says at which character what was expected.
    [[nodiscard]] static Expected<SizeExpression> parse(std::string_view text);

    /// Nothing where the operator lacks what a name asks for. Linear. Errors: 64 bits are passed, a division by 0.
    [[nodiscard]] Expected<std::optional<std::int64_t>> value(const SizeLookup& lookup) const;

private:
    Expression expression_;
};

}  // namespace arenascope
