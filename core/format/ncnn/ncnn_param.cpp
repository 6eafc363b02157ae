#include "core/format/ncnn/ncnn_param.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/format/ncnn/ncnn_shapes.h"
#include "core/format/ncnn/ncnn_windows.h"

namespace arenascope {
namespace {

constexpr std::string_view magic = "7767517";
constexpr int shape_hint = 30;  ///< the list under −23330
/// Limit on the inputs and on the outputs of a layer; a larger count means a damaged file.
constexpr std::int64_t max_blobs_of_layer = 1 << 16;

std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    std::vector<std::string_view> words;
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(blanks, end);
    }
    return words;
}

class ParamReader {
public:
    ParamReader(const ImportOptions& options, const std::string& source) : options_(options), source_(source) {
        network_.kind = ModelKind::ncnn;
    }

    Expected<Network> read(std::string_view content) {
        content = without_byte_order_mark(content);
        for (; !content.empty(); ++line_) {
            const std::size_t end = std::min(content.find('\n'), content.size());
            if (auto done = read_line(content.substr(0, end)); !done) {
                return tl::unexpected(done.error());
            }
            content.remove_prefix(std::min(end + 1, content.size()));
        }
        if (layers_ < 0) {
            return wrong("the counts of layers and blobs are missing", "write them into the second line");
        }
        if (read_layers_ < layers_) {
            return wrong("there are " + std::to_string(read_layers_) + " layers, but the second line says " +
                             std::to_string(layers_),
                         "the file may have been cut off: write it again");
        }
        if (read_layers_ > layers_) {
            // Files edited by hand often keep the old count.
            network_.notes.push_back("the second line says " + std::to_string(layers_) + " layers, there are " +
                                     std::to_string(read_layers_));
        }
        find_outputs();
        if (auto known = check_shapes(); !known) {
            return tl::unexpected(known.error());
        }
        return std::move(network_);
    }

private:
    [[nodiscard]] tl::unexpected<Error> wrong(std::string cause, std::string cure) const {
        return failure(Error{source_, line_, std::move(cause), std::move(cure)});
    }

    Expected<void> read_line(std::string_view line) {
        const auto words = words_of(line);
        if (words.empty() || (line_ == 1 && words.front() == magic)) {
            return {};
        }
        if (layers_ >= 0) {
            return read_layer(words);
        }
        const auto layers = plain_number(words.front());
        if (words.size() != 2 || !layers || *layers < 0 || !plain_number(words.back())) {
            return wrong("the line must hold the numbers of layers and of blobs", "write two integers");
        }
        layers_ = *layers;
        return {};
    }

    Expected<void> read_layer(const std::vector<std::string_view>& words) {
        const auto inputs = words.size() >= 4 ? plain_number(words[2]) : std::nullopt;
        const auto outputs = words.size() >= 4 ? plain_number(words[3]) : std::nullopt;
        if (!inputs || !outputs || *inputs < 0 || *outputs < 0 || *inputs > max_blobs_of_layer ||
            *outputs > max_blobs_of_layer) {
            return wrong("a layer needs its type, name, number of inputs and number of outputs",
                         "such as: ReLU relu1 1 1 in out");
        }
        if (words.size() < 4 + static_cast<std::size_t>(*inputs + *outputs)) {
            return wrong("layer " + in_quotes(words[1]) + " names fewer blobs than its " + std::to_string(*inputs) +
                             " inputs and " + std::to_string(*outputs) + " outputs",
                         "name each of them");
        }
        ++read_layers_;
        Node node;
        node.type = words[0];
        node.name = words[1];
        std::size_t at = 4;
        for (std::int64_t i = 0; i < *inputs; ++i) {
            const auto known = tensors_.find(std::string(words[at]));
            if (known == tensors_.end()) {
                return wrong("no earlier layer outputs blob " + in_quotes(words[at]),
                             "list layers in the order in which they run");
            }
            node.inputs.push_back(known->second);
            ++at;
        }
        const auto names = std::vector(words.begin() + static_cast<std::ptrdiff_t>(at),
                                       words.begin() + static_cast<std::ptrdiff_t>(at) + *outputs);
        const NcnnParameters parameters({words.begin() + static_cast<std::ptrdiff_t>(at) + *outputs, words.end()});
        if (renames_operands(node, names.size())) {
            return add_references(std::move(node), names);
        }
        auto shapes = options_.shapes.empty() ? shapes_in(parameters, names.size())
                                              : Expected<std::vector<NcnnShape>>(given_shapes(node, names));
        if (!shapes) {
            return tl::unexpected(shapes.error());
        }
        add_inferred(node, parameters, *shapes);
        return add_layer(std::move(node), names, parameters, *shapes);
    }

