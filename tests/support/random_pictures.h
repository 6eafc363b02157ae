#pragma once

#include <rapidcheck.h>
#include <string>
#include <vector>

#include <QtGlobal>

#include "core/model/network/network.h"
#include "core/model/network/network_problem.h"
#include "core/planner/body_planner.h"

namespace arenascope::test {

/// Three elements in a row, with the padding that keeps the extent.
inline constexpr WindowAxis padded_three = {3, 1, 1, 1, 1};

/// The import of a network, with the default switches.
inline Problem problem_of_pictures(const Network& network) {
    auto model = imported_model(network, {}, planner_of_bodies(), "network");
    if (!model) {
        qFatal("%s", to_string(model.error()).c_str());
    }
    return std::move(model->problem);
}

/// Writes a network of convolutions down, node by node. The layout is that of the format.
struct PictureSketch {
    Network network;

    explicit PictureSketch(ModelKind kind) { network.kind = kind; }

    /// A tensor from channels, height and width; height 0: one dimension.
    TensorIndex tensor(const std::string& name, std::int64_t channels, std::int64_t height, std::int64_t width) {
        std::vector<std::int64_t> shape = {1, channels, height, width};
        if (network.kind == ModelKind::tflite) {
            shape = {1, height, width, channels};
        } else if (height == 0) {
            shape = {1, channels, width};
        }
        return add(name, std::move(shape), false);
    }
    TensorIndex constant(const std::string& name, std::vector<std::int64_t> shape) {
        return add(name, std::move(shape), true);
    }
    TensorIndex add(const std::string& name, std::vector<std::int64_t> shape, bool is_constant) {
        constexpr std::int64_t byte = 8;
        Tensor& tensor = network.tensors.emplace_back();
        tensor.name = name;
        tensor.type = "int8";
        tensor.element_bits = byte;
        tensor.shape = std::move(shape);
        tensor.constant = is_constant;
        return TensorIndex(network.tensors.size() - 1);
    }
    [[nodiscard]] std::int64_t extent(TensorIndex index, std::size_t dimension) const {
        return (*network.tensors[index].shape)[dimension];
    }
    [[nodiscard]] PictureAxes axes_of(TensorIndex index) const {
        return *picture_axes(network.kind, network.tensors[index].shape->size());
    }
    /// The channels, height and width of a tensor.
    [[nodiscard]] std::vector<std::int64_t> extents(TensorIndex index) const {
        const PictureAxes axes = axes_of(index);
        return {extent(index, axes.channels), axes.height ? extent(index, *axes.height) : 0, extent(index, axes.width)};
    }

    TensorIndex node(const std::string& type, std::vector<TensorIndex> inputs, TensorIndex output) {
        const std::string name = type + " " + std::to_string(network.nodes.size());
        network.nodes.push_back({name, type, std::move(inputs), {output}});
        return output;
    }

    /// A convolution or a pooling with this window; empty where its output would have no element.
    std::optional<TensorIndex> slide(TensorIndex input, SlidingWindow window, std::int64_t channels_written) {
        const auto in = extents(input);
        const bool is_flat = in[1] == 0;
        const std::int64_t height = is_flat ? 0 : outputs_of(window.height, in[1]);
        const std::int64_t width = outputs_of(window.width, in[2]);
        const bool is_tflite = network.kind == ModelKind::tflite;
        if (width < 1 || (!is_flat && height < 1)) {
            return {};
        }
        const std::string number = std::to_string(network.nodes.size());
        const std::int64_t kernel_height = window.height.kernel;
        const std::int64_t kernel_width = window.width.kernel;
        std::vector<TensorIndex> inputs = {input};
        std::string type = is_tflite ? "MAX_POOL_2D" : "MaxPool";
        if (window.use == WindowUse::padding) {
            type = is_tflite ? "PAD" : "Pad";
        } else if (window.use == WindowUse::convolution) {
            const std::int64_t seen = in[0] / window.groups;
            const bool is_depthwise = window.groups > 1;
            type = !is_tflite ? "Conv" : is_depthwise ? "DEPTHWISE_CONV_2D" : "CONV_2D";
            std::vector<std::int64_t> weights = {channels_written, seen, kernel_height, kernel_width};
            if (is_tflite) {
                weights = is_depthwise ? std::vector{std::int64_t{1}, kernel_height, kernel_width, channels_written}
                                       : std::vector{channels_written, kernel_height, kernel_width, seen};
            } else if (is_flat) {
                weights = {channels_written, seen, kernel_width};
            }
            inputs.push_back(constant("weights " + number, weights));
            inputs.push_back(constant("bias " + number, {channels_written}));
        } else if (window.use != WindowUse::maximum) {
            type = is_tflite ? "AVERAGE_POOL_2D" : "AveragePool";
        }
        const TensorIndex output = tensor("t" + number, channels_written, height, width);
        node(type, std::move(inputs), output);
        network.nodes.back().window = window;
        return output;
    }

