#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/format/onnx/known_value.h"

namespace arenascope::onnx_file {

// Operators that repeat or pad a value. They give nothing if the result has more than `most` elements.

/// Tile: repeats the value along each axis as often as `repeats` says.
[[nodiscard]] std::optional<KnownValue> tiled(const KnownValue& value, const KnownValue& repeats, std::int64_t most);

/// Pad in mode constant. Empty for other modes, or if the padding is unknown.
[[nodiscard]] std::optional<KnownValue> padded_value(const Node& node, const std::vector<Operand>& operands,
                                                     std::int64_t most);

}  // namespace arenascope::onnx_file
