#include "core/format/openvino/open_extents.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <string_view>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/format/openvino/layer_shapes.h"
#include "core/format/openvino/layer_values.h"
#include "core/model/network/dimension_wildcard.h"

namespace arenascope {
namespace {

using openvino_file::Extents;
using openvino_file::KnownValue;
using openvino_file::LayerOperand;
using openvino_file::LayerQuestion;
using openvino_file::Shape;

/// Limit on all elements that are kept.
constexpr std::int64_t max_kept_elements = std::int64_t{1} << 21;

class ExtentCloser {
public:
    ExtentCloser(Network& network, const IrAttributes& attributes, const ImportOptions& options)
        : network_(network), attributes_(attributes), options_(options), wildcard_(options) {}

    Expected<void> run() {
        note_open();
        if (auto given = take_shapes(); !given) {
            return given;
        }
        if (open_.empty() && !has_unknown_rank_) {
            note_unused();
            return {};
        }
        read_constants();
        for (const TensorIndex input : network_.inputs) {
            close(input, nullptr);
        }
        for (std::size_t i = 0; i < network_.nodes.size(); ++i) {
            run_node(network_.nodes[i], attributes_.of_nodes[i]);
        }
        for (const auto& entry : open_) {
            const auto& names = names_[entry.first];
            network_.dimensions.insert(network_.dimensions.end(), names.begin(), names.end());
        }
        note_unused();
        note_weights();
        return {};
    }

private:
    void note_open() {
        for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
            const auto& shape = network_.tensors[i].shape;
            has_unknown_rank_ |= !shape;
            for (std::size_t position = 0; shape && position < shape->size(); ++position) {
                if ((*shape)[position] < 0) {
                    open_.try_emplace(TensorIndex(i), *shape);
                }
            }
        }
    }

    /// The shapes that are given for inputs.
    Expected<void> take_shapes() {
        for (const auto& [name, given] : options_.shapes) {
            const auto input = std::ranges::find_if(network_.inputs, [&, text = &name](TensorIndex index) {
                return network_.tensors[index].name == *text;
            });
            if (input == network_.inputs.end()) {
                std::string note = "the model has no input " + in_quotes(name) + " whose shape could be given";
                for (const TensorIndex each : network_.inputs) {
                    note += (each == network_.inputs.front() ? "; its inputs are: " : ", ") +
                            shown(network_.tensors[each].name);
                }
                network_.notes.push_back(std::move(note));
                continue;
            }
            auto& shape = network_.tensors[*input].shape;
            if (shape && shape->size() != given.size()) {
                return failure("shape." + name + " has " + counted(given.size(), "extent", "extents") +
                                   ", the input has " + std::to_string(shape->size()),
                               "give " + pattern_of(*shape) + ", where each N is free");
            }
            for (std::size_t i = 0; shape && i < given.size(); ++i) {
                if ((*shape)[i] >= 0 && (*shape)[i] != given[i]) {
                    return failure("shape." + name + ": the model fixes extent " + std::to_string(i) + " to " +
                                       std::to_string((*shape)[i]) + ", so it cannot be " + std::to_string(given[i]),
                                   "give " + pattern_of(*shape) +
                                       ", where each N is free; for another one, reshape the model in OpenVINO and "
                                       "save it again");
                }
            }
            has_given_shape_.insert(*input);
            shape = given;
        }
        return {};
    }

    /// A shape with a letter for each open extent, such as N,3,224,224.
    static std::string pattern_of(const Extents& shape) {
        std::string text;
        for (const std::int64_t extent : shape) {
            text += (text.empty() ? "" : ",") + (extent < 0 ? std::string("N") : std::to_string(extent));
        }
        return text.empty() ? "none" : text;
    }

    void read_constants() {
        std::set<TensorIndex> read;
        for (const Node& node : network_.nodes) {
            for (const TensorIndex operand : node.inputs) {
                if (operand == TensorIndex::none() || !network_.tensors[operand].constant ||
                    !read.insert(operand).second) {
                    continue;
                }
                if (auto value = stored_value(attributes_, network_, operand)) {
                    keep(operand, std::move(*value));
                }
            }
        }
    }

    void keep(TensorIndex index, KnownValue value) {
        kept_ += std::ssize(value.numbers);
        if (kept_ <= max_kept_elements) {
            values_.insert_or_assign(index, std::move(value));
        }
    }

