#include "core/planner/necks/neck_search.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/model/memory/layout.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// How much of the gap between the lowest possible and the best peak a capacity leaves, in sixteenths.
constexpr std::array<std::int64_t, 4> sixteenths_left{0, 1, 4, 8};
constexpr std::int64_t sixteenths = 16;
/// Where the core begins, in hundredths of the threshold; one run with each at each capacity.
constexpr std::array<std::int64_t, 3> core_percents{90, 95, 85};
constexpr std::size_t core_runs = sixteenths_left.size() * core_percents.size();

/// The part placed around the core in each of its rounds, at first.
constexpr std::int64_t first_shell_percent = 60;

/// The part that is placed by orders, at first and with each refinement.
constexpr std::int64_t first_tight_percent = 95;
constexpr std::int64_t percent_of_refinement = 5;
/// Smaller buffers fill holes. The part has those of at least the threshold divided by this.
constexpr std::int64_t first_small_part = 20'000;
constexpr std::int64_t small_part_of_refinement = 8;
constexpr std::size_t most_refinements = 6;
constexpr std::size_t most_completed_in_vain = 3;

/// The methods take turns of so many visits.
constexpr std::uint64_t visits_together = 20'000'000;
/// A layout of the necks is worth placing the rest if it is lower by this part of the gap.
constexpr std::int64_t worthwhile_part = 4;
/// Of a buffer that is placed, as long as nothing has been placed.
constexpr std::uint64_t visits_of_usual_placement = 64;
/// Few buffers have few layouts. Larger regions are not limited by pairs, because the product may not fit in 64 bits.
constexpr std::uint64_t neck_visits_for_each_pair = 3'000;
constexpr std::size_t most_limited_by_pairs = 1'000'000;

}  // namespace

NeckSearch::NeckSearch(const Problem& problem, RegionIndex region, Offset lowest, std::uint64_t seed)
    : problem_(&problem),
      region_(region),
      lowest_(lowest),
      seed_(seed),
      profile_(live_profile(problem, region)),
      by_size_(by_size(problem, region, members_of(problem, region))),
      shell_percent_(first_shell_percent) {
    const NeckSteps wide(profile_, Bytes(profile_.threshold.value() / 100 * first_shell_percent));
    std::stable_partition(by_size_.begin(), by_size_.end(),
                          [&](BufferIndex buffer) { return wide.contains_any(problem.buffers[buffer].lifetime); });
    earlier_work_ = by_size_.size();
    completion_work_ = visits_of_usual_placement * by_size_.size();
    is_lowest_ = by_size_.empty();
}

bool NeckSearch::is_exhausted() const {
    const bool core_ended = core_run_ >= core_runs;
    const bool orders_ended = orders_ && orders_->is_exhausted();
    const std::size_t members = by_size_.size();
    return is_lowest_ || (core_ended && orders_ended) ||
           (members < most_limited_by_pairs && work() > neck_visits_for_each_pair * members * members);
}

std::uint64_t NeckSearch::work() const {
    return earlier_work_ + (core_ ? core_->work() : 0) + (orders_ ? orders_->work() : 0) +
           (container_ ? container_->work() : 0);
}

std::optional<NeckLayout> NeckSearch::turn(Offset best, std::uint64_t work_limit, const NeckStop& stop) {
    const std::uint64_t begin = work();
    is_lowest_ = is_lowest_ || best <= lowest_;
    while (!is_exhausted() && work() - begin < work_limit && !stop(work())) {
        const std::uint64_t before = work();
        const std::uint64_t limit = std::min(visits_together, work_limit - (before - begin));
        const bool core_ended = core_run_ >= core_runs;
        const bool orders_ended = orders_ && orders_->is_exhausted();
        const bool is_cores = !core_ended && (orders_ended || core_work_ <= orders_work_);
        auto found = is_cores ? turn_of_core(best, limit, stop) : turn_of_orders(best, limit, stop);
        (is_cores ? core_work_ : orders_work_) += work() - before;
        if (found) {
            is_lowest_ = found->peak <= lowest_;
            return found;
        }
    }
    return std::nullopt;
}

void NeckSearch::begin_core(Offset best) {
    if (shell_.whole.empty()) {
        shell_ = region_part(*problem_, region_, members_at(shell_percent_, Bytes(0)));
        earlier_work_ += problem_->buffers.size();
    }
    const std::int64_t gap = best.value() - lowest_.value();
    const std::int64_t left = gap / sixteenths * sixteenths_left[core_run_ / core_percents.size()];
    core_ = std::make_unique<NeckCore>(shell_, region_, profile_, Offset(lowest_.value() + left),
                                       core_percents[core_run_ % core_percents.size()], seed_ + core_run_);
}

