#include "core/format/flatbuffers/executorch_program.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>

#include "core/base/error/quotation.h"
#include "core/base/text/plain_text.h"
#include "core/format/flatbuffers/flatbuffer.h"
#include "core/format/flatbuffers/schema/executorch_generated.h"
#include "core/model/network/network.h"

namespace arenascope {
namespace {

/// Indexed by the format's number for the type.
constexpr ElementType element_types[] = {
    {"uint8", 8},    {"int8", 8},     {"int16", 16},     {"int32", 32},     {"int64", 64},       {"float16", 16},
    {"float32", 32}, {"float64", 64}, {"complex32", 32}, {"complex64", 64}, {"complex128", 128}, {"bool", 8},
    {"qint8", 8},    {"quint8", 8},   {"qint32", 32},    {"bfloat16", 16},  {"quint4x2", 4},     {"quint2x4", 2},
};

/// Kinds of values, by their number in the union of the format.
constexpr std::uint8_t tensor_value = 5;
constexpr std::uint8_t tensor_list_value = 10;
constexpr std::uint8_t optional_tensor_list_value = 11;

/// Kinds of instructions, by their number in the union of the format.
enum class InstructionKind : std::uint8_t { kernel = 1, delegate, move, jump_if_false, free };

/// A tensor with planned memory, and its first and last use.
struct PlannedTensor {
    const executorch::Tensor* from = nullptr;
    std::int64_t bytes = 0;
    std::int64_t first = -1;
    std::int64_t last = -1;
    bool is_written = false;  ///< by the instruction that uses it first
    BufferKind kind = BufferKind::activation;
    std::optional<std::size_t> viewed;  ///< the value whose bytes it shares; empty: it is no view
};

class ProgramReader {
public:
    ProgramReader(std::string_view content, const ImportOptions& options, const std::string& source)
        : content_(content), options_(options), source_(source), lists_(content) {}

    Expected<Document> read() {
        const auto program =
            verified_root<executorch::Program>(content_, executorch_identifier.data(), "ExecuTorch program", source_);
        if (!program) {
            return tl::unexpected(program.error());
        }
        program_ = *program;
        for (const auto& read_part :
             {&ProgramReader::choose_method, &ProgramReader::read_values, &ProgramReader::read_instructions,
              &ProgramReader::read_interface, &ProgramReader::add_regions, &ProgramReader::add_buffers}) {
            if (auto done = (this->*read_part)(); !done) {
                return tl::unexpected(done.error());
            }
            if (auto within = lists_.within_file(source_); !within) {
                return tl::unexpected(within.error());
            }
        }
        add_graph();
        add_notes();
        return validate(document_.problem, source_).map([&] { return std::move(document_); });
    }

private:
    using Index = flatbuffers::uoffset_t;

    [[nodiscard]] tl::unexpected<Error> wrong(std::string cause, std::string cure = damaged) const {
        return failure(Error{source_, 0, std::move(cause), std::move(cure)});
    }

    /// The verified table in a union. Null: it is absent or not a valid table.
    template <class Table>
    [[nodiscard]] const Table* as(const executorch::Opaque* opaque) const {
        const auto* table = reinterpret_cast<const Table*>(opaque);
        flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(content_.data()), content_.size());
        return table != nullptr && verifier.VerifyTable(table) ? table : nullptr;
    }

    Expected<void> choose_method() {
        const Index count = count_of(program_->plans());
        std::string names;
        std::optional<Index> chosen = options_.subgraph.empty() && count > 0 ? std::optional<Index>(0) : std::nullopt;
        constexpr Index max_listed = 20;
        for (Index i = 0; i < count; ++i) {
            const std::string_view name = lists_.of(program_->plans()->Get(i)->name());
            if (!chosen && (name == options_.subgraph || std::to_string(i) == options_.subgraph)) {
                chosen = i;
            }
            if (i < max_listed) {
                names += (i == 0 ? "" : ", ") + in_quotes(name);
            }
        }
        if (!chosen) {
            return count == 0 ? wrong("the program has no method", "open a program with at least one")
                              : wrong("the program has no method " + in_quotes(options_.subgraph),
                                      "name one of them, or its position: " + names);
        }
        plan_ = program_->plans()->Get(*chosen);
        if (count > 1) {
            document_.notes.push_back("the program has " + std::to_string(count) + " methods; this is number " +
                                      std::to_string(*chosen) + ": " + names +
                                      "; use --set subgraph=NAME to read another");
        }
        return {};
    }

