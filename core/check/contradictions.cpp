#include "core/check/contradictions.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

using ContradictionKind = Contradiction::Kind;

constexpr std::array<std::string_view, 7> kind_names{
    "read-outside-lifetime", "written-outside-lifetime", "pin", "object", "address", "heap", "removed"};

/// The gap around a step, or null. O(log n).
const Gap* gap_at(const Buffer& buffer, Step step) {
    const auto& gaps = buffer.gaps();
    const auto next = std::ranges::upper_bound(gaps, step, {}, [](const Gap& gap) { return gap.steps.begin; });
    return next != gaps.begin() && step < std::prev(next)->steps.end ? &*std::prev(next) : nullptr;
}

/// Whether a buffer has bytes in a step. In a gap with a window, nobody can say whether it is used beyond the window.
bool is_there(const Buffer& buffer, Step step) {
    if (step < buffer.lifetime.begin || step >= buffer.lifetime.end) {
        return false;
    }
    const Gap* const gap = gap_at(buffer, step);
    return gap == nullptr || gap->window.has_value();
}

/// The operands that an operator takes over although they ended with the step before.
///
///   operand  │ a   │             The output has exactly the bytes of the operand, so that nobody else can have
///   output         │ b   │       written them in between. A merge has them at its part for the operand.
///                  ^ step
///
/// hand_overs() knows only operands that are still alive in the step.
class TakenOperands {
public:
    TakenOperands(const Problem& problem, const Layout& layout, const Operator& node)
        : problem_(problem), layout_(layout), node_(node) {
        switch (node.feature) {
            case OperatorFeature::ordinary:
                break;
            case OperatorFeature::in_place:
            case OperatorFeature::removable:
                note_equal();
                break;
            case OperatorFeature::merge:
                note_parts();
                break;
        }
        std::ranges::sort(taken_);
    }

    [[nodiscard]] bool contain(BufferIndex operand) const { return std::ranges::binary_search(taken_, operand); }

private:
    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index]; }

    [[nodiscard]] bool has_just_ended(BufferIndex operand) const {
        const BufferKind kind = buffer(operand).kind;
        return buffer(operand).lifetime.end == node_.step && is_there(buffer(operand), node_.step + Duration(-1)) &&
               kind != BufferKind::output && kind != BufferKind::variable;
    }

    [[nodiscard]] bool begins_now(BufferIndex output) const {
        return buffer(output).lifetime.begin == node_.step && is_there(buffer(output), node_.step);
    }

    [[nodiscard]] bool lies_at(BufferIndex operand, BufferIndex output, Bytes position) const {
        const auto& from = layout_.placements[operand];
        const auto& to = layout_.placements[output];
        return from && to && *from == Placement{to->offset + position, to->region};
    }

    /// An operator in place has one output, and a view is of its first operand that can share.
    void note_equal() {
        const bool is_view = node_.feature == OperatorFeature::removable;
        if (node_.shareable.empty() || (!is_view && node_.writes.size() != 1)) {
            return;
        }
        for (const std::uint32_t taken : std::span(node_.shareable).first(is_view ? 1 : node_.shareable.size())) {
            const BufferIndex operand = node_.reads[taken];
            const auto takes_all = [&](BufferIndex output) {
                return begins_now(output) && buffer(output).size == buffer(operand).size &&
                       lies_at(operand, output, Bytes(0));
            };
            if (has_just_ended(operand) && std::ranges::any_of(node_.writes, takes_all)) {
                taken_.push_back(operand);
            }
        }
    }

    void note_parts() {
        if (node_.writes.size() != 1 || !begins_now(node_.writes.front())) {
            return;
        }
        const BufferIndex whole = node_.writes.front();
        // Subtract one by one: a file may name an operand so often that the sum does not fit in 64 bits.
        Bytes rest = buffer(whole).size;
        for (const BufferIndex operand : node_.reads) {
            if (buffer(operand).size > rest) {
                return;
            }
            if (has_just_ended(operand) && lies_at(operand, whole, buffer(whole).size - rest)) {
                taken_.push_back(operand);
            }
            rest = rest - buffer(operand).size;
        }
    }

    const Problem& problem_;
    const Layout& layout_;
    const Operator& node_;
    std::vector<BufferIndex> taken_;  ///< ascending
};

void find_uses(const Problem& problem, const Layout& layout, std::vector<Contradiction>& found) {
    if (!problem.graph || problem.graph->has_derived_lifetimes) {
        return;
    }
    // An operand may be named twice. By buffer: the number of the last list of operands that named it.
    IndexedVector<BufferIndex, std::size_t> named_in(problem.buffers.size(), 0);
    std::size_t list = 0;
    for (std::size_t i = 0; i < problem.graph->operators.size(); ++i) {
        const Operator& node = problem.graph->operators[i];
        std::optional<TakenOperands> taken;
        const auto add = [&](ContradictionKind kind, const std::vector<BufferIndex>& buffers) {
            ++list;
            for (const BufferIndex one : buffers) {
                if (std::exchange(named_in[one], list) == list || is_there(problem.buffers[one], node.step)) {
                    continue;
                }
                if (kind == ContradictionKind::read_outside && !taken) {
                    taken.emplace(problem, layout, node);
                }
                if (kind != ContradictionKind::read_outside || !taken->contain(one)) {
                    found.push_back({.kind = kind, .buffer = one, .node = OperatorIndex(i)});
                }
            }
        };
        add(ContradictionKind::read_outside, node.reads);
        add(ContradictionKind::written_outside, node.writes);
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
    return kind_names[static_cast<std::size_t>(kind)];
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
            return name + " has the address " + std::to_string(static_cast<Address>(found.stated)) +
                   ", but base and offset make " + std::to_string(static_cast<Address>(found.actual));
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
