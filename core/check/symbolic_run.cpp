#include "core/check/symbolic_run.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/check/part_difference.h"
#include "core/check/symbolic_memory.h"

namespace arenascope {
namespace {

using Kind = DataflowFinding::Kind;

constexpr std::array<std::string_view, 10> finding_names{
    "overwritten",    "unwritten",  "shifted", "written-in-read", "unplaced",
    "other-operands", "other-part", "unknown", "missing",         "other-model"};

std::string place_text(const DataflowFinding& finding) {
    return finding.region + " " + std::to_string(finding.bytes.from.value()) + " to " +
           std::to_string(finding.bytes.to.value());
}

/// "4 bytes too high".
std::string shift_text(Bytes shift) {
    const std::int64_t count = shift < Bytes(0) ? -shift.value() : shift.value();
    return std::to_string(count) + (count == 1 ? " byte too " : " bytes too ") + (shift < Bytes(0) ? "low" : "high");
}

/// The first operator that has not run and `is_it`, else the first that has not run.
template <class IsIt>
std::optional<std::size_t> next_producer(const std::vector<std::size_t>& producers, const std::vector<bool>& runs,
                                         IsIt&& is_it) {
    std::optional<std::size_t> next;
    for (const std::size_t index : producers) {
        if (!runs[index] && is_it(index)) {
            return index;
        }
        next = next || runs[index] ? next : index;
    }
    return next;
}

class SymbolicRun {
public:
    SymbolicRun(const Deployment& deployment, const Problem& model)
        : deployment_(deployment),
          model_(model),
          values_(model),
          memory_(deployment.regions.size()),
          places_(deployment),
          scratch_use_(deployment),
          runs_(model.graph->operators.size(), false),
          is_filled_(model.buffers.size(), true) {
        for (std::size_t i = 0; i < model.buffers.size(); ++i) {
            buffer_named_.emplace(model.buffers[i].name, i);
        }
        index_operators();
    }

    std::vector<DataflowFinding> run() {
        give(deployment_.inputs);
        give(deployment_.variables);
        for (std::size_t i = 0; i < deployment_.operators.size(); ++i) {
            running_ = static_cast<std::uint32_t>(i);
            take_scratch(i);
            run_operator(i);
            leave_scratch(i);
        }
        running_ = caller;
        read_outputs();
        read_variables();
        find_missing();
        // At most a tenth of the operators is in the model.
        if (!deployment_.operators.empty() && 10 * known_ <= deployment_.operators.size()) {
            leave_examples();
        }
        return std::move(findings_);
    }

private:
    static constexpr std::uint32_t caller = the_caller;
    static constexpr std::size_t most_examples = 3;

    /// Of a deployment of another model, all findings follow from that; a few operators show it.
    void leave_examples() {
        std::vector<DataflowFinding> examples(1);
        examples.front().kind = Kind::other_model;
        examples.front().known = known_;
        examples.front().listed = deployment_.operators.size();
        for (DataflowFinding& one : findings_) {
            if (one.kind == Kind::unknown && !one.operator_name.empty() && examples.size() <= most_examples) {
                examples.push_back(std::move(one));
            }
        }
        findings_ = std::move(examples);
    }

    void index_operators() {
        std::vector<bool> is_written(model_.buffers.size(), false);
        const auto& operators = model_.graph->operators;
        for (std::size_t i = 0; i < operators.size(); ++i) {
            operators_named_[operators[i].name].push_back(i);
            for (const BufferIndex written : operators[i].writes) {
                producers_of_[written.value()].push_back(i);
                is_written[written.value()] = true;
            }
        }
        for (const Transfer& transfer : model_.transfers) {
            is_written[transfer.copy.value()] = true;
        }
        for (std::size_t i = 0; i < is_written.size(); ++i) {
            const Buffer& buffer = model_.buffers[i];
            const bool is_given = buffer.kind == BufferKind::activation || buffer.kind == BufferKind::input;
            const bool comes_later = is_given && !operators.empty() && buffer.lifetime.begin > operators.front().step;
            is_filled_[i] = is_written[i] || (buffer.kind != BufferKind::scratch && !comes_later);
        }
    }

