#include "core/model/network/network_problem.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/unique_names.h"
#include "core/model/memory/arena.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/body_memory.h"
#include "core/model/network/constant_folding.h"
#include "core/model/network/multiply_accumulates.h"
#include "core/model/network/node_order.h"
#include "core/model/network/operator_features.h"
#include "core/model/network/part_by_reads.h"

namespace arenascope {
namespace {

template <class Value>
void append(std::vector<Value>& list, const std::vector<Value>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

/// The steps in which a tensor is produced and used; −1: none. An operator that runs in parts produces its output in
/// several.
struct Uses {
    std::int64_t producer = -1;  ///< the first one
    std::int64_t written = -1;   ///< the last one that produces it
    std::int64_t first = -1;
    std::int64_t last = -1;
};

/// What an inner graph needs to know about the surrounding network. A main graph has no constants around it.
struct Surroundings {
    std::vector<bool> constants;  ///< by tensor of the surrounding network
    BodyRecord& record;
};

Expected<ImportedModel> imported_graph(const Network& network, const ImportOptions& options, const std::string& source,
                                       const Surroundings& around);

class Importer {
public:
    Importer(const Network& network, const ImportOptions& options, const std::string& source,
             const Surroundings& around)
        : network_(network),
          options_(options),
          source_(source),
          around_(around),
          constant_(network.tensors.size(), false),
          uses_(network.tensors.size()),
          role_(network.tensors.size(), Role::inner),
          buffer_of_(network.tensors.size(), BufferIndex::none()) {}

    Expected<ImportedModel> run() {
        fold();
        find_uses();
        name_operators();
        for (const auto add_part : {&Importer::add_buffers, &Importer::add_bodies}) {
            if (auto added = (this->*add_part)(); !added) {
                return failure(Error{source_, 0, added.error().cause, added.error().cure});
            }
        }
        if (auto valid = validate(model_.problem, source_); !valid) {
            return tl::unexpected(valid.error());
        }
        add_graph();
        add_offline_plan();
        model_.report.threshold_without_scratch = threshold_without_scratch(model_.problem);
        add_notes();
        return std::move(model_);
    }

private:
    enum class Role : std::uint8_t { inner, input, output, both };

    [[nodiscard]] const Tensor& tensor(TensorIndex index) const { return network_.tensors[index]; }
    [[nodiscard]] Uses& uses(TensorIndex index) { return uses_[index]; }
    [[nodiscard]] bool is_output(TensorIndex index) const {
        return role_[index] == Role::output || role_[index] == Role::both;
    }
    [[nodiscard]] std::int64_t last_step() const { return std::max<std::int64_t>(std::ssize(steps_) - 1, 0); }

    void fold() {
        for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
            const Tensor& one = network_.tensors[i];
            constant_[i] = (one.constant && !one.variable) ||
                           (one.outer != TensorIndex::none() && around_.constants.at(one.outer.value()));
        }
        const std::vector<bool> is_folded =
            options_.fold ? fold_constants(network_, constant_) : std::vector<bool>(network_.nodes.size(), false);
        for (std::size_t i = 0; i < network_.nodes.size(); ++i) {
            if (is_folded[i]) {
                model_.report.folded.push_back(label_of(network_.nodes[i]));
            } else {
                steps_.push_back(&network_.nodes[i]);
            }
        }
    }

    void name_operators() {
        UniqueNames names;
        for (std::size_t step = 0; step < steps_.size(); ++step) {
            const Node& node = *steps_[step];
            operator_names_.push_back(
                names.add(node.name.empty() ? node.type + " " + std::to_string(step) : node.name));
        }
    }

    void find_uses() {
        for (std::size_t step = 0; step < steps_.size(); ++step) {
            const auto note = [&](TensorIndex operand) {
                if (operand != TensorIndex::none()) {
                    Uses& of = uses(operand);
                    of.last = static_cast<std::int64_t>(step);
                    of.first = of.first < 0 ? of.last : of.first;
                }
            };
            std::ranges::for_each(steps_[step]->inputs, note);
            std::ranges::for_each(steps_[step]->captures, note);
            for (const TensorIndex output : steps_[step]->outputs) {
                if (output != TensorIndex::none()) {
                    Uses& of = uses(output);
                    of.written = static_cast<std::int64_t>(step);
                    of.producer = of.producer < 0 ? of.written : of.producer;
                }
            }
        }
        for (const TensorIndex input : network_.inputs) {
            role_[input] = Role::input;
        }
        for (const TensorIndex output : network_.outputs) {
            Role& role = role_[output];
            role = role == Role::input || role == Role::both ? Role::both : Role::output;
        }
    }

    Expected<void> add_buffers() {
        for (const TensorIndex input : network_.inputs) {
            if (auto added = add_input(input); !added) {
                return added;
            }
        }
        for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
            if (network_.tensors[i].variable) {
                if (auto added = add_variable(TensorIndex(i)); !added) {
                    return added;
                }
            }
        }
        for (const Node* step : steps_) {
            for (const TensorIndex output : step->outputs) {
                if (auto added = add_output(output); !added) {
                    return added;
                }
            }
        }
        for (std::size_t i = 0; i < network_.tensors.size(); ++i) {
            if (auto added = add_unproduced(TensorIndex(i)); !added) {
                return added;
            }
        }
        return {};
    }