    Expected<void> read_values() {
        tensors_.resize(count_of(plan_->values()));
        for (std::size_t i = 0; i < tensors_.size(); ++i) {
            const executorch::Value& value = *plan_->values()->Get(static_cast<Index>(i));
            const auto* tensor = value.type() == tensor_value ? as<executorch::Tensor>(value.value()) : nullptr;
            if (value.type() == tensor_value && tensor == nullptr) {
                return wrong("value " + std::to_string(i) + " is marked as a tensor but is not one");
            }
            if (tensor == nullptr) {
                continue;
            }
            if (tensor->allocation() == nullptr) {
                unplanned_ += tensor->data_buffer() == 0 ? 1 : 0;
            } else if (auto added = add_tensor(i, *tensor); !added) {
                return added;
            }
        }
        return {};
    }

    Expected<void> add_tensor(std::size_t position, const executorch::Tensor& from) {
        ++planned_;
        const Tensor facts = facts_of(from);
        const auto size = size_of(facts);
        if (!size) {
            return wrong("tensor " + std::to_string(position) + " has a size that does not fit in 64 bits");
        }
        if (!*size) {
            ++document_.left_out;
            unknown_ += (unknown_.empty() ? "tensor " : ", ") + std::to_string(position) + " (" + facts.type + ")";
            return {};
        }
        if (**size == Bytes(0)) {
            ++empty_;
            return {};
        }
        ++sized_;
        tensors_[position].from = &from;
        tensors_[position].bytes = (*size)->value();
        return {};
    }

    Tensor facts_of(const executorch::Tensor& from) {
        Tensor facts;
        set_element_type(facts, element_types, from.scalar_type());
        const auto sizes = lists_.of(from.sizes());
        facts.shape.emplace(sizes.begin(), sizes.end());
        return facts;
    }

    Expected<void> read_instructions() {
        for (Index i = 0; i < count_of(plan_->chains()); ++i) {
            const auto* instructions = plan_->chains()->Get(i)->instructions();
            const std::int64_t first = steps_;
            for (Index k = 0; k < count_of(instructions); ++k) {
                if (auto read = read_instruction(*instructions->Get(k), first); !read) {
                    return read;
                }
                if (auto within = lists_.within_file(source_); !within) {
                    return within;
                }
                ++steps_;
            }
        }
        return steps_ > 0 ? Expected<void>()
                          : wrong("the method has no instruction", "open a method with at least one");
    }

    /// `first` is the step of the first instruction in its chain.
    Expected<void> read_instruction(const executorch::Instruction& from, std::int64_t first) {
        Operator& instruction = document_.problem.graph->operators.emplace_back();
        instruction.step = Step(steps_);
        instruction.keeps_order = true;  // it may jump, free, or read a view of what another one writes
        const auto kind = static_cast<InstructionKind>(from.type());
        if (kind == InstructionKind::kernel || kind == InstructionKind::delegate) {
            return read_call(as<executorch::Call>(from.arguments()), kind == InstructionKind::kernel, instruction);
        }
        const auto* control = as<executorch::Control>(from.arguments());
        if (control == nullptr || kind < InstructionKind::move || kind > InstructionKind::free) {
            return wrong("instruction " + std::to_string(steps_) + " is of an unknown kind (" +
                             std::to_string(from.type()) + ")",
                         "write the program with a version of ExecuTorch that uses the identifier ET12");
        }
        instruction.type = kind == InstructionKind::move   ? "move"
                           : kind == InstructionKind::free ? "free"
                                                           : "jump if false";
        // A move copies its first value to its second.
        std::array<std::int32_t, 2> values{control->first(), control->second()};
        const bool has_two = kind == InstructionKind::move;
        if (kind == InstructionKind::jump_if_false && first + control->second() <= steps_) {
            loops_.emplace_back(first + control->second(), steps_);
            if (loops_.size() > max_loops) {
                return wrong("the method has more than " + std::to_string(max_loops) + " loops");
            }
        }
        return use(std::span<const std::int32_t>(values.data(), has_two ? 2 : 1), has_two ? 1 : 0);
    }

