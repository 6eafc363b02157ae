#include "core/format/flatbuffers/tflite_model.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/base/text/plain_number.h"
#include "core/format/flatbuffers/flatbuffer.h"
#include "core/format/flatbuffers/schema/tflite_generated.h"
#include "core/format/flatbuffers/tflite_batch.h"
#include "core/format/flatbuffers/tflite_bounds.h"
#include "core/format/flatbuffers/tflite_operators.h"
#include "core/format/flatbuffers/tflite_windows.h"
#include "core/model/network/dimension_wildcard.h"

namespace arenascope {
namespace {

/// Indexed by the format's number for the type.
constexpr ElementType element_types[] = {
    {"float32", 32},  {"float16", 16}, {"int32", 32},     {"uint8", 8},      {"int64", 64},     {"string", 0},
    {"bool", 8},      {"int16", 16},   {"complex64", 64}, {"int8", 8},       {"float64", 64},   {"complex128", 128},
    {"uint64", 64},   {"resource", 0}, {"variant", 0},    {"uint32", 32},    {"uint16", 16},    {"int4", 4},
    {"bfloat16", 16}, {"int2", 2},     {"uint4", 4},      {"float8e4m3", 8}, {"float8e5m2", 8},
};
constexpr std::int8_t int32_type = 2;

/// Kinds of operator options, by their number in the union of the format.
constexpr std::uint8_t concatenation_options = 10;
constexpr std::uint8_t pack_options = 59;
constexpr std::uint8_t unpack_options = 64;

/// Operators that run subgraphs, and the kind of options that name them.
struct Runner {
    TfliteOperator code;
    std::uint8_t options;
    bool runs_two;
};
constexpr Runner runners[] = {{TfliteOperator::call, 16, false},
                              {TfliteOperator::if_else, 92, true},
                              {TfliteOperator::while_loop, 93, true},
                              {TfliteOperator::call_once, 103, false}};

constexpr std::string_view plan_name = "OfflineMemoryAllocation";

template <class Number>
void append(std::string& text, Number number) {
    std::array<char, 64> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), end);
}

/// Subgraphs that operators run, by position.
struct InnerGraphs {
    std::map<std::size_t, std::shared_ptr<const Network>> read = {};
    std::set<std::size_t> enclosing = {};  ///< subgraphs that contain the one being read
};

class ModelReader {
public:
    ModelReader(std::string_view content, const ImportOptions& options, const std::string& source,
                FlatBufferLists& lists, InnerGraphs& inner)
        : content_(content), options_(options), wildcard_(options), source_(source), lists_(lists), inner_(inner) {
        network_.kind = ModelKind::tflite;
    }

    Expected<std::size_t> subgraph() {
        const auto model = verified_root<tflite::Model>(content_, tflite_identifier.data(), "TFLite model", source_);
        if (!model) {
            return tl::unexpected(model.error());
        }
        model_ = *model;
        return choose_subgraph().map([&] { return position_; });
    }

    Expected<Network> read() {
        if (auto chosen = subgraph(); !chosen) {
            return tl::unexpected(chosen.error());
        }
        if (auto done = read_graph(); !done) {
            return tl::unexpected(done.error());
        }
        read_offline_plan();
        if (auto note = wildcard_.note()) {
            network_.notes.push_back(std::move(*note));
        } else if (!options_.dimensions.empty()) {
            network_.notes.emplace_back(
                "dimensions of a TFLite model have no names: use shape.INPUT or unknown-dimension=N to set them");
        }
        return lists_.within_file(source_).map([&] { return std::move(network_); });
    }

private:
    Expected<void> read_graph() {
        graph_ = model_->subgraphs()->Get(static_cast<flatbuffers::uoffset_t>(position_));
        network_.name = lists_.of(graph_->name());
        inner_.enclosing.insert(position_);
        for (const auto& read_part :
             {&ModelReader::read_tensors, &ModelReader::read_interface, &ModelReader::read_operators}) {
            if (auto done = (this->*read_part)(); !done) {
                return done;
            }
        }
        if (auto set =
                inner_.enclosing.size() == 1 ? set_tflite_batch(network_, positions_, options_) : Expected<void>();
            !set) {
            return wrong(std::move(set.error().cause), std::move(set.error().cure));
        }
        bound_data_sizes(network_, {open_, [this](TensorIndex index) { return number_in(index); }});
        inner_.enclosing.erase(position_);
        return {};
    }

