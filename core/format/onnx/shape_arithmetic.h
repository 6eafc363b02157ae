#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/format/onnx/known_value.h"

namespace arenascope::onnx_file {

/// Output elements of a node that are known before the model runs, computed from known operands by ONNX's definition of
/// the operator. Covers the operators with which models compute shapes. `outputs` are the known output types. An output
/// with more than `most` elements is unknown. One entry for each output. Linear in the elements.
[[nodiscard]] std::vector<std::optional<KnownValue>> known_outputs(const Node& node,
                                                                   const std::vector<Operand>& operands,
                                                                   const std::vector<TensorType>& outputs,
                                                                   std::int64_t most = KnownValue::max_elements);

/// Whether `known_outputs` computes this operator from the elements of its operands.
[[nodiscard]] bool computes_elements(const Node& node);

}  // namespace arenascope::onnx_file