    Expected<void> read_call(const executorch::Call* call, bool is_kernel, Operator& instruction) {
        if (call == nullptr) {
            return wrong("instruction " + std::to_string(steps_) + " has no call");
        }
        const auto index = static_cast<std::uint32_t>(call->index());
        const Index count = is_kernel ? count_of(plan_->operators()) : count_of(plan_->delegates());
        if (index >= count) {
            return wrong("instruction " + std::to_string(steps_) + " calls number " + std::to_string(call->index()) +
                         ", but there are " + std::to_string(count));
        }
        if (is_kernel) {
            const executorch::Operator& kernel = *plan_->operators()->Get(index);
            const std::string_view overload = lists_.of(kernel.overload());
            instruction.type =
                std::string(lists_.of(kernel.name())) + (overload.empty() ? "" : ".") + std::string(overload);
        } else {
            instruction.type = lists_.of(plan_->delegates()->Get(index)->id());
            called_delegate_ = instruction.type;
        }
        const auto arguments = lists_.of(call->arguments());
        return use(arguments, is_kernel ? outputs_among(arguments) : 0);
    }

    /// The number of outputs at the end of a kernel's arguments. A kernel lists its outputs twice: as arguments and as
    /// results.
    static std::size_t outputs_among(std::span<const std::int32_t> arguments) {
        for (std::size_t count = 1; 2 * count <= arguments.size() && count <= max_outputs; ++count) {
            const auto returned = arguments.last(count);
            const auto given = arguments.last(2 * count).first(count);
            if (std::equal(returned.begin(), returned.end(), given.begin())) {
                return count;
            }
        }
        return 0;
    }

    /// Records that the current instruction uses these values; the last `written` of them are outputs.
    Expected<void> use(std::span<const std::int32_t> values, std::size_t written) {
        operands_.emplace_back();
        const auto outputs = values.last(written);
        // Outputs first, because they are among the arguments too.
        for (const auto& [list, are_written] : {std::pair(outputs, true), std::pair(values, false)}) {
            for (const std::int32_t value : list) {
                if (auto used = use(value, are_written); !used) {
                    return used;
                }
            }
        }
        return {};
    }

    Expected<void> use(std::int32_t value, bool is_written) {
        if (value < 0 || static_cast<std::size_t>(value) >= tensors_.size()) {
            return wrong("instruction " + std::to_string(steps_) + " uses value " + std::to_string(value) +
                         ", but there are " + std::to_string(tensors_.size()));
        }
        const executorch::Value& from = *plan_->values()->Get(static_cast<Index>(value));
        if (from.type() != tensor_list_value && from.type() != optional_tensor_list_value) {
            note_use(static_cast<std::size_t>(value), is_written);
            return {};
        }
        const auto* list = as<executorch::List>(from.value());
        for (const std::int32_t item : list == nullptr ? std::span<const std::int32_t>() : lists_.of(list->items())) {
            // −1 is an omitted tensor.
            if (item >= 0 && static_cast<std::size_t>(item) < tensors_.size()) {
                note_use(static_cast<std::size_t>(item), is_written);
            }
        }
        return {};
    }

    void note_use(std::size_t value, bool is_written) {
        PlannedTensor& tensor = tensors_[value];
        if (tensor.from == nullptr) {
            return;
        }
        if (tensor.first < 0) {
            tensor.first = steps_;
            tensor.is_written = is_written;
            order_.push_back(value);
        }
        tensor.last = steps_;
        operands_.back().emplace_back(value, is_written);
    }

    Expected<void> read_interface() {
        const std::int64_t end = steps_ - 1;
        for (const std::size_t value : order_) {
            PlannedTensor& tensor = tensors_[value];
            if (tensor.from->data_buffer() != 0) {
                std::tie(tensor.first, tensor.last, tensor.kind) = std::tuple(0, end, BufferKind::variable);
            }
        }
        for (const auto& [list, kind] :
             {std::pair(plan_->inputs(), BufferKind::input), std::pair(plan_->outputs(), BufferKind::output)}) {
            for (const std::int32_t value : lists_.of(list)) {
                if (value < 0 || static_cast<std::size_t>(value) >= tensors_.size()) {
                    return wrong("the method uses value " + std::to_string(value) + ", but there are " +
                                 std::to_string(tensors_.size()));
                }
                PlannedTensor& tensor = tensors_[static_cast<std::size_t>(value)];
                if (tensor.from == nullptr || tensor.kind == BufferKind::variable) {
                    continue;
                }
                if (tensor.first < 0) {
                    order_.push_back(static_cast<std::size_t>(value));
                }
                tensor.last = std::max<std::int64_t>(tensor.last, kind == BufferKind::output ? end : 0);
                tensor.first = kind == BufferKind::input || tensor.first < 0 ? 0 : tensor.first;
                tensor.kind = kind;
            }
        }
        extend_over_loops();
        find_views();
        return {};
    }

