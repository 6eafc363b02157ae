#include "core/format/ncnn_param.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/format/ncnn_windows.h"

namespace arenascope {
namespace {

constexpr std::string_view magic = "7767517";
constexpr std::string_view shape_hint = "-23330=";
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

std::optional<std::vector<std::int64_t>> numbers_in(std::string_view list) {
    std::vector<std::int64_t> numbers;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        const auto number = plain_number(list.substr(0, end));
        if (!number) {
            return std::nullopt;
        }
        numbers.push_back(*number);
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return numbers;
}

class ParamReader {
public:
    explicit ParamReader(const std::string& source) : source_(source) { network_.kind = ModelKind::ncnn; }

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
        const auto parameters = std::vector(words.begin() + static_cast<std::ptrdiff_t>(at) + *outputs, words.end());
        if (renames_operands(node, names.size())) {
            return add_references(std::move(node), names);
        }
        auto shapes = shapes_in(parameters, names.size());
        if (!shapes) {
            return tl::unexpected(shapes.error());
        }
        if (node.type == "Input" && !names.empty() && !shapes->front()) {
            shapes->front() = shape_of_input(parameters);
        }
        return add_layer(std::move(node), names, parameters, *shapes);
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

    Expected<void> add_layer(Node node, const std::vector<std::string_view>& names,
                             const std::vector<std::string_view>& parameters,
                             const std::vector<std::optional<std::vector<std::int64_t>>>& shapes) {
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
            const std::string_view key = node.type == "Concat" ? "0" : "1";
            node.axis = parameter(parameters, key).value_or(0);
        }
        node.window = ncnn_window(network_, node, [&](std::string_view key) { return parameter(parameters, key); });
        if (node.type != "Input" && node.type != "MemoryData") {
            network_.nodes.push_back(std::move(node));
        }
        return {};
    }

    /// The number of weights of a recurrent layer that multiply in each step: those of the input, as given, and those
    /// of the state. An LSTM may project its state.
    static std::optional<std::int64_t> recurrent_weights(std::int64_t gates,
                                                         const std::vector<std::string_view>& parameters) {
        const auto outputs = parameter(parameters, "0");
        const auto of_input = parameter(parameters, "1");
        const bool is_projected = gates == 4 && parameter(parameters, "3").value_or(0) > 0;
        const auto hidden = is_projected ? parameter(parameters, "3") : outputs;
        if (!outputs || !of_input || *outputs <= 0 || *of_input <= 0) {
            return std::nullopt;
        }
        // Direction 2 runs both ways.
        const std::int64_t directions = parameter(parameters, "2").value_or(0) == 2 ? 2 : 1;
        const std::int64_t matrices = gates + (is_projected && hidden != outputs ? 1 : 0);
        const auto one = checked_multiply(*hidden, *outputs);
        const auto of_state = one ? checked_multiply(*one, directions * matrices) : std::nullopt;
        return of_state ? checked_add(*of_input, *of_state) : std::nullopt;
    }