    [[nodiscard]] tl::unexpected<Error> wrong(std::string cause, std::string cure) const {
        return failure(Error{source_, 0, std::move(cause), std::move(cure)});
    }

    [[nodiscard]] std::string subgraph_list() const {
        constexpr std::size_t max_listed = 20;
        std::string list;
        const std::size_t count = count_of(model_->subgraphs());
        for (std::size_t i = 0; i < std::min(count, max_listed); ++i) {
            list += (i == 0 ? "" : ", ") + std::to_string(i);
            if (const auto* name = name_of_subgraph(i); name != nullptr && name->size() > 0) {
                list += " " + in_quotes(name->string_view());
            }
        }
        return list + (count > max_listed ? ", …" : "");
    }

    [[nodiscard]] const flatbuffers::String* name_of_subgraph(std::size_t position) const {
        return model_->subgraphs()->Get(static_cast<flatbuffers::uoffset_t>(position))->name();
    }

    Expected<void> choose_subgraph() {
        const std::size_t count = count_of(model_->subgraphs());
        if (count == 0) {
            return wrong("the model has no subgraph", "open a model with at least one");
        }
        const auto chosen = position_of_subgraph(count);
        if (!chosen) {
            return wrong("the model has no subgraph " + in_quotes(options_.subgraph),
                         "name one of them, or its position: " + subgraph_list());
        }
        position_ = *chosen;
        if (count > 1) {
            network_.notes.push_back("the model has " + std::to_string(count) + " subgraphs; this is number " +
                                     std::to_string(position_) + ": " + subgraph_list() +
                                     "; use --set subgraph=NAME to read another");
        }
        return {};
    }

    [[nodiscard]] std::optional<std::size_t> position_of_subgraph(std::size_t count) const {
        const std::string& wanted = options_.subgraph;
        if (wanted.empty()) {
            return 0;
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (const auto* name = name_of_subgraph(i); name != nullptr && name->string_view() == wanted) {
                return i;
            }
        }
        const auto position = plain_number<std::size_t>(wanted);
        return position.value_or(count) < count ? position : std::nullopt;
    }

    Expected<void> read_tensors() {
        const auto count = count_of(graph_->tensors());
        network_.tensors.reserve(count);
        std::vector<bool> is_input(count, false);
        for (const std::int32_t input : lists_.of(graph_->inputs())) {
            if (input >= 0 && static_cast<std::uint32_t>(input) < count) {
                is_input[static_cast<std::size_t>(input)] = true;
            }
        }
        for (flatbuffers::uoffset_t i = 0; i < count; ++i) {
            uses_has_rank_ |= graph_->tensors()->Get(i)->has_rank();
        }
        for (flatbuffers::uoffset_t i = 0; i < count; ++i) {
            const tflite::Tensor& from = *graph_->tensors()->Get(i);
            if (from.buffer() >= count_of(model_->buffers()) && from.buffer() != 0) {
                return wrong("tensor " + std::to_string(i) + " " + in_quotes(lists_.of(from.name())) +
                                 " has its data in buffer " + std::to_string(from.buffer()) + ", but there are " +
                                 std::to_string(count_of(model_->buffers())),
                             "the file was damaged: export or download it again");
            }
            Tensor& tensor = network_.tensors.emplace_back();
            tensor.name = lists_.of(from.name());
            set_element_type(tensor, element_types, from.type());
            tensor.constant = has_data(from.buffer());
            tensor.variable = from.is_variable();
            open_.push_back(false);
            tensor.shape = shape_of(from, tensor.name, is_input[i]);
            if (!tensor.constant) {
                tensor.quantization = quantization_of(from, i);
            }
        }
        return lists_.within_file(source_);
    }

    [[nodiscard]] bool has_data(std::uint32_t position) const {
        if (position >= count_of(model_->buffers())) {
            return false;
        }
        const tflite::Buffer& buffer = *model_->buffers()->Get(position);
        // Data may follow the FlatBuffers part. An offset or size of 1 is a placeholder.
        return count_of(buffer.data()) > 0 || (buffer.offset() > 1 && buffer.size() > 1);
    }

    /// The values of a constant of 32-bit integers; empty: it is none, or its data is not in the file.
    [[nodiscard]] std::vector<std::int64_t> numbers_in(TensorIndex index) const {
        if (index == TensorIndex::none() || !network_.tensors[index].constant) {
            return {};
        }
        const tflite::Tensor& from = *graph_->tensors()->Get(static_cast<flatbuffers::uoffset_t>(index.value()));
        if (from.type() != int32_type) {
            return {};
        }
        const auto numbers = numbers_in(*model_->buffers()->Get(from.buffer()));
        return {numbers.begin(), numbers.end()};
    }