    /// A tensor from before a loop that is used inside it is needed until the loop ends.
    void extend_over_loops() {
        for (const auto& [begin, end] : loops_) {
            for (const std::size_t value : order_) {
                PlannedTensor& tensor = tensors_[value];
                if (tensor.first < begin && tensor.last >= begin) {
                    tensor.last = std::max(tensor.last, end);
                }
            }
        }
    }

    /// A tensor that is read but not written shares the bytes of the tensor last written to its place. If there is
    /// none, it is scratch.
    void find_views() {
        std::ranges::sort(order_, [this](std::size_t a, std::size_t b) {
            return std::pair(tensors_[a].first, a) < std::pair(tensors_[b].first, b);
        });
        std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::int64_t>, std::size_t> written;
        for (const std::size_t value : order_) {
            PlannedTensor& tensor = tensors_[value];
            const executorch::Allocation& at = *tensor.from->allocation();
            const std::tuple place(at.memory(), at.offset_high(), at.offset_low(), tensor.bytes);
            if (tensor.is_written || tensor.kind == BufferKind::input || tensor.kind == BufferKind::variable) {
                written[place] = value;
                continue;
            }
            if (const auto known = written.find(place); known != written.end()) {
                tensor.viewed = known->second;
                tensor.first = std::min(tensor.first, tensors_[known->second].last + 1);
            } else if (tensor.kind == BufferKind::activation) {
                tensor.kind = BufferKind::scratch;
            }
        }
    }

    Expected<void> add_regions() {
        for (const std::size_t value : order_) {
            region_of_memory_.emplace(tensors_[value].from->allocation()->memory(), RegionIndex::none());
        }
        if (region_of_memory_.empty()) {
            if (!called_delegate_.empty()) {
                return wrong("the method runs in the delegate " + in_quotes(called_delegate_) +
                                 ", which plans its own memory: no tensor of the program is planned",
                             "export the program without a partitioner for this delegate, and open that");
            }
            return wrong("the method has no planned tensors", "export the program with memory planning");
        }
        document_.problem.regions.clear();
        const auto sizes = lists_.of(plan_->buffer_sizes());
        for (auto& [memory, region] : region_of_memory_) {
            region = RegionIndex(document_.problem.regions.size());
            Region& memory_region = document_.problem.regions.emplace_back();
            memory_region.name = "memory " + std::to_string(memory);
            if (memory < sizes.size() && sizes[memory] > 0) {
                memory_region.capacity = Bytes(sizes[memory]);
            }
        }
        return {};
    }

    Expected<void> add_buffers() {
        buffer_of_.assign(tensors_.size(), BufferIndex::none());
        for (const std::size_t value : order_) {
            const PlannedTensor& tensor = tensors_[value];
            const executorch::Allocation& at = *tensor.from->allocation();
            constexpr std::uint32_t high_limit = std::uint32_t{1} << 31U;
            if (at.offset_high() >= high_limit) {
                return wrong("tensor " + std::to_string(value) + " has an offset that exceeds 63 bits");
            }
            const RegionIndex region = region_of_memory_.at(at.memory());
            const auto offset = static_cast<std::int64_t>((std::uint64_t{at.offset_high()} << 32U) | at.offset_low());
            if (!checked_add(offset, tensor.bytes)) {
                return wrong("tensor " + std::to_string(value) + " has a tail that exceeds 63 bits");
            }
            buffer_of_[value] = BufferIndex(document_.problem.buffers.size());
            Buffer& buffer = document_.problem.buffers.emplace_back();
            buffer.name = name_of_value(value);
            buffer.size = Bytes(tensor.bytes);
            buffer.lifetime = {Step(tensor.first), Step(tensor.last + 1)};
            buffer.kind = tensor.kind;
            buffer.region = region;
            document_.layout.placements.emplace_back(Placement{Offset(offset), region});
            if (tensor.viewed) {
                views_[*tensor.viewed].push_back(buffer_of_[value]);
            }
            const Tensor facts = facts_of(*tensor.from);
            document_.problem.graph->tensors.push_back({facts.type, *facts.shape});
        }
        for (auto& [viewed, members] : views_) {
            members.insert(members.begin(), buffer_of_[viewed]);
            document_.layout.sharing.push_back(
                {SharingGroup::Kind::sharing, std::move(members), SharingGroup::Basis::inferred});
        }
        return {};
    }