    [[nodiscard]] std::optional<BufferIndex> buffer_named(const std::string& name) const {
        const auto found = buffer_named_.find(name);
        return found == buffer_named_.end() ? std::nullopt : std::optional(BufferIndex(found->second));
    }

    [[nodiscard]] const Name& name(BufferIndex buffer) const { return model_.buffers[buffer].name; }

    void report(Kind kind, const std::string& reader, const std::string& tensor) {
        findings_.push_back({kind, reader, tensor});
    }

    void give(const std::vector<DeployedBuffer>& given) {
        for (const DeployedBuffer& one : given) {
            const auto buffer = buffer_named(one.name);
            if (!buffer) {
                report(Kind::unknown, {}, one.name);
            } else if (!one.place) {
                report(Kind::unplaced, {}, one.name);
            } else if (model_.buffers[*buffer].size != one.size) {
                report(Kind::other_operands, {}, one.name);
            } else if (is_filled_[*buffer]) {
                memory_.write(*one.place, values_.first(*buffer), caller);
            }
        }
    }

    /// The operator of the model that a deployed one is: by what it writes, else by its name.
    [[nodiscard]] std::optional<std::size_t> model_operator(const DeployedOperator& one) {
        for (const DeployedBuffer& written : one.writes) {
            const auto buffer = buffer_named(written.name);
            const auto producers = buffer ? producers_of_.find(buffer->value()) : producers_of_.end();
            if (producers == producers_of_.end()) {
                continue;
            }
            const auto found = next_producer(producers->second, runs_, [&](std::size_t index) {
                return model_.graph->operators[OperatorIndex(index)].name == one.name;
            });
            if (found) {
                return found;
            }
        }
        const auto named = operators_named_.find(one.name);
        if (!one.writes.empty() || named == operators_named_.end()) {
            return std::nullopt;
        }
        const auto next = std::ranges::find_if(named->second, [this](std::size_t index) { return !runs_[index]; });
        return next == named->second.end() ? std::nullopt : std::optional(*next);
    }

    /// What scratch holds while it is in use; null: it is an operand that nobody has read yet.
    [[nodiscard]] const TensorContent* content_of_scratch(std::size_t index) {
        const DeployedBuffer& one = deployment_.scratch[index];
        if (!scratch_use_.is_operand(index)) {
            const auto [content, is_new] = scratch_content_.try_emplace(index);
            content->second = is_new ? values_.foreign(one.size) : std::move(content->second);
            return &content->second;
        }
        const auto buffer = buffer_named(one.name);
        const bool is_filled = buffer && is_filled_[*buffer] && model_.buffers[*buffer].size == one.size;
        return is_filled ? &values_.first(*buffer) : nullptr;
    }

    /// An operator may use all of its scratch before it has read its operands.
    void take_scratch(std::size_t position) {
        for (const auto& [index, bytes] : scratch_use_.taken_by(position)) {
            const DeployedBuffer& one = deployment_.scratch[index];
            const bool is_first = one.first == static_cast<std::uint32_t>(position);
            if (!one.place && is_first) {
                report(Kind::unplaced, deployment_.operators[position].name, one.name);
            }
            const TensorContent* content = one.place ? content_of_scratch(index) : nullptr;
            if (content != nullptr) {
                memory_.write(at(*one.place, bytes), slice(*content, bytes.from, bytes.to - bytes.from), running_);
            }
        }
    }

    /// Scratch holds what was left there until its last operator, or the last one before a gap, has ended.
    void leave_scratch(std::size_t position) {
        for (const auto& [index, bytes] : scratch_use_.left_by(position)) {
            const DeployedBuffer& one = deployment_.scratch[index];
            if (one.place) {
                const Bytes size = bytes.to - bytes.from;
                (void)find({{}, size, at(*one.place, bytes)}, slice(*content_of_scratch(index), bytes.from, size),
                           deployment_.operators[position].name, one.name);
            }
        }
    }

    [[nodiscard]] static Placement at(Placement place, const Window& bytes) {
        return {place.offset + bytes.from, place.region};
    }