    /// Those of inputs, in place of all hints.
    [[nodiscard]] std::vector<NcnnShape> given_shapes(const Node& node,
                                                      const std::vector<std::string_view>& names) const {
        std::vector<NcnnShape> shapes(names.size());
        for (std::size_t i = 0; i < names.size() && node.type == "Input"; ++i) {
            if (const auto given = options_.shapes.find(names[i]); given != options_.shapes.end()) {
                // Innermost first, as everywhere in the file.
                shapes[i].emplace(given->second.rbegin(), given->second.rend());
            }
        }
        return shapes;
    }

    [[nodiscard]] Expected<void> check_shapes() const {
        for (const auto& [name, shape] : options_.shapes) {
            const auto is_it = [&, wanted = std::string_view(name)](TensorIndex input) {
                return network_.tensors[input].name == wanted;
            };
            if (std::ranges::none_of(network_.inputs, is_it)) {
                std::string inputs;
                for (const TensorIndex input : network_.inputs) {
                    inputs += (inputs.empty() ? "" : ", ") + network_.tensors[input].name;
                }
                return failure(Error{source_, 0, "shape." + name + ": there is no such input",
                                     inputs.empty() ? "leave it out" : "the inputs are " + inputs});
            }
            if (shape.size() > 4) {
                return failure(Error{source_, 0, "shape." + name + ": a blob has at most four dimensions",
                                     "give W,H,C or W,H,D,C"});
            }
        }
        return {};
    }

