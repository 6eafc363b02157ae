#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <QtGlobal>

#include "core/base/containers/indexed_vector.h"
#include "core/model/network/network.h"

namespace arenascope::test {

/// The elements of a tensor, outermost extent first.
struct Numbers {
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> elements;

    [[nodiscard]] std::int64_t& at(const std::vector<std::int64_t>& place) { return elements[position_of(place)]; }
    [[nodiscard]] std::int64_t at(const std::vector<std::int64_t>& place) const { return elements[position_of(place)]; }

    [[nodiscard]] std::size_t position_of(const std::vector<std::int64_t>& place) const {
        std::int64_t position = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            position = position * shape[i] + place[i];
        }
        return static_cast<std::size_t>(position);
    }
    friend bool operator==(const Numbers&, const Numbers&) = default;
};

/// A tensor of one number.
inline Numbers filled_numbers(std::vector<std::int64_t> shape, std::int64_t number) {
    const std::int64_t count = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
    return {std::move(shape), std::vector(static_cast<std::size_t>(count), number)};
}

/// Calls `visit(place)` for each place of a shape.
template <class Visit>
void for_each_place(const std::vector<std::int64_t>& shape, Visit&& visit) {
    std::vector<std::int64_t> place(shape.size(), 0);
    for (bool goes_on = std::ranges::all_of(shape, [](std::int64_t extent) { return extent > 0; }); goes_on;) {
        visit(place);
        goes_on = false;
        for (std::size_t i = shape.size(); i-- > 0 && !goes_on;) {
            place[i] = place[i] + 1 == shape[i] ? 0 : place[i] + 1;
            goes_on = place[i] != 0;
        }
    }
}

/// Runs a small network with whole numbers, so that any error in rows, padding or order changes the result. An element
/// that nobody has written is no number, and who reads it is wrong. Convolutions, poolings and some operators that work
/// element by element; anything else mixes all elements of its operand. Constants and inputs have numbers of their own.
class NumericRun {
public:
    explicit NumericRun(const Network& network) : network_(network), values_(network.tensors.size()) {
        for (std::size_t i = 0; i < network.tensors.size(); ++i) {
            const bool is_given = network.tensors[i].constant ||
                                  std::ranges::find(network.inputs, TensorIndex(i)) != network.inputs.end();
            values_[i] = filled_numbers(*network.tensors[i].shape, unwritten);
            for (std::size_t k = 0; is_given && k < values_[i].elements.size(); ++k) {
                values_[i].elements[k] = made_up(i, k);
            }
        }
        for (const Node& node : network.nodes) {
            run(node);
        }
    }

    /// The outputs of the network.
    [[nodiscard]] std::vector<Numbers> outputs() const {
        std::vector<Numbers> list;
        for (const TensorIndex output : network_.outputs) {
            list.push_back(values_[output]);
        }
        return list;
    }
    /// The first thing that went wrong; empty: nothing.
    [[nodiscard]] const std::string& wrong() const { return wrong_; }

private:
    static constexpr std::int64_t unwritten = std::int64_t{1} << 62;

    static std::int64_t made_up(std::size_t tensor, std::size_t element) {
        const std::uint64_t mixed = (tensor * 1'000'003 + element + 1) * 0x9E3779B97F4A7C15ULL;
        return static_cast<std::int64_t>(mixed >> 56U) - 128;
    }
    /// Keeps numbers small, and is no longer linear, so that no error cancels out.
    static std::int64_t kept(std::int64_t number) { return number % 100'003; }

    void note(const std::string& what) { wrong_ = wrong_.empty() ? what : wrong_; }

    Numbers operand(const Node& node, std::size_t position) {
        const Numbers& whole = values_[node.inputs[position]];
        Numbers part = whole;
        if (const auto& rows = node.part ? node.part->reads[position] : std::nullopt) {
            if (rows->rows.begin < 0 || rows->rows.end > whole.shape[rows->dimension]) {
                note(node.name + " reads rows that its operand does not have");
                return part;
            }
            part.shape[rows->dimension] = rows->rows.size();
            part = filled_numbers(part.shape, 0);
            for_each_place(part.shape, [&](const std::vector<std::int64_t>& place) {
                auto from = place;
                from[rows->dimension] += rows->rows.begin;
                part.at(place) = whole.at(from);
            });
        }
        if (std::ranges::find(part.elements, unwritten) != part.elements.end()) {
            note(node.name + " reads what nobody has written");
        }
        return part;
    }

    void run(const Node& node) {
        std::vector<Numbers> operands;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            operands.push_back(operand(node, i));
        }
        if (!wrong_.empty()) {
            return;
        }
        Numbers& whole = values_[node.outputs.front()];
        auto shape = whole.shape;
        if (node.part) {
            shape[node.part->writes.dimension] = node.part->writes.rows.size();
        }
        const Numbers result = node.window       ? slid(node, operands, shape)
                               : node.resampling ? resampled(node, operands.front(), shape)
                                                 : element_wise(node, operands, shape);
        if (result.shape != shape) {
            return note(node.name + " has a window that does not give what it writes");
        }
        for_each_place(shape, [&](const std::vector<std::int64_t>& place) {
            auto to = place;
            if (node.part) {
                to[node.part->writes.dimension] += node.part->writes.rows.begin;
            }
            whole.at(to) = kept(result.at(place));
        });
    }

