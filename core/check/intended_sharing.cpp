#include "core/check/intended_sharing.h"

#include <algorithm>

#include "core/model/memory/hand_over.h"
#include "core/model/memory/shared_addresses.h"

namespace arenascope {

IntendedSharing::IntendedSharing(const Problem& problem, const Layout& layout) : problem_(problem), layout_(layout) {
    if (!layout.sharing.empty()) {
        note_groups();
        note_arenas();
        note_uses();
        note_operators();
    }
}

void IntendedSharing::note_groups() {
    groups_of_.resize(problem_.buffers.size());
    for (std::size_t group = 0; group < layout_.sharing.size(); ++group) {
        for (const BufferIndex member : layout_.sharing[group].members) {
            groups_of_[member].push_back(group);
        }
    }
}

void IntendedSharing::note_operators() {
    if (!problem_.graph) {
        return;
    }
    is_written_.resize(problem_.buffers.size(), false);
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
        wider_.emplace_back(i);
    }
    for (const Operator& node : problem_.graph->operators) {
        for (const BufferIndex written : node.writes) {
            is_written_[written] = true;
        }
    }
    for (const HandOver& one : hand_overs(problem_)) {
        const auto& inner = layout_.placements[one.inner];
        const auto& outer = layout_.placements[one.outer];
        if (inner && outer && *inner == Placement{outer->offset + one.position, outer->region}) {
            allowed_.emplace_back(std::min(one.inner, one.outer), std::max(one.inner, one.outer));
            if (one.same_bytes) {
                note_same_bytes(one.inner, one.outer);
            }
        }
    }
    std::ranges::sort(allowed_);
    for (BufferIndex& wider : wider_) {
        wider = widest(wider);
    }
}

/// Joins the buffers that contain the bytes of `inner` with those of `outer`. The widest buffer of a tree contains all
/// others, and only the widest may become part of another tree. Two merges with a common operand are therefore not
/// joined.
void IntendedSharing::note_same_bytes(BufferIndex inner, BufferIndex outer) {
    const BufferIndex around_inner = widest(inner);
    const BufferIndex around_outer = widest(outer);
    if (range(around_inner) == range(inner)) {
        wider_[around_inner] = around_outer;
    } else if (range(inner) == range(outer) && range(around_outer) == range(outer)) {
        wider_[around_outer] = around_inner;
    }
}

AddressRange IntendedSharing::range(BufferIndex buffer) const {
    return range_of(problem_.buffers[buffer].size, meeting_offset(problem_, *layout_.placements[buffer]));
}

bool IntendedSharing::contains(BufferIndex outer, BufferIndex inner) const {
    return intersection(range(outer), range(inner)) == range(inner);
}

BufferIndex IntendedSharing::widest(BufferIndex buffer) {
    while (wider_[buffer] != buffer) {
        BufferIndex& wider = wider_[buffer];
        wider = wider_[wider];
        buffer = wider;
    }
    return buffer;
}

bool IntendedSharing::is_allowed(BufferIndex a, BufferIndex b) const {
    return problem_.graph &&
           (wider_[a] == wider_[b] || std::ranges::binary_search(allowed_, std::pair(std::min(a, b), std::max(a, b))));
}

/// Whether the graph leaves it open if both buffers hold the same bytes.
bool IntendedSharing::is_undecided(BufferIndex a, BufferIndex b) const {
    return !problem_.graph || may_come_from(a, b) || may_come_from(b, a);
}

/// A buffer written while the other one is alive would destroy it.
bool IntendedSharing::may_come_from(BufferIndex buffer, BufferIndex source) const {
    const Buffer& one = problem_.buffers[buffer];
    return one.kind == BufferKind::activation && !is_written_[buffer] &&
           (!is_written_[source] || problem_.buffers[source].lifetime.begin < one.lifetime.begin);
}

/// If the file has no scratch requests, because it only describes a layout, the group is trusted.
bool IntendedSharing::allows_overlay(BufferIndex buffer) const {
    const ScratchRequest* request = scratch_request_of(problem_, buffer);
    return problem_.buffers[buffer].kind == BufferKind::scratch &&
           (request == nullptr ? problem_.scratch.empty() : request->overlay);
}

void IntendedSharing::note_arenas() {
    for (std::size_t i = 0; i < layout_.sharing.size(); ++i) {
        if (layout_.sharing[i].kind == SharingGroup::Kind::arena) {
            if (auto arena = arena_of(problem_, layout_, layout_.sharing[i].members)) {
                arenas_.emplace(i, std::move(*arena));
            }
        }
    }
    if (arenas_.empty() || !problem_.graph) {
        return;
    }
    for (std::size_t i = 0; i < problem_.graph->operators.size(); ++i) {
        const Operator& node = problem_.graph->operators[i];
        for (const auto* buffers : {&node.reads, &node.writes}) {
            for (const BufferIndex buffer : *buffers) {
                if (works_in_arena(node)) {
                    accelerators_of_[buffer].push_back(i);
                }
            }
        }
    }
}

