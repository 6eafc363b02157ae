#include "core/planner/greedy/greedy_planner.h"

#include <algorithm>
#include <cstdint>

#include "core/memory/live_profile.h"
#include "core/planner/greedy/greedy_placement.h"
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
            if (request_.progress) {
                request_.progress({work_, 0, peak_, &result.layout});
            }
        }
        return result;
    }

private:
    /// False: stopped before all was placed.
    bool place(RegionIndex region, Layout& layout) {
        const PlacingOrder order = strategy_.order(problem_, region, members_of(problem_, region));
        RectangleContainer container(problem_, region);
        const std::uint64_t earlier_work = work_;
        const auto top =
            place_greedily(container, problem_, region, order, strategy_.rule, [&](std::size_t placed, Offset highest) {
                work_ = earlier_work + container.work() + placed;
                if (placed % placements_per_frame_ == 0) {
                    record_frame(container, order, placed, std::max(peak_, highest));
                }
                return poll_.check_at(work_, [this] {
                    if (request_.progress) {
                        request_.progress({work_, 0, Offset(), nullptr});
                    }
                });
            });
        work_ = earlier_work + container.work() + order.size();
        if (!top) {
            return false;
        }
        peak_ = std::max(peak_, *top);
        record_frame(container, order, order.size(), peak_);
        take_over(layout, container.offsets(), region);
        return true;
    }

    void record_frame(const RectangleContainer& container, const PlacingOrder& order, std::size_t placed, Offset peak) {
        if (request_.trace == nullptr || (placed == 0 && !order.empty())) {
            return;
        }
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            if (container.offsets()[i] != unplaced_offset) {
                offsets_[i] = container.offsets()[i];
            }
        }
        request_.trace->enter(FrameKind::placement, {}, {});
        request_.trace->leave(
            {.offsets = offsets_, .order = std::span(order).first(placed), .risks = {}, .peak = peak, .work = work_});
        request_.trace->mark_result();
    }

    const PlanRequest& request_;
    const Problem& problem_;
    const GreedyStrategy& strategy_;
    StopPoll poll_;
    std::size_t placements_per_frame_ = 1;
    std::vector<std::int64_t> offsets_;  ///< over all regions, for the trace
    Offset peak_;
    std::uint64_t work_ = 0;
};

}  // namespace

Planner greedy_planner(const GreedyStrategy& strategy) {
    return {
        {.name = strategy.name,
         .family = PlannerFamily::greedy,
         .kind = PlannerKind::offsets,
         .summary = strategy.summary,
         .options = {}},
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
