#include "core/model/edit/buffer_change.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

bool is_transferred(const Problem& problem, BufferIndex buffer) {
    return std::ranges::any_of(problem.transfers, [buffer](const Transfer& transfer) {
        return transfer.source == buffer || transfer.copy == buffer;
    });
}

/// The gaps that remain within the lifetime and the size. A window of which no byte remains is a gap without a window.
std::vector<Gap> gaps_within(std::vector<Gap> gaps, Lifetime lifetime, Bytes size) {
    for (Gap& gap : gaps) {
        gap.steps = intersection(gap.steps, lifetime);
        if (gap.window) {
            gap.window->to = std::min(gap.window->to, size);
            if (gap.window->from >= gap.window->to) {
                gap.window.reset();
            }
        }
    }
    std::erase_if(gaps, [](const Gap& gap) { return gap.steps.begin >= gap.steps.end; });
    return gaps;
}

/// What the network says about the size of a buffer.
void forget_tensor(Problem& problem, BufferIndex buffer) {
    if (!problem.graph) {
        return;
    }
    if (!problem.graph->tensors.empty()) {
        problem.graph->tensors[buffer] = {};
    }
    std::erase_if(problem.graph->bounded_sizes,
                  [&](const BoundedSize& bounded) { return bounded.tensor == problem.buffers[buffer].name; });
}

Expected<void> change_size(Problem& problem, BufferIndex index, Bytes size) {
    Buffer& buffer = problem.buffers[index];
    if (size == buffer.size) {
        return {};
    }
    if (is_transferred(problem, index)) {
        return failure(in_quotes(buffer.name) + " is copied between cores, so its size is that of its copy",
                       "drop the other one first");
    }
    buffer.size = size;
    if (!buffer.dimensions().empty() && size_of(buffer.dimensions()) != size) {
        buffer.set_dimensions({});
    }
    forget_tensor(problem, index);
    return {};
}

Expected<void> change_kind(Problem& problem, BufferIndex index, BufferKind kind) {
    Buffer& buffer = problem.buffers[index];
    if (kind != BufferKind::scratch && scratch_request_of(problem, index) != nullptr) {
        return failure(in_quotes(buffer.name) + " is scratch with requirements, so its kind stays scratch",
                       "drop it and add another buffer");
    }
    buffer.kind = kind;
    return {};
}

Expected<void> change_region(Problem& problem, BufferIndex index, RegionIndex region) {
    Buffer& buffer = problem.buffers[index];
    if (region == buffer.region) {
        return {};
    }
    if (is_transferred(problem, index)) {
        return failure(in_quotes(buffer.name) + " is copied between cores, so its region stays",
                       "drop the other one first");
    }
    buffer.region = region;
    buffer.pin.reset();
    buffer.set_hint({});
    return {};
}

/// Moves a buffer to its new pin, too.
Expected<void> change_pin(EditedPlan& plan, BufferIndex index, const PinChange& pin) {
    Buffer& buffer = plan.problem.buffers[index];
    auto& placement = plan.layout.placements[index];
    switch (pin.to) {
        case PinChange::To::nothing:
            buffer.pin.reset();
            break;
        case PinChange::To::own_offset:
            if (!placement || placement->region != buffer.region) {
                return failure(in_quotes(buffer.name) + (placement ? " lies outside its region" : " is not placed") +
                                   ", so it has no offset to be pinned at",
                               placement ? "move it into its region first" : "place it first");
            }
            buffer.pin = placement->offset;
            break;
        case PinChange::To::offset:
            buffer.pin = pin.offset;
            placement = Placement{pin.offset, buffer.region};
            break;
    }
    return {};
}

/// For a validated problem.
Expected<void> check_pin(const Problem& problem, BufferIndex index) {
    const Buffer& buffer = problem.buffers[index];
    const Bytes alignment = alignment_of(problem, buffer);
    if (buffer.pin && buffer.pin->value() % alignment.value() != 0) {
        return failure("the pin of " + in_quotes(buffer.name) + " at " + std::to_string(buffer.pin->value()) +
                           " is no multiple of its alignment of " + std::to_string(alignment.value()),
                       "pin it at a multiple, or change the alignment");
    }
    return {};
}

