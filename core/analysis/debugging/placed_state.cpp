#include "core/analysis/debugging/placed_state.h"

#include <algorithm>

#include "core/analysis/explain/peak_report.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/tail.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/trace/step_layout.h"

namespace arenascope {

PlacedState::PlacedState(const StateGround& ground)
    : ground_(&ground),
      offsets_(ground.problem->buffers.size()),
      risks_(ground.needs.tiers ? ground.problem->buffers.size() : 0),
      tails_(ground.needs.peak ? TailMaxima(ground.problem->buffers.size()) : TailMaxima()),
      region_tails_(ground.needs.regions.size(), TailMaxima(ground.problem->buffers.size())) {
    if (ground.neighbours) {
        counter_.emplace(ground.neighbours);
        is_changed_.resize(offsets_.size());
    }
}

OptionalOffset PlacedState::tail(BufferIndex buffer) const {
    const OptionalOffset begin = offset(buffer);
    return begin ? *begin + ground_->problem->buffers[buffer].size : OptionalOffset();
}

Offset PlacedState::peak(RegionIndex region) const {
    const std::vector<RegionIndex>& regions = ground_->needs.regions;
    const auto place = std::lower_bound(regions.begin(), regions.end(), region) - regions.begin();
    return region_tails_[static_cast<std::size_t>(place)].largest();
}

Layout PlacedState::layout() const {
    Layout layout = empty_layout(*ground_->problem);
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
        layout.placements[i] = {offsets_[i], ground_->problem->buffers[i].region};
    }
    return layout;
}

Layout PlacedState::layout_with_sharing() const {
    return ground_->result != nullptr ? step_layout(layout(), *ground_->result, *ground_->problem) : layout();
}

std::uint64_t PlacedState::overlaps() const {
    if (overlaps_) {
        return *overlaps_;
    }
    if (counter_) {
        overlaps_ = counter_->count(offsets_, changed_);
        for (const BufferIndex buffer : changed_) {
            is_changed_[buffer.value()] = false;
        }
        changed_.clear();
    } else {
        overlaps_ = check(*ground_->problem, layout_with_sharing(), 0).overlap_count;
    }
    return *overlaps_;
}

Bytes PlacedState::largest_hole() const {
    if (!hole_) {
        const std::vector<Hole> holes = explain_peak(*ground_->problem, layout()).holes;
        hole_ = holes.empty() ? Bytes(0) : size(holes.front().bytes);
    }
    return *hole_;
}

std::span<const Risk> PlacedState::risks_of_layout() const {
    if (!layout_risks_) {
        layout_risks_ = has_segment_regions(*ground_->problem) ? IndexedVector<BufferIndex, Risk>()
                                                               : classify(*ground_->problem, layout_with_sharing());
    }
    return {layout_risks_->data(), layout_risks_->size()};
}

void PlacedState::forget_figures() {
    overlaps_.reset();
    hole_.reset();
    layout_risks_.reset();
}

void PlacedState::replace(BufferIndex buffer, OptionalOffset offset) {
    OptionalOffset& here = offsets_[buffer];
    placed_ -= here ? 1U : 0U;
    placed_ += offset ? 1U : 0U;
    here = offset;
    forget_figures();
    if (counter_ && !is_changed_[buffer.value()]) {
        is_changed_[buffer.value()] = true;
        changed_.push_back(buffer);
    }
    const StepNeeds& needs = ground_->needs;
    if (!needs.peak && needs.regions.empty()) {
        return;
    }
    const Buffer& placed = ground_->problem->buffers[buffer];
    const OptionalOffset tail = offset ? tail_of(placed, *offset) : OptionalOffset();
    if (needs.peak) {
        tails_.set(buffer, tail);
    }
    for (std::size_t i = 0; i < needs.regions.size(); ++i) {
        if (needs.regions[i] == placed.region) {
            region_tails_[i].set(buffer, tail);
        }
    }
}

void PlacedState::set(BufferIndex buffer, OptionalOffset offset) {
    if (offsets_[buffer] == offset) {
        return;
    }
    if (remembering_ > 0) {
        replaced_.push_back({buffer, offsets_[buffer]});
    }
    replace(buffer, offset);
}

void PlacedState::set(BufferIndex buffer, Risk risk) {
    risks_[buffer.value()] = risk;
}

void PlacedState::clear() {
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
        if (offsets_[i] && counter_ && !is_changed_[i]) {
            is_changed_[i] = true;
            changed_.emplace_back(i);
        }
    }
    std::fill(offsets_.begin(), offsets_.end(), OptionalOffset());
    std::fill(risks_.begin(), risks_.end(), Risk());
    tails_.clear();
    for (TailMaxima& tails : region_tails_) {
        tails.clear();
    }
    replaced_.clear();
    remembering_ = 0;
    placed_ = 0;
    forget_figures();
}

std::size_t PlacedState::remember() {
    ++remembering_;
    return replaced_.size();
}

void PlacedState::undo_to(std::size_t place) {
    while (replaced_.size() > place) {
        replace(replaced_.back().buffer, replaced_.back().offset);
        replaced_.pop_back();
    }
    --remembering_;
}

}  // namespace arenascope