    [[nodiscard]] PictureAxes axes_of(std::size_t rank) const { return *picture_axes(network_.kind, rank); }

    /// The weight of a convolution. TFLite has the input's channels last.
    [[nodiscard]] std::int64_t weight(const Numbers& weights, bool is_depthwise, std::int64_t output,
                                      std::int64_t input, std::int64_t y, std::int64_t x) const {
        if (network_.kind == ModelKind::tflite) {
            return is_depthwise ? weights.at({0, y, x, output}) : weights.at({output, y, x, input});
        }
        return weights.shape.size() == 3 ? weights.at({output, input, x}) : weights.at({output, input, y, x});
    }

    Numbers slid(const Node& node, const std::vector<Numbers>& operands, const std::vector<std::int64_t>& wanted) {
        const Numbers& input = operands.front();
        const SlidingWindow& window = *node.window;
        const PictureAxes axes = axes_of(wanted.size());
        auto shape = wanted;
        shape[axes.width] = outputs_of(window.width, input.shape[axes.width]);
        if (axes.height) {
            shape[*axes.height] = outputs_of(window.height, input.shape[*axes.height]);
        }
        Numbers result = filled_numbers(shape, 0);
        const std::int64_t channels_read = input.shape[axes.channels];
        const bool is_convolution = window.use == WindowUse::convolution;
        const std::int64_t in_group = is_convolution ? channels_read / window.groups : 1;
        const std::int64_t out_group = is_convolution ? shape[axes.channels] / window.groups : 1;
        for_each_place(shape, [&](const std::vector<std::int64_t>& place) {
            std::int64_t sum = 0;
            std::int64_t highest = -unwritten;
            std::int64_t seen = 0;
            for (std::int64_t y = 0; y < window.height.kernel; ++y) {
                for (std::int64_t x = 0; x < window.width.kernel; ++x) {
                    auto from = place;
                    from[axes.width] =
                        place[axes.width] * window.width.stride - window.width.before + x * window.width.dilation;
                    bool is_inside = from[axes.width] >= 0 && from[axes.width] < input.shape[axes.width];
                    if (axes.height) {
                        from[*axes.height] = place[*axes.height] * window.height.stride - window.height.before +
                                             y * window.height.dilation;
                        is_inside =
                            is_inside && from[*axes.height] >= 0 && from[*axes.height] < input.shape[*axes.height];
                    }
                    if (!is_inside) {
                        continue;
                    }
                    ++seen;
                    for (std::int64_t k = 0; k < in_group; ++k) {
                        const std::int64_t output = place[axes.channels];
                        from[axes.channels] = is_convolution ? output / out_group * in_group + k : output;
                        const std::int64_t element = input.at(from);
                        highest = std::max(highest, element);
                        sum += is_convolution ? element * weight(operands[1], window.groups > 1, output, k, y, x)
                                              : element;
                    }
                }
            }
            const std::int64_t all = window.height.kernel * window.width.kernel;
            constexpr std::int64_t padding = 7;
            if (window.use == WindowUse::padding) {
                result.at(place) = seen > 0 ? sum : padding;
                return;
            }
            result.at(place) = window.use == WindowUse::convolution ? sum + bias(operands, place[axes.channels])
                               : window.use == WindowUse::maximum   ? highest
                               : window.use == WindowUse::average   ? sum / std::max<std::int64_t>(seen, 1)
                                                                    : sum / all;
        });
        return result;
    }