    void run_operator(std::size_t position) {
        const DeployedOperator& one = deployment_.operators[position];
        const auto writer = static_cast<std::uint32_t>(position);
        if (run_transfer(one, writer)) {
            ++known_;
            return;
        }
        const auto index = model_operator(one);
        if (!index) {
            report(Kind::unknown, one.name, {});
            write_foreign(one, writer);
            return;
        }
        runs_[*index] = true;
        ++known_;
        const OperatorIndex node(*index);
        if (!has_same_operands(one, model_.graph->operators[node])) {
            report(Kind::other_operands, one.name, {});
            write_foreign(one, writer);
            return;
        }
        if (one.part && one.part != model_.graph->operators[node].part) {
            report(Kind::other_part, one.name, {});
            findings_.back().difference = part_difference(*one.part, model_.graph->operators[node].part);
        }
        const std::vector<bool> is_right = read_operands(one, node);
        write_results(one, node, writer);
        read_again(one, node, is_right);
    }

    /// Copies a tensor to another core, if that is what the operator does.
    bool run_transfer(const DeployedOperator& one, std::uint32_t writer) {
        const bool has_form = one.type == "Transfer" && one.reads.size() == 1 && one.writes.size() == 1;
        const auto copy = has_form ? buffer_named(one.writes.front().name) : std::nullopt;
        const Transfer* transfer = copy ? transfer_into(model_, *copy) : nullptr;
        if (transfer == nullptr) {
            return false;
        }
        const TensorContent& content = values_.last(*copy);
        (void)read(one.reads.front(), content, one.name, transfer->source);
        if (const auto& place = one.writes.front().place) {
            memory_.write(*place, content, writer);
        }
        return true;
    }

    [[nodiscard]] bool has_same_operands(const DeployedOperator& one, const Operator& node) const {
        const auto has_size = [this](Bytes size, BufferIndex buffer) { return size == model_.buffers[buffer].size; };
        return std::equal(
                   one.reads.begin(), one.reads.end(), node.reads.begin(), node.reads.end(),
                   [&](const DeployedTensor& read, BufferIndex wanted) { return has_size(read.size, wanted); }) &&
               std::equal(one.writes.begin(), one.writes.end(), node.writes.begin(), node.writes.end(),
                          [&](const DeployedBuffer& written, BufferIndex wanted) {
                              return has_size(written.size, wanted) && written.name == name(wanted);
                          });
    }

    /// Whether the operand is found; reports it if not.
    bool read(const DeployedTensor& operand, const TensorContent& content, const std::string& reader,
              BufferIndex tensor) {
        if (!operand.place) {
            report(Kind::unplaced, reader, name(tensor));
            return false;
        }
        return find(operand, content, reader, name(tensor));
    }

    /// Whether the content is there; reports it if not.
    bool find(const DeployedTensor& operand, const TensorContent& content, const std::string& reader,
              const std::string& tensor) {
        const auto wrong = memory_.first_wrong(*operand.place, content);
        if (!wrong) {
            return true;
        }
        if (running_ != caller && wrong->writer == running_) {
            report_wrong(Kind::written_in_read, reader, tensor, *operand.place, *wrong);
        } else if (const auto shifted = shifted_read(operand, content, *wrong, places_, memory_)) {
            findings_.push_back({Kind::shifted,
                                 reader,
                                 shifted->part.empty() ? tensor : shifted->part,
                                 {},
                                 deployment_.regions[operand.place->region].name,
                                 shifted->bytes,
                                 shifted->by});
        } else {
            report_wrong(wrong->writer ? Kind::overwritten : Kind::unwritten, reader, tensor, *operand.place, *wrong);
        }
        return false;
    }

    void report_wrong(Kind kind, const std::string& reader, const std::string& tensor, Placement place,
                      const WrongBytes& wrong) {
        const bool is_operator = wrong.writer && *wrong.writer != caller;
        findings_.push_back({kind, reader, tensor,
                             is_operator ? deployment_.operators[*wrong.writer].name : std::string(),
                             deployment_.regions[place.region].name, wrong.bytes});
    }

    /// Scratch and buffers that nobody writes get their value when the first operator reads them.
    void fill(BufferIndex buffer, const DeployedTensor& operand) {
        if (!is_filled_[buffer] && operand.place) {
            is_filled_[buffer] = true;
            memory_.write(*operand.place, values_.first(buffer), caller);
        }
    }