    Expected<void> add_input(TensorIndex index) {
        if (constant_[index] || tensor(index).variable) {
            return {};
        }
        if (options_.inputs == Residence::outside) {
            return skip(index, "an input that is kept by the caller");
        }
        const bool throughout = options_.inputs == Residence::throughout || is_output(index);
        return add(index, is_output(index) ? BufferKind::output : BufferKind::input, 0,
                   throughout ? last_step() : std::max<std::int64_t>(uses(index).last, 0));
    }

    Expected<void> add_variable(TensorIndex index) {
        if (options_.variables != Residence::outside) {
            return add(index, BufferKind::variable, 0, last_step());
        }
        const auto size = size_of(tensor(index));
        const auto all = size && *size ? checked_add(bytes_outside_, (*size)->value()) : std::nullopt;
        bytes_outside_ = all.value_or(bytes_outside_);
        ++variables_outside_;
        return skip(index, "a variable that is kept outside the arena");
    }

    Expected<void> add_output(TensorIndex index) {
        if (index == TensorIndex::none() || constant_[index] || tensor(index).variable) {
            return {};
        }
        const Uses& of = uses(index);
        if (is_output(index)) {
            if (options_.outputs == Residence::outside) {
                return skip(index, "an output that is kept by the caller");
            }
            const bool throughout = options_.outputs == Residence::throughout;
            return add(index, BufferKind::output, throughout ? 0 : of.producer, last_step());
        }
        const bool drops = options_.unused_outputs == UnusedOutputs::drop ||
                           (options_.unused_outputs == UnusedOutputs::by_format && network_.kind == ModelKind::onnx);
        if (of.last < 0 && drops) {
            return skip(index, "an output that nobody uses");
        }
        return add(index, BufferKind::activation, std::min(of.producer, of.first < 0 ? of.producer : of.first),
                   std::max(of.written, of.last));
    }

    Expected<void> add_unproduced(TensorIndex index) {
        const Uses& of = uses(index);
        const bool is_known = constant_[index] || tensor(index).variable || of.producer >= 0 || of.last < 0 ||
                              role_[index] == Role::input || role_[index] == Role::both;
        if (is_known) {
            return {};
        }
        // A tensor that an inner graph uses from outside already has a buffer there.
        if (tensor(index).outer != TensorIndex::none()) {
            return {};
        }
        if (network_.kind == ModelKind::onnx) {
            return skip(index, "no operator produces it");
        }
        return options_.scratch ? add(index, BufferKind::scratch, of.first, of.last)
                                : skip(index, "scratch, which no operator produces");
    }

    [[nodiscard]] std::string name_of(TensorIndex index) {
        const std::string& name = tensor(index).name;
        return name.empty() ? "tensor " + std::to_string(index.value()) : name;
    }

    Expected<void> skip(TensorIndex index, const char* reason) {
        model_.report.skipped.push_back({name_of(index), reason});
        return {};
    }

