#include "core/format/stedgeai/generated_code.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/plain_text.h"
#include "core/format/stedgeai/array_lifetimes.h"
#include "core/format/stedgeai/network_code.h"
#include "core/format/stedgeai/pool_plan.h"

namespace arenascope {
namespace {

/// A first sign of the generated code. Tables of buffers may be large, so only the beginning is searched, and only of
/// a text that begins as C does.
bool is_generated_code(std::string_view content) {
    constexpr std::size_t searched = std::size_t{1} << 20U;
    content = content.substr(0, searched);
    const std::size_t first = content.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
        return false;
    }
    const std::string_view start = content.substr(first);
    const bool is_c =
        start.starts_with("/*") || start.starts_with("//") || start.starts_with("#") || start.starts_with("AI_");
    return is_c && start.find("AI_ARRAY_OBJ_DECLARE") != std::string_view::npos;
}

/// The bits of an element: FLOAT 32, S16 16, U4 4, LUT8_FLOAT 8 (an index), Q15 16, BOOL 8. Empty: not known.
std::optional<std::int64_t> bits_of(std::string_view format) {
    constexpr std::pair<std::string_view, std::int64_t> named[] = {{"FLOAT", 32},   {"FLOAT64", 64}, {"DOUBLE", 64},
                                                                   {"FLOAT16", 16}, {"HALF", 16},    {"BOOL", 8}};
    const auto* const found = std::ranges::find(named, format, &std::pair<std::string_view, std::int64_t>::first);
    if (found != std::end(named)) {
        return found->second;
    }
    for (const std::string_view prefix : {"LUT", "UQ", "S", "U", "Q"}) {
        if (!format.starts_with(prefix)) {
            continue;
        }
        const std::string_view digits = format.substr(prefix.size());
        std::int64_t bits = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
        const bool is_whole = end == digits.data() + digits.size() || prefix == "LUT";
        if (error == std::errc() && is_whole && bits >= 1 && bits <= 64) {
            // Fixed-point formats count the bits below their sign.
            return prefix == "Q" || prefix == "UQ" ? (bits + 8) / 8 * 8 : bits;
        }
    }
    return std::nullopt;
}

/// The operator of a layer as overwriting_basis() knows it.
std::string operator_type(const CodeLayer& layer) {
    if (layer.type == "SM_TYPE" || layer.function.starts_with("forward_sm")) {
        return "softmax";
    }
    std::string_view type = layer.type;
    type.remove_prefix(type.starts_with("OPTIMIZED_") ? 10 : 0);
    type.remove_suffix(type.ends_with("_TYPE") ? 5 : 0);
    for (const std::string_view function :
         {"relu", "clip", "sigmoid", "tanh", "elu", "selu", "hard_sigmoid", "swish", "leaky_relu", "prelu"}) {
        if (type == "NL" && layer.function.find(function) != std::string_view::npos) {
            return "relu";
        }
    }
    return lower_case(type);
}

std::string without_suffix(std::string_view name, std::string_view suffix) {
    name.remove_suffix(name.ends_with(suffix) ? suffix.size() : 0);
    return std::string(name);
}

/// Makes a plan of the declarations.
class CodePlan {
public:
    CodePlan(NetworkCode code, const std::string& source) : code_(std::move(code)), source_(source) {}

