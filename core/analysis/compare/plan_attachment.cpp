#include "core/analysis/compare/plan_attachment.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

constexpr std::array<std::int64_t, 2> shifts = {0, 1};
constexpr std::array<std::int64_t, 8> multiples = {1, 4, 8, 16, 32, 64, 128, 256};

/// The lifetime and size that a buffer of the model should have in the plan.
struct Expectation {
    Duration shift;
    Bytes multiple;

    [[nodiscard]] Lifetime lifetime(const Buffer& buffer) const {
        // A buffer that exists from the start of the model also exists from the start of the plan.
        const bool from_start = buffer.kind == BufferKind::input || buffer.kind == BufferKind::variable;
        const auto end = checked_add(buffer.lifetime.end.value(), shift.value());
        return {from_start ? buffer.lifetime.begin : buffer.lifetime.begin + shift,
                Step(end.value_or(buffer.lifetime.end.value()))};
    }
    [[nodiscard]] Bytes size(const Buffer& buffer) const {
        const std::int64_t rest = buffer.size.value() % multiple.value();
        const auto rounded = checked_add(buffer.size.value(), rest == 0 ? 0 : multiple.value() - rest);
        return Bytes(rounded.value_or(buffer.size.value()));
    }
};

struct Shape {
    Lifetime lifetime;
    Bytes size;
    BufferIndex buffer;

    [[nodiscard]] auto key() const { return std::tuple(lifetime.begin, lifetime.end, size); }
    friend bool operator<(const Shape& a, const Shape& b) {
        return std::tuple(a.key(), a.buffer) < std::tuple(b.key(), b.buffer);
    }
};

/// Matches shapes that occur equally often on both sides.
std::vector<BufferMatch> matches_of(std::vector<Shape> plan, std::vector<Shape> model) {
    std::sort(plan.begin(), plan.end());
    std::sort(model.begin(), model.end());
    std::vector<BufferMatch> matches;
    std::size_t other = 0;
    for (std::size_t first = 0; first < plan.size();) {
        const auto key = plan[first].key();
        std::size_t end = first + 1;
        while (end < plan.size() && plan[end].key() == key) {
            ++end;
        }
        while (other < model.size() && model[other].key() < key) {
            ++other;
        }
        std::size_t other_end = other;
        while (other_end < model.size() && model[other_end].key() == key) {
            ++other_end;
        }
        if (end - first == other_end - other) {
            const MatchedBy by = end - first == 1 ? MatchedBy::size_and_lifetime : MatchedBy::order;
            for (std::size_t i = 0; i < end - first; ++i) {
                matches.push_back({plan[first + i].buffer, model[other + i].buffer, by});
            }
        }
        first = end;
        other = other_end;
    }
    return matches;
}

class Matcher {
public:
    Matcher(const Problem& plan, const Problem& model) : plan_(plan), model_(model) { match_names(); }

    PlanAttachment run() const {
        PlanAttachment best;
        std::size_t most = 0;
        bool any = false;
        for (const std::int64_t multiple : multiples) {
            for (const std::int64_t shift : shifts) {
                const Expectation expected{Duration(shift), Bytes(multiple)};
                auto matches = alike(expected);
                const std::size_t agreeing = matches.size() + agreeing_names(expected);
                if (!any || agreeing > most) {
                    any = true;
                    most = agreeing;
                    best.matches = std::move(matches);
                    best.shift = expected.shift;
                    best.multiple = expected.multiple;
                }
            }
        }
        best.matches.insert(best.matches.end(), named_.begin(), named_.end());
        std::sort(best.matches.begin(), best.matches.end(),
                  [](const BufferMatch& a, const BufferMatch& b) { return a.of_plan < b.of_plan; });
        list_unmatched(best);
        return best;
    }

private:
    void match_names() {
        std::unordered_map<std::string_view, BufferIndex> of_model;
        for (std::size_t i = 0; i < model_.buffers.size(); ++i) {
            of_model.emplace(model_.buffers[i].name, BufferIndex(i));
        }
        IndexedVector<BufferIndex, bool> is_matched(model_.buffers.size(), false);
        for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
            const auto found = of_model.find(plan_.buffers[i].name);
            if (found == of_model.end()) {
                open_plan_.push_back(shape(plan_.buffers[i], BufferIndex(i)));
            } else {
                named_.push_back({BufferIndex(i), found->second, MatchedBy::name});
                is_matched[found->second] = true;
            }
        }
        for (std::size_t i = 0; i < model_.buffers.size(); ++i) {
            if (!is_matched[i]) {
                open_model_.emplace_back(i);
            }
        }
    }

    static Shape shape(const Buffer& buffer, BufferIndex index) { return {buffer.lifetime, buffer.size, index}; }

    [[nodiscard]] std::vector<BufferMatch> alike(const Expectation& expected) const {
        std::vector<Shape> model;
        model.reserve(open_model_.size());
        for (const BufferIndex index : open_model_) {
            const Buffer& buffer = model_.buffers[index];
            model.push_back({expected.lifetime(buffer), expected.size(buffer), index});
        }
        return matches_of(open_plan_, std::move(model));
    }

    [[nodiscard]] std::size_t agreeing_names(const Expectation& expected) const {
        return static_cast<std::size_t>(std::count_if(named_.begin(), named_.end(), [&](const BufferMatch& match) {
            const Buffer& of_plan = plan_.buffers[match.of_plan];
            const Buffer& of_model = model_.buffers[match.of_model];
            return of_plan.lifetime == expected.lifetime(of_model) && of_plan.size == expected.size(of_model);
        }));
    }

    void list_unmatched(PlanAttachment& attachment) const {
        IndexedVector<BufferIndex, bool> in_plan(plan_.buffers.size(), false);
        IndexedVector<BufferIndex, bool> in_model(model_.buffers.size(), false);
        for (const BufferMatch& match : attachment.matches) {
            in_plan[match.of_plan] = true;
            in_model[match.of_model] = true;
        }
        for (std::size_t i = 0; i < in_plan.size(); ++i) {
            if (!in_plan[i]) {
                attachment.only_in_plan.emplace_back(i);
            }
        }
        for (std::size_t i = 0; i < in_model.size(); ++i) {
            if (!in_model[i]) {
                attachment.only_in_model.emplace_back(i);
            }
        }
    }

    const Problem& plan_;
    const Problem& model_;
    std::vector<BufferMatch> named_;
    std::vector<Shape> open_plan_;
    std::vector<BufferIndex> open_model_;
};