    /// Adds a buffer that is alive from `first` to `last`, both inclusive.
    Expected<void> add(TensorIndex index, BufferKind kind, std::int64_t first, std::int64_t last) {
        if (buffer_of_[index] != BufferIndex::none()) {
            return {};
        }
        const Tensor& subject = tensor(index);
        const auto size = size_of(subject);
        if (!size) {
            return tl::unexpected(size.error());
        }
        if (!*size) {
            unknown_.push_back(unknown(index));
            return {};
        }
        if (**size == Bytes(0)) {
            ++empty_tensors_;
            return skip(index, "it is empty: one of its dimensions is 0");
        }
        const std::string name = name_of(index);
        buffer_of_[index] = BufferIndex(model_.problem.buffers.size());
        if (auto added = add_buffer(name, **size, kind, {Step(first), Step(last + 1)}); !added) {
            return added;
        }
        facts_.push_back({subject.type, *subject.shape});
        if (subject.bounded) {
            const std::int64_t writer = uses(index).producer;
            bounded_.push_back({model_.problem.buffers.back().name,
                                writer < 0 ? std::string() : operator_names_[static_cast<std::size_t>(writer)],
                                writer < 0 ? std::string() : steps_[static_cast<std::size_t>(writer)]->type});
        }
        return {};
    }

    Expected<void> add_buffer(const std::string& name, Bytes size, BufferKind kind, Lifetime lifetime) {
        const std::int64_t multiple = options_.size_multiple.value();
        const auto rounded = checked_add(size.value(), multiple - 1);
        if (!rounded) {
            return failure("tensor " + in_quotes(name) + " does not fit in 64 bits when it is rounded up",
                           "use a smaller size-multiple");
        }
        Buffer& buffer = model_.problem.buffers.emplace_back();
        buffer.name = buffer_names_.add(name);
        buffer.size = Bytes(*rounded / multiple * multiple);
        buffer.lifetime = lifetime;
        buffer.kind = kind;
        return {};
    }

    /// Adds a scratch buffer for each operator with inner graphs.
    Expected<void> add_bodies() {
        constexpr std::size_t most_notes = 8;
        const Surroundings inside{constant_, around_.record};
        const auto import_body = [&](const Network& body, const ImportOptions& options) {
            return imported_graph(body, options, source_, inside).map([](ImportedModel model) {
                return std::move(model.problem);
            });
        };
        std::size_t bodies = 0;
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            const std::string& name = operator_names_[i];
            const auto memory = memory_of_bodies(*steps_[i], name, options_, import_body, around_.record);
            if (!memory) {
                return tl::unexpected(memory.error());
            }
            append(unknown_, memory->unknown_sizes);
            append(bounded_, memory->bounded_sizes);
            append(assumed_, memory->assumed_dimensions);
            if (memory->peak == Bytes(0)) {
                continue;
            }
            const Lifetime lifetime{Step(static_cast<std::int64_t>(i)), Step(static_cast<std::int64_t>(i) + 1)};
            if (auto added = add_buffer(body_name(name), memory->peak, BufferKind::scratch, lifetime); !added) {
                return added;
            }
            facts_.emplace_back();
            if (++bodies <= most_notes) {
                model_.notes.push_back(body_note(*steps_[i], name, memory->peak));
            }
        }
        if (bodies > most_notes) {
            model_.notes.emplace_back("more operators contain graphs: each has a scratch buffer NAME/body");
        }
        return {};
    }

    /// Searches backwards from a tensor of unknown size for the operator whose output shape could not be inferred. Each
    /// tensor is visited only once in all searches.
    [[nodiscard]] const Node* stopping_operator(TensorIndex index) {
        std::vector<TensorIndex> path;
        const Node* stop = nullptr;
        for (TensorIndex at = index; uses(at).producer >= 0;) {
            if (const auto known = stop_of_.find(at); known != stop_of_.end()) {
                stop = known->second;
                break;
            }
            stop = steps_[static_cast<std::size_t>(uses(at).producer)];
            stop_of_.emplace(at, stop);  // in a cycle of operators, the search ends here
            path.push_back(at);
            const auto next = std::ranges::find_if(stop->inputs, [&](TensorIndex operand) {
                return operand != TensorIndex::none() && !constant_[operand] &&
                       !size_of(tensor(operand)).value_or(Bytes(0));
            });
            if (next == stop->inputs.end()) {
                break;
            }
            at = *next;
        }
        for (const TensorIndex passed : path) {
            stop_of_[passed] = stop;
        }
        return stop;
    }