    /// A nearest neighbour, an interpolation, or channels that move into the picture or out of it, at random; empty
    /// where it does not fit.
    std::optional<TensorIndex> resample(TensorIndex input) {
        using rc::gen::inRange;
        const auto in = extents(input);
        const int kind = *inRange(0, 4);
        const std::int64_t factor = *inRange<std::int64_t>(1, 4);
        const auto wanted = [&](std::int64_t extent) {
            return kind == 0 ? extent * factor : kind == 1 ? extent / factor : *inRange<std::int64_t>(1, 14);
        };
        const auto grid = static_cast<ResamplingGrid>(*inRange(0, 3));
        const auto nearest = static_cast<NearestRow>(*inRange(0, 4));
        const auto axis = [&](std::int64_t from, std::int64_t into) {
            return kind == 0   ? repeated_axis(from, into)
                   : kind == 1 ? gathered_axis(from, into)
                   : kind == 2 ? nearest_axis(from, into, grid, nearest)
                               : linear_axis(from, into, grid);
        };
        const std::int64_t height = in[1] == 0 ? 0 : wanted(in[1]);
        const std::int64_t width = wanted(in[2]);
        const auto across = axis(in[2], width);
        const auto down = in[1] == 0 ? std::optional(ResampledAxis()) : axis(in[1], height);
        if (!across || !down) {
            return {};
        }
        const std::int64_t channels = kind > 1 ? in[0] : *inRange<std::int64_t>(1, 5);
        const TensorIndex output = tensor("t" + std::to_string(network.nodes.size()), channels, height, width);
        node("Resample", {input}, output);
        network.nodes.back().resampling = Resampling{*down, *across, kind > 1};
        return output;
    }

