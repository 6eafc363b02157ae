#pragma once

#include <map>
#include <vector>

#include "core/base/error/error.h"
#include "core/format/onnx/known_value.h"
#include "core/format/openvino/weights_file.h"
#include "core/model/network/import_options.h"
#include "core/model/network/network.h"

namespace pugi {
class xml_node;
}  // namespace pugi

namespace arenascope {

/// What a file says of a graph besides its network.
struct IrAttributes {
    const std::vector<pugi::xml_node>& of_nodes;                ///< by node: the attributes of its layer
    const std::map<TensorIndex, pugi::xml_node>& of_constants;  ///< by tensor
    openvino_file::WeightsFile& weights;
};

/// The elements of a small constant, from the `.bin` file; empty: it is none, or the file lacks it.
[[nodiscard]] std::optional<onnx_file::KnownValue> stored_value(const IrAttributes& attributes, const Network& network,
                                                                TensorIndex index);

/// Gives each extent that a model leaves open (−1) a value: that of `shape.INPUT` or `dim.NAME`, where NAME is the
/// tensor and the position, as in `dim.input.0`; else the one that follows from the operands of its operator; else that
/// of `dim.*`, or the default for unknown dimensions.
///
///   input [−1, 3, 8, 8] ─▶ Convolution [−1, 16, 8, 8] ─▶ NonZero [4, −1]
///    dim.input.0=4          4: it keeps the batch         the default
///
/// Inputs come first, then operators in the order of the file. Elements of small tensors of integers are computed along
/// with the shapes, because models compute shapes from shapes; constants among them are read from the `.bin` file. An
/// extent that is a number in the file stays. Linear in operands, extents and those elements.
/// `network.assumed_dimensions`, `dimensions` and `notes` say what got the default, what has a name, and which names do
/// not exist. Errors: a given shape does not fit the input.
[[nodiscard]] Expected<void> close_extents(Network& network, const IrAttributes& attributes,
                                           const ImportOptions& options);

}  // namespace arenascope
