#include "core/planner/portfolio/portfolio.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/memory/conflict.h"
#include "core/memory/live_profile.h"
#include "core/planner/greedy/greedy_placement.h"
#include "core/planner/hill_climb/hill_climb.h"
#include "core/planner/portfolio/strategy_race.h"
#include "core/planner/stop_poll.h"

namespace arenascope {
namespace {

class Portfolio {
public:
    explicit Portfolio(const PlanRequest& request)
        : request_(request), problem_(request.problem), poll_(request.stop), entrants_(all_entrants()) {
        result_.layout = empty_layout(problem_);
    }

    PlanResult run() {
        const std::vector<std::int64_t> conflicts = conflict_counts(problem_);
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            const RegionIndex region(i);
            thresholds_.push_back(live_profile(problem_, region).threshold);
            result_.threshold = std::max(result_.threshold, thresholds_.back());
            if (poll_.ask() || !place(region, conflicts)) {
                result_.layout = empty_layout(problem_);
                return finished(Goal::stopped);
            }
        }
        result_.initial_peak = peak();
        tell_layout();
        for (const RaceWinner& winner : winners_) {
            write_down(winner.offsets);
        }
        write_frame(names());
        Goal goal = Goal::at_threshold;
        for (std::size_t i = 0; i < winners_.size() && !poll_.stopped(); ++i) {
            if (winners_[i].peak.value() > thresholds_[i].value()) {
                goal = climb_from(winners_[i], RegionIndex(i));
            }
        }
        return finished(poll_.stopped() ? Goal::stopped : goal);
    }

private:
    bool place(RegionIndex region, const std::vector<std::int64_t>& conflicts) {
        std::size_t buffers = 0;
        std::uint64_t pairs = 0;
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (problem_.buffers[i].region == region) {
                ++buffers;
                pairs += static_cast<std::uint64_t>(conflicts[i]);
            }
        }
        std::vector<Entrant> entrants = entrants_;
        entrants.resize(worthwhile_entrants(entrants.size(), buffers, pairs));
        const std::uint64_t earlier = work_;
        auto winner =
            race(problem_, region, entrants, Offset(thresholds_.back().value()), request_.threads,
                 [&](std::uint64_t work) { return work == race_waits ? poll_.ask() : asked_at(earlier + work); });
        if (!winner) {
            return false;
        }
        take_over(result_.layout, winner->offsets, region);
        result_.work += winner->work;
        winners_.push_back(std::move(*winner));
        return true;
    }

    Goal climb_from(const RaceWinner& winner, RegionIndex region) {
        OrderClimb order(problem_, region, winner.order, entrants_[winner.entrant].rule, request_.seed);
        const std::uint64_t earlier = work_;
        const ClimbStop stop = [&](std::uint64_t work) { return asked_at(earlier + work); };
        if (!order.start(stop)) {
            return Goal::stopped;
        }
        const ClimbLimits limits = climb_limits(request_.options, thresholds_[region.value()]);
        const Goal goal = climb(order, limits, stop, poll_, [&](bool improved) {
            ++result_.iterations;
            if (!improved) {
                return;
            }
            winners_[region.value()].peak = order.peak();
            take_over(result_.layout, order.container().offsets(), region);
            write_down(order.container().offsets());
            write_frame("swap");
            tell_layout();
        });
        result_.work += order.work();
        return goal;
    }

    /// Whether to stop, asked where it is time to; tells the progress as often.
    bool asked_at(std::uint64_t work) {
        work_ = work;
        return poll_.ask_at(work_, [this] {
            if (request_.progress) {
                request_.progress({work_, 0, is_placed() ? peak() : Offset(), nullptr});
            }
        });
    }

    [[nodiscard]] bool is_placed() const { return winners_.size() == problem_.regions.size(); }

    [[nodiscard]] Offset peak() const {
        Offset highest;
        for (const RaceWinner& winner : winners_) {
            highest = std::max(highest, winner.peak);
        }
        return highest;
    }

    [[nodiscard]] std::string names() const {
        std::string all;
        for (const RaceWinner& winner : winners_) {
            all += (all.empty() ? "" : "; ") + entrants_[winner.entrant].name;
        }
        return all;
    }

    void tell_layout() const {
        if (request_.progress) {
            request_.progress({work_, 0, peak(), &result_.layout});
        }
    }

    void write_down(std::span<const std::int64_t> offsets) {
        offsets_.resize(offsets.size(), unplaced_offset);
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            offsets_[i] = offsets[i] == unplaced_offset ? offsets_[i] : offsets[i];
        }
    }

    void write_frame(const std::string& note) const {
        if (request_.trace != nullptr) {
            request_.trace->enter(FrameKind::improvement, note, {});
            request_.trace->leave({.offsets = offsets_, .order = {}, .risks = {}, .peak = peak()});
            request_.trace->mark_result();
        }
    }

    PlanResult finished(Goal goal) {
        result_.lower_bound = result_.threshold;
        result_.goal = goal;
        result_.reproducible = goal != Goal::stopped;
        return std::move(result_);
    }

    const PlanRequest& request_;
    const Problem& problem_;
    StopPoll poll_;
    std::vector<Entrant> entrants_;
    std::vector<Bytes> thresholds_;    ///< by region
    std::vector<RaceWinner> winners_;  ///< by region
    std::vector<std::int64_t> offsets_;
    PlanResult result_;
    std::uint64_t work_ = 0;  ///< of the calling thread; what the result tells does not depend on threads
};

}  // namespace

Planner portfolio() {
    return {{.name = "portfolio",
             .kind = PlannerKind::offsets,
             .summary = "all fast strategies at once, and a hill climb from the best of them",
             .options = climb_options()},
            [](const PlanRequest& request) -> Expected<PlanResult> { return Portfolio(request).run(); }};
}

}  // namespace arenascope
