#include "core/model/network/multiply_accumulates.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace arenascope {
namespace {

using Extents = std::vector<std::int64_t>;
using Count = std::optional<std::int64_t>;

Count product(std::span<const std::int64_t> extents) {
    std::int64_t whole = 1;
    for (const std::int64_t extent : extents) {
        const auto next = checked_multiply(whole, extent);
        if (!next) {
            return std::nullopt;
        }
        whole = *next;
    }
    return whole;
}

Count times(Count a, Count b) {
    return a && b ? checked_multiply(*a, *b) : std::nullopt;
}

/// The shapes of the operands and outputs of an operator.
class Shapes {
public:
    Shapes(const Network& network, const Node& node) : network_(network), node_(node) {}

    [[nodiscard]] bool has_input(std::size_t position) const {
        return position < node_.inputs.size() && node_.inputs[position] != TensorIndex::none();
    }
    /// Null: it is absent, or an extent is unknown.
    [[nodiscard]] const Extents* input(std::size_t position) const { return shape_at(node_.inputs, position); }
    [[nodiscard]] const Extents* output() const { return shape_at(node_.outputs, 0); }

private:
    [[nodiscard]] const Extents* shape_at(const std::vector<TensorIndex>& list, std::size_t position) const {
        if (position >= list.size() || list[position] == TensorIndex::none()) {
            return nullptr;
        }
        const auto& shape = network_.tensors[list[position]].shape;
        const bool is_known = shape && std::ranges::all_of(*shape, [](std::int64_t extent) { return extent >= 0; });
        return is_known ? &*shape : nullptr;
    }

