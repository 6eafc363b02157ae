#include "core/model/network/parts/split_form.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "core/base/error/quotation.h"
#include "core/model/network/parts/element_wise.h"

namespace arenascope {
namespace {

using Form = tl::expected<SplitForm, std::string>;
using Extents = std::vector<std::int64_t>;

/// The extents of a tensor; null: they are unknown, empty, or only an upper bound.
const Extents* extents_of(const Tensor& tensor) {
    const bool is_known = tensor.shape && !tensor.bounded &&
                          std::ranges::all_of(*tensor.shape, [](std::int64_t extent) { return extent > 0; });
    return is_known ? &*tensor.shape : nullptr;
}

std::optional<std::size_t> dimension_of(const PictureAxes& axes, SplitAxis axis) {
    return axis == SplitAxis::channels ? std::optional(axes.channels)
           : axis == SplitAxis::width  ? std::optional(axes.width)
                                       : axes.height;
}

class FormFinder {
public:
    FormFinder(const Network& network, const Node& node, SplitAxis axis)
        : network_(network), node_(node), axis_(axis) {}

    Form find() {
        if (auto reason = reason_against(); !reason.empty()) {
            return tl::unexpected(std::move(reason));
        }
        const Extents* const output = extents_of(network_.tensors[node_.outputs.front()]);
        if (output == nullptr) {
            return no(" has an output of unknown or of no size");
        }
        const auto axes = picture_axes(network_.kind, output->size());
        const auto dimension = axes ? dimension_of(*axes, axis_) : std::nullopt;
        if (!dimension) {
            return no(" has an output without the axis " + std::string(name_of(axis_)));
        }
        form_.dimension = *dimension;
        form_.extent = (*output)[*dimension];
        form_.operands.resize(node_.inputs.size());
        if (node_.window) {
            return slid(*axes, *output);
        }
        if (node_.resampling) {
            return resampled(*node_.resampling, *axes, *output);
        }
        if (is_concatenation(network_.kind, node_.type)) {
            return side_by_side(*output);
        }
        const auto kind = element_wise_kind(network_.kind, node_.type);
        return kind ? by_element(*kind, *axes, *output) : no(" is of a kind that is not known to work in parts");
    }

private:
    [[nodiscard]] std::string label() const {
        return node_.type +
               (node_.name.empty() || node_.name == node_.type ? std::string() : " " + in_quotes(node_.name));
    }
    [[nodiscard]] tl::unexpected<std::string> no(const std::string& why) const { return tl::unexpected(label() + why); }

    [[nodiscard]] std::string reason_against() const {
        if (node_.part) {
            return label() + " is a part already";
        }
        if (!node_.captures.empty() || !node_.bodies.empty() || !node_.unread_body.empty()) {
            return label() + " contains a graph";
        }
        if (!node_.folds) {
            return label() + " gives another result in each run, or keeps a state";
        }
        if (!node_.shares) {
            return label() + " is defined by the model itself";
        }
        if (node_.outputs.size() != 1 || node_.outputs.front() == TensorIndex::none()) {
            const auto written =
                std::ranges::count_if(node_.outputs, [](TensorIndex output) { return output != TensorIndex::none(); });
            return label() + (written == 0 ? " writes nothing" : " has several outputs");
        }
        const Tensor& output = network_.tensors[node_.outputs.front()];
        constexpr std::int64_t byte_bits = 8;
        if (output.variable) {
            return label() + " writes a variable";
        }
        if (output.element_bits % byte_bits != 0) {
            return label() + " has elements smaller than a byte";
        }
        return {};
    }

    [[nodiscard]] const Extents* operand(std::size_t position) const {
        return position < node_.inputs.size() && node_.inputs[position] != TensorIndex::none()
                   ? extents_of(network_.tensors[node_.inputs[position]])
                   : nullptr;
    }

