#include "core/check/contradictions.h"

#include <algorithm>

#include "core/error/quotation.h"
#include "core/memory/tail.h"

namespace arenascope {
namespace {

using ContradictionKind = Contradiction::Kind;

/// Whether a buffer has bytes in a step. In a gap with a window, nobody can say whether it is used beyond the window.
bool is_there(const Buffer& buffer, Step step) {
    if (step < buffer.lifetime.begin || step >= buffer.lifetime.end) {
        return false;
    }
    return std::ranges::none_of(buffer.gaps(), [step](const Gap& gap) {
        return !gap.window && gap.steps.begin <= step && step < gap.steps.end;
    });
}

/// Whether an output of an operator that shares memory lies over an operand. The operand may end with the step before:
/// its bytes are handed on, and nobody else can have taken them.
bool is_handed_on(const Problem& problem, const Layout& layout, const Operator& one, BufferIndex operand) {
    const auto& from = layout.placements[operand];
    if (one.feature == OperatorFeature::ordinary || !from) {
        return false;
    }
    const AddressRange bytes = range_of(problem.buffers[operand].size, from->offset);
    return std::ranges::any_of(one.writes, [&](BufferIndex output) {
        const auto& to = layout.placements[output];
        return to && to->region == from->region && is_there(problem.buffers[output], one.step) &&
               intersection(range_of(problem.buffers[output].size, to->offset), bytes) == bytes;
    });
}

void find_uses(const Problem& problem, const Layout& layout, std::vector<Contradiction>& found) {
    if (!problem.graph || problem.graph->has_derived_lifetimes) {
        return;
    }
    const auto add = [&](ContradictionKind kind, OperatorIndex node, const std::vector<BufferIndex>& buffers) {
        const Operator& user = problem.graph->operators[node];
        for (auto one = buffers.begin(); one != buffers.end(); ++one) {
            const bool is_fine = is_there(problem.buffers[*one], user.step) ||
                                 (kind == ContradictionKind::read_outside && is_handed_on(problem, layout, user, *one));
            // An operand may be named twice.
            if (!is_fine && std::find(buffers.begin(), one, *one) == one) {
                found.push_back({.kind = kind, .buffer = *one, .node = node});
            }
        }
    };
    for (std::size_t i = 0; i < problem.graph->operators.size(); ++i) {
        const Operator& one = problem.graph->operators[i];
        add(ContradictionKind::read_outside, OperatorIndex(i), one.reads);
        add(ContradictionKind::written_outside, OperatorIndex(i), one.writes);
    }
}

/// Whether a buffer fits into an object. Of textures, each dimension must.
bool fits_in(const Buffer& buffer, const SharedObject& object) {
    const auto& own = buffer.dimensions();
    if (own.size() == object.dimensions.size() && !own.empty()) {
        return std::ranges::equal(own, object.dimensions, std::less_equal());
    }
    return buffer.size <= object.size;
}

void find_places(const Problem& problem, const Layout& layout, std::vector<Contradiction>& found) {
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        const Buffer& buffer = problem.buffers[i];
        if (!placement) {
            continue;
        }
        if (buffer.pin && *buffer.pin != placement->offset) {
            found.push_back({.kind = ContradictionKind::pin,
                             .buffer = BufferIndex(i),
                             .stated = buffer.pin->value(),
                             .actual = placement->offset.value()});
        }
    }
}

std::string steps_text(Lifetime steps) {
    return "[" + std::to_string(steps.begin.value()) + ", " + std::to_string(steps.end.value()) + ")";
}

std::string use_text(const Contradiction& found, const Problem& problem) {
    const Operator& node = problem.graph->operators[found.node];
    const Buffer& buffer = problem.buffers[found.buffer];
    const std::string name = in_quotes(buffer.name);
    const bool is_in_gap = buffer.lifetime.begin <= node.step && node.step < buffer.lifetime.end;
    return in_quotes(node.name) + (found.kind == ContradictionKind::read_outside ? " reads " : " writes ") + name +
           " in step " + std::to_string(node.step.value()) +
           (is_in_gap ? ", which is in a gap of it" : ", but it is alive in steps " + steps_text(buffer.lifetime));
}

}  // namespace

std::vector<Contradiction> contradictions(const Problem& problem, const Layout& layout) {
    std::vector<Contradiction> found;
    find_uses(problem, layout, found);
    find_places(problem, layout, found);
    found.insert(found.end(), layout.misstated.begin(), layout.misstated.end());
    std::ranges::stable_sort(found, {}, &Contradiction::kind);
    return found;
}

std::vector<Contradiction> outside_objects(const Problem& problem, const Layout& layout) {
    std::vector<Contradiction> found;
    if (layout.objects.empty()) {
        return found;
    }
    const std::vector<ObjectIndex> objects = objects_of_buffers(layout);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const bool is_held =
            objects[i] != ObjectIndex::none() && fits_in(problem.buffers[i], layout.objects[objects[i].value()]);
        if (layout.placements[i] && takes_bytes(problem.buffers[i]) && !is_held) {
            found.push_back({.kind = ContradictionKind::object, .buffer = BufferIndex(i)});
        }
    }
    return found;
}

std::string_view name_of(ContradictionKind kind) {
    switch (kind) {
        case ContradictionKind::read_outside:
            return "read-outside-lifetime";
        case ContradictionKind::written_outside:
            return "written-outside-lifetime";
        case ContradictionKind::pin:
            return "pin";
        case ContradictionKind::object:
            return "object";
        case ContradictionKind::address:
            return "address";
        case ContradictionKind::heap:
            return "heap";
        case ContradictionKind::removed:
            break;
    }
    return "removed";
}

std::string sentence_of(const Contradiction& found, const Problem& problem) {
    const std::string name =
        found.buffer == BufferIndex::none() ? std::string() : in_quotes(problem.buffers[found.buffer].name);
    const std::string stated = std::to_string(found.stated);
    const std::string actual = std::to_string(found.actual);
    switch (found.kind) {
        case ContradictionKind::read_outside:
        case ContradictionKind::written_outside:
            return use_text(found, problem);
        case ContradictionKind::pin:
            return name + " lies at offset " + actual + ", but is pinned to " + stated;
        case ContradictionKind::object:
            return name + " lies in no shared object that holds it";
        case ContradictionKind::address:
            return name + " has the address " + stated + ", but base and offset make " + actual;
        case ContradictionKind::heap:
            return "the heap " + in_quotes(problem.regions[found.region].name) + " ends at " + stated +
                   ", but its buffers at " + actual;
        case ContradictionKind::removed:
            break;
    }
    return "operator " + in_quotes(problem.graph->operators[found.node].name) +
           " is listed as removed, but its data is not in place without it";
}

}  // namespace arenascope
