#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/model/memory/graph.h"
#include "core/model/memory/quantity.h"
#include "core/model/network/model_kind.h"
#include "core/model/network/resampling.h"
#include "core/model/network/sliding_window.h"

namespace arenascope {

/// Position of a tensor in Network::tensors.
using TensorIndex = Index<struct TensorIndexKind>;

/// A value that flows through a network or is stored in it.
struct Tensor {
    std::string name;               ///< from the model; may be empty or a duplicate
    std::string type;               ///< of the elements, such as float32
    std::int64_t element_bits = 0;  ///< 0: elements have no fixed size
    /// Empty optional: the rank is unknown. Empty list: a scalar. −1: an unknown extent.
    std::optional<std::vector<std::int64_t>> shape;
    std::string quantization = {};  ///< equal texts mean equal scales and zero points; empty: not quantized
    bool constant = false;          ///< the model contains its data
    bool variable = false;          ///< keeps its value between runs
    bool bounded = false;  ///< the shape is the largest that the operator can produce; the actual one depends on data
    /// For a graph inside an operator: the tensor of the surrounding network that it refers to.
    TensorIndex outer = TensorIndex::none();
};

struct Network;

/// One operator of a network.
struct Node {
    std::string name;
    std::string type;  ///< the name in its format; with the vendor's name in front for operators of other vendors
    std::vector<TensorIndex> inputs;            ///< in operand order; none() for an optional operand that is absent
    std::vector<TensorIndex> outputs;           ///< none() for an optional output that is absent
    std::vector<TensorIndex> captures = {};     ///< tensors of this network that graphs inside it (If, Loop, Scan) use
    std::optional<std::int64_t> axis = {};      ///< of a merge or a split; negative: counted from the last
    std::optional<std::int64_t> weights = {};   ///< their number, if the model does not list them as a tensor (ncnn)
    std::optional<SlidingWindow> window = {};   ///< of a convolution, a pooling or a padding whose shapes are known
    std::optional<Resampling> resampling = {};  ///< of what changes the scale of a picture, if its shapes are known
    /// Where the operator runs in parts: which one this is. The nodes of all parts write the same output.
    std::optional<OperatorPart> part = {};
    bool folds = true;   ///< false: random or with a side effect, so it must not be folded
    bool known = true;   ///< false: custom, so that nothing is known of its effects
    bool shares = true;  ///< false: it may not behave as the feature table says; it counts as ordinary
    /// Graphs inside it, of which one runs at a time: the branches of an If, the body or the condition of a loop.
    /// Several nodes may contain the same graph.
    std::vector<std::shared_ptr<const Network>> bodies = {};
    std::string unread_body = {};  ///< why a graph inside it could not be read; empty: no problem
};

/// The graph of a model. Operators are in file order, which is execution order.
struct Network {
    ModelKind kind = ModelKind::onnx;
    std::string name;
    IndexedVector<TensorIndex, Tensor> tensors;
    std::vector<Node> nodes;
    std::vector<TensorIndex> inputs;
    std::vector<TensorIndex> outputs;
    /// A plan inside the model, by tensor: an offset for each tensor that has one; empty: no plan.
    std::vector<std::optional<Offset>> offline_plan = {};
    std::vector<std::string> assumed_dimensions = {};  ///< open dimensions, assumed to be 1
    std::vector<std::string> dimensions = {};          ///< names that the switch `dim.NAME` accepts
    std::vector<std::string> notes = {};               ///< what was left out when reading, for people
};

/// The bytes of a tensor: elements × bits, rounded up to whole bytes. Empty if an extent or the element size is
/// unknown. The error: it does not fit in 64 bits.
[[nodiscard]] Expected<std::optional<Bytes>> size_of(const Tensor& tensor);

/// Whether two tensors have the same known extents and the same element type.
[[nodiscard]] bool same_shape(const Tensor& a, const Tensor& b);

}  // namespace arenascope
