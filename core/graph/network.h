#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error/error.h"
#include "core/memory/graph.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/quantity.h"

namespace arenascope {

/// Position of a tensor in Network::tensors.
using TensorIndex = Index<struct TensorIndexKind>;

/// One value that flows through a network, or is stored in it.
struct Tensor {
    std::string name;               ///< as the model has it; may be empty or come twice
    std::string type;               ///< of its elements, such as float32
    std::int64_t element_bits = 0;  ///< 0: the elements have no fixed size
    /// None: not even the rank is known; empty: a scalar; −1: an extent that is not known.
    std::optional<std::vector<std::int64_t>> shape;
    std::string quantization = {};  ///< equal texts: equal scales and zero points; empty where it has none
    bool constant = false;          ///< the model holds its data
    bool variable = false;          ///< keeps its value from one run to the next
    bool bounded = false;           ///< the shape is the largest that an operator allows: the data decides
    /// Of a graph inside an operator: the tensor of the network around it that it stands for.
    TensorIndex outer = TensorIndex::none();
};

struct Network;

/// One operator of a network.
struct Node {
    std::string name;
    std::string type;                        ///< as its format's table has it; of another maker, with the maker's name
    std::vector<TensorIndex> inputs;         ///< in operand order; none() where an optional one is absent
    std::vector<TensorIndex> outputs;        ///< none() where an optional one is absent
    std::vector<TensorIndex> captures = {};  ///< what graphs inside it (If, Loop, Scan) use from outside
    std::optional<std::int64_t> axis = {};   ///< of a merge or a split; negative counts from the last
    bool folds = true;                       ///< false: random or with an effect, never done ahead of the run
    bool shares = true;                      ///< false: not sure to do what the table says of its type: it is ordinary
    /// Graphs inside it of which one runs at a time: the branches of an If, the body of a loop, its condition. Nodes
    /// may hold the same one.
    std::vector<std::shared_ptr<const Network>> bodies = {};
    std::string unread_body = {};  ///< why a graph inside it could not be read; empty: all could, or there is none
};

/// How a model's format treats what the others do not.
enum class ModelKind : std::uint8_t { onnx, tflite, ncnn };

/// A model's graph as its file has it: operators in file order, which is execution order.
struct Network {
    ModelKind kind = ModelKind::onnx;
    std::string name;
    IndexedVector<TensorIndex, Tensor> tensors;
    std::vector<Node> nodes;
    std::vector<TensorIndex> inputs;
    std::vector<TensorIndex> outputs;
    /// A plan that the model carries, by tensor: empty, or an offset for each that has one.
    std::vector<std::optional<Offset>> offline_plan = {};
    std::vector<std::string> assumed_dimensions = {};  ///< that the model leaves open and that were taken as one
    std::vector<std::string> dimensions = {};          ///< names that the switch `dim.NAME` takes
    std::vector<std::string> notes = {};               ///< what reading left out, for people
};

/// Bytes of a tensor: elements × bits, rounded up to whole bytes; nothing where an extent or the size of an element is
/// not known. The error: more than 64 bits.
[[nodiscard]] Expected<std::optional<Bytes>> size_of(const Tensor& tensor);

/// Whether two tensors are known to have the same extents and elements of the same type.
[[nodiscard]] bool same_shape(const Tensor& a, const Tensor& b);

}  // namespace arenascope
