#include "core/format/stedgeai/network_code.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"
#include "core/format/stedgeai/c_tokens.h"

namespace arenascope {
namespace {

using Arguments = std::vector<std::string_view>;

constexpr std::string_view whole_file = "open the whole file as the tool wrote it";

/// A macro call: its name and its arguments. Without parentheses, as in AI_TENSOR_LIST_OBJ_EMPTY, it has none.
struct MacroCall {
    std::string_view name;
    Arguments arguments;
};

MacroCall call_of(std::string_view text) {
    CTokens tokens(text);
    MacroCall call;
    if (tokens.next() && tokens.is_name()) {
        call.name = tokens.text();
        call.arguments = tokens.arguments().value_or(Arguments());
    }
    return call;
}

/// The first name in a text; empty: it has none.
std::string_view name_in(std::string_view text) {
    CTokens tokens(text);
    while (tokens.next()) {
        if (tokens.is_name()) {
            return tokens.text();
        }
    }
    return {};
}

/// The name behind `&`, if the text is nothing else; `.field = &name` counts, too.
std::string_view reference_in(std::string_view text, std::string_view field = {}) {
    CTokens tokens(text);
    if (!tokens.next()) {
        return {};
    }
    if (!field.empty()) {
        const bool is_field = tokens.text() == "." && tokens.next() && tokens.text() == field && tokens.next() &&
                              tokens.text() == "=" && tokens.next();
        if (!is_field) {
            return {};
        }
    }
    if (tokens.text() != "&" || !tokens.next() || !tokens.is_name()) {
        return {};
    }
    const std::string_view name = tokens.text();
    return tokens.next() ? std::string_view() : name;
}

std::optional<std::int64_t> integer_of(std::string_view token) {
    int base = 10;
    if (token.starts_with("0x") || token.starts_with("0X")) {
        token.remove_prefix(2);
        base = 16;
    }
    while (!token.empty() &&
           (token.back() == 'u' || token.back() == 'U' || token.back() == 'l' || token.back() == 'L')) {
        token.remove_suffix(1);
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value, base);
    const bool is_read = error == std::errc() && end == token.data() + token.size() && !token.empty();
    return is_read ? std::optional(value) : std::nullopt;
}

/// The integer that the text is, also in parentheses; empty: it is something else.
std::optional<std::int64_t> integer_in(std::string_view text) {
    CTokens tokens(text);
    std::optional<std::int64_t> value;
    while (tokens.next()) {
        if (tokens.text() == "(" || tokens.text() == ")") {
            continue;
        }
        if (value) {
            return std::nullopt;
        }
        value = integer_of(tokens.text());
        if (!value) {
            return std::nullopt;
        }
    }
    return value;
}

/// The tensors that a list refers to. NULL stands for those that a layer does not have.
std::vector<std::string_view> tensors_in(const std::string_view list) {
    std::vector<std::string_view> tensors;
    for (const std::string_view argument : call_of(list).arguments) {
        if (const std::string_view name = reference_in(argument); !name.empty()) {
            tensors.push_back(name);
        }
    }
    return tensors;
}

bool is_list(std::string_view argument) {
    return call_of(argument).name.starts_with("AI_TENSOR_LIST_");
}

/// Batch, height, width, channels. Since version 6, the number of extents comes first, then batch, channels, width,
/// height; before, the extents are height, width, channels, batch.
std::vector<std::int64_t> shape_in(std::string_view text) {
    std::vector<std::int64_t> extents;
    for (const std::string_view argument : call_of(text).arguments) {
        const auto extent = integer_in(argument);
        if (!extent) {
            return {};
        }
        extents.push_back(*extent);
    }
    if (extents.empty()) {
        return {};
    }
    if (extents.front() == std::ssize(extents) - 1) {
        extents.erase(extents.begin());
        if (extents.size() > 1) {
            std::reverse(extents.begin() + 1, extents.end());
        }
    } else {
        std::rotate(extents.begin(), extents.end() - 1, extents.end());
    }
    return extents;
}

/// The sizes of the buffers that an argument of the network declares: one, or a list.
void add_buffer_sizes(std::string_view argument, std::vector<std::int64_t>& sizes) {
    const MacroCall call = call_of(argument);
    if (call.name.starts_with("AI_BUFFER_ARRAY_OBJ_INIT")) {
        for (const std::string_view inner : call.arguments) {
            if (call_of(inner).name.starts_with("AI_BUFFER_")) {
                add_buffer_sizes(inner, sizes);
            }
        }
        return;
    }
    // AI_BUFFER_INIT(flags, format, shape, size, …) and, before version 7, AI_BUFFER_OBJ_INIT(format, 1, 1, size, …).
    constexpr std::size_t size_place = 3;
    if (call.arguments.size() > size_place) {
        sizes.push_back(integer_in(call.arguments[size_place]).value_or(0));
    }
}

bool is_buffer(std::string_view argument) {
    const std::string_view name = call_of(argument).name;
    return name == "AI_BUFFER_INIT" || name == "AI_BUFFER_OBJ_INIT" || name.starts_with("AI_BUFFER_ARRAY_OBJ_INIT");
}

class CodeReader {
public:
    CodeReader(std::string_view text, const std::string& source) : text_(text), source_(source) {}

