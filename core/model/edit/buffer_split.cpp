#include "core/model/edit/buffer_split.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/unique_names.h"

namespace arenascope {
namespace {

/// The buffer that is split, and its second part.
struct SplitParts {
    BufferIndex first;
    BufferIndex second;
    Step at;
    [[nodiscard]] BufferIndex alive_at(Step step) const { return step < at ? first : second; }
};

std::string name_of_second(const Problem& problem, BufferIndex buffer) {
    UniqueNames names;
    for (const Buffer& each : problem.buffers) {
        (void)names.add(each.name);
    }
    return names.add(problem.buffers[buffer].name);
}

std::vector<Gap> gaps_in(const std::vector<Gap>& gaps, Lifetime lifetime) {
    std::vector<Gap> parts;
    for (const Gap& gap : gaps) {
        const Lifetime steps = intersection(gap.steps, lifetime);
        if (steps.begin < steps.end) {
            parts.push_back({steps, gap.window});
        }
    }
    return parts;
}

void split_buffer(Problem& problem, const SplitParts& parts) {
    Buffer second = problem.buffers[parts.first];
    second.name = name_of_second(problem, parts.first);
    second.lifetime.begin = parts.at;
    second.set_gaps(gaps_in(second.gaps(), second.lifetime));
    Buffer& first = problem.buffers[parts.first];
    first.lifetime.end = parts.at;
    first.set_gaps(gaps_in(first.gaps(), first.lifetime));
    problem.buffers.push_back(std::move(second));
}

void split_takeovers(UsageGraph& graph, const SplitParts& parts) {
    auto& lists = graph.may_take_over;
    std::vector<BufferIndex> of_second = lists[parts.first];
    of_second.push_back(parts.first);
    lists.push_back(std::move(of_second));
    for (std::size_t i = 0; i < parts.second.value(); ++i) {
        if (std::ranges::find(lists[i], parts.first) != lists[i].end()) {
            lists[i].push_back(parts.second);
        }
    }
}

void split_in_graph(EditedPlan& plan, const SplitParts& parts) {
    Graph& graph = *plan.problem.graph;
    for (Operator& one : graph.operators) {
        std::ranges::replace(one.reads, parts.first, parts.alive_at(one.step));
        std::ranges::replace(one.writes, parts.first, parts.alive_at(one.step));
    }
    if (!graph.tensors.empty()) {
        graph.tensors.push_back(TensorFacts(graph.tensors[parts.first]));
    }
    const Name& name = plan.problem.buffers[parts.first].name;
    const auto bounded = std::ranges::find(graph.bounded_sizes, name, &BoundedSize::tensor);
    if (bounded != graph.bounded_sizes.end()) {
        BoundedSize second = *bounded;
        second.tensor = plan.problem.buffers[parts.second].name;
        graph.bounded_sizes.push_back(std::move(second));
    }
    for (OperandCopy& copy : plan.layout.copies) {
        if (copy.operand == parts.first) {
            copy.operand = parts.alive_at(graph.operators[copy.node].step);
        }
    }
}

/// Both parts share what the buffer shared. A whole becomes two wholes with the same parts.
void split_sharing(Layout& layout, const SplitParts& parts) {
    std::vector<SharingGroup> more;
    for (SharingGroup& group : layout.sharing) {
        const auto member = std::ranges::find(group.members, parts.first);
        if (member == group.members.end()) {
            continue;
        }
        if (group.kind == SharingGroup::Kind::parts && member == group.members.begin()) {
            more.push_back(group);
            more.back().members.front() = parts.second;
        } else {
            group.members.push_back(parts.second);
        }
    }
    layout.sharing.insert(layout.sharing.end(), more.begin(), more.end());
}

}  // namespace

Expected<EditedPlan> with_split(const Problem& problem, const Layout& layout, BufferIndex buffer, Step at) {
    if (auto editable = check_editable(problem); !editable) {
        return failure(std::move(editable.error()));
    }
    const Buffer& whole = problem.buffers[buffer];
    if (at <= whole.lifetime.begin || at >= whole.lifetime.end) {
        return failure(in_quotes(whole.name) + " lives in [" + std::to_string(whole.lifetime.begin.value()) + ", " +
                           std::to_string(whole.lifetime.end.value()) + "), so step " + std::to_string(at.value()) +
                           " does not divide it",
                       "choose a step after its first one and before its end");
    }
    const SplitParts parts{buffer, BufferIndex(problem.buffers.size()), at};
    EditedPlan plan{problem, layout, {}, {parts.first, parts.second}};
    split_buffer(plan.problem, parts);
    plan.layout.placements.push_back(OptionalPlacement(layout.placements[buffer]));
    if (plan.problem.usage_graph) {
        split_takeovers(*plan.problem.usage_graph, parts);
    }
    for (Transfer& transfer : plan.problem.transfers) {
        if (transfer.source == parts.first) {
            transfer.source = parts.alive_at(problem.buffers[transfer.copy].lifetime.begin);
        }
    }
    if (plan.problem.graph) {
        split_in_graph(plan, parts);
    }
    split_sharing(plan.layout, parts);
    std::erase_if(plan.layout.scratch, [buffer](const ScratchPlacement& placed) { return placed.buffer == buffer; });
    plan.hand_edits.push_back({"buffer " + in_quotes(whole.name),
                               {},
                               "split at step " + std::to_string(at.value()) + ", goes on as " +
                                   in_quotes(plan.problem.buffers[parts.second].name)});
    return mended(std::move(plan));
}

}  // namespace arenascope
