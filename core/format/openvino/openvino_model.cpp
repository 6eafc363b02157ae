#include "core/format/openvino/openvino_model.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/format/openvino/ir_text.h"
#include "core/format/openvino/layer_windows.h"
#include "core/format/openvino/open_extents.h"
#include "core/format/openvino/weights_file.h"

namespace arenascope {
namespace {

/// The outermost element.
constexpr std::string_view openvino_root = "net";
constexpr int oldest_version = 10;
constexpr int newest_version = 11;
constexpr int deepest_body = 60;
constexpr const char* export_again = "the file was damaged: export it again";

/// Operators that give different results in each run, or keep a state.
constexpr std::string_view never_fold[] = {"Assign", "Multinomial", "RandomUniform", "ReadValue"};
constexpr std::string_view body_elements[] = {"then_body", "else_body", "body"};
constexpr std::string_view operators_with_bodies[] = {"If", "Loop", "TensorIterator"};

template <class List>
bool is_one_of(const List& list, std::string_view name) {
    return std::ranges::find(list, name) != std::end(list);
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    return plain_number(trimmed(text));
}

std::string_view attribute(const pugi::xml_node& element, const char* name) {
    return element.attribute(name).value();
}

/// A layer of the graph that is being read.
struct Layer {
    pugi::xml_node element;
    std::vector<std::string_view> inputs = {};  ///< ids of the ports
    std::vector<TensorIndex> operands = {};     ///< by input port; none(): no edge yet
    std::vector<TensorIndex> outputs = {};
};

/// Reads one graph: the main one, or a body.
class GraphReader {
public:
    GraphReader(const IrText& text, const FormatInput& input, openvino_file::WeightsFile& weights, int depth)
        : text_(text), input_(input), weights_(weights), depth_(depth) {
        network_.kind = ModelKind::openvino;
    }

    Expected<Network> read(const pugi::xml_node& graph) {
        const pugi::xml_node layers = graph.child("layers");
        if (!layers) {
            refuse(graph, "the graph has no layers", "open the .xml file of an OpenVINO model");
        }
        for (const pugi::xml_node& element : layers.children("layer")) {
            add_layer(element);
        }
        for (const pugi::xml_node& edge : graph.child("edges").children("edge")) {
            add_edge(edge);
        }
        for (Layer& layer : layers_) {
            add_node(layer);
        }
        if (error_) {
            return failure(std::move(*error_));
        }
        const IrAttributes attributes{data_of_, constants_, weights_};
        if (auto closed = close_extents(network_, attributes, options()); !closed) {
            closed.error().source = input_.source;
            return failure(std::move(closed.error()));
        }
        for (std::size_t i = 0; i < network_.nodes.size(); ++i) {
            find_axis_of_split(network_.nodes[i]);
            Node& node = network_.nodes[i];
            node.window = node.type == "Pad" ? padding_of(data_of_[i], node, attributes)
                                             : openvino_window(data_of_[i], network_, node);
            node.resampling = openvino_resampling(data_of_[i], network_, node);
        }
        return std::move(network_);
    }

    /// The number of operators that read a state.
    [[nodiscard]] std::size_t variables() const { return variables_; }

private:
    [[nodiscard]] std::optional<SlidingWindow> padding_of(const pugi::xml_node& data, const Node& node,
                                                          const IrAttributes& attributes) const {
        const auto rows = [&](std::size_t operand) {
            const bool is_there = operand < node.inputs.size() && node.inputs[operand] != TensorIndex::none();
            const auto value = is_there ? stored_value(attributes, network_, node.inputs[operand]) : std::nullopt;
            std::vector<std::int64_t> numbers;
            for (const auto& number : value ? value->numbers : std::vector<onnx_file::Number>()) {
                numbers.push_back(number.integer);
            }
            return numbers;
        };
        return openvino_padding(data, rows(1), rows(2));
    }

    /// A body has inputs of its own, which have no names outside.
    [[nodiscard]] ImportOptions options() const {
        ImportOptions options = input_.options;
        if (depth_ > 0) {
            options.shapes.clear();
        }
        return options;
    }

    /// Keeps the first error. After it, what is read is meaningless.
    void refuse(const pugi::xml_node& place, std::string cause, std::string cure) {
        if (!error_) {
            error_ = text_.wrong(place, std::move(cause), std::move(cure)).value();
        }
    }

    [[nodiscard]] static std::string place_of(const pugi::xml_node& layer) {
        const std::string_view name = attribute(layer, "name");
        return "layer " + (name.empty() ? shown(attribute(layer, "id")) : in_quotes(name));
    }