std::optional<NeckLayout> NeckSearch::turn_of_core(Offset best, std::uint64_t work_limit, const NeckStop& stop) {
    if (!core_) {
        begin_core(best);
    }
    const auto end_run = [this](std::size_t next) {
        earlier_work_ += core_->work();
        core_ = nullptr;
        core_run_ = next;
    };
    if (!core_->turn(work_limit, stop)) {
        if (core_->is_exhausted()) {
            end_run(core_run_ + 1);
        }
        return std::nullopt;
    }
    auto found = complete(shell_, core_->offsets(), best, stop);
    if (found) {
        found->found_by = "necks: core of " + std::to_string(core_->core_size());
        end_run(core_run_);  // again, under the capacity that follows from the lower peak
    } else {
        // The rest does not fit around the shell.
        shell_percent_ /= 2;
        shell_ = {};
        end_run(core_run_ + 1);
    }
    return found;
}

void NeckSearch::begin_orders() {
    earlier_work_ += orders_ ? orders_->work() : 0;
    const auto percent = std::max<std::int64_t>(
        0, first_tight_percent - static_cast<std::int64_t>(refinements_) * percent_of_refinement);
    std::int64_t small_part = first_small_part;
    for (std::size_t i = 0; i < refinements_; ++i) {
        small_part *= small_part_of_refinement;
    }
    tight_ = region_part(*problem_, region_, members_at(percent, Bytes(profile_.threshold.value() / small_part)));
    earlier_work_ += problem_->buffers.size();
    completed_in_vain_ = 0;
    completed_at_ = 0;
    orders_ = std::make_unique<NeckOrders>(tight_, region_, lowest_, seed_ + refinements_);
}

std::optional<NeckLayout> NeckSearch::turn_of_orders(Offset best, std::uint64_t work_limit, const NeckStop& stop) {
    if (!orders_) {
        begin_orders();
    }
    // Placing all the others costs more than the orders do at first, so a little lower is not worth it until then.
    const bool is_paid = orders_->work() - completed_at_ >= completion_work_;
    const std::int64_t gap = best.value() - lowest_.value();
    const Offset goal = is_paid ? best : Offset(best.value() - gap / worthwhile_part);
    if (!orders_->turn(goal, work_limit, stop)) {
        return std::nullopt;
    }
    auto found = complete(tight_, orders_->offsets(), best, stop);
    completed_at_ = orders_->work();
    if (found) {
        found->found_by = "necks: by " + orders_->found_by();
        return found;
    }
    const bool is_in_vain = ++completed_in_vain_ >= most_completed_in_vain || orders_->is_exhausted();
    if (is_in_vain && refinements_ < most_refinements) {
        ++refinements_;
        begin_orders();
    }
    return std::nullopt;
}

PlacingOrder NeckSearch::members_at(std::int64_t percent, Bytes smallest) const {
    const NeckSteps necks(profile_, Bytes(profile_.threshold.value() / 100 * percent));
    PlacingOrder members;
    for (std::size_t i = 0; i < problem_->buffers.size(); ++i) {
        const Buffer& buffer = problem_->buffers[i];
        if (buffer.region == region_ && buffer.size >= smallest && !fixed_offset(buffer) &&
            necks.contains_any(buffer.lifetime)) {
            members.emplace_back(i);
        }
    }
    return members;
}

std::optional<NeckLayout> NeckSearch::complete(const RegionPart& part,
                                               IndexedSpan<BufferIndex, const std::int64_t> offsets, Offset best,
                                               const NeckStop& stop) {
    const std::uint64_t begin = container_ ? container_->work() : 0;
    if (container_) {
        container_->clear();
    } else {
        container_ = std::make_unique<RectangleContainer>(*problem_, region_);
    }
    Offset peak = put_pins(*container_, *problem_, region_);
    for (const BufferIndex member : part.members) {
        const BufferIndex buffer = part.whole[member];
        container_->put(buffer, Offset(offsets[member]));
        peak = std::max(peak, tail_of(problem_->buffers[buffer], Offset(offsets[member])));
    }
    for (std::size_t i = 0; i < by_size_.size(); ++i) {
        if (peak >= best || stop(work())) {
            completion_work_ = std::max(completion_work_, container_->work() - begin);
            return std::nullopt;
        }
        if (i % RectangleContainer::fetched_together == 0) {
            container_->fetch(
                std::span(by_size_).subspan(i, std::min(RectangleContainer::fetched_together, by_size_.size() - i)));
        }
        const BufferIndex buffer = by_size_[i];
        if (container_->offsets()[buffer] == unplaced_offset) {
            const Offset offset = container_->place(buffer, PlacingRule::lowest_fit);
            peak = std::max(peak, tail_of(problem_->buffers[buffer], offset));
        }
    }
    completion_work_ = std::max(completion_work_, container_->work() - begin);
    if (peak >= best) {
        return std::nullopt;
    }
    return NeckLayout{{container_->offsets().begin(), container_->offsets().end()}, peak, {}};
}

}  // namespace arenascope