    /// Each element is a sum of those that it is taken from, with weights that tell rows and columns apart.
    Numbers resampled(const Node& node, const Numbers& input, const std::vector<std::int64_t>& shape) const {
        const PictureAxes axes = axes_of(shape.size());
        const auto row_of_tap = [&](const ResampledAxis& by, std::size_t axis, std::int64_t row, std::int64_t tap) {
            const ResampledAxis one = {by.scale, by.shift + tap * by.divisor, by.divisor, 1};
            return one.seen({row, row + 1}, input.shape[axis]).begin;
        };
        Numbers result = filled_numbers(shape, 0);
        for_each_place(shape, [&](const std::vector<std::int64_t>& place) {
            const std::int64_t down = axes.height ? node.resampling->height.taps : 1;
            for (std::int64_t y = 0; y < down; ++y) {
                for (std::int64_t x = 0; x < node.resampling->width.taps; ++x) {
                    auto from = place;
                    from[axes.channels] %= input.shape[axes.channels];
                    from[axes.width] = row_of_tap(node.resampling->width, axes.width, place[axes.width], x);
                    if (axes.height) {
                        from[*axes.height] = row_of_tap(node.resampling->height, *axes.height, place[*axes.height], y);
                    }
                    result.at(place) += input.at(from) * (1 + 3 * y + 11 * x);
                }
            }
        });
        return result;
    }

    static std::int64_t bias(const std::vector<Numbers>& operands, std::int64_t channel) {
        return operands.size() > 2 ? operands[2].at({channel}) : 0;
    }

    /// The element of an operand that is broadcast to a place of the output.
    static std::int64_t broadcast(const Numbers& operand, const std::vector<std::int64_t>& place) {
        std::vector<std::int64_t> from(place.end() - static_cast<std::ptrdiff_t>(operand.shape.size()), place.end());
        for (std::size_t i = 0; i < from.size(); ++i) {
            from[i] = operand.shape[i] == 1 ? 0 : from[i];
        }
        return operand.at(from);
    }

    Numbers element_wise(const Node& node, const std::vector<Numbers>& operands,
                         const std::vector<std::int64_t>& shape) const {
        Numbers result = filled_numbers(shape, 0);
        if (node.type == "Mixed") {
            const auto& all = operands.front().elements;
            const std::int64_t sum = std::accumulate(all.begin(), all.end(), std::int64_t{0});
            for (std::size_t i = 0; i < result.elements.size(); ++i) {
                result.elements[i] = kept(sum + static_cast<std::int64_t>(i));
            }
            return result;
        }
        const std::size_t channels = axes_of(shape.size()).channels;
        if (node.axis) {
            return side_by_side(operands, shape, channels);
        }
        for_each_place(shape, [&](const std::vector<std::int64_t>& place) {
            std::int64_t number = broadcast(operands.front(), place);
            for (std::size_t i = 1; i < operands.size(); ++i) {
                const bool is_per_channel = node.type.ends_with("Normalization");
                const std::int64_t other =
                    is_per_channel ? operands[i].at({place[channels]}) : broadcast(operands[i], place);
                const bool adds = node.type == "Add" || node.type == "ADD" || i == 2;
                number = kept(adds ? number + other : number * other);
            }
            if (node.type == "InstanceNormalization") {
                for_each_place(shape, [&](const std::vector<std::int64_t>& other) {
                    number += other[channels] == place[channels] ? operands.front().at(other) : 0;
                });
            }
            if (node.type == "LRN" || node.type == "SOFTMAX") {
                auto from = place;
                for (from[channels] = 0; from[channels] < shape[channels]; ++from[channels]) {
                    number += operands.front().at(from);
                }
            }
            const bool cuts = node.type == "Relu" || node.type == "RELU" || node.type == "ReLU";
            result.at(place) = cuts ? std::max<std::int64_t>(number, 0) : number;
        });
        return result;
    }

    /// A concatenation along the channels.
    static Numbers side_by_side(const std::vector<Numbers>& operands, const std::vector<std::int64_t>& shape,
                                std::size_t channels) {
        Numbers result = filled_numbers(shape, 0);
        for_each_place(shape, [&](const std::vector<std::int64_t>& place) {
            auto from = place;
            std::size_t operand = 0;
            while (from[channels] >= operands[operand].shape[channels]) {
                from[channels] -= operands[operand].shape[channels];
                ++operand;
            }
            result.at(place) = operands[operand].at(from);
        });
        return result;
    }

    const Network& network_;
    IndexedVector<TensorIndex, Numbers> values_;
    std::string wrong_;
};

}  // namespace arenascope::test
