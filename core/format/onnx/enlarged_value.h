#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/format/onnx/tensor_type.h"

namespace arenascope::onnx_file {

// Values that grow by copies of themselves or by a border. Nothing where the result has more than `most` elements.

/// Tile: the value as often along each axis as `repeats` says.
[[nodiscard]] std::optional<KnownValue> tiled(const KnownValue& value, const KnownValue& repeats, std::int64_t most);

/// Pad with a constant, of the first operand's elements. Nothing for other modes, and where the border is unknown.
[[nodiscard]] std::optional<KnownValue> padded_value(const Node& node, const std::vector<Operand>& operands,
                                                     std::int64_t most);

}  // namespace arenascope::onnx_file