    void add_layer(const pugi::xml_node& element) {
        const std::string_view id = attribute(element, "id");
        if (id.empty() || attribute(element, "type").empty()) {
            return refuse(element, "a layer has no id or no type", export_again);
        }
        if (!layer_of_.emplace(id, layers_.size()).second) {
            return refuse(element, "there are two layers with the id " + in_quotes(id), export_again);
        }
        Layer& layer = layers_.emplace_back();
        layer.element = element;
        for (const pugi::xml_node& port : element.child("input").children("port")) {
            layer.inputs.push_back(attribute(port, "id"));
        }
        std::ranges::sort(layer.inputs, comes_before);
        layer.operands.assign(layer.inputs.size(), TensorIndex::none());
        const auto ports = element.child("output").children("port");
        const bool is_only = std::distance(ports.begin(), ports.end()) == 1;
        for (const pugi::xml_node& port : ports) {
            add_tensor(layer, port, is_only);
        }
    }

    /// The order of operands: ids are numbers, though each serves as a name.
    static bool comes_before(std::string_view a, std::string_view b) {
        return std::pair(a.size(), a) < std::pair(b.size(), b);
    }

    void add_tensor(Layer& layer, const pugi::xml_node& port, bool is_only) {
        const pugi::xml_node& element = layer.element;
        const TensorIndex index(network_.tensors.size());
        if (!tensor_of_.emplace(std::pair(layers_.size() - 1, attribute(port, "id")), index).second) {
            return refuse(port, place_of(element) + " has two output ports " + in_quotes(attribute(port, "id")),
                          export_again);
        }
        std::vector<std::int64_t> shape;
        for (const pugi::xml_node& dimension : port.children("dim")) {
            const auto extent = whole_number(dimension.child_value());
            if (!extent || *extent < -1) {
                return refuse(dimension, "the extent " + in_quotes(dimension.child_value()) + " is not a number",
                              "write a whole number; -1 means unknown");
            }
            shape.push_back(*extent);
        }
        const pugi::xml_node data = element.child("data");
        const std::string_view own = attribute(port, "precision");
        Precision precision = precision_named(own.empty() ? attribute(data, "element_type") : own);
        Tensor& tensor = network_.tensors.emplace_back();
        tensor.name = attribute(element, "name");
        tensor.name += is_only ? "" : "." + std::to_string(layer.outputs.size());
        tensor.type = std::move(precision.name);
        tensor.element_bits = precision.bits;
        tensor.constant = is(layer, "Const");
        if (tensor.constant) {
            constants_.emplace(index, data);
        }
        // An unknown rank is written as dots.
        if (!shape.empty() || attribute(data, "shape").find("...") == std::string_view::npos) {
            tensor.shape = std::move(shape);
        }
        layer.outputs.push_back(index);
    }

    [[nodiscard]] static bool is(const Layer& layer, std::string_view type) {
        return attribute(layer.element, "type") == type;
    }

    void add_edge(const pugi::xml_node& edge) {
        const auto from = layer_of_.find(attribute(edge, "from-layer"));
        const auto to = layer_of_.find(attribute(edge, "to-layer"));
        if (from == layer_of_.end() || to == layer_of_.end()) {
            const std::string_view id = attribute(edge, from == layer_of_.end() ? "from-layer" : "to-layer");
            return refuse(edge, "the edge names layer " + in_quotes(id) + ", which does not exist", export_again);
        }
        const auto tensor = tensor_of_.find(std::pair(from->second, attribute(edge, "from-port")));
        if (tensor == tensor_of_.end()) {
            return refuse(edge, missing_port(layers_[from->second], "output", attribute(edge, "from-port")),
                          export_again);
        }
        Layer& reader = layers_[to->second];
        const std::string_view port = attribute(edge, "to-port");
        const auto place = std::lower_bound(reader.inputs.begin(), reader.inputs.end(), port, comes_before);
        if (place == reader.inputs.end() || *place != port) {
            return refuse(edge, missing_port(reader, "input", port), export_again);
        }
        TensorIndex& operand = reader.operands[static_cast<std::size_t>(place - reader.inputs.begin())];
        if (operand != TensorIndex::none()) {
            return refuse(edge, "two edges lead to input port " + in_quotes(port) + " of " + place_of(reader.element),
                          export_again);
        }
        operand = tensor->second;
    }

    static std::string missing_port(const Layer& layer, const char* kind, std::string_view port) {
        return "the edge names " + std::string(kind) + " port " + in_quotes(port) + " of " + place_of(layer.element) +
               ", which does not exist";
    }

    void add_node(Layer& layer) {
        const auto open = std::ranges::find(layer.operands, TensorIndex::none());
        if (open != layer.operands.end()) {
            const std::string_view port = layer.inputs[static_cast<std::size_t>(open - layer.operands.begin())];
            return refuse(layer.element,
                          "no edge leads to input port " + in_quotes(port) + " of " + place_of(layer.element),
                          export_again);
        }
        if (is(layer, "Const")) {
            return;
        }
        auto& list = is(layer, "Result") ? network_.outputs : network_.inputs;
        if (is(layer, "Parameter") || is(layer, "Result")) {
            const auto& tensors = is(layer, "Result") ? layer.operands : layer.outputs;
            list.insert(list.end(), tensors.begin(), tensors.end());
            return;
        }
        Node& node = network_.nodes.emplace_back();
        node.name = attribute(layer.element, "name");
        node.type = type_of(layer.element);
        node.inputs = std::move(layer.operands);
        node.outputs = std::move(layer.outputs);
        node.folds = !is_one_of(never_fold, node.type);
        node.known = node.type == attribute(layer.element, "type");
        if (node.type == "Concat") {
            node.axis = whole_number(attribute(layer.element.child("data"), "axis"));
        }
        data_of_.push_back(layer.element.child("data"));
        variables_ += node.type == "ReadValue" ? 1 : 0;
        add_bodies(layer.element, node);
    }

