#include "core/format/ncnn/ncnn_shapes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/format/ncnn/ncnn_kernel_shapes.h"
#include "core/model/memory/quantity.h"

namespace arenascope {
namespace {

using Extents = std::vector<std::int64_t>;

constexpr std::int64_t largest_extent = std::int64_t{1} << 30;

const std::set<std::string_view>& shape_keeping_layers() {
    static const std::set<std::string_view> layers = {
        "AbsVal",      "BatchNorm", "Bias",          "BNLL",           "Cast",
        "CELU",        "Clip",      "CumulativeSum", "Dequantize",     "Dropout",
        "ELU",         "Erf",       "Exp",           "GELU",           "GroupNorm",
        "HardSigmoid", "HardSwish", "InstanceNorm",  "LayerNorm",      "Log",
        "LRN",         "Mish",      "MVN",           "Noop",           "Normalize",
        "Packing",     "Power",     "PReLU",         "Quantize",       "ReLU",
        "Requantize",  "RMSNorm",   "RotaryEmbed",   "Scale",          "SELU",
        "Shrink",      "Sigmoid",   "Softmax",       "Softplus",       "Swish",
        "TanH",        "Threshold", "UnaryOp",       "ShuffleChannel", "CopyTo",
        "Split"};
    return layers;
}

/// The axis that a number names; negative: from the innermost.
std::optional<std::size_t> axis_in(const Extents& shape, std::int64_t axis) {
    const std::int64_t rank = std::ssize(shape);
    const std::int64_t place = axis < 0 ? axis + rank : axis;
    return place >= 0 && place < rank ? std::optional(static_cast<std::size_t>(place)) : std::nullopt;
}

std::optional<std::int64_t> product_of(const Extents& shape) {
    std::int64_t product = 1;
    for (const std::int64_t extent : shape) {
        const auto next = checked_multiply(product, extent);
        if (!next) {
            return std::nullopt;
        }
        product = *next;
    }
    return product;
}

NcnnShape stated(const NcnnParameters& given) {
    Extents shape;
    for (const int id : {2, 11, 1, 0}) {
        if (const std::int64_t extent = given.integer(id, 0); extent > 0) {
            shape.push_back(extent);
        }
    }
    return shape.empty() ? std::nullopt : NcnnShape(shape);
}

NcnnShape broadcast(const NcnnLayer& layer) {
    if (layer.type == "BinaryOp" && layer.given.integer(1, 0) != 0) {
        return layer.first();
    }
    if (!layer.all_known()) {
        return std::nullopt;
    }
    Extents result = layer.first();
    for (std::size_t i = 1; i < layer.inputs.size(); ++i) {
        const Extents& other = *layer.inputs[i];
        if (other.size() != result.size()) {
            // The one of more dimensions; the other is repeated along those that it lacks.
            result = other.size() > result.size() ? other : result;
            continue;
        }
        for (std::size_t axis = 0; axis < result.size(); ++axis) {
            if (result[axis] != other[axis] && result[axis] != 1 && other[axis] != 1) {
                return std::nullopt;
            }
            result[axis] = std::max(result[axis], other[axis]);
        }
    }
    return result;
}

NcnnShape concatenation(const NcnnLayer& layer) {
    const auto axis = axis_in(layer.first(), layer.given.integer(0, 0));
    if (!layer.all_known() || !axis) {
        return std::nullopt;
    }
    Extents result = layer.first();
    for (std::size_t i = 1; i < layer.inputs.size(); ++i) {
        const Extents& other = *layer.inputs[i];
        if (other.size() != result.size()) {
            return std::nullopt;
        }
        result[*axis] += other[*axis];
    }
    return result;
}

/// Two forms: offsets and extents by axis, or starts, ends and axes. With a second input, its extents.
NcnnShape crop(const NcnnLayer& layer) {
    const Extents starts = layer.given.list(9);
    const Extents ends = layer.given.list(10);
    Extents result = layer.first();
    if (!starts.empty()) {
        Extents axes = layer.given.list(11);
        for (std::size_t i = axes.size(); axes.size() < starts.size(); ++i) {
            axes.push_back(static_cast<std::int64_t>(i));
        }
        for (std::size_t i = 0; i < starts.size(); ++i) {
            const auto axis = axis_in(result, axes[i]);
            if (!axis || i >= ends.size()) {
                return std::nullopt;
            }
            const std::int64_t whole = layer.first()[*axis];
            const auto place = [whole](std::int64_t at) {
                return std::clamp(at < 0 ? at + whole : at, std::int64_t{0}, whole);
            };
            const std::int64_t begin = starts[i] == ncnn_absent ? 0 : place(starts[i]);
            result[*axis] = (ends[i] == ncnn_absent ? whole : place(ends[i])) - begin;
        }
        return result;
    }
    if (layer.inputs.size() > 1) {
        return layer.inputs[1];
    }
    struct CropKeys {
        int offset;
        int size;
        int offset_behind;
    };
    // By the number of dimensions, the outermost first.
    constexpr CropKeys width = {0, 3, 6};
    constexpr CropKeys height = {1, 4, 7};
    constexpr CropKeys depth = {13, 14, 15};
    constexpr CropKeys channels = {2, 5, 8};
    const std::vector<std::vector<CropKeys>> keys = {
        {width}, {height, width}, {channels, height, width}, {channels, depth, height, width}};
    if (result.empty() || result.size() > keys.size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
        const CropKeys& of = keys[result.size() - 1][i];
        result[i] -= layer.given.integer(of.offset, 0) + layer.given.integer(of.offset_behind, 0);
        if (const std::int64_t size = layer.given.integer(of.size, 0); size > 0) {
            result[i] = std::min(result[i], size);
        }
    }
    return result;
}

NcnnShape padding(const NcnnLayer& layer) {
    Extents result = layer.first();
    const std::size_t rank = result.size();
    result[rank - 1] += layer.given.integer(2, 0) + layer.given.integer(3, 0);
    if (rank > 1) {
        result[rank - 2] += layer.given.integer(0, 0) + layer.given.integer(1, 0);
    }
    if (rank > 2) {
        result[rank - 3] += layer.given.integer(7, 0) + layer.given.integer(8, 0);
    }
    return result;
}

NcnnShape inner_product(const NcnnLayer& layer) {
    const std::int64_t size = layer.given.integer(0, 0);
    if (size <= 0) {
        return std::nullopt;
    }
    const std::int64_t read = layer.given.integer(2, 0) / size;
    // Rows share the weights.
    return layer.first().size() == 2 && layer.first().back() == read ? Extents{layer.first().front(), size}
                                                                     : Extents{size};
}

NcnnShape embedding(const NcnnLayer& layer) {
    const auto words = product_of(layer.first());
    return words ? NcnnShape(Extents{*words, layer.given.integer(0, 0)}) : std::nullopt;
}

NcnnShape flat(const NcnnLayer& layer) {
    const auto elements = product_of(layer.first());
    return elements ? NcnnShape(Extents{*elements}) : std::nullopt;
}

NcnnShape reshaped(const NcnnLayer& layer) {
    if (layer.inputs.size() > 1 || layer.given.integer(3, 0) != 0) {
        return std::nullopt;
    }
    // The extent of an axis in the operand, by the key that names it.
    const auto old = [&](int id) -> std::int64_t {
        const std::size_t rank = layer.first().size();
        const std::size_t place = id == 0 ? 0 : id == 1 ? 1 : id == 11 ? 2 : rank == 4 ? 3 : 2;
        return place < rank ? layer.first()[rank - 1 - place] : 0;
    };
    Extents result;
    std::optional<std::size_t> rest;
    for (const int id : {2, 11, 1, 0}) {
        const std::int64_t extent = layer.given.integer(id, ncnn_absent);
        if (extent == ncnn_absent) {
            continue;
        }
        if (extent == -1) {
            rest = result.size();
        }
        result.push_back(extent == 0 ? old(id) : extent == -1 ? 1 : extent);
    }
    const auto elements = product_of(layer.first());
    const auto others = product_of(result);
    if (result.empty() || !elements || !others || *others <= 0 || *elements % *others != 0 ||
        (!rest && elements != others)) {
        return std::nullopt;
    }
    if (rest) {
        result[*rest] = *elements / *others;
    }
    return result;
}

NcnnShape permuted(const NcnnLayer& layer) {
    // Which axes of the operand stand where, the innermost first.
    constexpr std::array<std::string_view, 24> orders = {
        "whdc", "hwdc", "wdhc", "dwhc", "hdwc", "dhwc", "whcd", "hwcd", "wchd", "cwhd", "hcwd", "chwd",
        "wdch", "dwch", "wcdh", "cwdh", "dcwh", "cdwh", "hdcw", "dhcw", "hcdw", "chdw", "dchw", "cdhw"};
    constexpr std::array<std::string_view, 6> flat_orders = {"whc", "hwc", "wch", "cwh", "hcw", "chw"};
    const auto kind = static_cast<std::size_t>(layer.given.integer(0, 0));
    const std::size_t rank = layer.first().size();
    std::string_view order = "wh";
    std::string_view axes = "wh";
    if (rank == 3) {
        axes = "whc";
        order = kind < flat_orders.size() ? flat_orders[kind] : "";
    } else if (rank == 4) {
        axes = "whdc";
        order = kind < orders.size() ? orders[kind] : "";
    } else if (rank == 2) {
        order = kind == 1 ? "hw" : kind == 0 ? "wh" : "";
    } else {
        return layer.first();
    }
    Extents result;
    for (const char axis : order) {
        result.insert(result.begin(), layer.first()[rank - 1 - axes.find(axis)]);
    }
    return result.empty() ? std::nullopt : NcnnShape(result);
}

NcnnShape interpolated(const NcnnLayer& layer) {
    Extents result = layer.first();
    if (result.size() == 1) {
        result = {result.front(), 1, 1};
    }
    const std::size_t rank = result.size();
    const auto scaled = [&](std::int64_t extent, int scale, int output) {
        if (const std::int64_t wanted = layer.given.integer(output, 0); wanted > 0) {
            return wanted;
        }
        return static_cast<std::int64_t>(static_cast<double>(extent) * layer.given.real(scale).value_or(1));
    };
    if (layer.given.integer(5, 0) != 0 || layer.inputs.size() > 1) {
        if (layer.inputs.size() < 2 || !layer.inputs[1] || layer.inputs[1]->size() < 2 || rank < 3) {
            return std::nullopt;
        }
        result[rank - 1] = layer.inputs[1]->back();
        result[rank - 2] = (*layer.inputs[1])[layer.inputs[1]->size() - 2];
        return result;
    }
    if (layer.given.list(9).size() + layer.given.list(10).size() > 0) {
        return std::nullopt;
    }
    result[rank - 1] = scaled(result[rank - 1], 2, 4);
    if (rank > 2) {
        result[rank - 2] = scaled(result[rank - 2], 1, 3);
    }
    return result;
}

NcnnShape depth_to_space(const NcnnLayer& layer) {
    const std::int64_t factor = layer.given.integer(0, 1);
    if (!layer.is_picture(2) || factor < 1 || layer.first().front() % (factor * factor) != 0) {
        return std::nullopt;
    }
    return Extents{layer.first()[0] / (factor * factor), layer.first()[1] * factor, layer.first()[2] * factor};
}

NcnnShape space_to_depth(const NcnnLayer& layer) {
    const std::int64_t factor = layer.given.integer(0, 1);
    if (!layer.is_picture(2) || factor < 1) {
        return std::nullopt;
    }
    return Extents{extent_times(layer.first()[0], factor * factor), layer.first()[1] / factor,
                   layer.first()[2] / factor};
}

NcnnShape reduced(const NcnnLayer& layer) {
    const bool keeps = layer.given.integer(4, 0) != 0;
    Extents axes = layer.given.list(3);
    const bool is_whole = layer.given.integer(1, 1) != 0 || axes.empty();
    Extents result;
    for (std::size_t i = 0; i < layer.first().size(); ++i) {
        const bool goes =
            is_whole || std::ranges::any_of(axes, [&](std::int64_t axis) { return axis_in(layer.first(), axis) == i; });
        if (!goes) {
            result.push_back(layer.first()[i]);
        } else if (keeps) {
            result.push_back(1);
        }
    }
    return result.empty() ? Extents{1} : result;
}

/// Whether a flag or the list names an axis.
std::vector<bool> named_axes(const NcnnLayer& layer, std::size_t rank) {
    std::vector<bool> named(rank, false);
    const Extents places(rank, 1);
    for (const std::int64_t axis : layer.given.list(3)) {
        if (const auto place = axis_in(places, axis)) {
            named[*place] = true;
        }
    }
    if (layer.given.list(3).empty()) {
        const auto flag = [&](int id, std::size_t from_inside) {
            if (layer.given.integer(id, 0) != 0 && from_inside < rank) {
                named[rank - 1 - from_inside] = true;
            }
        };
        flag(0, 0);
        flag(1, 1);
        flag(11, 2);
        flag(2, rank == 4 ? 3 : 2);
    }
    return named;
}

NcnnShape squeezed(const NcnnLayer& layer) {
    const std::vector<bool> named = named_axes(layer, layer.first().size());
    Extents result;
    for (std::size_t i = 0; i < layer.first().size(); ++i) {
        if (!named[i] || layer.first()[i] != 1) {
            result.push_back(layer.first()[i]);
        }
    }
    return result.empty() ? Extents{1} : result;
}

NcnnShape expanded(const NcnnLayer& layer) {
    const Extents axes = layer.given.list(3);
    if (axes.empty()) {
        return std::nullopt;
    }
    const std::size_t rank = layer.first().size() + axes.size();
    const std::vector<bool> named = named_axes(layer, rank);
    Extents result;
    std::size_t next = 0;
    for (const bool is_new : named) {
        result.push_back(is_new || next == layer.first().size() ? 1 : layer.first()[next++]);
    }
    return result;
}

NcnnShape matrix_product(const NcnnLayer& layer) {
    if (layer.inputs.size() < 2 || !layer.all_known()) {
        return std::nullopt;
    }
    const Extents& a = layer.first();
    const Extents& b = *layer.inputs[1];
    if (a.size() < 2 || b.size() < 2) {
        return std::nullopt;
    }
    const bool is_transposed = layer.given.integer(0, 0) != 0;
    Extents result = a.size() >= b.size() ? a : b;
    result[result.size() - 2] = a[a.size() - 2];
    result.back() = is_transposed ? b[b.size() - 2] : b.back();
    return result;
}

NcnnShape general_product(const NcnnLayer& layer) {
    const bool has_a = layer.given.integer(4, 0) == 0;
    const bool has_b = layer.given.integer(5, 0) == 0;
    const auto extent = [&](std::size_t operand, bool is_inner) -> std::int64_t {
        if (operand >= layer.inputs.size() || !layer.inputs[operand]) {
            return 0;
        }
        const Extents& shape = *layer.inputs[operand];
        return is_inner ? shape.back() : shape.size() == 1 ? 1 : shape.front();
    };
    const bool turns_a = layer.given.integer(2, 0) != 0;
    const bool turns_b = layer.given.integer(3, 0) != 0;
    const std::int64_t rows = has_a ? extent(0, turns_a) : layer.given.integer(7, 0);
    const std::int64_t columns = has_b ? extent(has_a ? 1 : 0, !turns_b) : layer.given.integer(8, 0);
    const bool is_turned = layer.given.integer(14, 0) != 0;
    const std::int64_t outer = is_turned ? columns : rows;
    const std::int64_t inner = is_turned ? rows : columns;
    return layer.given.integer(11, 0) != 0 ? Extents{outer, 1, inner} : Extents{outer, inner};
}

NcnnShape attention(const NcnnLayer& layer) {
    const std::int64_t embedded = layer.given.integer(0, 0);
    if (layer.first().size() != 2 || embedded <= 0) {
        return std::nullopt;
    }
    const std::int64_t weights = layer.given.integer(2, 0);
    return Extents{layer.first().front(), weights > 0 ? weights / embedded : embedded};
}

NcnnShape tiled(const NcnnLayer& layer) {
    Extents result = layer.first();
    Extents repeats = layer.given.list(2);
    if (repeats.empty()) {
        const auto axis = axis_in(result, layer.given.integer(0, 0));
        if (!axis) {
            return std::nullopt;
        }
        result[*axis] *= layer.given.integer(1, 1);
        return result;
    }
    while (result.size() < repeats.size()) {
        result.insert(result.begin(), 1);
    }
    repeats.insert(repeats.begin(), result.size() - repeats.size(), 1);
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] *= repeats[i];
    }
    return result;
}