    Expected<Document> run() {
        for (std::size_t i = 0; i < code_.arrays.size(); ++i) {
            if (auto done = add_array(i); !done) {
                return tl::unexpected(std::move(done.error()));
            }
        }
        if (plan_.buffers.empty()) {
            return failure(Error{source_, 0, "the code sets no array to a place in an activations map",
                                 "open the network.c that has the function configure_activations"});
        }
        if (auto done = add_layers(); !done) {
            return tl::unexpected(std::move(done.error()));
        }
        set_kinds(code_.outputs, BufferKind::output);
        set_kinds(code_.inputs, BufferKind::input);
        name_pools();
        lifetimes_.derive(plan_);
        note_left_out();
        return document_of(std::move(plan_), source_);
    }

private:
    Expected<void> add_array(std::size_t position) {
        const CodeArray& array = code_.arrays[position];
        const CodePointer& begin = array.start.line > 0 ? array.start : array.data;
        const bool is_set = begin.line > 0;
        if (begin.base.find("weights") != std::string_view::npos || (!is_set && array.has_data)) {
            ++weights_;
            return {};
        }
        if (begin.base.empty()) {
            // Forward declarations name arrays that no code sets, and the caller sets inputs and outputs.
            outside_.insert(array.name);
            return {};
        }
        const auto bits = bits_of(array.format);
        if (!bits) {
            return failure(Error{
                source_, array.line,
                "the width of the format " + in_quotes(array.format) + " of " + in_quotes(array.name) + " is not known",
                "formats are FLOAT, BOOL, and S, U, Q, UQ or LUT with their bits"});
        }
        const auto all_bits = checked_multiply(array.count, *bits);
        const auto rounded = all_bits ? checked_add(*all_bits, 7) : std::nullopt;
        const std::int64_t head =
            array.data.line > 0 && array.data.base == begin.base && array.data.region == begin.region
                ? std::max<std::int64_t>(array.data.offset - begin.offset, 0)
                : 0;
        const auto size = rounded ? checked_add(*rounded / 8, head) : std::nullopt;
        if (!size || !checked_add(*size, begin.offset)) {
            return failure(Error{source_, array.line,
                                 "offset + size of " + in_quotes(array.name) + " does not fit in 64 bits",
                                 "keep offset + size below 2^63"});
        }
        if (*size == 0) {
            ++empty_;
            return {};
        }
        PoolBuffer made;
        made.buffer.name = without_suffix(array.name, "_array");
        made.buffer.size = Bytes(*size);
        made.buffer.region = RegionIndex(pool_at(begin));
        made.offset = Offset(begin.offset);
        made.tensor.type = lower_case(array.format);
        buffer_of_array_[array.name] = BufferIndex(plan_.buffers.size());
        plan_.buffers.push_back(std::move(made));
        return {};
    }

    std::size_t pool_at(const CodePointer& pointer) {
        const auto [place, is_new] =
            pool_of_base_.try_emplace(std::pair(pointer.base, pointer.region), plan_.pools.size());
        if (is_new) {
            plan_.pools.emplace_back();
        }
        return place->second;
    }

    /// Regions of one map are numbered, if it has several.
    void name_pools() {
        for (const auto& [key, pool] : pool_of_base_) {
            const auto& [base, region] = key;
            const bool are_activations = base.find("activations") != std::string_view::npos;
            const std::string name = are_activations ? "activations" : std::string(base);
            const bool is_only = code_.activations.size() < 2 && pool_of_base_.size() == 1;
            plan_.pools[pool].name = is_only ? name : name + " " + std::to_string(region);
            const auto place = static_cast<std::size_t>(region);
            if (are_activations && place < code_.activations.size() && code_.activations[place] > 0) {
                plan_.pools[pool].capacity = Bytes(code_.activations[place]);
                plan_.pools[pool].used = plan_.pools[pool].capacity;
            }
        }
    }

    /// The layers in the order in which each names the next one; the last one names itself.
    Expected<void> add_layers() {
        if (code_.first_layer.empty()) {
            return failure(Error{source_, 0, "AI_NETWORK_OBJ_DECLARE, which names the first layer, is missing",
                                 "open the whole file as the tool wrote it"});
        }
        std::set<std::string_view> visited;
        std::int64_t from = 0;
        for (std::string_view name = code_.first_layer; visited.insert(name).second;) {
            const auto found = code_.layers.find(name);
            if (found == code_.layers.end()) {
                return failure(Error{source_, from, "the layer " + in_quotes(name) + " is not declared",
                                     "open the whole file as the tool wrote it"});
            }
            const CodeLayer& layer = found->second;
            if (layer.next != name && visited.contains(layer.next)) {
                return failure(Error{source_, layer.line,
                                     "after the layer " + in_quotes(name) + " comes " + in_quotes(layer.next) +
                                         ", which has run already",
                                     "the last layer names itself as the next one"});
            }
            add_layer(layer);
            from = layer.line;
            name = layer.next.empty() ? name : layer.next;
        }
        if (const std::size_t others = code_.layers.size() - visited.size(); others > 0) {
            plan_.notes.push_back("left out: " + counted(others, "layer", "layers") + " that no other layer names");
        }
        return {};
    }

