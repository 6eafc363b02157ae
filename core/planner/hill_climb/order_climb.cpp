#include "core/planner/hill_climb/order_climb.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/model/memory/tail.h"
#include "core/planner/greedy/birth_placement.h"

namespace arenascope {

OrderClimb::OrderClimb(const Problem& problem, RegionIndex region, PlacingOrder order, PlacingRule rule,
                       std::uint64_t seed)
    : problem_(&problem),
      region_(region),
      container_(problem, region),
      order_(std::move(order)),
      rule_(rule),
      random_(seed),
      pinned_peak_(put_pins(container_, problem, region)),
      before_(order_.size()) {
    candidates_.reserve(order_.size());
}

bool OrderClimb::start(const ClimbStop& stop) {
    if (!place_from(0, Offset(std::numeric_limits<std::int64_t>::max()), stop)) {
        return false;
    }
    peak_ = highest_tail();
    return true;
}

void OrderClimb::start_as_born() {
    order_ = place_by_birth(container_, *problem_, region_);
    peak_ = highest_tail();
}

bool OrderClimb::swap(const ClimbStop& stop) {
    const std::size_t high = draw_from_the_peak();
    if (high == order_.size()) {
        return false;
    }
    std::size_t first = draw_before(high);
    constexpr std::size_t one_in = 4;
    if (first != high && random_.below(one_in) == 0) {
        first = draw_before(first);
    }
    if (first == high) {
        return false;
    }
    visits_ += order_.size() - first;
    for (std::size_t i = first; i < order_.size(); ++i) {
        before_[i] = container_.offsets()[order_[i]];
        container_.remove(order_[i]);
    }
    std::swap(order_[first], order_[high]);
    if (place_from(first, peak_, stop)) {
        peak_ = highest_tail();
        return true;
    }
    for (std::size_t i = first; i < order_.size(); ++i) {
        container_.remove(order_[i]);
    }
    std::swap(order_[first], order_[high]);
    for (std::size_t i = first; i < order_.size(); ++i) {
        container_.put(order_[i], Offset(before_[i]));
    }
    return false;
}

bool OrderClimb::place_from(std::size_t first, Offset limit, const ClimbStop& stop) {
    for (std::size_t i = first; i < order_.size(); ++i) {
        if (stop(work())) {
            return false;
        }
        const Offset offset = container_.place(order_[i], rule_);
        ++visits_;
        if (arenascope::tail_of(problem_->buffers[order_[i]], offset) > limit) {
            return false;
        }
    }
    return true;
}

Offset OrderClimb::tail_of(BufferIndex buffer) const {
    return arenascope::tail_of(problem_->buffers[buffer], Offset(container_.offsets()[buffer]));
}

Offset OrderClimb::highest_tail() const {
    Offset highest = pinned_peak_;
    for (const BufferIndex buffer : order_) {
        highest = std::max(highest, tail_of(buffer));
    }
    return highest;
}

std::size_t OrderClimb::draw_from_the_peak() {
    candidates_.clear();
    visits_ += order_.size() + 1;
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
        if (tail_of(order_[i]) == peak_) {
            candidates_.push_back(i);
        }
    }
    return candidates_.empty() ? order_.size() : candidates_[random_.below(candidates_.size())];
}

std::size_t OrderClimb::draw_before(std::size_t position) {
    const Lifetime alive = problem_->buffers[order_[position]].lifetime;
    candidates_.clear();
    visits_ += position;
    for (std::uint32_t i = 0; i < position; ++i) {
        if (overlap(alive, problem_->buffers[order_[i]].lifetime)) {
            candidates_.push_back(i);
        }
    }
    return candidates_.empty() ? position : candidates_[random_.below(candidates_.size())];
}

}  // namespace arenascope
