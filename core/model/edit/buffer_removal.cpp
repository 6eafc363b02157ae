#include "core/model/edit/buffer_removal.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

/// The new index of each buffer; none(): dropped.
using NewIndices = IndexedVector<BufferIndex, BufferIndex>;

NewIndices indices_without(std::size_t count, std::span<const BufferIndex> dropped) {
    NewIndices indices(count);
    for (const BufferIndex buffer : dropped) {
        indices[buffer] = BufferIndex::none();
    }
    std::size_t next = 0;
    for (BufferIndex& index : indices) {
        if (index != BufferIndex::none()) {
            index = BufferIndex(next++);
        }
    }
    return indices;
}

/// Removes the elements of dropped buffers from a list by BufferIndex.
template <class T>
void keep_elements(IndexedVector<BufferIndex, T>& list, const NewIndices& indices) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const BufferIndex index = indices[i];
        if (index != BufferIndex::none() && index.value() != i) {
            list[index] = std::move(list[i]);
        }
    }
    const auto kept = std::ranges::count_if(indices, [](BufferIndex index) { return index != BufferIndex::none(); });
    if (!list.empty()) {
        list.erase(list.begin() + kept, list.end());
    }
}

/// Renumbers a list of buffers, without the dropped ones.
void renumber(std::vector<BufferIndex>& list, const NewIndices& indices) {
    for (BufferIndex& buffer : list) {
        buffer = indices[buffer];
    }
    std::erase(list, BufferIndex::none());
}

/// Renumbers one buffer of each entry, and removes the entries of dropped ones.
template <class Entry>
void renumber(std::vector<Entry>& entries, BufferIndex Entry::*buffer, const NewIndices& indices) {
    for (Entry& entry : entries) {
        entry.*buffer = indices[entry.*buffer];
    }
    std::erase_if(entries, [buffer](const Entry& entry) { return entry.*buffer == BufferIndex::none(); });
}

bool is_any_dropped(const std::vector<BufferIndex>& list, const NewIndices& indices) {
    return std::ranges::any_of(list, [&](BufferIndex buffer) { return indices[buffer] == BufferIndex::none(); });
}

/// Adds the names of the dropped buffers of a list, each once.
void add_names(std::vector<std::string>& names, const std::vector<BufferIndex>& list, const Problem& problem,
               const NewIndices& indices) {
    for (const BufferIndex buffer : list) {
        const Name& name = problem.buffers[buffer].name;
        if (indices[buffer] == BufferIndex::none() && std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
}

/// Adapts how an operator may share to the operands and outputs that remain.
void limit_sharing(Operator& one, const NewIndices& indices) {
    const auto stays = [&indices](BufferIndex buffer) { return indices[buffer] != BufferIndex::none(); };
    std::vector<std::uint32_t> shareable;
    for (const std::uint32_t position : one.shareable) {
        if (position < one.reads.size() && stays(one.reads[position])) {
            const auto operand = one.reads.begin() + position;
            shareable.push_back(static_cast<std::uint32_t>(std::count_if(one.reads.begin(), operand, stays)));
        }
    }
    const bool has_all_operands = shareable.size() == one.shareable.size();
    const bool is_written = std::ranges::any_of(one.writes, stays);
    const bool may_share = one.feature == OperatorFeature::in_place    ? !shareable.empty() && is_written
                           : one.feature == OperatorFeature::removable ? has_all_operands
                                                                       : has_all_operands && is_written;
    if (!may_share) {
        one.feature = OperatorFeature::ordinary;
        one.shareable.clear();
        one.positions.clear();
        return;
    }
    one.shareable = std::move(shareable);
    if (one.positions.size() == one.writes.size()) {
        std::vector<Bytes> positions;
        for (std::size_t i = 0; i < one.writes.size(); ++i) {
            if (stays(one.writes[i])) {
                positions.push_back(one.positions[i]);
            }
        }
        one.positions = std::move(positions);
    }
}

/// Also drops the copies of operators that share nothing any more.
void drop_from_graph(EditedPlan& plan, const Problem& before, const NewIndices& indices) {
    Graph& graph = *plan.problem.graph;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        Operator& one = graph.operators[i];
        if (is_any_dropped(one.reads, indices) || is_any_dropped(one.writes, indices)) {
            add_names(one.reads_outside, one.reads, before, indices);
            add_names(one.writes_outside, one.writes, before, indices);
            limit_sharing(one, indices);
            if (one.feature == OperatorFeature::ordinary) {
                std::erase_if(plan.layout.copies,
                              [i](const OperandCopy& copy) { return copy.node == OperatorIndex(i); });
            }
        }
        renumber(one.reads, indices);
        renumber(one.writes, indices);
    }
    keep_elements(graph.tensors, indices);
    std::unordered_set<std::string_view> dropped;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] == BufferIndex::none()) {
            dropped.insert(before.buffers[i].name);
        }
    }
    std::erase_if(graph.bounded_sizes, [&](const BoundedSize& bounded) { return dropped.contains(bounded.tensor); });
}

void drop_from_layout(Layout& layout, const NewIndices& indices) {
    keep_elements(layout.placements, indices);
    std::erase_if(layout.sharing, [&](const SharingGroup& group) {
        return group.kind == SharingGroup::Kind::parts && !group.members.empty() &&
               indices[group.members.front()] == BufferIndex::none();
    });
    for (SharingGroup& group : layout.sharing) {
        renumber(group.members, indices);
    }
    renumber(layout.copies, &OperandCopy::operand, indices);
    renumber(layout.scratch, &ScratchPlacement::buffer, indices);
}

}  // namespace

Expected<EditedPlan> without_buffers(const Problem& problem, const Layout& layout,
                                     std::span<const BufferIndex> buffers) {
    if (auto editable = check_editable(problem); !editable) {
        return failure(std::move(editable.error()));
    }
    const NewIndices indices = indices_without(problem.buffers.size(), buffers);
    EditedPlan plan{problem, layout, {}, {}};
    keep_elements(plan.problem.buffers, indices);
    if (plan.problem.buffers.empty()) {
        return failure("a plan has at least one buffer", "add another one before you drop the last");
    }
    if (plan.problem.usage_graph) {
        auto& lists = plan.problem.usage_graph->may_take_over;
        keep_elements(lists, indices);
        for (auto& list : lists) {
            renumber(list, indices);
        }
    }
    renumber(plan.problem.transfers, &Transfer::source, indices);
    renumber(plan.problem.transfers, &Transfer::copy, indices);
    renumber(plan.problem.scratch, &ScratchRequest::buffer, indices);
    if (plan.problem.graph) {
        drop_from_graph(plan, problem, indices);
    }
    drop_from_layout(plan.layout, indices);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] == BufferIndex::none()) {
            plan.hand_edits.push_back({"buffer " + in_quotes(problem.buffers[i].name), {}, "dropped"});
        }
    }
    return mended(std::move(plan));
}

}  // namespace arenascope
