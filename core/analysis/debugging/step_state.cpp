#include "core/analysis/debugging/step_state.h"

#include <algorithm>
#include <utility>

namespace arenascope {

StepState::StepState(const Problem& problem, const StepNeeds& needs, const Layout* result)
    : ground_{&problem, result, needs, needs.overlaps ? TimeNeighbours::of(problem, result) : nullptr},
      levels_(1),
      best_(problem.regions.size() + 1) {
    levels_.front().children = &take_state();
}

StepState::~StepState() = default;

PlacedState& StepState::take_state() {
    if (free_states_.empty()) {
        return *states_.emplace_back(std::make_unique<PlacedState>(ground_));
    }
    PlacedState& state = *free_states_.back();
    free_states_.pop_back();
    state.clear();
    return state;
}

PlacedState& StepState::state_for_children(std::size_t level) {
    Level& parent = levels_[level];
    if (parent.children == nullptr) {
        parent.borrows = parent.kind == FrameKind::group;
        if (parent.borrows) {
            // Groups accumulate in one container, so the tries of a group start from the result of the previous group.
            PlacedState& shared = state_for_children(level - 1);
            levels_[level].undo_place = shared.remember();
            levels_[level].children = &shared;
        } else {
            levels_[level].children = &take_state();
        }
    }
    return *levels_[level].children;
}

void StepState::enter(FrameKind kind, std::string_view note, RegionIndex region, std::uint32_t skipped) {
    ++depth_;
    if (levels_.size() <= depth_) {
        levels_.emplace_back();
    }
    Level& parent = levels_[depth_ - 1];
    Level& level = levels_[depth_];
    level.kind = kind;
    level.region = region;
    level.note.assign(note);
    level.skipped = skipped;
    level.children = nullptr;
    level.borrows = false;
    level.child_count = 0;
    level.last_child_has_tiers = false;
    parent.child_count += skipped + std::uint64_t{1};
    level.pass = parent.pass;
    path_.resize(parent.path_end);
    level.path_begin = is_inner(kind) ? parent.path_begin : path_.size();
    if (kind == FrameKind::pass) {
        pass_count_ += skipped + std::uint64_t{1};
        level.pass = pass_count_;
    } else {
        path_.push_back(is_inner(kind) ? parent.child_count : main_count_++);
    }
    level.path_end = path_.size();
}

PlacedState& StepState::close() {
    Level& level = innermost();
    if (level.borrows) {
        level.children->undo_to(level.undo_place);
    } else if (level.children != nullptr) {
        free_states_.push_back(level.children);
    }
    --depth_;
    changes_.clear();
    moved_ = 0;
    return state_for_children(depth_);
}

void StepState::change(PlacedState& state, BufferIndex buffer, OptionalOffset offset) {
    const OptionalOffset before = state.offset(buffer);
    if (before == offset) {
        return;
    }
    moved_ += before && offset ? 1 : 0;
    if (ground_.needs.changes) {
        changes_.push_back({buffer, before, offset});
    }
    state.set(buffer, offset);
}

const RecordedStep* StepState::leave(const FrameState& now) {
    PlacedState& state = close();
    for (std::size_t i = 0; i < now.offsets.size(); ++i) {
        const OptionalOffset offset = Offset(now.offsets[i]);
        if (offset != state.offset(BufferIndex(i))) {
            change(state, BufferIndex(i), offset);
        }
    }
    const bool has_tiers = !now.risks.empty();
    if (has_tiers && ground_.needs.tiers) {
        for (std::size_t i = 0; i < now.risks.size(); ++i) {
            state.set(BufferIndex(i), now.risks[i]);
        }
    }
    return finish(state, FrameIndex::none(), now.goal, has_tiers);
}

const RecordedStep* StepState::leave(FrameIndex index, Goal goal, const PackedChanges& changes, bool has_tiers) {
    PlacedState& state = close();
    for (std::size_t i = 0; i < changes.moved.size(); ++i) {
        const BufferIndex buffer = changes.moved[i];
        change(state, buffer, changes.offset_after(i, state.offset(buffer)));
    }
    if (ground_.needs.tiers) {
        for (std::size_t i = 0; i < changes.classified.size(); ++i) {
            state.set(changes.classified[i], changes.risk_after(i));
        }
    }
    return finish(state, index, goal, has_tiers);
}

const RecordedStep* StepState::finish(PlacedState& state, FrameIndex frame, Goal goal, bool has_tiers) {
    const Level& level = levels_[depth_ + 1];
    levels_[depth_].last_child_has_tiers = has_tiers;
    if (level.kind == FrameKind::pass) {
        return nullptr;
    }
    const RegionIndex region = level.region != RegionIndex::none() ? level.region : region_here();
    Best& best = best_[region == RegionIndex::none() ? best_.size() - 1 : region.value()];
    if (is_chief(level.kind) && ground_.needs.peak && state.placed() >= std::max<std::size_t>(best.placed, 1)) {
        const bool is_lower = !best.peak || state.placed() > best.placed || state.peak() < *best.peak;
        best = {state.placed(), is_lower ? state.peak() : *best.peak};
    }
    step_.frame = frame;
    step_.kind = level.kind;
    step_.path = std::span(path_).subspan(level.path_begin, level.path_end - level.path_begin);
    step_.pass = level.pass;
    step_.region = region;
    step_.note = level.note;
    step_.goal = goal;
    step_.moved = moved_;
    step_.best = best.peak;
    step_.state = &state;
    step_.risks = risks_here(state, has_tiers);
    step_.changes = changes_;
    return &step_;
}

std::span<const Risk> StepState::risks_here(const PlacedState& state, bool has_tiers) const {
    const std::size_t own = depth_ + 1;
    if (!is_inner(levels_[own].kind)) {
        return has_tiers ? state.risks() : std::span<const Risk>();
    }
    // The tiers that made the group: those of the iteration before the one around it.
    for (std::size_t i = depth_; i > 0; --i) {
        const Level& around = levels_[i];
        if (!is_inner(around.kind)) {
            const Level& parent = levels_[i - 1];
            return around.skipped == 0 && parent.last_child_has_tiers && parent.children != nullptr
                       ? parent.children->risks()
                       : std::span<const Risk>();
        }
    }
    return {};
}

RegionIndex StepState::region_here() const {
    for (std::size_t i = depth_; i > 0; --i) {
        if (levels_[i].region != RegionIndex::none()) {
            return levels_[i].region;
        }
    }
    return RegionIndex::none();
}

}  // namespace arenascope