bool IntendedSharing::lies_in_arena(std::size_t group, BufferIndex buffer) const {
    const auto found = arenas_.find(group);
    return found != arenas_.end() && lies_in(found->second, problem_, layout_, buffer);
}

/// Without a graph, the group is trusted.
bool IntendedSharing::share_accelerator(BufferIndex a, BufferIndex b) const {
    if (!problem_.graph) {
        return true;
    }
    const auto of_a = accelerators_of_.find(a);
    const auto of_b = accelerators_of_.find(b);
    return of_a != accelerators_of_.end() && of_b != accelerators_of_.end() &&
           std::ranges::any_of(of_a->second,
                               [&](std::size_t node) { return std::ranges::binary_search(of_b->second, node); });
}

void IntendedSharing::note_uses() {
    const bool is_any_in_place = std::ranges::any_of(
        layout_.sharing, [](const SharingGroup& group) { return group.kind == SharingGroup::Kind::in_place; });
    if (!is_any_in_place || !problem_.graph) {
        return;
    }
    const auto& operators = problem_.graph->operators;
    std::vector<OperatorIndex> order;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        order.emplace_back(i);
    }
    // A file may list operators out of order.
    std::ranges::stable_sort(order, {}, [&](OperatorIndex node) { return operators[node].step; });
    uses_.resize(problem_.buffers.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const auto now = static_cast<std::int64_t>(rank);
        for (const BufferIndex read : operators[order[rank]].reads) {
            uses_[read].last_read = now;
        }
        for (const BufferIndex written : operators[order[rank]].writes) {
            uses_[written].last_write = now;
            uses_[written].first_write = std::min(uses_[written].first_write, now);
        }
    }
}

/// Whether the data is still needed after the last step.
bool IntendedSharing::is_wanted_later(BufferIndex buffer) const {
    const BufferKind kind = problem_.buffers[buffer].kind;
    return kind == BufferKind::output || kind == BufferKind::variable;
}

/// When a buffer gets its data: before the first operator, or never if no operator writes it.
std::int64_t IntendedSharing::first_data(BufferIndex buffer) const {
    const BufferKind kind = problem_.buffers[buffer].kind;
    return kind == BufferKind::input || kind == BufferKind::variable ? -1 : uses_[buffer].first_write;
}

std::int64_t IntendedSharing::last_use(BufferIndex buffer) const {
    return is_wanted_later(buffer) ? never : std::max(uses_[buffer].last_read, uses_[buffer].last_write);
}

/// Whether they are two names of the same bytes. If both get data of their own, that of one must be used up when the
/// other one gets its own.
bool IntendedSharing::have_one_place(BufferIndex a, BufferIndex b) const {
    if (range(a).from != range(b).from || problem_.buffers[a].lifetime != problem_.buffers[b].lifetime) {
        return false;
    }
    if (!problem_.graph) {
        return true;
    }
    const std::int64_t from_a = first_data(a);
    const std::int64_t from_b = first_data(b);
    return from_a == from_b || from_a == never || from_b == never || last_use(a) <= from_b || last_use(b) <= from_a;
}

bool IntendedSharing::is_overwritten(BufferIndex operand, BufferIndex output) const {
    if (!problem_.graph) {
        return true;
    }
    const Use& use = uses_[operand];
    return runs_ahead(range(operand), range(output)) && use.last_read >= 0 &&
           use.last_read == uses_[output].first_write && use.last_write < use.last_read && !is_wanted_later(operand) &&
           problem_.buffers[output].kind != BufferKind::variable;
}

bool IntendedSharing::accepts(std::size_t position, BufferIndex a, BufferIndex b) const {
    const SharingGroup& group = layout_.sharing[position];
    const BufferIndex first = group.members.front();
    switch (group.kind) {
        case SharingGroup::Kind::sharing:
            return is_allowed(a, b) || (is_undecided(a, b) && range(a).from == range(b).from);
        case SharingGroup::Kind::parts:
            return (first == a || first == b) &&
                   (is_allowed(a, b) || (is_undecided(a, b) && contains(first, first == a ? b : a)));
        case SharingGroup::Kind::overlay:
            return problem_.buffers[a].lifetime == problem_.buffers[b].lifetime && (contains(a, b) || contains(b, a)) &&
                   allows_overlay(a) && allows_overlay(b);
        case SharingGroup::Kind::arena:
            return lies_in_arena(position, a) && lies_in_arena(position, b) && share_accelerator(a, b);
        case SharingGroup::Kind::in_place:
            return have_one_place(a, b) || is_overwritten(a, b) || is_overwritten(b, a);
    }
    return false;
}

bool IntendedSharing::accepts(BufferIndex a, BufferIndex b) const {
    if (groups_of_.empty()) {
        return false;
    }
    const auto* fewer = &groups_of_[a];
    const auto* more = &groups_of_[b];
    if (fewer->size() > more->size()) {
        std::swap(fewer, more);
    }
    return std::ranges::any_of(
        *fewer, [&](std::size_t group) { return std::ranges::binary_search(*more, group) && accepts(group, a, b); });
}

}  // namespace arenascope