    [[nodiscard]] bool is_own_arena(const Operator& node, BufferIndex buffer) const {
        return works_in_arena(node) && model_.buffers[buffer].kind == BufferKind::scratch;
    }

    std::vector<bool> read_operands(const DeployedOperator& one, OperatorIndex index) {
        const Operator& node = model_.graph->operators[index];
        std::vector<bool> is_right(one.reads.size(), true);
        for (std::size_t i = 0; i < one.reads.size(); ++i) {
            if (is_own_arena(node, node.reads[i])) {
                continue;
            }
            fill(node.reads[i], one.reads[i]);
            is_right[i] = read(one.reads[i], values_.read(index, i), one.name, node.reads[i]);
        }
        return is_right;
    }

    void write_results(const DeployedOperator& one, OperatorIndex index, std::uint32_t writer) {
        for (std::size_t i = 0; i < one.writes.size(); ++i) {
            if (const auto& place = one.writes[i].place) {
                if (const TensorContent* earlier = written_before(index, i)) {
                    (void)find({{}, one.writes[i].size, place}, *earlier, one.name, one.writes[i].name);
                }
                memory_.write(*place, values_.written(index, i), writer);
            } else {
                report(Kind::unplaced, one.name, one.writes[i].name);
            }
        }
        for (const auto& [variable, content] : values_.rewritten(index)) {
            if (const auto place = places_.place_of(name(variable))) {
                memory_.write(*place, values_.content(content), writer);
            }
        }
    }

    /// What the parts of an operator before this one have written into the same output, which must be left; null: it is
    /// the first that writes it.
    [[nodiscard]] const TensorContent* written_before(OperatorIndex index, std::size_t output) const {
        const BufferIndex buffer = model_.graph->operators[index].writes[output];
        const auto& producers = producers_of_.at(buffer.value());
        const auto own = std::ranges::find(producers, static_cast<std::size_t>(index.value()));
        if (own == producers.begin() || own == producers.end()) {
            return nullptr;
        }
        const OperatorIndex before(*(own - 1));
        const auto& writes = model_.graph->operators[before].writes;
        return &values_.written(before, static_cast<std::size_t>(std::ranges::find(writes, buffer) - writes.begin()));
    }

    void write_foreign(const DeployedOperator& one, std::uint32_t writer) {
        for (const DeployedBuffer& written : one.writes) {
            if (written.place) {
                memory_.write(*written.place, values_.foreign(written.size), writer);
            }
        }
    }

    [[nodiscard]] bool is_written_by(const Operator& node, OperatorIndex index, BufferIndex buffer) const {
        const auto& rewritten = values_.rewritten(index);
        return std::ranges::find(node.writes, buffer) != node.writes.end() ||
               std::ranges::any_of(rewritten, [buffer](const auto& one) { return one.first == buffer; });
    }

    [[nodiscard]] static bool may_overwrite(const Operator& node, const DeployedOperator& one, std::size_t operand) {
        const auto is_same_tensor = [&](std::uint32_t taken) { return node.reads[taken] == node.reads[operand]; };
        return node.feature == OperatorFeature::in_place && one.writes.size() == 1 &&
               one.reads[operand].place == one.writes.front().place &&
               std::ranges::any_of(node.shareable, is_same_tensor);
    }

    /// What an operator reads must be there until it has written everything.
    void read_again(const DeployedOperator& one, OperatorIndex index, const std::vector<bool>& is_right) {
        const Operator& node = model_.graph->operators[index];
        for (std::size_t i = 0; i < one.reads.size(); ++i) {
            const BufferIndex tensor = node.reads[i];
            const bool is_exempt = !is_right[i] || is_own_arena(node, tensor) || is_written_by(node, index, tensor) ||
                                   may_overwrite(node, one, i);
            const auto wrong =
                is_exempt ? std::nullopt : memory_.first_wrong(*one.reads[i].place, values_.read(index, i));
            if (wrong) {
                report_wrong(Kind::written_in_read, one.name, name(tensor), *one.reads[i].place, *wrong);
            }
        }
    }