    std::string name_of_value(std::size_t value) {
        const executorch::TensorNames* names = tensors_[value].from->names();
        const std::string_view name = names == nullptr ? std::string_view() : lists_.of(names->name());
        // The number makes the name unique.
        return "tensor " + std::to_string(value) + (name.empty() ? "" : " " + without_zeros(name));
    }

    void add_graph() {
        auto& operators = document_.problem.graph->operators;
        std::vector<std::int64_t> written_at(tensors_.size(), -1);
        for (std::size_t step = 0; step < operators.size(); ++step) {
            Operator& instruction = operators[step];
            instruction.name = instruction.type + " " + std::to_string(step);
            for (const auto& [value, is_written] : operands_[step]) {
                const BufferIndex buffer = buffer_of_[value];
                if (is_written) {
                    instruction.writes.push_back(buffer);
                    written_at[value] = instruction.step.value();
                } else if (written_at[value] != instruction.step.value()) {
                    instruction.reads.push_back(buffer);
                }
            }
            document_.problem.step_labels.push_back({instruction.step, instruction.name});
        }
    }

    void add_notes() {
        const std::size_t unused = sized_ - order_.size();
        document_.notes.push_back(std::to_string(planned_) + " tensors are planned" +
                                  (empty_ > 0 ? ", " + std::to_string(empty_) + " of them empty" : "") +
                                  (unused > 0 ? ", " + std::to_string(unused) + " of them never used" : ""));
        if (!unknown_.empty()) {
            document_.notes.push_back("left out, because the size of their elements is unknown: " + unknown_);
        }
        if (unplanned_ > 0) {
            document_.notes.push_back(std::to_string(unplanned_) +
                                      " tensors are not planned: they get their memory when the program runs");
        }
    }

    static constexpr const char* damaged = "the file was damaged: export or download it again";
    /// No kernel has more outputs. The limit bounds the search.
    static constexpr std::size_t max_outputs = 64;
    /// Limits the work: each loop is tested against each tensor.
    static constexpr std::size_t max_loops = 256;

    std::string_view content_;
    const ImportOptions& options_;
    const std::string& source_;
    FlatBufferLists lists_;
    const executorch::Program* program_ = nullptr;
    const executorch::Plan* plan_ = nullptr;
    std::vector<PlannedTensor> tensors_;  ///< by value; `from` is null unless it is a planned tensor
    std::vector<std::size_t> order_;      ///< used values, in order of first use
    std::vector<std::vector<std::pair<std::size_t, bool>>> operands_;  ///< by step: value, and whether it is written
    std::vector<std::pair<std::int64_t, std::int64_t>> loops_;         ///< first and last step of each loop
    std::int64_t steps_ = 0;
    std::size_t planned_ = 0;
    std::size_t empty_ = 0;
    std::size_t sized_ = 0;
    std::size_t unplanned_ = 0;
    std::string unknown_;          ///< tensors of unknown size
    std::string called_delegate_;  ///< the last one; empty: the method calls none
    std::map<std::uint32_t, RegionIndex> region_of_memory_;
    std::map<std::size_t, std::vector<BufferIndex>> views_;  ///< views, by the value whose bytes they share
    std::vector<BufferIndex> buffer_of_;
    Document document_{.problem = {.graph = Graph{}}};
};

}  // namespace

Expected<Document> parse_executorch_program(std::string_view content, const ImportOptions& options,
                                            const std::string& source) {
    return ProgramReader(content, options, source).read();
}

}  // namespace arenascope
