#include "core/model/network/scratch_rules.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/model/network/operator_pattern.h"

namespace arenascope {
namespace {

class ScratchAdder {
public:
    ScratchAdder(Problem& problem, Layout& layout, const std::string& source)
        : problem_(problem), layout_(layout), source_(source) {
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            by_name_.emplace(problem.buffers[i].name, i);
        }
    }

    Expected<void> run(const std::vector<ScratchDemand>& rules) {
        for (const ScratchDemand& rule : rules) {
            unmatched_.emplace(rule.line, rule.pattern);
        }
        for (std::size_t i = 0; i < problem_.graph->operators.size(); ++i) {
            std::size_t count = 0;
            for (const ScratchDemand& rule : rules) {
                const Operator& one = problem_.graph->operators[i];
                if (!matches_operator(one, rule.pattern)) {
                    continue;
                }
                unmatched_.erase(rule.line);
                const auto size = rule.size.value([&](const SizeName& name) { return value_of(one, name); });
                if (!size || (*size && **size < 0)) {
                    return wrong(rule, one, size ? "the size is " + std::to_string(**size) : size.error().cause);
                }
                if (!*size) {
                    ++unknown_[rule.line];
                } else if (**size > 0 || rule.variable) {
                    add(one, ++count, Bytes(**size), rule);
                }
            }
        }
        return {};
    }

    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes;
        if (std::string note = note_of_unmatched(source_, unmatched_); !note.empty()) {
            notes.push_back(std::move(note));
        }
        for (const auto& [line, operators] : unknown_) {
            notes.push_back(source_ + ":" + std::to_string(line) + ": " + std::to_string(operators) +
                            (operators == 1 ? " operator has" : " operators have") +
                            " no tensor or extent that the rule uses: no scratch is added");
        }
        return notes;
    }

private:
    [[nodiscard]] tl::unexpected<Error> wrong(const ScratchDemand& rule, const Operator& one,
                                              const std::string& cause) const {
        return failure(Error{source_, rule.line, "for operator " + in_quotes(one.name) + " " + cause,
                             "a size is a number of bytes, 0 for no scratch"});
    }

    [[nodiscard]] std::optional<std::int64_t> value_of(const Operator& one, const SizeName& name) const {
        const std::vector<BufferIndex>& tensors = name.of_outputs ? one.writes : one.reads;
        if (name.all) {
            std::optional<std::int64_t> sum = 0;
            for (const BufferIndex tensor : tensors) {
                sum = sum ? checked_add(*sum, problem_.buffers[tensor].size.value()) : sum;
            }
            return sum;
        }
        if (name.position >= tensors.size()) {
            return std::nullopt;
        }
        const std::size_t tensor = tensors[name.position].value();
        const Bytes size = problem_.buffers[tensor].size;
        if (name.part == SizeName::Part::bytes) {
            return size.value();
        }
        const auto& facts = problem_.graph->tensors;
        return tensor < facts.size() ? of_shape(facts[tensor], size, name) : std::nullopt;
    }

    [[nodiscard]] static std::optional<std::int64_t> of_shape(const TensorFacts& facts, Bytes size,
                                                              const SizeName& name) {
        if (name.part == SizeName::Part::extent) {
            return name.extent < facts.shape.size() ? std::optional(facts.shape[name.extent]) : std::nullopt;
        }
        std::optional<std::int64_t> elements = facts.type.empty() ? std::nullopt : std::optional<std::int64_t>(1);
        for (const std::int64_t extent : facts.shape) {
            elements = elements ? checked_multiply(*elements, extent) : elements;
        }
        return elements && *elements > 0 && size.value() % *elements == 0 ? std::optional(size.value() / *elements)
                                                                          : std::nullopt;
    }

    void add(const Operator& one, std::size_t number, Bytes size, const ScratchDemand& rule) {
        const std::string stem = (one.name.empty() ? one.type : one.name) + " scratch";
        const Lifetime lifetime{one.step, one.step + Duration(1)};
        std::string name = number == 1 ? stem : stem + " " + std::to_string(number);
        for (auto found = by_name_.find(name); found != by_name_.end(); found = by_name_.find(name)) {
            const Buffer& there = problem_.buffers[found->second];
            if (found->second < own_from_ && there.kind == BufferKind::scratch && there.lifetime == lifetime) {
                return;
            }
            name = stem + " " + std::to_string(++next_[stem] + number);
        }
        Buffer buffer;
        buffer.name = name;
        buffer.size = size;
        buffer.lifetime = lifetime;
        buffer.kind = BufferKind::scratch;
        buffer.region = region_of(one);
        by_name_.emplace(name, problem_.buffers.size());
        problem_.scratch.push_back({BufferIndex(problem_.buffers.size()), rule.variable,
                                    rule.variable ? size : Bytes(0), rule.overlay, rule.fast});
        problem_.buffers.push_back(std::move(buffer));
        layout_.placements.emplace_back();
        if (!problem_.graph->tensors.empty()) {
            problem_.graph->tensors.emplace_back();
        }
        if (problem_.usage_graph) {
            problem_.usage_graph->may_take_over.emplace_back();
        }
    }

    [[nodiscard]] RegionIndex region_of(const Operator& one) const {
        if (one.core != RegionIndex::none()) {
            return one.core;
        }
        return !one.writes.empty()  ? problem_.buffers[one.writes.front()].region
               : !one.reads.empty() ? problem_.buffers[one.reads.front()].region
                                    : RegionIndex();
    }

    Problem& problem_;
    Layout& layout_;
    const std::string& source_;
    const std::size_t own_from_ = problem_.buffers.size();  ///< index of the first added buffer
    std::unordered_map<std::string, std::size_t> by_name_;
    std::unordered_map<std::string, std::size_t> next_;  ///< by stem: how many numbers were skipped
    std::map<std::int64_t, std::string> unmatched_;      ///< by line: patterns that no operator has matched so far
    std::map<std::int64_t, std::size_t> unknown_;        ///< by line: how many operators lack a tensor or extent
};

}  // namespace

Expected<void> add_scratch(Problem& problem, Layout& layout, const std::vector<ScratchDemand>& rules,
                           const std::string& source, std::vector<std::string>& notes) {
    if (!problem.graph) {
        return failure(Error{source, 0, "scratch rules need operators, but the file has none",
                             "open a model, or a plan with its operators"});
    }
    ScratchAdder adder(problem, layout, source);
    if (auto added = adder.run(rules); !added) {
        return added;
    }
    const auto adder_notes = adder.notes();
    notes.insert(notes.end(), adder_notes.begin(), adder_notes.end());
    return validate(problem, source);
}

}  // namespace arenascope