    void read_outputs() {
        for (const DeployedOutput& output : deployment_.outputs) {
            const auto buffer = buffer_named(output.name);
            if (!buffer) {
                report(Kind::unknown, {}, output.name);
            } else if (output.tensor.size != model_.buffers[*buffer].size) {
                report(Kind::other_operands, {}, output.name);
            } else {
                fill(*buffer, output.tensor);
                (void)read(output.tensor, values_.last(*buffer), {}, *buffer);
            }
        }
    }

    void read_variables() {
        for (const DeployedBuffer& variable : deployment_.variables) {
            const auto buffer = buffer_named(variable.name);
            const bool can_read = buffer && variable.place && variable.size == model_.buffers[*buffer].size;
            if (can_read) {
                (void)read({{}, variable.size, variable.place}, values_.last(*buffer), {}, *buffer);
            }
        }
    }

    void find_missing() {
        const auto& operators = model_.graph->operators;
        for (std::size_t i = 0; i < operators.size(); ++i) {
            const bool computes =
                operators[i].feature == OperatorFeature::ordinary || operators[i].feature == OperatorFeature::in_place;
            if (computes && !runs_[i]) {
                report(Kind::missing, operators[i].name, {});
            }
        }
        for (const Buffer& buffer : model_.buffers) {
            const bool is_given = std::ranges::any_of(
                deployment_.outputs, [&](const DeployedOutput& one) { return one.name == buffer.name; });
            if (buffer.kind == BufferKind::output && !is_given) {
                report(Kind::missing, {}, buffer.name);
            }
        }
    }

    const Deployment& deployment_;
    const Problem& model_;
    NetworkValues values_;
    SymbolicMemory memory_;
    DeployedPlaces places_;
    ScratchUse scratch_use_;
    std::unordered_map<std::string_view, std::size_t> buffer_named_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> operators_named_;
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> producers_of_;  ///< by buffer: several write in parts
    std::vector<bool> runs_;                                                    ///< by operator of the model
    IndexedVector<BufferIndex, bool> is_filled_;                                ///< false: its first reader fills it
    std::unordered_map<std::size_t, TensorContent> scratch_content_;            ///< what its first operator left there
    std::size_t known_ = 0;                                                     ///< operators that the model has
    std::uint32_t running_ = caller;                                            ///< position of the operator
    std::vector<DataflowFinding> findings_;
};

}  // namespace

std::string_view name_of(DataflowFinding::Kind kind) {
    return finding_names[static_cast<std::size_t>(kind)];
}

std::string sentence_of(const DataflowFinding& finding) {
    const std::string reader = finding.operator_name.empty() ? "the caller" : finding.operator_name;
    const std::string writer = finding.overwritten_by.empty() ? "the caller" : finding.overwritten_by;
    switch (finding.kind) {
        case Kind::overwritten:
            return reader + " does not find " + finding.tensor + ": " + writer + " wrote " + place_text(finding);
        case Kind::unwritten:
            return reader + " does not find " + finding.tensor + ": nothing wrote " + place_text(finding);
        case Kind::shifted:
            return reader + " reads " + finding.tensor + " " + shift_text(finding.shift) + ": it lies at " +
                   place_text(finding);
        case Kind::written_in_read:
            return reader + " writes over " + finding.tensor + " while it reads it: " + place_text(finding);
        case Kind::unplaced:
            return reader + " has no address for " + finding.tensor;
        case Kind::other_operands:
            return reader + " has operands or results other than the model's" +
                   (finding.tensor.empty() ? "" : ": " + finding.tensor);
        case Kind::other_part:
            return reader + " is another part than the model's: " + finding.difference;
        case Kind::unknown:
            return "the model has no " + (finding.tensor.empty() ? "operator " + reader : "tensor " + finding.tensor);
        case Kind::missing:
            return finding.tensor.empty() ? reader + " does not run" : "the caller is not given " + finding.tensor;
        case Kind::other_model:
            return "the deployment is not of this model: " + std::to_string(finding.known) + " of " +
                   std::to_string(finding.listed) + " operators are in it";
    }
    return {};
}

std::vector<DataflowFinding> dataflow_findings(const Deployment& deployment, const Problem& model) {
    return SymbolicRun(deployment, model).run();
}

}  // namespace arenascope
