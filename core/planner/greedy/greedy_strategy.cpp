#include "core/planner/greedy/greedy_strategy.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/model/memory/live_profile.h"
#include "core/planner/greedy/birth_placement.h"
#include "core/planner/placement_frames.h"
#include "core/planner/stop_poll.h"

namespace arenascope {
namespace {

class GreedyRun {
public:
    GreedyRun(const PlanRequest& request, const GreedyStrategy& strategy)
        : request_(request), problem_(request.problem), strategy_(strategy), poll_(request.stop) {
        const std::size_t count = problem_.buffers.size();
        placements_per_frame_ = placements_per_frame(count, count);
        if (request_.trace != nullptr) {
            offsets_.assign(count, unplaced_offset);
        }
    }

    PlanResult run() {
        PlanResult result;
        result.layout = empty_layout(problem_);
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            result.threshold = std::max(result.threshold, live_profile(problem_, RegionIndex(i)).threshold);
            if (poll_.check_now() || !place(RegionIndex(i), result.layout)) {
                result.layout = empty_layout(problem_);
                break;
            }
        }
        result.lower_bound = result.threshold;
        result.work = work_;
        result.reproducible = !poll_.stopped();
        if (poll_.stopped()) {
            result.goal = Goal::stopped;
        } else {
            result.goal = peak_.value() <= result.threshold.value() ? Goal::at_threshold : Goal::complete;
            report_to(request_.progress, {problem_.buffers.size(), problem_.buffers.size(), peak_, &result.layout});
        }
        return result;
    }

private:
    /// False: stopped before all was placed.
    bool place(RegionIndex region, Layout& layout) {
        const PlacingOrder order = strategy_.order(problem_, region, members_of(problem_, region));
        const bool is_by_birth = strategy_.order == &by_birth && strategy_.rule == PlacingRule::lowest_fit &&
                                 can_be_placed_by_birth(problem_, region);
        const bool is_placed = is_by_birth ? place_as_born(region, order, layout) : place_in(region, order, layout);
        placed_before_ += order.size();
        return is_placed;
    }

    bool place_as_born(RegionIndex region, const PlacingOrder& order, Layout& layout) {
        IndexedVector<BufferIndex, std::int64_t> offsets(problem_.buffers.size(), unplaced_offset);
        const std::uint64_t earlier_work = work_;
        const auto placed = place_by_birth(problem_, region, order, offsets, [&](const BirthProgress& now) {
            work_ = earlier_work + now.work;
            return is_ended_before(offsets, order, now.placed, now.peak);
        });
        if (!placed) {
            return false;
        }
        work_ = earlier_work + placed->work;
        finish(region, offsets, order, placed->peak, layout);
        return true;
    }

    bool place_in(RegionIndex region, const PlacingOrder& order, Layout& layout) {
        RectangleContainer container(problem_, region);
        const std::uint64_t earlier_work = work_;
        const auto top =
            place_greedily(container, problem_, region, order, strategy_.rule, [&](std::size_t placed, Offset highest) {
                work_ = earlier_work + container.work() + placed;
                return is_ended_before(container.offsets(), order, placed, highest);
            });
        work_ = earlier_work + container.work() + order.size();
        if (!top) {
            return false;
        }
        finish(region, container.offsets(), order, *top, layout);
        return true;
    }

    bool is_ended_before(IndexedSpan<BufferIndex, const std::int64_t> offsets, const PlacingOrder& order,
                         std::size_t placed, Offset highest) {
        if (request_.trace != nullptr && placed > 0 && placed % placements_per_frame_ == 0) {
            record_frame(offsets, std::span(order).first(placed), std::max(peak_, highest));
        }
        return poll_.check_at(work_, [this, placed] {
            report_to(request_.progress, {placed_before_ + placed, problem_.buffers.size(), Offset(), nullptr});
        });
    }

    void finish(RegionIndex region, IndexedSpan<BufferIndex, const std::int64_t> offsets, const PlacingOrder& order,
                Offset top, Layout& layout) {
        peak_ = std::max(peak_, top);
        // A region without buffers is no step.
        if (std::any_of(offsets.begin(), offsets.end(), [](std::int64_t each) { return each != unplaced_offset; })) {
            record_frame(offsets, order, peak_);
        }
        take_over(layout, offsets, region);
    }

    void record_frame(IndexedSpan<BufferIndex, const std::int64_t> offsets, std::span<const BufferIndex> placed,
                      Offset peak) {
        if (request_.trace == nullptr) {
            return;
        }
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            if (offsets[i] != unplaced_offset) {
                offsets_[i] = offsets[i];
            }
        }
        record_result(request_.trace, FrameKind::placement, {},
                      {.offsets = offsets_, .order = placed, .peak = peak, .work = work_});
    }

    const PlanRequest& request_;
    const Problem& problem_;
    const GreedyStrategy& strategy_;
    StopPoll poll_;
    std::size_t placements_per_frame_ = 1;
    std::vector<std::int64_t> offsets_;  ///< over all regions, for the trace
    std::size_t placed_before_ = 0;      ///< in earlier regions
    Offset peak_;
    std::uint64_t work_ = 0;
};

}  // namespace

std::span<const GreedyStrategy> greedy_strategies() {
    static constexpr std::array<GreedyStrategy, 12> all{
        offsets_naive,  offsets_greedy_by_size,   offsets_greedy_by_breadth, greedy_tflm,
        greedy_tflite,  best_fit_by_size,         best_fit_by_duration,      greedy_by_conflicts,
        greedy_by_area, greedy_in_order_of_birth, greedy_around_the_peak,    greedy_large_then_long,
    };
    return all;
}

Planner greedy_planner(const GreedyStrategy& strategy) {
    return {
        {strategy.name, PlannerFamily::greedy, PlannerKind::offsets, strategy.summary, {}},
        [&strategy](const PlanRequest& request) -> Expected<PlanResult> { return GreedyRun(request, strategy).run(); }};
}

std::vector<Planner> greedy_planners() {
    std::vector<Planner> planners;
    for (const GreedyStrategy& strategy : greedy_strategies()) {
        planners.push_back(greedy_planner(strategy));
    }
    return planners;
}

}  // namespace arenascope