    [[nodiscard]] UnknownSize unknown(TensorIndex index) {
        if (tensor(index).element_bits == 0 && !tensor(index).type.empty()) {
            return {tensor(index).name, {}, {}, "elements of type " + tensor(index).type + " have no fixed size"};
        }
        const Node* stop = stopping_operator(index);
        if (stop == nullptr) {
            return {tensor(index).name, {}, {}, "the model does not give its shape"};
        }
        return {tensor(index).name, label_of(*stop), stop->type, "the output shape of " + stop->type + " is unknown"};
    }

    [[nodiscard]] static std::string label_of(const Node& node) { return node.name.empty() ? node.type : node.name; }

    void add_graph() {
        Graph& graph = model_.problem.graph.emplace();
        graph.unknown_sizes = std::move(unknown_);
        graph.assumed_dimensions = network_.assumed_dimensions;
        append(graph.assumed_dimensions, assumed_);
        graph.bounded_sizes = std::move(bounded_);
        graph.has_only_tensors = network_.kind == ModelKind::tflite;
        for (std::size_t step = 0; step < steps_.size(); ++step) {
            const Node& node = *steps_[step];
            Operator& one = graph.operators.emplace_back();
            one.name = operator_names_[step];
            one.type = node.type;
            one.step = Step(static_cast<std::int64_t>(step));
            one.multiply_accumulates = multiply_accumulates(network_, node);
            one.keeps_order = !node.folds || !node.known;
            add_operands(node, one);
            model_.problem.step_labels.push_back({one.step, one.name});
        }
        graph.tensors = std::move(facts_);
    }