    /// Makes outputs of the network of all tensors that nobody reads.
    void end() {
        IndexedVector<TensorIndex, bool> is_read(network.tensors.size(), false);
        for (const Node& node : network.nodes) {
            for (const TensorIndex input : node.inputs) {
                is_read[input] = true;
            }
        }
        for (const Node& node : network.nodes) {
            if (!is_read[node.outputs.front()]) {
                network.outputs.push_back(node.outputs.front());
            }
        }
    }
};

/// A window of any kind for so many channels. TFLite has no padding but the automatic one, which any numbers stand for.
inline SlidingWindow random_window(std::int64_t channels, bool is_flat) {
    using rc::gen::inRange;
    const auto axis = [] {
        return WindowAxis{*inRange<std::int64_t>(1, 4), *inRange<std::int64_t>(1, 4), *inRange<std::int64_t>(1, 3),
                          *inRange<std::int64_t>(0, 3), *inRange<std::int64_t>(0, 3)};
    };
    SlidingWindow window;
    window.height = is_flat ? WindowAxis{} : axis();
    window.width = axis();
    window.use = static_cast<WindowUse>(*inRange(0, 5));
    if (window.use == WindowUse::padding) {
        for (WindowAxis* along : {&window.height, &window.width}) {
            along->kernel = along->stride = along->dilation = 1;
        }
    }
    const bool is_grouped = window.use == WindowUse::convolution && *inRange(0, 2) == 0;
    window.groups = is_grouped ? channels : 1;
    return window;
}

/// A network of up to `most` convolutions, poolings and operators that work element by element, with branches, residual
/// additions and now and then an operator that cannot run in parts.
inline Network random_pictures(ModelKind kind, int most, std::int64_t largest_extent = 10) {
    using rc::gen::inRange;
    PictureSketch sketch(kind);
    const bool is_flat = kind != ModelKind::tflite && *inRange(0, 6) == 0;
    const auto extent = [&] { return *inRange<std::int64_t>(1, largest_extent + 1); };
    std::vector<TensorIndex> made = {
        sketch.tensor("in", *inRange<std::int64_t>(1, 5), is_flat ? 0 : extent(), extent())};
    sketch.network.inputs = made;
    const bool is_tflite = kind == ModelKind::tflite;
    for (int i = 0, count = *inRange(1, most + 1); i < count; ++i) {
        // Mostly the last one, so that there are chains.
        const TensorIndex input = *inRange(0, 4) > 0 ? made.back() : made[*inRange<std::size_t>(0, made.size())];
        const auto in = sketch.extents(input);
        const auto same = [&] {
            return sketch.tensor("t" + std::to_string(sketch.network.nodes.size()), in[0], in[1], in[2]);
        };
        switch (*inRange(0, 12)) {
            case 11: {
                if (const auto out = sketch.resample(input)) {
                    made.push_back(*out);
                }
                break;
            }
            case 0: {
                const TensorIndex out = same();
                made.push_back(sketch.node(is_tflite ? "RELU" : "Relu", {input}, out));
                break;
            }
            case 1: {
                // A residual operand, or a constant that is broadcast.
                std::vector<TensorIndex> others;
                for (const TensorIndex other : made) {
                    if (sketch.extents(other) == in) {
                        others.push_back(other);
                    }
                }
                const TensorIndex out = same();
                const TensorIndex constant = sketch.constant("c" + std::to_string(i), {in[2], 1});
                auto& shape = *sketch.network.tensors[constant].shape;
                shape = std::vector<std::int64_t>(sketch.network.tensors[input].shape->size(), 1);
                const std::size_t dimension = *inRange<std::size_t>(0, shape.size());
                shape[dimension] = sketch.extent(input, dimension);
                const TensorIndex other =
                    *inRange(0, 3) == 0 ? constant : others[*inRange<std::size_t>(0, others.size())];
                made.push_back(sketch.node(is_tflite             ? "ADD"
                                           : *inRange(0, 2) == 0 ? "Add"
                                                                 : "Mul",
                                           {input, other}, out));
                break;
            }
            case 2: {
                const TensorIndex out = same();
                if (is_tflite || *inRange(0, 2) == 0) {
                    made.push_back(sketch.node(is_tflite ? "SOFTMAX" : "LRN", {input}, out));
                    break;
                }
                const TensorIndex scale = sketch.constant("scale" + std::to_string(i), {in[0]});
                const TensorIndex bias = sketch.constant("shift" + std::to_string(i), {in[0]});
                const char* const type = *inRange(0, 3) == 0 ? "InstanceNormalization" : "BatchNormalization";
                made.push_back(sketch.node(type, {input, scale, bias}, out));
                break;
            }
            case 3: {
                // Beside another one of the same height and width, along the channels.
                std::vector<TensorIndex> others;
                for (const TensorIndex other : made) {
                    const auto extents = sketch.extents(other);
                    if (extents[1] == in[1] && extents[2] == in[2]) {
                        others.push_back(other);
                    }
                }
                const TensorIndex other = others[*inRange<std::size_t>(0, others.size())];
                const TensorIndex out = sketch.tensor("t" + std::to_string(sketch.network.nodes.size()),
                                                      in[0] + sketch.extents(other)[0], in[1], in[2]);
                made.push_back(sketch.node(is_tflite ? "CONCATENATION" : "Concat", {input, other}, out));
                sketch.network.nodes.back().axis = is_tflite ? -1 : 1;
                break;
            }
            case 4: {
                if (*inRange(0, 3) == 0) {
                    const TensorIndex out = same();
                    made.push_back(sketch.node("Mixed", {input}, out));
                }
                break;
            }
            default: {
                const SlidingWindow window = random_window(in[0], is_flat);
                const bool sums = window.use == WindowUse::convolution && window.groups == 1;
                if (const auto out = sketch.slide(input, window, sums ? *inRange<std::int64_t>(1, 6) : in[0])) {
                    made.push_back(*out);
                }
            }
        }
    }
    sketch.end();
    return std::move(sketch.network);
}

}  // namespace arenascope::test