    Expected<NetworkCode> read() {
        CTokens tokens(text_);
        while (tokens.next()) {
            if (!tokens.is_name()) {
                continue;
            }
            const std::string_view name = tokens.text();
            line_ = line_of(tokens.place());
            const auto done = name.starts_with("AI_") && name.ends_with("_OBJ_DECLARE") ? read_declaration(name, tokens)
                              : name.ends_with("_array")                                ? read_pointer(name, tokens)
                                                                                        : Expected<void>();
            if (!done) {
                return tl::unexpected(done.error());
            }
        }
        return std::move(code_);
    }

private:
    /// Places ascend, so each line end is counted once.
    std::int64_t line_of(std::size_t place) {
        counted_lines_ += std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_to_),
                                     text_.begin() + static_cast<std::ptrdiff_t>(place), '\n');
        counted_to_ = place;
        return counted_lines_;
    }

    [[nodiscard]] tl::unexpected<Error> refused(std::string cause) const {
        return failure(Error{source_, line_, std::move(cause), std::string(whole_file)});
    }

    Expected<void> read_declaration(std::string_view name, CTokens& tokens) {
        // Constants of a layer are declared in one line with others; only what is known is read.
        constexpr std::string_view known[] = {"AI_ARRAY_OBJ_DECLARE", "AI_TENSOR_OBJ_DECLARE",
                                              "AI_TENSOR_CHAIN_OBJ_DECLARE", "AI_LAYER_OBJ_DECLARE",
                                              "AI_NETWORK_OBJ_DECLARE"};
        if (std::ranges::find(known, name) == std::end(known)) {
            return {};
        }
        const auto arguments = tokens.arguments();
        if (!arguments) {
            return refused("no parenthesis closes " + std::string(name));
        }
        if (arguments->empty() || name_in(arguments->front()).empty()) {
            return refused(std::string(name) + " declares no name");
        }
        const std::string_view declared = name_in(arguments->front());
        if (name == known[0]) {
            return read_array(declared, *arguments);
        }
        if (name == known[1]) {
            read_tensor(declared, *arguments);
        } else if (name == known[2]) {
            read_chain(declared, *arguments);
        } else if (name == known[3]) {
            read_layer(declared, *arguments);
        } else {
            read_network(*arguments);
        }
        return {};
    }

    /// AI_ARRAY_OBJ_DECLARE(name, format|flags, data, data_start, count, …).
    Expected<void> read_array(std::string_view name, const Arguments& arguments) {
        constexpr std::size_t count_place = 4;
        constexpr std::string_view prefix = "AI_ARRAY_FORMAT_";
        const auto count = arguments.size() > count_place ? integer_in(arguments[count_place]) : std::nullopt;
        if (!count || *count < 0) {
            return refused("the array " + in_quotes(name) + " has no number of elements");
        }
        CodeArray array{.name = name, .format = name_in(arguments[1]), .count = *count, .line = line_};
        array.format.remove_prefix(array.format.starts_with(prefix) ? prefix.size() : 0);
        array.has_data = name_in(arguments[2]) != "NULL";
        if (code_.array_of_name.try_emplace(name, code_.arrays.size()).second) {
            code_.arrays.push_back(array);
        }
        return {};
    }

    void read_tensor(std::string_view name, const Arguments& arguments) {
        CodeTensor tensor;
        for (std::size_t i = 1; i < arguments.size(); ++i) {
            if (const std::string_view array = reference_in(arguments[i]); !array.empty() && tensor.array.empty()) {
                tensor.array = array;
            } else if (tensor.shape.empty() && call_of(arguments[i]).name == "AI_SHAPE_INIT") {
                tensor.shape = shape_in(arguments[i]);
            }
        }
        code_.tensors.try_emplace(name, std::move(tensor));
    }