/// The operator with the buffers of the plan instead of the model's. `plan_of` maps from model to plan.
Operator operator_of_plan(const Operator& of_model, const IndexedVector<BufferIndex, BufferIndex>& plan_of,
                          Duration shift) {
    Operator one = of_model;
    one.step = of_model.step + shift;
    const auto is_open = [&](BufferIndex buffer) { return plan_of[buffer] == BufferIndex::none(); };
    const bool whole = std::none_of(one.reads.begin(), one.reads.end(), is_open) &&
                       std::none_of(one.writes.begin(), one.writes.end(), is_open);
    if (!whole) {
        // Shareable operands are identified by position, which is no longer valid.
        one.feature = OperatorFeature::ordinary;
        one.shareable.clear();
        one.positions.clear();
    }
    for (std::vector<BufferIndex>* buffers : {&one.reads, &one.writes}) {
        std::erase_if(*buffers, is_open);
        for (BufferIndex& buffer : *buffers) {
            buffer = plan_of[buffer];
        }
    }
    return one;
}

}  // namespace

PlanAttachment attach_plan(const Problem& plan, const Problem& model) {
    return Matcher(plan, model).run();
}

Problem attached_problem(const Problem& plan, const Problem& model, const PlanAttachment& attachment) {
    Problem result = plan;
    IndexedVector<BufferIndex, BufferIndex> plan_of(model.buffers.size(), BufferIndex::none());
    for (const BufferMatch& match : attachment.matches) {
        Buffer& buffer = result.buffers[match.of_plan];
        buffer.name = model.buffers[match.of_model].name;
        buffer.kind = model.buffers[match.of_model].kind;
        plan_of[match.of_model] = match.of_plan;
    }
    if (model.graph) {
        Graph graph;
        for (const Operator& one : model.graph->operators) {
            graph.operators.push_back(operator_of_plan(one, plan_of, attachment.shift));
        }
        if (!model.graph->tensors.empty()) {
            graph.tensors.resize(result.buffers.size());
            for (const BufferMatch& match : attachment.matches) {
                graph.tensors[match.of_plan] = model.graph->tensors[match.of_model];
            }
        }
        result.graph = std::move(graph);
    }
    if (!model.step_labels.empty()) {
        result.step_labels = model.step_labels;
        for (StepLabel& label : result.step_labels) {
            label.step = label.step + attachment.shift;
        }
    }
    return result;
}

LayoutComparison compare_attached(const Comparand& model, const Comparand& plan, const PlanAttachment& attachment) {
    const Expectation expected{attachment.shift, attachment.multiple};
    Problem adjusted = plan.problem;
    for (const BufferMatch& match : attachment.matches) {
        Buffer& buffer = adjusted.buffers[match.of_plan];
        const Buffer& of_model = model.problem.buffers[match.of_model];
        buffer.name = of_model.name;
        if (buffer.lifetime == expected.lifetime(of_model)) {
            buffer.lifetime = of_model.lifetime;
        }
        if (buffer.size == expected.size(of_model)) {
            buffer.size = of_model.size;
        }
    }
    return compare(model, {adjusted, plan.layout});
}

}  // namespace arenascope