    /// An operator of another set than OpenVINO's own has the name of the set in front.
    static std::string type_of(const pugi::xml_node& layer) {
        const std::string_view set = attribute(layer, "version");
        std::string type(attribute(layer, "type"));
        return set.empty() || set.starts_with("opset") ? type : std::string(set) + "." + type;
    }

    void add_bodies(const pugi::xml_node& layer, Node& node) {
        for (const pugi::xml_node& child : layer.children()) {
            if (!is_one_of(body_elements, child.name())) {
                continue;
            }
            if (depth_ == deepest_body) {
                node.unread_body = "its graphs are nested too deeply";
                return;
            }
            auto body = GraphReader(text_, input_, weights_, depth_ + 1).read(child);
            if (!body) {
                error_ = error_ ? error_ : std::move(body.error());
                return;
            }
            node.bodies.push_back(std::make_shared<const Network>(std::move(*body)));
        }
        if (node.bodies.empty() && is_one_of(operators_with_bodies, node.type)) {
            node.unread_body = "the file does not contain its graph";
        }
    }

    /// The axis of a split is a constant in the other file. It is the only one along which a part differs from the
    /// whole.
    void find_axis_of_split(Node& node) {
        if ((node.type != "Split" && node.type != "VariadicSplit") || node.inputs.empty()) {
            return;
        }
        const auto& whole = network_.tensors[node.inputs.front()].shape;
        std::optional<std::size_t> axis;
        for (const TensorIndex output : node.outputs) {
            const auto& part = network_.tensors[output].shape;
            if (!whole || !part || part->size() != whole->size()) {
                return;
            }
            for (std::size_t i = 0; i < whole->size(); ++i) {
                if ((*part)[i] != (*whole)[i] && axis.value_or(i) != i) {
                    return;
                }
                axis = (*part)[i] != (*whole)[i] ? i : axis;
            }
        }
        node.axis = static_cast<std::int64_t>(axis.value_or(0));
    }

    const IrText& text_;
    const FormatInput& input_;
    openvino_file::WeightsFile& weights_;
    int depth_;
    Network network_;
    std::vector<Layer> layers_;
    std::unordered_map<std::string_view, std::size_t> layer_of_;                 ///< by id
    std::map<std::pair<std::size_t, std::string_view>, TensorIndex> tensor_of_;  ///< by layer and id of the port
    std::map<TensorIndex, pugi::xml_node> constants_;                            ///< the attributes of their layers
    std::vector<pugi::xml_node> data_of_;  ///< by node: the attributes of its layer
    std::size_t variables_ = 0;
    std::optional<Error> error_;
};

Expected<pugi::xml_node> checked_root(const IrText& text) {
    const pugi::xml_node root = text.document().document_element();
    if (root.name() != openvino_root) {
        return text.wrong(root, "the outermost element is " + in_quotes(root.name()) + ", not 'net'",
                          "open the .xml file of an OpenVINO model");
    }
    const auto version = whole_number(attribute(root, "version"));
    if (!version) {
        return text.wrong(root, "the element 'net' has no version, so it is not an OpenVINO model",
                          "open the .xml file of an OpenVINO model");
    }
    if (*version < oldest_version || *version > newest_version) {
        return text.wrong(root,
                          "the model has IR version " + std::to_string(*version) + "; versions 10 and 11 are read",
                          *version < oldest_version ? "convert it again with OpenVINO 2020.1 or newer"
                                                    : "convert it to IR version 11");
    }
    return root;
}

Expected<Network> parse_openvino_model(const FormatInput& input) {
    const auto text = IrText::parse(input.content, input.source);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto root = checked_root(*text);
    if (!root) {
        return tl::unexpected(root.error());
    }
    openvino_file::WeightsFile weights(input.is_file ? input.source : std::string());
    GraphReader reader(*text, input, weights, 0);
    auto network = reader.read(*root);
    if (network) {
        network->name = attribute(*root, "name");
        if (reader.variables() > 0) {
            network->notes.push_back("the states of " + std::to_string(reader.variables()) +
                                     " ReadValue operators are kept between runs and are in no figure");
        }
    }
    return network;
}

}  // namespace

Format openvino_format() {
    return {.description = {FileFormat::openvino, "openvino", "OpenVINO", "*.xml", FormatMaker::model_tool,
                            FormatKind::model},
            .signs = {.xml_root = openvino_root},
            .read_model = parse_openvino_model,
            .cure_for_shapes = "give the model fixed shapes, and save it again",
            .switches = {"shape", "unknown-dimension"}};
}

}  // namespace arenascope