Expected<void> change_fields(EditedPlan& plan, BufferIndex index, const BufferChange& change) {
    Problem& problem = plan.problem;
    Buffer& buffer = problem.buffers[index];
    Expected<void> changed;
    if (change.size) {
        changed = change_size(problem, index, *change.size);
    }
    if (changed && change.kind) {
        changed = change_kind(problem, index, *change.kind);
    }
    if (changed && change.region) {
        changed = change_region(problem, index, *change.region);
    }
    buffer.lifetime = {change.begin.value_or(buffer.lifetime.begin), change.end.value_or(buffer.lifetime.end)};
    buffer.alignment = change.alignment.value_or(buffer.alignment);
    if (change.size || change.begin || change.end) {
        buffer.set_gaps(gaps_within(buffer.gaps(), buffer.lifetime, buffer.size));
    }
    if (changed && change.pin) {
        changed = change_pin(plan, index, *change.pin);
    }
    return changed;
}

std::string lifetime_text(Lifetime lifetime) {
    return "[" + std::to_string(lifetime.begin.value()) + ", " + std::to_string(lifetime.end.value()) + ")";
}

std::string pin_text(const std::optional<Offset>& pin) {
    return pin ? std::to_string(pin->value()) : "none";
}

/// Lists the fields in which a buffer differs from before.
void list_changes(EditedPlan& plan, BufferIndex index, const Problem& problem, const Layout& layout) {
    const Buffer& before = problem.buffers[index];
    const Buffer& now = plan.problem.buffers[index];
    const auto add = [&](std::string_view field, std::string from, std::string to) {
        if (from != to) {
            plan.hand_edits.push_back(
                {std::string(field) + " of " + in_quotes(now.name), std::move(from), std::move(to)});
        }
    };
    add("size", std::to_string(before.size.value()), std::to_string(now.size.value()));
    add("lifetime", lifetime_text(before.lifetime), lifetime_text(now.lifetime));
    add("alignment", std::to_string(before.alignment.value()), std::to_string(now.alignment.value()));
    add("kind", std::string(name_of(before.kind)), std::string(name_of(now.kind)));
    add("region", visible(problem.regions[before.region].name), visible(plan.problem.regions[now.region].name));
    add("pin", pin_text(before.pin), pin_text(now.pin));
    if (layout.placements[index] != plan.layout.placements[index]) {
        plan.hand_edits.push_back(
            moved_by_hand(plan.problem, index, layout.placements[index], plan.layout.placements[index]));
    }
    if (before.size != now.size || before.lifetime != now.lifetime ||
        layout.placements[index] != plan.layout.placements[index]) {
        std::erase_if(plan.layout.scratch, [index](const ScratchPlacement& placed) { return placed.buffer == index; });
    }
}

}  // namespace

Expected<EditedPlan> changed_buffers(const Problem& problem, const Layout& layout, std::span<const BufferIndex> buffers,
                                     const BufferChange& change) {
    if (auto editable = check_editable(problem); !editable) {
        return failure(std::move(editable.error()));
    }
    EditedPlan plan{problem, layout, {}, {buffers.begin(), buffers.end()}};
    for (const BufferIndex index : buffers) {
        if (auto changed = change_fields(plan, index, change); !changed) {
            return failure(std::move(changed.error()));
        }
    }
    if (auto valid = validate(plan.problem); !valid) {
        return failure(std::move(valid.error()));
    }
    for (const BufferIndex index : buffers) {
        if (change.alignment || change.pin) {
            if (auto pinned = check_pin(plan.problem, index); !pinned) {
                return failure(std::move(pinned.error()));
            }
        }
        const auto& placement = layout.placements[index];
        if (placement && plan.problem.buffers[index].region != problem.buffers[index].region &&
            plan.layout.placements[index] == placement) {
            place_lowest(plan.problem, plan.layout, index);
        }
        list_changes(plan, index, problem, layout);
    }
    return mended(std::move(plan));
}

}  // namespace arenascope
