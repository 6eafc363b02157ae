#include "core/format/ncnn/ncnn_kernel_shapes.h"

#include <array>

#include "core/model/network/sliding_window.h"

namespace arenascope {
namespace {

using Extents = std::vector<std::int64_t>;

constexpr std::int64_t same_upper = -233;
constexpr std::int64_t same_lower = -234;

/// The keys of one axis of a layer with a kernel.
struct KernelKeys {
    int kernel;
    int dilation;
    int stride;
    int before;
    int after;
    int more;    ///< what is added to the output of a deconvolution
    int output;  ///< the output itself
};

/// The keys by axis of a picture, the innermost first.
std::vector<KernelKeys> kernel_keys(const NcnnLayer& layer) {
    const bool is_solid = layer.type.ends_with("3D");
    std::vector<KernelKeys> keys = {{1, 2, 3, 4, 15, 18, is_solid ? 25 : 20}};
    if (!layer.type.ends_with("1D")) {
        keys.push_back({11, 12, 13, 14, 16, 19, is_solid ? 26 : 21});
    }
    if (is_solid) {
        keys.push_back({21, 22, 23, 24, 17, 20, 27});
    }
    return keys;
}

/// The picture that the layer reads, with the channels that it writes. Not known where its weights are an operand,
/// which `dynamic_weights` says.
NcnnShape with_written_channels(const NcnnLayer& layer, std::size_t axes, int dynamic_weights) {
    const std::int64_t channels = layer.given.integer(0, 0);
    if (!layer.is_picture(axes) || channels <= 0 || layer.given.integer(dynamic_weights, 0) != 0) {
        return std::nullopt;
    }
    Extents shape = layer.first();
    shape.front() = channels;
    return shape;
}

NcnnShape convolution_shape(const NcnnLayer& layer) {
    const auto keys = kernel_keys(layer);
    NcnnShape result = with_written_channels(layer, keys.size(), 19);
    if (!result) {
        return std::nullopt;
    }
    const std::int64_t left = layer.given.integer(4, 0);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const KernelKeys& of = keys[i];
        std::int64_t& extent = (*result)[result->size() - 1 - i];
        WindowAxis axis{layer.or_width(of.kernel, 1, 1), layer.or_width(of.stride, 3, 1),
                        layer.or_width(of.dilation, 2, 1), 0, 0};
        PaddingRule rule = left == same_upper   ? PaddingRule::same_upper
                           : left == same_lower ? PaddingRule::same_lower
                                                : PaddingRule::stated;
        if (rule == PaddingRule::stated) {
            axis.before = layer.or_width(of.before, 4, 0);
            axis.after = layer.given.integer(of.after, axis.before);
        }
        const auto exact = resolved(axis, rule, extent);
        if (!exact) {
            return std::nullopt;
        }
        extent = outputs_of(*exact, extent);
    }
    return result;
}

NcnnShape deconvolution_shape(const NcnnLayer& layer) {
    const auto keys = kernel_keys(layer);
    NcnnShape result = with_written_channels(layer, keys.size(), 28);
    if (!result) {
        return std::nullopt;
    }
    const std::int64_t left = layer.given.integer(4, 0);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const KernelKeys& of = keys[i];
        std::int64_t& extent = (*result)[result->size() - 1 - i];
        const std::int64_t stride = layer.or_width(of.stride, 3, 1);
        const std::int64_t reach = layer.or_width(of.dilation, 2, 1) * (layer.or_width(of.kernel, 1, 1) - 1) + 1;
        const bool is_same = left == same_upper || left == same_lower;
        const std::int64_t before = is_same ? 0 : layer.or_width(of.before, 4, 0);
        const std::int64_t after = is_same ? 0 : layer.given.integer(of.after, before);
        const std::int64_t wanted = layer.or_width(of.output, keys.front().output, 0);
        extent = wanted > 0
                     ? wanted
                     : (extent - 1) * stride + reach + layer.or_width(of.more, keys.front().more, 0) - before - after;
    }
    return result;
}