    void read_chain(std::string_view name, const Arguments& arguments) {
        CodeChain chain;
        std::vector<std::string_view>* const lists[] = {&chain.inputs, &chain.outputs, &chain.weights, &chain.scratch};
        std::size_t list = 0;
        for (const std::string_view argument : arguments) {
            if (is_list(argument) && list < std::size(lists)) {
                *lists[list++] = tensors_in(argument);
            }
        }
        code_.chains.try_emplace(name, std::move(chain));
    }

    /// The chain is named by its place or by its field; the last layer that is named is the next one.
    void read_layer(std::string_view name, const Arguments& arguments) {
        CodeLayer layer{.name = name, .line = line_};
        for (std::size_t i = 1; i < arguments.size(); ++i) {
            const std::string_view word = name_in(arguments[i]);
            const std::string_view reference = reference_in(arguments[i]);
            const std::string_view field = reference_in(arguments[i], "tensors");
            if (!field.empty() || reference.ends_with("_chain")) {
                layer.chain = field.empty() ? reference : field;
            } else if (reference.ends_with("_layer")) {
                layer.next = reference;
            } else if (layer.type.empty() && word.ends_with("_TYPE")) {
                layer.type = word;
            } else if (layer.function.empty() && word.starts_with("forward_")) {
                layer.function = word;
            }
        }
        code_.layers.try_emplace(name, layer);
    }

    /// The weights come first, then the activations; the inputs, then the outputs. A file may declare the network
    /// twice, for two versions of the runtime: both are the same.
    void read_network(const Arguments& arguments) {
        std::size_t buffers = 0;
        std::size_t lists = 0;
        for (const std::string_view argument : arguments) {
            if (is_buffer(argument)) {
                if (buffers < 2) {
                    std::vector<std::int64_t>& sizes = buffers == 0 ? code_.weights : code_.activations;
                    sizes.clear();
                    add_buffer_sizes(argument, sizes);
                }
                ++buffers;
            } else if (is_list(argument)) {
                (lists == 0 ? code_.inputs : code_.outputs) = tensors_in(argument);
                ++lists;
            } else if (const std::string_view layer = reference_in(argument); !layer.empty()) {
                code_.first_layer = layer;
            }
        }
    }

    /// `name.data = AI_PTR(…)`. Any other use of an array is ignored.
    Expected<void> read_pointer(std::string_view name, CTokens& tokens) {
        CTokens ahead = tokens;
        if (!ahead.next() || ahead.text() != "." || !ahead.next()) {
            return {};
        }
        const std::string_view field = ahead.text();
        const bool is_pointer = (field == "data" || field == "data_start") && ahead.next() && ahead.text() == "=" &&
                                ahead.next() && ahead.text() == "AI_PTR";
        if (!is_pointer) {
            return {};
        }
        const auto arguments = ahead.arguments();
        if (!arguments || arguments->size() != 1) {
            return refused("no parenthesis closes the pointer of " + in_quotes(name));
        }
        tokens = ahead;
        const auto pointer = pointer_in(arguments->front());
        if (!pointer) {
            return refused("the place of " + in_quotes(name) +
                           " cannot be read: " + in_quotes(trimmed(arguments->front())));
        }
        if (const auto found = code_.array_of_name.find(name); found != code_.array_of_name.end()) {
            CodeArray& array = code_.arrays[found->second];
            (field == "data" ? array.data : array.start) = *pointer;
        }
        return {};
    }

    /// `base[region] + offset`; region and offset may be missing. Empty: it is something else.
    [[nodiscard]] std::optional<CodePointer> pointer_in(std::string_view text) const {
        CTokens tokens(text);
        CodePointer pointer{.line = line_};
        if (!tokens.next() || !tokens.is_name()) {
            return std::nullopt;
        }
        pointer.base = tokens.text() == "NULL" ? std::string_view() : tokens.text();
        if (!tokens.next()) {
            return pointer;
        }
        if (tokens.text() == "[") {
            const auto region = tokens.next() ? integer_of(tokens.text()) : std::nullopt;
            if (!region || !tokens.next() || tokens.text() != "]") {
                return std::nullopt;
            }
            pointer.region = *region;
            if (!tokens.next()) {
                return pointer;
            }
        }
        const auto offset = tokens.text() == "+" && tokens.next() ? integer_of(tokens.text()) : std::nullopt;
        if (!offset || tokens.next()) {
            return std::nullopt;
        }
        pointer.offset = *offset;
        return pointer;
    }

    std::string_view text_;
    const std::string& source_;
    NetworkCode code_;
    std::int64_t line_ = 1;
    std::int64_t counted_lines_ = 1;
    std::size_t counted_to_ = 0;
};

}  // namespace

Expected<NetworkCode> network_code(std::string_view text, const std::string& source) {
    return CodeReader(text, source).read();
}

}  // namespace arenascope
