#include "core/format/openvino/open_extents.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include "core/base/error/quotation.h"
#include "core/model/memory/quantity.h"
#include "core/model/network/operator_features.h"

namespace arenascope {
namespace {

/// Operators whose output has the outermost extent of their first operand.
constexpr std::string_view keep_batch[] = {
    "AvgPool", "Convolution", "ConvolutionBackpropData", "GroupConvolution", "GroupConvolutionBackpropData",
    "MatMul",  "MaxPool"};
/// Operators that keep the shape, though they must not work in place.
constexpr std::string_view keep_shape[] = {"Convert", "GRN", "LRN", "MVN", "NormalizeL2"};
constexpr std::string_view keep_elements[] = {"Reshape", "Squeeze", "Unsqueeze"};
constexpr std::string_view split_operators[] = {"Split", "VariadicSplit"};

template <class List>
bool holds(const List& list, std::string_view type) {
    return std::ranges::find(list, type) != std::end(list);
}

bool is_element_wise(std::string_view type) {
    const auto rows = features_of(ModelKind::openvino);
    return holds(keep_shape, type) || std::ranges::any_of(rows, [type](const FeatureRow& row) {
               return row.feature == OperatorFeature::in_place && holds(row.types, type);
           });
}

class ExtentCloser {
public:
    ExtentCloser(Network& network, const ImportOptions& options) : network_(network), options_(options) {}

    void run() {
        note_open();
        if (open_.empty()) {
            return note_unused();
        }
        for (const TensorIndex input : network_.inputs) {
            close(input, nullptr);
        }
        for (const Node& node : network_.nodes) {
            for (const TensorIndex output : node.outputs) {
                close(output, &node);
            }
        }
        for (auto& [tensor, positions] : open_) {
            network_.dimensions.insert(network_.dimensions.end(), names_[tensor].begin(), names_[tensor].end());
        }
        note_unused();
    }

private:
    using Positions = std::vector<std::size_t>;

    void note_open() {
        for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
            const auto& shape = network_.tensors[i].shape;
            for (std::size_t position = 0; shape && position < shape->size(); ++position) {
                if ((*shape)[position] < 0) {
                    open_[TensorIndex(i)].push_back(position);
                }
            }
        }
    }

    void close(TensorIndex index, const Node* writer) {
        const auto found = open_.find(index);
        if (found == open_.end()) {
            return;
        }
        for (const std::size_t position : found->second) {
            const std::string name = network_.tensors[index].name + "." + std::to_string(position);
            const auto given = options_.dimensions.find(name);
            std::optional<std::int64_t> extent;
            if (given != options_.dimensions.end()) {
                used_.insert(name);
                extent = given->second;
            } else if (writer != nullptr) {
                extent = kept_extent(index, *writer, position);
            }
            if (!extent) {
                network_.assumed_dimensions.push_back(name);
            }
            if (!extent || given != options_.dimensions.end()) {
                names_[index].push_back(name);
            }
            (*network_.tensors[index].shape)[position] = extent.value_or(options_.unknown_dimension);
        }
    }

    /// The extent of an operand that the operator keeps at this position; the largest, as in a broadcast.
    [[nodiscard]] std::optional<std::int64_t> kept_extent(TensorIndex output, const Node& writer,
                                                          std::size_t position) const {
        if (holds(keep_elements, writer.type)) {
            return extent_of_view(output, writer);
        }
        const bool keeps_all = is_element_wise(writer.type);
        if (!keeps_all && !keeps_first_operand(output, writer, position)) {
            return std::nullopt;
        }
        const std::int64_t rank = std::ssize(*network_.tensors[output].shape);
        std::optional<std::int64_t> largest;
        for (const TensorIndex operand : writer.inputs) {
            if (const auto extent = closed_extent(operand, rank - static_cast<std::int64_t>(position), rank);
                extent && (!largest || *largest < *extent)) {
                largest = extent;
            }
            if (!keeps_all) {
                break;
            }
        }
        return largest;
    }

    /// Whether the output has the extent of the first operand at this position.
    [[nodiscard]] bool keeps_first_operand(TensorIndex output, const Node& writer, std::size_t position) const {
        const auto& shape = *network_.tensors[output].shape;
        if (holds(keep_batch, writer.type)) {
            return position == 0;
        }
        if (writer.type == "Concat" && writer.axis) {
            return static_cast<std::int64_t>(position) != *writer.axis + (*writer.axis < 0 ? std::ssize(shape) : 0);
        }
        if (!holds(split_operators, writer.type) || writer.inputs.empty()) {
            return false;
        }
        // A split shortens one extent. If that is one with a number, the open ones are kept.
        const auto& whole = network_.tensors[writer.inputs.front()].shape;
        bool is_along_another = false;
        for (std::size_t i = 0; whole && whole->size() == shape.size() && i < shape.size(); ++i) {
            is_along_another |= i != position && shape[i] >= 0 && (*whole)[i] > shape[i];
        }
        return is_along_another;
    }

    /// The only open extent of a view: it has as many elements as its operand.
    [[nodiscard]] std::optional<std::int64_t> extent_of_view(TensorIndex output, const Node& writer) const {
        const auto elements = writer.inputs.empty() ? std::nullopt : elements_of(writer.inputs.front(), 0);
        const auto rest = elements_of(output, 1);
        return elements && rest && *rest > 0 && *elements % *rest == 0 ? std::optional(*elements / *rest)
                                                                       : std::nullopt;
    }

    /// The product of the extents with a number; empty unless exactly `open` others are without one.
    [[nodiscard]] std::optional<std::int64_t> elements_of(TensorIndex index, std::size_t open) const {
        std::optional<std::int64_t> product = 1;
        std::size_t unknown = 0;
        if (index == TensorIndex::none() || !network_.tensors[index].shape) {
            return std::nullopt;
        }
        for (const std::int64_t extent : *network_.tensors[index].shape) {
            if (extent < 0) {
                ++unknown;
            } else if (product) {
                product = checked_multiply(*product, extent);
            }
        }
        return unknown == open ? product : std::nullopt;
    }

    /// The extent of an operand, counted from its last one, if the file left it open and it has a value by now.
    [[nodiscard]] std::optional<std::int64_t> closed_extent(TensorIndex operand, std::int64_t from_end,
                                                            std::int64_t highest_rank) const {
        const auto found = operand == TensorIndex::none() ? open_.end() : open_.find(operand);
        if (found == open_.end()) {
            return std::nullopt;
        }
        const auto& shape = *network_.tensors[operand].shape;
        const std::int64_t position = std::ssize(shape) - from_end;
        if (position < 0 || std::ssize(shape) > highest_rank ||
            !std::binary_search(found->second.begin(), found->second.end(), static_cast<std::size_t>(position)) ||
            shape[static_cast<std::size_t>(position)] < 0) {
            return std::nullopt;
        }
        return shape[static_cast<std::size_t>(position)];
    }

    void note_unused() {
        for (const auto& [name, extent] : options_.dimensions) {
            if (!used_.contains(name)) {
                network_.notes.push_back("the model has no open dimension " + in_quotes(name));
            }
        }
    }

    Network& network_;
    const ImportOptions& options_;
    std::map<TensorIndex, Positions> open_;  ///< positions that the file leaves open, ascending
    std::map<TensorIndex, std::vector<std::string>> names_;
    std::set<std::string, std::less<>> used_;
};

}  // namespace

void close_extents(Network& network, const ImportOptions& options) {
    ExtentCloser(network, options).run();
}

}  // namespace arenascope