    /// The number of weights of a layer with a kernel: as given, or by its kernel, channels and groups.
    [[nodiscard]] std::optional<std::int64_t> weights_of(const Node& node,
                                                         const std::vector<std::string_view>& parameters) const {
        if (node.type == "LSTM" || node.type == "GRU" || node.type == "RNN") {
            return recurrent_weights(node.type == "LSTM" ? 4 : node.type == "GRU" ? 3 : 1, parameters);
        }
        const bool is_product = node.type == "InnerProduct";
        if (!is_product && !node.type.starts_with("Convolution") && !node.type.starts_with("Deconvolution")) {
            return std::nullopt;
        }
        if (const auto given = parameter(parameters, is_product ? "2" : "6"); given && *given > 0) {
            return given;
        }
        const auto outputs = parameter(parameters, "0");
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
            const auto width = parameter(parameters, "1");
            groups = parameter(parameters, "7").value_or(1);
            const bool is_flat = node.type.find("1D") != std::string::npos;
            factors.insert(factors.end(), {shape->front(), width.value_or(0)});
            factors.push_back(is_flat ? 1 : parameter(parameters, "11").value_or(width.value_or(0)));
            factors.push_back(node.type.find("3D") != std::string::npos
                                  ? parameter(parameters, "21").value_or(width.value_or(0))
                                  : 1);
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

    static std::optional<std::int64_t> parameter(const std::vector<std::string_view>& parameters,
                                                 std::string_view key) {
        for (const std::string_view word : parameters) {
            if (word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=') {
                return plain_number(word.substr(key.size() + 1));
            }
        }
        return std::nullopt;
    }

    static std::optional<std::vector<std::int64_t>> shape_of_input(const std::vector<std::string_view>& parameters) {
        std::vector<std::int64_t> shape;
        for (const std::string_view key : {"2", "11", "1", "0"}) {
            if (const auto extent = parameter(parameters, key); extent && *extent > 0) {
                shape.push_back(*extent);
            }
        }
        return shape.empty() ? std::nullopt : std::optional(shape);
    }

    Expected<std::vector<std::optional<std::vector<std::int64_t>>>> shapes_in(
        const std::vector<std::string_view>& parameters, std::size_t outputs) const {
        std::vector<std::optional<std::vector<std::int64_t>>> shapes(outputs);
        const auto hint =
            std::ranges::find_if(parameters, [](std::string_view word) { return word.starts_with(shape_hint); });
        if (hint == parameters.end() || outputs == 0) {
            return shapes;
        }
        const auto numbers = numbers_in(hint->substr(shape_hint.size()));
        // The first number is the count of the others.
        if (!numbers || numbers->empty() || numbers->front() != std::ssize(*numbers) - 1) {
            return wrong("the shape hint " + in_quotes(*hint) + " does not begin with the number of values that follow",
                         "write -23330=4,dimensions,w,h,c for each output");
        }
        const std::size_t each = (numbers->size() - 1) / outputs;
        if (each * outputs != numbers->size() - 1 || (each != 4 && each != 5)) {
            return wrong("the shape hint has " + std::to_string(numbers->size() - 1) + " numbers for " +
                             std::to_string(outputs) + " outputs",
                         "give 4 for each output, or 5 with a depth");
        }
        for (std::size_t i = 0; i < outputs; ++i) {
            const auto first = numbers->begin() + 1 + static_cast<std::ptrdiff_t>(i * each);
            const std::int64_t dimensions = *first;
            // w, h, c or w, h, d, c: innermost first. Unused extents are 1.
            std::vector<std::int64_t> extents(first + 1, first + static_cast<std::ptrdiff_t>(each));
            if (dimensions == 0) {
                continue;
            }
            if (dimensions < 0 || dimensions > std::ssize(extents) ||
                std::ranges::any_of(extents, [](std::int64_t extent) { return extent < 0; })) {
                return wrong("the shape hint " + in_quotes(*hint) + " has an invalid number",
                             "extents are positive, dimensions from 1 to 4");
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

Expected<Network> parse_ncnn_param(std::string_view content, const std::string& source) {
    return ParamReader(source).read(content);
}

Format ncnn_param_format() {
    return {.description = {FileFormat::ncnn_param, "ncnn-param", "ncnn", "*.param", FormatMaker::model_tool,
                            FormatKind::model},
            .signs = {.is_text = is_ncnn_param},
            .read_model = [](const FormatInput& input) { return parse_ncnn_param(input.content, input.source); },
            .cure_for_shapes =
                "write the extents of each input into its layer Input (0=W 1=H 2=C) and let ncnn's tool ncnnoptimize "
                "add the shapes of the others, or write each one into the line of its layer, as in -23330=4,3,W,H,C "
                "(the count of numbers, the dimensions, then the extents)"};
}

}  // namespace arenascope
