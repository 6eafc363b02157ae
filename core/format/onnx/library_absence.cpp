#include "core/format/onnx/library_inference.h"

namespace arenascope::onnx_file {

/// In a build without the ONNX library: no type is known of it.
std::optional<std::vector<TensorType>> types_by_library(const Node& /*node*/, std::int64_t /*operator_set*/,
                                                        const std::vector<Operand>& /*operands*/) {
    return std::nullopt;
}

}  // namespace arenascope::onnx_file