NcnnShape gated(const NcnnLayer& layer) {
    Extents result = layer.first();
    const auto axis = axis_in(result, layer.given.integer(0, 0));
    if (!axis) {
        return std::nullopt;
    }
    result[*axis] /= 2;
    return result;
}

std::vector<NcnnShape> slices(const NcnnLayer& layer) {
    std::vector<NcnnShape> shapes(layer.outputs);
    const auto axis = axis_in(layer.first(), layer.given.integer(1, 0));
    Extents parts = layer.given.list(0);
    const Extents indices = layer.given.list(2);
    if (!axis || (parts.empty() && indices.empty())) {
        return shapes;
    }
    const std::int64_t whole = layer.first()[*axis];
    if (!indices.empty()) {
        std::int64_t begin = 0;
        for (const std::int64_t index : indices) {
            const std::int64_t end = index < 0 ? index + whole : index;
            parts.push_back(end - begin);
            begin = end;
        }
        parts.push_back(whole - begin);
    }
    std::int64_t left = whole;
    for (std::size_t i = 0; i < layer.outputs && i < parts.size(); ++i) {
        const auto rest = static_cast<std::int64_t>(layer.outputs - i);
        const std::int64_t part = parts[i] == ncnn_absent ? left / rest : parts[i];
        if (part <= 0 || part > left) {
            return std::vector<NcnnShape>(layer.outputs);
        }
        shapes[i] = layer.first();
        (*shapes[i])[*axis] = part;
        left -= part;
    }
    return shapes;
}