    void run_node(const Node& node, const pugi::xml_node& data) {
        LayerQuestion question{node.type, data, {}, {}};
        depends_on_open_ = false;
        for (const TensorIndex operand : node.inputs) {
            question.operands.push_back(operand_of(operand));
            depends_on_open_ |= open_.contains(operand);
        }
        std::vector<std::string_view> types;
        for (const TensorIndex output : node.outputs) {
            question.declared.push_back(declared_shape(output));
            types.push_back(network_.tensors[output].type);
        }
        auto shapes = openvino_file::layer_shapes(question);
        shapes.resize(node.outputs.size());
        std::vector<Shape> closed;
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            close(node.outputs[i], shapes[i] ? &*shapes[i] : nullptr);
            closed.push_back(network_.tensors[node.outputs[i]].shape);
        }
        auto values = openvino_file::layer_values(question, closed, types);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i]) {
                keep(node.outputs[i], std::move(*values[i]));
            }
        }
    }

    [[nodiscard]] LayerOperand operand_of(TensorIndex index) const {
        LayerOperand operand;
        if (index == TensorIndex::none()) {
            return operand;
        }
        const auto& shape = network_.tensors[index].shape;
        const auto value = values_.find(index);
        operand.shape = shape ? &*shape : nullptr;
        operand.declared = declared_shape(index);
        operand.value = value == values_.end() ? nullptr : &value->second;
        return operand;
    }

    /// The shape in the file; null: it says nothing of the rank.
    [[nodiscard]] const Extents* declared_shape(TensorIndex index) const {
        const auto open = open_.find(index);
        const auto& shape = network_.tensors[index].shape;
        return open != open_.end() ? &open->second : shape ? &*shape : nullptr;
    }

    /// `inferred`: the shape that follows from the operands; null: unknown.
    void close(TensorIndex index, const Extents* inferred) {
        auto& shape = network_.tensors[index].shape;
        // Ranks that add up from layer to layer would have no end.
        if (!shape && inferred != nullptr && inferred->size() <= onnx_file::max_rank &&
            std::ranges::all_of(*inferred, [](std::int64_t one) { return one >= 0; })) {
            shape = *inferred;
        }
        if (!shape || has_given_shape_.contains(index)) {
            return;
        }
        const auto found = open_.find(index);
        const bool fits = inferred != nullptr && inferred->size() == shape->size();
        for (std::size_t i = 0; i < shape->size(); ++i) {
            if (found != open_.end() && found->second[i] < 0) {
                (*shape)[i] = extent_at(index, i, fits ? (*inferred)[i] : onnx_file::unknown_extent);
            } else if (fits && (*inferred)[i] >= 0 && (*inferred)[i] != (*shape)[i]) {
                note_contradiction(index, i, (*inferred)[i]);
            }
        }
    }

    std::int64_t extent_at(TensorIndex index, std::size_t position, std::int64_t inferred) {
        const std::string name = network_.tensors[index].name + "." + std::to_string(position);
        const auto given = options_.dimensions.find(name);
        if (given == options_.dimensions.end() && inferred >= 0) {
            return inferred;
        }
        names_[index].push_back(name);
        if (given != options_.dimensions.end()) {
            used_.insert(name);
            return given->second;
        }
        const bool is_input = std::ranges::find(network_.inputs, index) != network_.inputs.end();
        const bool is_first = is_input && position == 0 && network_.tensors[index].shape->size() > 1;
        const auto extent = wildcard_.value_for(name, is_first);
        if (!extent) {
            network_.assumed_dimensions.push_back(name);
        }
        has_assumed_result_ |= !is_input;
        return extent.value_or(options_.unknown_dimension);
    }

    void note_contradiction(TensorIndex index, std::size_t position, std::int64_t inferred) {
        if (!is_contradicted_ && depends_on_open_) {
            network_.notes.push_back("extent " + std::to_string(position) + " of " +
                                     in_quotes(network_.tensors[index].name) + " is " +
                                     std::to_string((*network_.tensors[index].shape)[position]) +
                                     " in the file, but the open extents, as given or assumed, lead to " +
                                     std::to_string(inferred) + "; that of the file is used");
        }
        is_contradicted_ |= depends_on_open_;
    }

    void note_unused() {
        for (const auto& [name, extent] : options_.dimensions) {
            if (!used_.contains(name) && name != DimensionWildcard::name) {
                network_.notes.push_back("the model has no open dimension " + in_quotes(name));
            }
        }
        if (auto note = wildcard_.note()) {
            network_.notes.push_back(std::move(*note));
        }
    }

    void note_weights() {
        if (has_assumed_result_ && attributes_.weights.lacks_bytes()) {
            const std::string& path = attributes_.weights.path();
            network_.notes.push_back(
                "some extents follow from constants that could not be read" +
                (path.empty() ? std::string() : ": put the .bin file of the model beside it, as " + shown(path)));
        }
    }

    Network& network_;
    const IrAttributes& attributes_;
    const ImportOptions& options_;
    DimensionWildcard wildcard_;
    std::set<std::string, std::less<>> used_;
    std::map<TensorIndex, Extents> open_;  ///< shapes in the file that leave an extent open
    std::map<TensorIndex, std::vector<std::string>> names_;
    std::map<TensorIndex, KnownValue> values_;
    std::set<TensorIndex> has_given_shape_;
    std::int64_t kept_ = 0;
    bool has_unknown_rank_ = false;
    bool has_assumed_result_ = false;
    bool is_contradicted_ = false;
    bool depends_on_open_ = false;  ///< the layer being computed reads a tensor with open extents
};

}  // namespace

std::optional<onnx_file::KnownValue> stored_value(const IrAttributes& attributes, const Network& network,
                                                  TensorIndex index) {
    const Tensor& tensor = network.tensors[index];
    const auto found = attributes.of_constants.find(index);
    if (found == attributes.of_constants.end() || !tensor.shape ||
        !onnx_file::element_count(*tensor.shape, onnx_file::KnownValue::max_stored_elements)) {
        return std::nullopt;
    }
    const auto offset = plain_number(trimmed(found->second.attribute("offset").value()));
    const auto size = plain_number(trimmed(found->second.attribute("size").value()));
    const auto bytes = offset && size ? attributes.weights.bytes(*offset, *size) : std::nullopt;
    return bytes ? openvino_file::constant_value(*bytes, tensor.type, *tensor.shape) : std::nullopt;
}

Expected<void> close_extents(Network& network, const IrAttributes& attributes, const ImportOptions& options) {
    return ExtentCloser(network, attributes, options).run();
}

}  // namespace arenascope