    void add_operands(const Node& node, Operator& one) {
        std::vector<std::uint32_t> read_of_input(node.inputs.size(), 0);
        bool all_are_buffers = true;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const TensorIndex operand = node.inputs[i];
            const bool is_buffer = operand != TensorIndex::none() && is_read(operand, one);
            read_of_input[i] = is_buffer ? static_cast<std::uint32_t>(one.reads.size() - 1) : absent;
            all_are_buffers &= is_buffer;
        }
        for (const TensorIndex captured : node.captures) {
            is_read(captured, one);
        }
        one.part = node.part ? std::optional(part_by_reads(*node.part, read_of_input, one.reads.size())) : std::nullopt;
        bool writes_all = true;
        for (const TensorIndex output : node.outputs) {
            const BufferIndex buffer = output == TensorIndex::none() ? BufferIndex::none() : buffer_of_[output];
            writes_all &= buffer != BufferIndex::none();
            if (buffer != BufferIndex::none()) {
                one.writes.push_back(buffer);
            } else if (output != TensorIndex::none() && is_outside(output)) {
                one.writes_outside.push_back(tensor(output).name);
            }
        }
        NodeFeature found = feature_of(network_, without_unused(node));
        if (!writes_all && one.writes.size() != 1) {
            return;
        }
        if (found.feature == OperatorFeature::merge && !all_are_buffers) {
            return;
        }
        for (const std::uint32_t input : found.shareable) {
            if (read_of_input[input] != absent) {
                one.shareable.push_back(read_of_input[input]);
            }
        }
        if (!one.shareable.empty() && fits_rounded(found, one)) {
            one.feature = found.feature;
            one.positions = std::move(found.positions);
        } else {
            one.shareable.clear();
        }
    }

    /// Adds the operand to the operator, as a buffer or by name. Returns whether it is a buffer.
    bool is_read(TensorIndex operand, Operator& one) {
        if (const BufferIndex buffer = buffer_of_[operand]; buffer != BufferIndex::none()) {
            one.reads.push_back(buffer);
            return true;
        }
        (constant_[operand] ? one.constants : one.reads_outside).push_back(tensor(operand).name);
        return false;
    }

    /// Whether an output without a buffer is used. An unused one is, for example, the mask of a Dropout.
    bool is_outside(TensorIndex output) {
        const Role role = role_[output];
        return uses(output).last >= 0 || role == Role::output || role == Role::both;
    }

    /// The node without outputs that have no buffer, such as the mask of a Dropout.
    [[nodiscard]] Node without_unused(const Node& node) const {
        Node kept = node;
        std::erase_if(kept.outputs, [&](TensorIndex output) {
            return output == TensorIndex::none() || buffer_of_[output] == BufferIndex::none();
        });
        return kept;
    }

    /// Whether the parts are still contiguous after sizes were rounded up.
    [[nodiscard]] bool fits_rounded(const NodeFeature& found, const Operator& one) const {
        const auto size_of_buffer = [&](BufferIndex buffer) { return model_.problem.buffers[buffer].size.value(); };
        // Subtract one by one, because the sum of many may not fit in 64 bits.
        const auto is_made_of = [&](BufferIndex whole, const std::vector<BufferIndex>& parts) {
            std::int64_t rest = size_of_buffer(whole);
            for (const BufferIndex part : parts) {
                rest = std::max<std::int64_t>(rest, 0) - size_of_buffer(part);
            }
            return rest == 0;
        };
        if (found.feature == OperatorFeature::merge) {
            return is_made_of(one.writes.front(), one.reads);
        }
        return found.positions.empty() || is_made_of(one.reads[one.shareable.front()], one.writes);
    }

    void add_offline_plan() {
        model_.layout = empty_layout(model_.problem);
        for (std::size_t i = 0; i < network_.offline_plan.size() && i < buffer_of_.size(); ++i) {
            const auto& offset = network_.offline_plan[i];
            if (!offset || buffer_of_[i] == BufferIndex::none()) {
                continue;
            }
            const Buffer& buffer = model_.problem.buffers[buffer_of_[i]];
            // Ignore an offset if the tail does not fit in 64 bits.
            if (checked_add(offset->value(), buffer.size.value())) {
                model_.layout.placements[buffer_of_[i]] = Placement{*offset, buffer.region};
            }
        }
        model_.layout.sharing = arena_groups(model_.problem, model_.layout);
        for (const SharingGroup& group : model_.layout.sharing) {
            model_.notes.push_back(arena_note(model_.problem, group));
        }
    }

    void add_notes() {
        if (auto note = order_note(network_); !note.empty()) {
            model_.notes.push_back(std::move(note));
        }
        if (variables_outside_ > 0) {
            model_.notes.push_back(counted(variables_outside_, "variable", "variables") + " of " +
                                   grouped(bytes_outside_) +
                                   " B in all, kept outside the arena (variables=outside), are in no figure");
        }
        if (empty_tensors_ > 0) {
            model_.notes.push_back("tensors without elements, which need no memory: " + std::to_string(empty_tensors_));
        }
        if (model_.problem.buffers.empty() && model_.problem.graph->unknown_sizes.empty()) {
            model_.notes.emplace_back("no tensor of the model needs memory, so there is nothing to place");
        }
    }

    static constexpr std::uint32_t absent = ~std::uint32_t{0};

    const Network& network_;
    const ImportOptions& options_;
    const std::string& source_;
    const Surroundings& around_;
    IndexedVector<TensorIndex, bool> constant_;
    IndexedVector<TensorIndex, Uses> uses_;
    IndexedVector<TensorIndex, Role> role_;
    std::vector<const Node*> steps_;
    IndexedVector<TensorIndex, BufferIndex> buffer_of_;
    UniqueNames buffer_names_;
    std::vector<TensorFacts> facts_;
    std::vector<UnknownSize> unknown_;
    std::vector<BoundedSize> bounded_;
    std::vector<std::string> assumed_;                      ///< open dimensions in inner graphs
    std::vector<std::string> operator_names_;               ///< by step
    std::unordered_map<TensorIndex, const Node*> stop_of_;  ///< by tensor: the operator where shape inference stopped
    std::size_t empty_tensors_ = 0;
    std::uint64_t variables_outside_ = 0;
    std::int64_t bytes_outside_ = 0;
    ImportedModel model_;
};

Expected<ImportedModel> imported_graph(const Network& network, const ImportOptions& options, const std::string& source,
                                       const Surroundings& around) {
    if (const auto cycle = cycle_of(network); !cycle.empty()) {
        return failure(Error{source, 0, "the operators form a cycle: " + names_in(network, cycle),
                             "export the model again without the cycle"});
    }
    return Importer(network, options, source, around).run();
}

}  // namespace

Expected<ImportedModel> imported_model(const Network& network, const ImportOptions& options,
                                       const BodyPlanner& plan_body, const std::string& source) {
    BodyRecord record{plan_body};
    return imported_graph(network, options, source, {{}, record});
}

}  // namespace arenascope