    void add_layer(const CodeLayer& layer) {
        PoolNode made;
        made.node.name = without_suffix(layer.name, "_layer");
        made.node.type = without_suffix(layer.type, "_TYPE");
        if (const std::string type = operator_type(layer); !type.empty()) {
            made.types = {type};
        }
        made.step = Step(std::ssize(plan_.nodes));
        if (const auto chain = code_.chains.find(layer.chain); chain != code_.chains.end()) {
            use(chain->second.inputs, made, made.node.reads, made.node.reads_outside);
            use(chain->second.outputs, made, made.node.writes, made.node.writes_outside);
            use(chain->second.scratch, made, made.node.writes, made.node.writes_outside, true);
            for (const std::string_view tensor : chain->second.weights) {
                made.node.constants.emplace_back(tensor);
            }
        }
        plan_.nodes.push_back(std::move(made));
    }

    void use(const std::vector<std::string_view>& tensors, PoolNode& made, std::vector<BufferIndex>& shown,
             std::vector<std::string>& outside, bool is_scratch = false) {
        for (const std::string_view name : tensors) {
            const auto tensor = code_.tensors.find(name);
            const auto buffer =
                tensor == code_.tensors.end() ? buffer_of_array_.end() : buffer_of_array_.find(tensor->second.array);
            if (buffer == buffer_of_array_.end()) {
                const bool is_outside = tensor == code_.tensors.end() || outside_.contains(tensor->second.array);
                (is_outside ? outside : made.node.constants).emplace_back(name);
                if (is_outside && tensor != code_.tensors.end()) {
                    used_outside_.insert(tensor->second.array);
                }
                continue;
            }
            PoolBuffer& used = plan_.buffers[buffer->second.value()];
            if (used.tensor.shape.empty()) {
                used.tensor.shape = tensor->second.shape;
            }
            used.buffer.kind = is_scratch ? BufferKind::scratch : used.buffer.kind;
            shown.push_back(buffer->second);
            lifetimes_.add_use(buffer->second, *made.step);
        }
    }

    void set_kinds(const std::vector<std::string_view>& tensors, BufferKind kind) {
        for (const std::string_view name : tensors) {
            const auto tensor = code_.tensors.find(name);
            if (tensor == code_.tensors.end()) {
                continue;
            }
            if (const auto buffer = buffer_of_array_.find(tensor->second.array); buffer != buffer_of_array_.end()) {
                plan_.buffers[buffer->second.value()].buffer.kind = kind;
            }
        }
    }

    void note_left_out() {
        if (weights_ > 0) {
            std::int64_t bytes = 0;
            for (const std::int64_t size : code_.weights) {
                bytes = checked_add(bytes, size).value_or(bytes);
            }
            plan_.notes.push_back("left out: " + counted(weights_, "array", "arrays") + " of weights" +
                                  (bytes > 0 ? ", " + amount_text(bytes, Unit::bytes) : std::string()));
        }
        if (!used_outside_.empty()) {
            plan_.left_out = used_outside_.size();
            plan_.notes.push_back("left out: " + counted(used_outside_.size(), "array", "arrays") +
                                  " without an offset, which the caller provides");
        }
        if (empty_ > 0) {
            plan_.notes.push_back("left out: " + counted(empty_, "array", "arrays") + " of 0 bytes");
        }
    }

    NetworkCode code_;
    const std::string& source_;
    PoolPlan plan_;
    ArrayLifetimes lifetimes_;
    std::map<std::string_view, BufferIndex> buffer_of_array_;
    std::map<std::pair<std::string_view, std::int64_t>, std::size_t> pool_of_base_;
    std::set<std::string_view> outside_;       ///< arrays without a place
    std::set<std::string_view> used_outside_;  ///< the subset that layers use
    std::size_t weights_ = 0;
    std::size_t empty_ = 0;
};

}  // namespace

Format stedgeai_code_format() {
    return {.description = {FileFormat::stedgeai_code, "stedgeai-code", "ST Edge AI network.c", "*.c",
                            FormatMaker::microcontroller_tool, FormatKind::printed_plan},
            .signs = {.is_text = is_generated_code},
            .read = [](const FormatInput& input) {
                return network_code(input.content, input.source).and_then([&](NetworkCode code) {
                    return CodePlan(std::move(code), input.source).run();
                });
            }};
}

}  // namespace arenascope