    const Network& network_;
    const Node& node_;
};

/// Elements of `moved` times the weights [first, last) of a kernel, counted from its outermost extent; `last` may be 0,
/// for all that follow.
Count by_kernel(const Extents* moved, const Extents* kernel, std::size_t first, std::size_t last = 0) {
    if (moved == nullptr || kernel == nullptr || kernel->size() < 2 || kernel->size() < std::max(first, last)) {
        return std::nullopt;
    }
    const std::size_t end = last == 0 ? kernel->size() : last;
    return times(product(*moved), product(std::span(*kernel).subspan(first, end - first)));
}

/// Either of the two innermost extents of a matrix may be the inner dimension, depending on how it is transposed; the
/// other one is that of the output.
Count by_matrix(const Extents* output, const Extents* matrix) {
    if (output == nullptr || matrix == nullptr || output->size() < 2 || matrix->size() < 2) {
        return std::nullopt;
    }
    const std::int64_t rows = (*output)[output->size() - 2];
    const std::int64_t one = (*matrix)[matrix->size() - 1];
    const std::int64_t other = (*matrix)[matrix->size() - 2];
    if (rows != one && rows != other) {
        return std::nullopt;
    }
    return times(product(*output), rows == other ? one : other);
}

/// A vector is all inner dimension, and leaves no extent in the output. It is never transposed.
Count by_matrices_or_vectors(const Extents* output, const Extents* a, const Extents* b) {
    if (output == nullptr || a == nullptr || b == nullptr) {
        return std::nullopt;
    }
    const Extents* const vector = a->size() == 1 ? a : b->size() == 1 ? b : nullptr;
    return vector != nullptr ? times(product(*output), vector->front()) : by_matrix(output, a);
}

/// Without transposition, also for vectors.
Count by_inner_extent(const Extents* output, const Extents* matrix) {
    return output == nullptr || matrix == nullptr || matrix->empty() ? std::nullopt
                                                                     : times(product(*output), matrix->back());
}

/// X has the steps, the batch and the input, or the batch and the steps; of a single cell only the batch and the input.
/// The weights are those of the input and of the state, of all gates and directions.
Count recurrent(const Extents* x, std::span<const Extents* const> weights) {
    if (x == nullptr || x->size() < 2 || x->size() > 3) {
        return std::nullopt;
    }
    Count sum = 0;
    for (const Extents* const each : weights) {
        const Count of_each = each == nullptr ? std::nullopt : product(*each);
        sum = sum && of_each ? checked_add(*sum, *of_each) : std::nullopt;
    }
    return times(product(std::span(*x).first(x->size() - 1)), sum);
}

/// W and R are neighbors. Their position depends on the number of states, and on the lengths of sequences.
Count recurrent_in_openvino(std::string_view type, const Shapes& shapes) {
    static constexpr auto positions = std::to_array<std::pair<std::string_view, std::size_t>>({
        {"GRUCell", 2},
        {"GRUSequence", 3},
        {"LSTMCell", 3},
        {"LSTMSequence", 4},
        {"RNNCell", 2},
        {"RNNSequence", 3},
    });
    const auto* const found = std::ranges::find(positions, type, &std::pair<std::string_view, std::size_t>::first);
    return found == positions.end()
               ? std::nullopt
               : recurrent(shapes.input(0),
                           std::array{shapes.input(found->second), shapes.input(found->second + std::size_t{1})});
}

/// Absent operands have no weights. Peepholes and biases, which are left out here, multiply no matrix.
Count recurrent_in_tflite(std::string_view type, const Shapes& shapes) {
    static constexpr std::array<std::size_t, 2> rnn = {1, 2};
    static constexpr std::array<std::size_t, 6> both_rnns = {1, 2, 5, 6, 10, 11};
    static constexpr std::array<std::size_t, 9> lstm = {1, 2, 3, 4, 5, 6, 7, 8, 16};
    static constexpr std::array<std::size_t, 26> both_lstms = {1,  2,  3,  4,  5,  6,  7,  8,  16, 18, 19, 20, 21,
                                                               22, 23, 24, 25, 33, 40, 41, 42, 43, 44, 45, 46, 47};
    const std::span<const std::size_t> positions =
        type == "UNIDIRECTIONAL_SEQUENCE_RNN"    ? std::span<const std::size_t>(rnn)
        : type == "BIDIRECTIONAL_SEQUENCE_RNN"   ? std::span<const std::size_t>(both_rnns)
        : type == "UNIDIRECTIONAL_SEQUENCE_LSTM" ? std::span<const std::size_t>(lstm)
        : type == "BIDIRECTIONAL_SEQUENCE_LSTM"  ? std::span<const std::size_t>(both_lstms)
                                                 : std::span<const std::size_t>();
    std::vector<const Extents*> weights;
    for (const std::size_t position : positions) {
        if (shapes.has_input(position)) {
            weights.push_back(shapes.input(position));
        }
    }
    return weights.empty() ? std::nullopt : recurrent(shapes.input(0), weights);
}

/// How the multiplications of some operators are counted.
struct CountingRule {
    ModelKind kind;
    std::initializer_list<std::string_view> types;
    Count (*count)(const Shapes& shapes);
};

/// Elements of the output times a kernel, without its extent of output channels.
Count by_output_and_kernel(const Shapes& shapes) {
    return by_kernel(shapes.output(), shapes.input(1), 1);
}

/// The same for a transposed convolution, which moves the kernel over its operand.
Count by_input_and_kernel(const Shapes& shapes) {
    return by_kernel(shapes.input(0), shapes.input(1), 1);
}

const CountingRule counting_rules[] = {
    {ModelKind::onnx, {"Conv", "ConvInteger"}, by_output_and_kernel},
    {ModelKind::onnx, {"QLinearConv"}, [](const Shapes& one) { return by_kernel(one.output(), one.input(3), 1); }},
    {ModelKind::onnx, {"ConvTranspose"}, by_input_and_kernel},
    {ModelKind::onnx, {"Gemm"}, [](const Shapes& one) { return by_matrix(one.output(), one.input(0)); }},
    {ModelKind::onnx,
     {"MatMul", "MatMulInteger", "QLinearMatMul"},
     [](const Shapes& one) { return by_inner_extent(one.output(), one.input(0)); }},
    {ModelKind::onnx,
     {"LSTM", "GRU", "RNN"},
     [](const Shapes& one) {
         return recurrent(one.input(0), std::array{one.input(1), one.input(2)});
     }},
    {ModelKind::tflite, {"CONV_2D"}, by_output_and_kernel},
    {ModelKind::tflite,
     {"DEPTHWISE_CONV_2D"},
     [](const Shapes& one) { return by_kernel(one.output(), one.input(1), 1, 3); }},
    {ModelKind::tflite,
     {"TRANSPOSE_CONV"},
     [](const Shapes& one) { return by_kernel(one.input(2), one.input(1), 0, 3); }},
    {ModelKind::tflite, {"CONV_3D"}, [](const Shapes& one) { return by_kernel(one.output(), one.input(1), 0, 4); }},
    {ModelKind::tflite,
     {"FULLY_CONNECTED"},
     [](const Shapes& one) { return by_inner_extent(one.output(), one.input(1)); }},
    {ModelKind::tflite, {"BATCH_MATMUL"}, [](const Shapes& one) { return by_matrix(one.output(), one.input(0)); }},
    {ModelKind::openvino, {"Convolution"}, by_output_and_kernel},
    {ModelKind::openvino,
     {"GroupConvolution"},
     [](const Shapes& one) { return by_kernel(one.output(), one.input(1), 2); }},
    {ModelKind::openvino, {"ConvolutionBackpropData"}, by_input_and_kernel},
    {ModelKind::openvino,
     {"GroupConvolutionBackpropData"},
     [](const Shapes& one) { return by_kernel(one.input(0), one.input(1), 2); }},
    {ModelKind::openvino,
     {"MatMul"},
     [](const Shapes& one) { return by_matrices_or_vectors(one.output(), one.input(0), one.input(1)); }},
};

/// Each weight of a convolution serves every place of one output channel; those of a transposed one every place of an
/// input channel.
Count of_ncnn(const Node& node, const Shapes& shapes) {
    if (!node.weights) {
        return std::nullopt;
    }
    const std::string_view type = node.type;
    const Extents* const output = shapes.output();
    if (type == "LSTM" || type == "GRU" || type == "RNN") {
        // A row for each step.
        return output == nullptr || output->size() != 2 ? std::nullopt : times(output->front(), node.weights);
    }
    if (type == "InnerProduct") {
        const bool has_rows = output != nullptr && output->size() == 2;
        return times(has_rows ? output->front() : 1, node.weights);
    }
    const Extents* const moved = type.starts_with("Deconvolution") ? shapes.input(0) : output;
    // A convolution of a vector is a product: each element is a channel.
    const std::size_t least_rank = type == "Convolution" ? 1 : 2;
    return moved == nullptr || moved->size() < least_rank ? std::nullopt
                                                          : times(product(std::span(*moved).subspan(1)), node.weights);
}

/// Of all of the output, whatever part of it the node writes.
Count of_whole_output(const Network& network, const Node& node) {
    const Shapes shapes(network, node);
    const auto* const rule = std::ranges::find_if(counting_rules, [&](const CountingRule& each) {
        return each.kind == network.kind && std::ranges::find(each.types, node.type) != each.types.end();
    });
    if (rule != std::end(counting_rules)) {
        return rule->count(shapes);
    }
    return network.kind == ModelKind::ncnn       ? of_ncnn(node, shapes)
           : network.kind == ModelKind::tflite   ? recurrent_in_tflite(node.type, shapes)
           : network.kind == ModelKind::openvino ? recurrent_in_openvino(node.type, shapes)
                                                 : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> multiply_accumulates(const Network& network, const Node& node) {
    const Count whole = of_whole_output(network, node);
    if (!node.part || !whole) {
        return whole;
    }
    // The weights of ncnn are those of the part's own channels.
    const bool has_own_weights = network.kind == ModelKind::ncnn && node.part->axis == SplitAxis::channels;
    const TensorRows& written = node.part->writes;
    const std::int64_t extent = (*network.tensors[node.outputs.front()].shape)[written.dimension];
    return has_own_weights ? whole : *whole / extent * written.rows.size();
}

}  // namespace arenascope