    /// What the hints leave open follows from the operands.
    void add_inferred(const Node& node, const NcnnParameters& parameters, std::vector<NcnnShape>& shapes) const {
        if (std::ranges::all_of(shapes, [](const NcnnShape& shape) { return shape.has_value(); })) {
            return;
        }
        std::vector<NcnnShape> operands;
        for (const TensorIndex input : node.inputs) {
            operands.push_back(network_.tensors[input].shape);
        }
        std::vector<NcnnShape> inferred = ncnn_shapes(node.type, parameters, operands, shapes.size());
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            shapes[i] = shapes[i] ? std::move(shapes[i]) : std::move(inferred[i]);
        }
    }

    Expected<void> add_name(std::string_view name, TensorIndex tensor) {
        if (!tensors_.emplace(name, tensor).second) {
            return wrong("blob " + in_quotes(name) + " is the output of two layers", "give each blob its own name");
        }
        return {};
    }

    /// Whether the layer does nothing: its outputs are its operands under other names.
    static bool renames_operands(const Node& node, std::size_t outputs) {
        return (node.type == "Split" && node.inputs.size() == 1) ||
               (node.type == "Noop" && outputs <= node.inputs.size());
    }

    Expected<void> add_references(Node node, const std::vector<std::string_view>& names) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            const TensorIndex operand = node.type == "Split" ? node.inputs.front() : node.inputs[i];
            if (auto added = add_name(names[i], operand); !added) {
                return added;
            }
        }
        network_.nodes.push_back(std::move(node));
        return {};
    }

    Expected<void> add_layer(Node node, const std::vector<std::string_view>& names, const NcnnParameters& parameters,
                             const std::vector<NcnnShape>& shapes) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            const TensorIndex tensor(network_.tensors.size());
            if (auto added = add_name(names[i], tensor); !added) {
                return added;
            }
            constexpr std::int64_t float_bits = 32;
            Tensor& blob = network_.tensors.emplace_back();
            blob.name = names[i];
            blob.type = "float32";
            blob.element_bits = float_bits;
            blob.shape = shapes[i];
            blob.constant = node.type == "MemoryData";
            node.outputs.push_back(tensor);
            if (node.type == "Input") {
                network_.inputs.push_back(tensor);
            }
        }
        node.weights = weights_of(node, parameters);
        if (node.type == "Concat" || node.type == "Slice") {
            // The parameter is the axis, counted from the outermost one; absent: 0.
            node.axis = parameters.integer(node.type == "Concat" ? 0 : 1, 0);
        }
        node.window = ncnn_window(network_, node, parameters);
        node.resampling = ncnn_resampling(network_, node, parameters);
        if (node.type != "Input" && node.type != "MemoryData") {
            network_.nodes.push_back(std::move(node));
        }
        return {};
    }

    /// The number of weights of a recurrent layer that multiply in each step: those of the input, as given, and those
    /// of the state. An LSTM may project its state.
    static std::optional<std::int64_t> recurrent_weights(std::int64_t gates, const NcnnParameters& parameters) {
        const auto outputs = parameters.integer(0);
        const auto of_input = parameters.integer(1);
        const bool is_projected = gates == 4 && parameters.integer(3, 0) > 0;
        const auto hidden = is_projected ? parameters.integer(3) : outputs;
        if (!outputs || !of_input || *outputs <= 0 || *of_input <= 0) {
            return std::nullopt;
        }
        // Direction 2 runs both ways.
        const std::int64_t directions = parameters.integer(2, 0) == 2 ? 2 : 1;
        const std::int64_t matrices = gates + (is_projected && hidden != outputs ? 1 : 0);
        const auto one = checked_multiply(*hidden, *outputs);
        const auto of_state = one ? checked_multiply(*one, directions * matrices) : std::nullopt;
        return of_state ? checked_add(*of_input, *of_state) : std::nullopt;
    }

    /// The number of weights of a layer with a kernel: as given, or by its kernel, channels and groups.
    [[nodiscard]] std::optional<std::int64_t> weights_of(const Node& node, const NcnnParameters& parameters) const {
        if (node.type == "LSTM" || node.type == "GRU" || node.type == "RNN") {
            return recurrent_weights(node.type == "LSTM" ? 4 : node.type == "GRU" ? 3 : 1, parameters);
        }
        const bool is_product = node.type == "InnerProduct";
        if (!is_product && !node.type.starts_with("Convolution") && !node.type.starts_with("Deconvolution")) {
            return std::nullopt;
        }
        if (const auto given = parameters.integer(is_product ? 2 : 6); given && *given > 0) {
            return given;
        }
        const auto outputs = parameters.integer(0);
        const auto& shape = node.inputs.empty() ? std::nullopt : network_.tensors[node.inputs.front()].shape;
        if (!outputs || !shape || shape->empty()) {
            return std::nullopt;
        }
        std::vector<std::int64_t> factors = {*outputs};
        std::int64_t groups = 1;
        if (is_product) {
            // Of two dimensions, the first one counts rows, which share the weights.
            factors.insert(factors.end(), shape->size() == 2 ? shape->begin() + 1 : shape->begin(), shape->end());
        } else {
            const std::int64_t width = parameters.integer(1, 0);
            groups = parameters.integer(7, 1);
            const bool is_flat = node.type.find("1D") != std::string::npos;
            factors.insert(factors.end(), {shape->front(), width});
            factors.push_back(is_flat ? 1 : parameters.integer(11, width));
            factors.push_back(node.type.find("3D") != std::string::npos ? parameters.integer(21, width) : 1);
        }
        std::int64_t weights = 1;
        for (const std::int64_t factor : factors) {
            const auto product = factor > 0 ? checked_multiply(weights, factor) : std::nullopt;
            if (!product) {
                return std::nullopt;
            }
            weights = *product;
        }
        return groups > 0 && weights % groups == 0 ? std::optional(weights / groups) : std::nullopt;
    }

    [[nodiscard]] Expected<std::vector<NcnnShape>> shapes_in(const NcnnParameters& parameters,
                                                             std::size_t outputs) const {
        std::vector<NcnnShape> shapes(outputs);
        if (outputs == 0 || !parameters.has_list(shape_hint)) {
            return shapes;
        }
        const std::vector<std::int64_t> numbers = parameters.list(shape_hint);
        if (numbers.empty()) {
            return wrong(
                "the shape hint does not begin with the number of values that follow, or has an invalid number",
                "write -23330=4,dimensions,w,h,c for each output");
        }
        const std::size_t each = numbers.size() / outputs;
        if (each * outputs != numbers.size() || (each != 4 && each != 5)) {
            return wrong("the shape hint has " + std::to_string(numbers.size()) + " numbers for " +
                             std::to_string(outputs) + " outputs",
                         "give 4 for each output, or 5 with a depth");
        }
        for (std::size_t i = 0; i < outputs; ++i) {
            const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(i * each);
            const std::int64_t dimensions = *first;
            // w, h, c or w, h, d, c: innermost first. Unused extents are 1.
            std::vector<std::int64_t> extents(first + 1, first + static_cast<std::ptrdiff_t>(each));
            if (dimensions == 0) {
                continue;
            }
            if (dimensions < 0 || dimensions > std::ssize(extents) ||
                std::ranges::any_of(extents, [](std::int64_t extent) { return extent < 0; })) {
                return wrong("the shape hint has an invalid number", "extents are positive, dimensions from 1 to 4");
            }
            shapes[i] = shape_from(extents, static_cast<std::size_t>(dimensions));
        }
        return shapes;
    }

    /// The shape, outermost extent first.
    static std::vector<std::int64_t> shape_from(const std::vector<std::int64_t>& extents, std::size_t dimensions) {
        std::vector<std::int64_t> shape(extents.rbegin(), extents.rend());
        // Drop unused extents, which are 1. They come after the used ones but before c.
        while (shape.size() > dimensions) {
            const auto unused = std::ranges::find(shape, 1);
            if (unused == shape.end()) {
                break;
            }
            shape.erase(unused);
        }
        return shape;
    }

    void find_outputs() {
        IndexedVector<TensorIndex, bool> is_read(network_.tensors.size(), false);
        for (const Node& node : network_.nodes) {
            for (const TensorIndex input : node.inputs) {
                is_read[input] = is_read[input] || !node.outputs.empty();
            }
        }
        for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
            if (!is_read[i] && !network_.tensors[i].constant) {
                network_.outputs.emplace_back(i);
            }
        }
    }

    const ImportOptions& options_;
    const std::string& source_;
    Network network_;
    std::unordered_map<std::string, TensorIndex> tensors_;
    std::int64_t line_ = 1;
    std::int64_t layers_ = -1;
    std::int64_t read_layers_ = 0;
};

/// Whether a text begins with the magic number.
bool is_ncnn_param(std::string_view content) {
    content = without_byte_order_mark(content);
    const std::size_t end = content.find_first_of("\r\n");
    return content.substr(0, end) == magic;
}

}  // namespace

Expected<Network> parse_ncnn_param(std::string_view content, const ImportOptions& options, const std::string& source) {
    return ParamReader(options, source).read(content);
}

Format ncnn_param_format() {
    return {.description = {FileFormat::ncnn_param, "ncnn-param", "ncnn", "*.param", FormatMaker::model_tool,
                            FormatKind::model},
            .signs = {.is_text = is_ncnn_param},
            .read_model =
                [](const FormatInput& input) { return parse_ncnn_param(input.content, input.options, input.source); },
            .cure_for_shapes =
                "give the extents of each input by --set shape.NAME=W,H,C, and write the shape of a layer that is not "
                "known into its line, as in -23330=4,3,W,H,C (the count of numbers, the dimensions, then the extents)",
            .switches = {"shape"}};
}

}  // namespace arenascope