NcnnShape pooling_shape(const NcnnLayer& layer) {
    const std::size_t axes = layer.type == "Pooling" ? 2 : layer.type == "Pooling1D" ? 1 : 3;
    if (!layer.is_picture(axes)) {
        return std::nullopt;
    }
    if (layer.given.integer(4, 0) != 0) {
        return Extents{layer.first().front()};
    }
    // Kernel, stride, before, after, output of an adaptive one; the innermost first.
    constexpr std::array<std::array<int, 5>, 3> keys = {{{1, 2, 3, 14, 8}, {11, 12, 13, 15, 18}, {21, 22, 23, 16, 28}}};
    constexpr std::array rules = {PaddingRule::stated_rounded_up, PaddingRule::stated, PaddingRule::same_upper,
                                  PaddingRule::same_lower};
    const std::int64_t mode = layer.given.integer(5, 0);
    if (mode < 0 || mode >= std::ssize(rules)) {
        return std::nullopt;
    }
    Extents result = layer.first();
    for (std::size_t i = 0; i < axes; ++i) {
        std::int64_t& extent = result[result.size() - 1 - i];
        if (layer.given.integer(7, 0) != 0) {
            const std::int64_t wanted = layer.or_width(keys[i][4], 8, 0);
            extent = wanted == ncnn_absent ? extent : wanted;
            continue;
        }
        const std::int64_t before = layer.or_width(keys[i][2], 3, 0);
        const auto exact = resolved({layer.or_width(keys[i][0], 1, 0), layer.or_width(keys[i][1], 2, 1), 1, before,
                                     layer.given.integer(keys[i][3], before)},
                                    rules[static_cast<std::size_t>(mode)], extent);
        if (!exact) {
            return std::nullopt;
        }
        extent = outputs_of(*exact, extent);
    }
    return result;
}

NcnnShape unfolded(const NcnnLayer& layer) {
    if (!layer.is_picture(2)) {
        return std::nullopt;
    }
    std::int64_t places = 1;
    std::int64_t rows = layer.first().front();
    const auto keys = kernel_keys(layer);
    for (std::size_t i = 0; i < 2; ++i) {
        const KernelKeys& of = keys[i];
        const std::int64_t extent = layer.first()[2 - i];
        const std::int64_t before = layer.or_width(of.before, 4, 0);
        const std::int64_t kernel = layer.or_width(of.kernel, 1, 1);
        const auto exact = resolved({kernel, layer.or_width(of.stride, 3, 1), layer.or_width(of.dilation, 2, 1), before,
                                     layer.given.integer(of.after, before)},
                                    PaddingRule::stated, extent);
        if (!exact) {
            return std::nullopt;
        }
        places = extent_times(places, outputs_of(*exact, extent));
        rows = extent_times(rows, kernel);
    }
    return Extents{rows, places};
}

NcnnShape region_pooling(const NcnnLayer& layer) {
    if (!layer.is_picture(2)) {
        return std::nullopt;
    }
    const std::int64_t channels = layer.type == "PSROIPooling" ? layer.given.integer(3, 0) : layer.first().front();
    return Extents{channels, layer.given.integer(1, 0), layer.given.integer(0, 0)};
}

}  // namespace

NcnnShape ncnn_kernel_shape(const NcnnLayer& layer) {
    if (layer.type.starts_with("Convolution") || layer.type == "DeformableConv2D") {
        return convolution_shape(layer);
    }
    if (layer.type.starts_with("Deconvolution")) {
        return deconvolution_shape(layer);
    }
    if (layer.type.starts_with("Pooling")) {
        return pooling_shape(layer);
    }
    if (layer.type == "Unfold") {
        return unfolded(layer);
    }
    const bool pools_regions = layer.type == "ROIPooling" || layer.type == "ROIAlign" || layer.type == "PSROIPooling";
    return pools_regions ? region_pooling(layer) : std::nullopt;
}

}  // namespace arenascope