/// Outputs beside the sequence are the states.
std::vector<NcnnShape> recurrent(const NcnnLayer& layer) {
    std::vector<NcnnShape> shapes(layer.outputs);
    const std::int64_t size = layer.given.integer(0, 0);
    if (layer.first().size() != 2 || size <= 0) {
        return shapes;
    }
    const std::int64_t directions = layer.given.integer(2, 0) == 2 ? 2 : 1;
    const std::array<std::int64_t, 3> widths = {size * directions, size, layer.given.integer(3, size)};
    for (std::size_t i = 0; i < layer.outputs && i < widths.size(); ++i) {
        shapes[i] = Extents{i == 0 ? layer.first().front() : directions, widths[i]};
    }
    return shapes;
}

NcnnShape single(const NcnnLayer& layer) {
    using Rule = NcnnShape (*)(const NcnnLayer&);
    static const std::map<std::string_view, Rule> rules = {
        {"BinaryOp", broadcast},
        {"Eltwise", broadcast},
        {"Concat", concatenation},
        {"Crop", crop},
        {"Padding", padding},
        {"InnerProduct", inner_product},
        {"Embed", embedding},
        {"Flatten", flat},
        {"Reshape", reshaped},
        {"Permute", permuted},
        {"Interp", interpolated},
        {"PixelShuffle", depth_to_space},
        {"Reorg", space_to_depth},
        {"Reduction", reduced},
        {"Squeeze", squeezed},
        {"ExpandDims", expanded},
        {"MatMul", matrix_product},
        {"Gemm", general_product},
        {"MultiHeadAttention", attention},
        {"Tile", tiled},
        {"GLU", gated},
    };
    if (shape_keeping_layers().contains(layer.type)) {
        return layer.first();
    }
    const auto found = rules.find(layer.type);
    return found != rules.end() ? found->second(layer) : ncnn_kernel_shape(layer);
}

}  // namespace

std::vector<NcnnShape> ncnn_shapes(std::string_view type, const NcnnParameters& parameters,
                                   const std::vector<NcnnShape>& inputs, std::size_t outputs) {
    if (type == "Input" || type == "MemoryData") {
        std::vector<NcnnShape> given(outputs, stated(parameters));
        return given;
    }
    const NcnnLayer layer{type, parameters, inputs, outputs};
    if (inputs.empty() || !inputs.front() || inputs.front()->empty()) {
        return std::vector<NcnnShape>(outputs);
    }
    std::vector<NcnnShape> shapes = type == "Slice" ? slices(layer)
                                    : type == "LSTM" || type == "GRU" || type == "RNN"
                                        ? recurrent(layer)
                                        : std::vector<NcnnShape>(outputs, single(layer));
    for (NcnnShape& shape : shapes) {
        const bool is_possible = shape && std::ranges::all_of(*shape, [](std::int64_t extent) {
                                     return extent > 0 && extent < largest_extent;
                                 });
        shape = is_possible ? std::move(shape) : std::nullopt;
    }
    return shapes;
}

}  // namespace arenascope