    /// A convolution, a pooling or a padding.
    Form slid(const PictureAxes& axes, const Extents& output) {
        const Extents* const input = operand(0);
        if (input == nullptr || input->size() != output.size()) {
            return no(" has an operand of unknown size");
        }
        const SlidingWindow& window = *node_.window;
        const bool agrees = outputs_of(window.width, (*input)[axes.width]) == output[axes.width] &&
                            (!axes.height || outputs_of(window.height, (*input)[*axes.height]) == output[*axes.height]);
        if (!agrees) {
            return no(" states a shape that does not follow from its window");
        }
        if (axis_ == SplitAxis::channels) {
            return by_channel((*input)[axes.channels], output);
        }
        if (window.use == WindowUse::padded_average && window.rounds_up) {
            return no(" averages over padding at its end, which differs from kernel to kernel");
        }
        form_.window = axis_ == SplitAxis::width ? window.width : window.height;
        form_.input_extent = (*input)[form_.dimension];
        form_.operands.front() = {OperandAccess::Kind::window, form_.dimension};
        return std::move(form_);
    }

    /// What changes the scale of a picture.
    Form resampled(const Resampling& from, const PictureAxes& axes, const Extents& output) {
        const Extents* const input = operand(0);
        if (input == nullptr || input->size() != output.size()) {
            return no(" has an operand of unknown size");
        }
        if (axis_ == SplitAxis::channels) {
            if (!from.keeps_channels || (*input)[axes.channels] != form_.extent) {
                return no(" moves channels");
            }
            form_.operands.front() = {OperandAccess::Kind::same_rows, form_.dimension};
            return std::move(form_);
        }
        form_.resampled = axis_ == SplitAxis::width ? from.width : from.height;
        form_.input_extent = (*input)[form_.dimension];
        form_.operands.front() = {OperandAccess::Kind::resampled, form_.dimension};
        return std::move(form_);
    }

    /// Along its channels, a convolution with a channel in each group and a pooling read what they write. A convolution
    /// over all channels reads its operand whole, and the weights of its own channels.
    Form by_channel(std::int64_t channels_read, const Extents& output) {
        if (node_.window->use == WindowUse::padding && channels_read != form_.extent) {
            return no(" pads channels");
        }
        const bool is_pooling = node_.window->use != WindowUse::convolution;
        const bool is_depthwise = node_.window->groups == channels_read && channels_read == form_.extent;
        if (!is_pooling && !is_depthwise && node_.window->groups != 1) {
            return no(" sums over groups of channels");
        }
        if (is_pooling || is_depthwise) {
            form_.operands.front() = {OperandAccess::Kind::same_rows, form_.dimension};
        }
        for (std::size_t i = 1; i < node_.inputs.size(); ++i) {
            form_.operands[i] = weights_by_channel(i, output.size());
        }
        return std::move(form_);
    }

    /// Weights and what goes with them have the output's channels on their first axis; those of TFLite's depthwise
    /// convolution on their last one.
    [[nodiscard]] OperandAccess weights_by_channel(std::size_t position, std::size_t rank) const {
        const Extents* const weights = operand(position);
        if (weights == nullptr || weights->empty()) {
            return {};
        }
        const bool is_last = node_.type == "DEPTHWISE_CONV_2D" && weights->size() == rank;
        const std::size_t dimension = is_last ? weights->size() - 1 : 0;
        const bool has_channels = (*weights)[dimension] == form_.extent && form_.extent > 1;
        return has_channels ? OperandAccess{OperandAccess::Kind::same_rows, dimension} : OperandAccess{};
    }

    /// A concatenation along another axis: each operand has the rows of the output.
    Form side_by_side(const Extents& output) {
        const auto rank = static_cast<std::int64_t>(output.size());
        const std::int64_t along = node_.axis ? *node_.axis + (*node_.axis < 0 ? rank : 0) : -1;
        if (along < 0 || along >= rank) {
            return no(" does not say along which axis it writes its operands one after another");
        }
        if (static_cast<std::size_t>(along) == form_.dimension) {
            return no(" writes its operands one after another along the axis " + std::string(name_of(axis_)));
        }
        for (std::size_t i = 0; i < node_.inputs.size(); ++i) {
            const Extents* const shape = operand(i);
            if (shape == nullptr || shape->size() != output.size() || (*shape)[form_.dimension] != form_.extent) {
                return no(" has an operand of unknown size, or one whose shape does not fit its output");
            }
            form_.operands[i] = {OperandAccess::Kind::same_rows, form_.dimension};
        }
        return std::move(form_);
    }

