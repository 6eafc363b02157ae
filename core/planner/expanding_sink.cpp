#include "core/planner/expanding_sink.h"

#include <algorithm>
#include <optional>

namespace arenascope {

void ExpandingSink::enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members,
                          RegionIndex region) {
    sink_.enter(kind, note, expanded(fused_, members), region);
}

void ExpandingSink::leave(const FrameState& state) {
    offsets_.resize(fused_.parts.size());
    risks_.resize(state.risks.empty() ? 0 : fused_.parts.size());
    for (std::size_t i = 0; i < fused_.parts.size(); ++i) {
        const FusedProblem::Part& part = fused_.parts[i];
        const std::int64_t offset = state.offsets[part.fused.value()];
        offsets_[i] = offset == unplaced_offset ? offset : offset + part.lead.value();
        if (!risks_.empty()) {
            risks_[i] = state.risks[part.fused.value()];
        }
    }
    FrameState whole = state;
    const std::vector<BufferIndex> order = expanded(fused_, state.order);
    whole.offsets = offsets_;
    whole.order = order;
    whole.risks = risks_;
    std::optional<PlacementStep> step;
    if (state.step != nullptr) {
        step = expanded_step(*state.step);
        whole.step = &*step;
    }
    sink_.leave(whole);
}

PlacementStep ExpandingSink::expanded_step(const PlacementStep& step) const {
    const auto first = [&](BufferIndex buffer) {
        return buffer == BufferIndex::none() ? buffer : fused_.first_of[buffer];
    };
    const auto lead = [&](BufferIndex buffer) { return fused_.parts[fused_.first_of[buffer]].lead; };
    PlacementStep whole = step;
    whole.buffer = first(step.buffer);
    for (Offset& candidate : whole.candidates) {
        candidate = candidate + lead(step.buffer);
    }
    for (PlacementStep::Ghost& ghost : whole.ghosts) {
        ghost = {first(ghost.buffer), ghost.offset + lead(ghost.buffer)};
    }
    for (std::size_t i = 0; i < whole.contexts.size() && !step.ghosts.empty(); ++i) {
        whole.contexts[i] = whole.contexts[i] + lead(step.ghosts[i % step.ghosts.size()].buffer);
    }
    whole.avoided = expanded(fused_, step.avoided);
    std::ranges::sort(whole.avoided);
    whole.taken_from = first(step.taken_from);
    for (PlacementStep::Figures& figures : whole.figures) {
        figures.taken_from = first(figures.taken_from);
    }
    return whole;
}

}  // namespace arenascope