    /// The value of a constant that holds one 32-bit integer.
    [[nodiscard]] std::optional<std::int64_t> number_in(TensorIndex index) const {
        const auto numbers = numbers_in(index);
        return numbers.size() == 1 ? std::optional(numbers.front()) : std::nullopt;
    }

    std::optional<std::vector<std::int64_t>> shape_of(const tflite::Tensor& from, const std::string& name,
                                                      bool is_input) {
        const auto extents = lists_.of(from.shape());
        const auto signature = lists_.of(from.shape_signature());
        // If no tensor sets has_rank, the writer does not use it, and a shape without extents may be a scalar.
        if (extents.empty() && uses_has_rank_ && !from.has_rank()) {
            return std::nullopt;
        }
        std::vector<std::int64_t> shape(extents.begin(), extents.end());
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (shape[i] >= 0 && (signature.size() != shape.size() || signature[i] >= 0)) {
                continue;
            }
            open_.back() = true;
            positions_[TensorIndex(open_.size() - 1)].push_back(i);
            const std::string own = name + "[" + std::to_string(i) + "]";
            const auto extent = is_input ? wildcard_.value_for(own, false) : wildcard_.value();
            const std::int64_t value = extent.value_or(options_.unknown_dimension);
            shape[i] = value != 1 || (shape[i] < 0 && is_input) ? value : shape[i];
            if (is_input && !extent) {
                network_.assumed_dimensions.push_back(own);
            }
        }
        return shape;
    }

    std::string quantization_of(const tflite::Tensor& from, std::size_t position) {
        const tflite::Quantization* quantization = from.quantization();
        if (quantization == nullptr) {
            return {};
        }
        if (quantization->details_type() != 0) {
            return "custom " + std::to_string(position);
        }
        const auto scales = lists_.of(quantization->scale());
        const auto zero_points = lists_.of(quantization->zero_point());
        std::string text;
        for (const float scale : scales) {
            append(text, scale);
            text += ' ';
        }
        if (!zero_points.empty()) {
            text += "at ";
        }
        for (const std::int64_t zero_point : zero_points) {
            append(text, zero_point);
            text += ' ';
        }
        if (scales.size() > 1) {
            text += "along " + std::to_string(quantization->dimension());
        }
        return text;
    }

    Expected<void> read_interface() {
        for (const auto& [list, into] :
             {std::pair(graph_->inputs(), &network_.inputs), std::pair(graph_->outputs(), &network_.outputs)}) {
            for (const std::int32_t tensor : lists_.of(list)) {
                const auto index = tensor_at(tensor, "the subgraph");
                if (!index) {
                    return tl::unexpected(index.error());
                }
                if (*index != TensorIndex::none()) {
                    into->push_back(*index);
                }
            }
        }
        return lists_.within_file(source_);
    }

    /// Position −1 is an omitted operand.
    [[nodiscard]] Expected<TensorIndex> tensor_at(std::int32_t position, const std::string& user) const {
        if (position == -1) {
            return TensorIndex::none();
        }
        if (position < 0 || static_cast<std::size_t>(position) >= network_.tensors.size()) {
            return wrong(user + " uses tensor " + std::to_string(position) + ", but there are " +
                             std::to_string(network_.tensors.size()),
                         "the file was damaged: export or download it again");
        }
        return TensorIndex(static_cast<std::size_t>(position));
    }

    Expected<void> read_operators() {
        const auto count = count_of(graph_->operators());
        network_.nodes.reserve(count);
        for (flatbuffers::uoffset_t i = 0; i < count; ++i) {
            if (auto added = add_operator(*graph_->operators()->Get(i), i); !added) {
                return added;
            }
        }
        return lists_.within_file(source_);
    }

    Expected<void> add_operator(const tflite::Operator& from, std::size_t position) {
        if (from.opcode_index() >= count_of(model_->operator_codes())) {
            return wrong("operator " + std::to_string(position) + " is of kind " + std::to_string(from.opcode_index()) +
                             ", but there are " + std::to_string(count_of(model_->operator_codes())),
                         "the file was damaged: export or download it again");
        }
        const tflite::OperatorCode& kind = *model_->operator_codes()->Get(from.opcode_index());
        const std::int32_t code = std::max<std::int32_t>(kind.deprecated_builtin_code(), kind.builtin_code());
        Node& node = network_.nodes.emplace_back();
        node.type = type_of(kind, static_cast<TfliteOperator>(code));
        node.name = node.type + " " + std::to_string(position);
        node.folds = is_pure_tflite_operator(node.type);
        node.known = is_tflite_operator_name(node.type);
        for (const auto& [list, into] :
             {std::pair(from.inputs(), &node.inputs), std::pair(from.outputs(), &node.outputs)}) {
            for (const std::int32_t tensor : lists_.of(list)) {
                const auto index = tensor_at(tensor, "operator " + node.name);
                if (!index) {
                    return tl::unexpected(index.error());
                }
                into->push_back(*index);
            }
        }
        node.axis = axis_of(from, node, static_cast<TfliteOperator>(code));
        node.window = tflite_window(from, content_, network_, node);
        if (!node.window && node.inputs.size() > 1) {
            node.window = tflite_padding(node, numbers_in(node.inputs[1]));
        }
        node.resampling = tflite_resampling(from, content_, network_, node);
        if (auto added = add_bodies(from, node, static_cast<TfliteOperator>(code)); !added) {
            return added;
        }
        return lists_.within_file(source_);
    }

    /// Adds the subgraphs that the operator runs.
    Expected<void> add_bodies(const tflite::Operator& from, Node& node, TfliteOperator code) {
        if (holds_unread_graph(node.type)) {
            node.unread_body = "the memory of its subgraph is unknown";
        }
        const auto row = std::ranges::find_if(runners, [code](const Runner& one) { return one.code == code; });
        if (row == std::end(runners)) {
            return {};
        }
        const auto* graphs = options_of<tflite::Subgraphs>(from, row->options);
        if (graphs == nullptr) {
            node.unread_body = "it does not name its subgraph";
            return {};
        }
        if (auto added = add_body(graphs->first(), node); !added) {
            return added;
        }
        return row->runs_two ? add_body(graphs->second(), node) : Expected<void>();
    }

    Expected<void> add_body(std::int64_t position, Node& node) {
        constexpr std::size_t deepest = 60;
        if (position < 0 || position >= static_cast<std::int64_t>(count_of(model_->subgraphs()))) {
            node.unread_body = "it runs subgraph " + std::to_string(position) + ", which does not exist";
            return {};
        }
        const auto index = static_cast<std::size_t>(position);
        if (inner_.enclosing.contains(index) || inner_.enclosing.size() > deepest) {
            node.unread_body =
                inner_.enclosing.contains(index) ? "its subgraph runs itself" : "its subgraphs are nested too deeply";
            return {};
        }
        auto& read = inner_.read[index];
        if (read == nullptr) {
            ModelReader reader(content_, options_, source_, lists_, inner_);
            reader.model_ = model_;
            reader.position_ = index;
            if (auto done = reader.read_graph(); !done) {
                return done;
            }
            read = std::make_shared<const Network>(std::move(reader.network_));
        }
        node.bodies.push_back(read);
        return {};
    }

    std::string type_of(const tflite::OperatorCode& kind, TfliteOperator code) {
        if (code != TfliteOperator::custom) {
            return tflite_operator_name(static_cast<std::int32_t>(code));
        }
        std::string name(lists_.of(kind.custom_code()));
        // Rules for a built-in operator do not apply to a custom operator of the same name.
        return name.empty() || is_tflite_operator_name(name) ? "CUSTOM " + name : name;
    }

    [[nodiscard]] std::optional<std::int64_t> axis_of(const tflite::Operator& from, const Node& node,
                                                      TfliteOperator code) const {
        switch (code) {
            case TfliteOperator::concatenation: {
                const auto* options = options_of<tflite::Concatenation>(from, concatenation_options);
                // A fused activation changes the values of the operands.
                return options != nullptr && options->activation() == 0 ? std::optional<std::int64_t>(options->axis())
                                                                        : std::nullopt;
            }
            case TfliteOperator::pack:
            case TfliteOperator::unpack: {
                const auto* options =
                    options_of<tflite::Stack>(from, code == TfliteOperator::pack ? pack_options : unpack_options);
                return options != nullptr ? std::optional<std::int64_t>(options->axis()) : std::nullopt;
            }
            case TfliteOperator::split:
                return number_in(node, 0);
            case TfliteOperator::split_v:
                return number_in(node, 2);
            default:
                break;
        }
        return std::nullopt;
    }

    /// The operator's options, verified. Null: it has options of another kind.
    template <class Options>
    [[nodiscard]] const Options* options_of(const tflite::Operator& from, std::uint8_t type) const {
        return from.builtin_options_type() == type ? verified_table<Options>(from.builtin_options(), content_)
                                                   : nullptr;
    }

    /// The same of an operand.
    [[nodiscard]] std::optional<std::int64_t> number_in(const Node& node, std::size_t operand) const {
        return operand < node.inputs.size() ? number_in(node.inputs[operand]) : std::nullopt;
    }

    static std::vector<std::int32_t> numbers_in(const tflite::Buffer& buffer) {
        std::vector<std::int32_t> numbers(count_of(buffer.data()) / sizeof(std::int32_t));
        // Copied, because the bytes may be unaligned.
        if (!numbers.empty()) {
            std::memcpy(numbers.data(), buffer.data()->data(), numbers.size() * sizeof(std::int32_t));
        }
        return numbers;
    }

    void read_offline_plan() {
        for (flatbuffers::uoffset_t i = 0; i < count_of(model_->metadata()); ++i) {
            const tflite::Metadata& entry = *model_->metadata()->Get(i);
            if (entry.name() == nullptr || entry.name()->string_view() != plan_name) {
                continue;
            }
            if (entry.buffer() >= count_of(model_->buffers())) {
                ignore_plan("its buffer " + std::to_string(entry.buffer()) + " does not exist");
            } else {
                read_offsets(numbers_in(*model_->buffers()->Get(entry.buffer())));
            }
            return;
        }
    }

    /// Reads version, number of subgraphs, number of offsets, then the offsets of all tensors of all subgraphs.
    void read_offsets(const std::vector<std::int32_t>& numbers) {
        constexpr std::size_t header = 3;
        constexpr std::int32_t planned_at_run_time = -1;
        if (numbers.size() < header || numbers[2] < 0 ||
            static_cast<std::size_t>(numbers[2]) > numbers.size() - header) {
            return ignore_plan("it holds fewer offsets than it declares");
        }
        std::size_t first = header;
        for (flatbuffers::uoffset_t i = 0; i < position_; ++i) {
            first += count_of(model_->subgraphs()->Get(i)->tensors());
        }
        const std::size_t end = header + static_cast<std::size_t>(numbers[2]);
        if (first + network_.tensors.size() > end) {
            return ignore_plan("it has " + std::to_string(numbers[2]) + " offsets, but there are more tensors");
        }
        std::vector<std::optional<Offset>> plan(network_.tensors.size());
        for (std::size_t i = 0; i < plan.size(); ++i) {
            const std::int32_t offset = numbers[first + i];
            if (offset < planned_at_run_time) {
                return ignore_plan("tensor " + in_quotes(network_.tensors[i].name) + " has the offset " +
                                   std::to_string(offset));
            }
            if (offset != planned_at_run_time) {
                plan[i] = Offset(offset);
            }
        }
        network_.offline_plan = std::move(plan);
        network_.notes.emplace_back("the model contains an offline plan (OfflineMemoryAllocation)");
    }

    void ignore_plan(const std::string& reason) {
        network_.notes.push_back("the offline plan of the model was ignored: " + reason);
    }

    std::string_view content_;
    const ImportOptions& options_;
    DimensionWildcard wildcard_;
    const std::string& source_;
    FlatBufferLists& lists_;
    InnerGraphs& inner_;
    const tflite::Model* model_ = nullptr;
    const tflite::SubGraph* graph_ = nullptr;
    std::size_t position_ = 0;
    bool uses_has_rank_ = false;
    IndexedVector<TensorIndex, bool> open_;  ///< by tensor: the model leaves an extent open
    TfliteOpenExtents positions_;
    Network network_;
};

}  // namespace

Expected<Network> parse_tflite_model(std::string_view content, const ImportOptions& options,
                                     const std::string& source) {
    FlatBufferLists lists(content);
    InnerGraphs inner;
    return ModelReader(content, options, source, lists, inner).read();
}

Expected<std::size_t> tflite_subgraph(std::string_view content, const ImportOptions& options,
                                      const std::string& source) {
    FlatBufferLists lists(content);
    InnerGraphs inner;
    return ModelReader(content, options, source, lists, inner).subgraph();
}

}  // namespace arenascope