    /// What works element by element, with operands that may be broadcast.
    Form by_element(ElementWise kind, const PictureAxes& axes, const Extents& output) {
        if (kind == ElementWise::across_channels && axis_ == SplitAxis::channels) {
            return no(" sums over channels");
        }
        if (kind == ElementWise::across_picture && axis_ != SplitAxis::channels) {
            return no(" sums over rows and columns");
        }
        bool reads_rows = false;
        for (std::size_t i = 0; i < node_.inputs.size(); ++i) {
            if (node_.inputs[i] == TensorIndex::none()) {
                continue;
            }
            const Extents* const shape = operand(i);
            if (shape == nullptr) {
                return no(" has an operand of unknown size");
            }
            const bool is_broadcast = kind == ElementWise::broadcasts || i == 0 || shape->size() == output.size();
            const auto access = is_broadcast ? broadcast(*shape, axes, output) : of_channels(*shape, axes, output);
            if (!access) {
                return no(" has an operand whose shape does not fit its output");
            }
            form_.operands[i] = *access;
            reads_rows |= access->kind == OperandAccess::Kind::same_rows;
        }
        return reads_rows ? Form(std::move(form_)) : no(" has no operand with the rows of its output");
    }

    /// Axes are aligned from the last one. An operand without the axis, or with 1 there, is the same for all rows.
    [[nodiscard]] std::optional<OperandAccess> broadcast(const Extents& shape, const PictureAxes& axes,
                                                         const Extents& output) const {
        if (shape.size() > output.size()) {
            return std::nullopt;
        }
        if (network_.kind == ModelKind::ncnn && shape.size() < output.size()) {
            return of_channels(shape, axes, output);
        }
        const std::size_t missing = output.size() - shape.size();
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (shape[i] != output[missing + i] && shape[i] != 1) {
                return std::nullopt;
            }
        }
        if (form_.dimension < missing || shape[form_.dimension - missing] == 1) {
            return OperandAccess{};
        }
        return OperandAccess{OperandAccess::Kind::same_rows, form_.dimension - missing};
    }

    /// A scalar, or a vector with an element for each channel.
    [[nodiscard]] std::optional<OperandAccess> of_channels(const Extents& shape, const PictureAxes& axes,
                                                           const Extents& output) const {
        const bool is_scalar = std::ranges::all_of(shape, [](std::int64_t extent) { return extent == 1; });
        if (is_scalar) {
            return OperandAccess{};
        }
        if (shape.size() != 1 || shape.front() != output[axes.channels]) {
            return std::nullopt;
        }
        return axis_ == SplitAxis::channels ? OperandAccess{OperandAccess::Kind::same_rows, 0} : OperandAccess{};
    }

    const Network& network_;
    const Node& node_;
    SplitAxis axis_;
    SplitForm form_;
};

}  // namespace

tl::expected<SplitForm, std::string> split_form(const Network& network, const Node& node, SplitAxis axis) {
    return FormFinder(network, node, axis).find();
}

std::optional<Rows> rows_read(const SplitForm& form, std::size_t operand, Rows written) {
    switch (form.operands[operand].kind) {
        case OperandAccess::Kind::whole:
            break;
        case OperandAccess::Kind::same_rows:
            return written;
        case OperandAccess::Kind::window: {
            const WindowAxis& window = form.window;
            const std::int64_t first = written.begin * window.stride - window.before;
            const std::int64_t last = (written.end - 1) * window.stride - window.before + window.reach();
            return Rows{std::max<std::int64_t>(first, 0), std::min(last, form.input_extent)};
        }
        case OperandAccess::Kind::resampled:
            return form.resampled.seen(written, form.input_extent);
    }
    return std::nullopt;
}

WindowAxis window_of_part(const SplitForm& form, Rows written) {
    WindowAxis window = form.window;
    const std::int64_t first = written.begin * window.stride - window.before;
    const std::int64_t last = (written.end - 1) * window.stride - window.before + window.reach();
    window.before = std::max<std::int64_t>(-first, 0);
    window.after = std::max<std::int64_t>(last - form.input_extent, 0);
    return window;
}

ResampledAxis resampling_of_part(const SplitForm& form, Rows written) {
    ResampledAxis axis = form.resampled;
    axis.shift += written.begin * axis.scale - axis.seen(written, form.input_extent).begin * axis.divisor;
    return axis;
}

}  // namespace arenascope
