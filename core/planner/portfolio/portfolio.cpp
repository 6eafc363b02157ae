#include "core/planner/portfolio/portfolio.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "core/model/memory/conflict.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"
#include "core/planner/capacity/searched_group.h"
#include "core/planner/greedy/birth_placement.h"
#include "core/planner/greedy/greedy_placement.h"
#include "core/planner/hill_climb/hill_climb.h"
#include "core/planner/peak_suppression/group_rearranger.h"
#include "core/planner/placement_frames.h"
#include "core/planner/portfolio/strategy_race.h"
#include "core/planner/start_layout.h"
#include "core/planner/stop_poll.h"

namespace arenascope {
namespace {

/// The search under a capacity gets 1/2 of a region's work, the climb the rest.
constexpr std::uint64_t search_share = 2;

/// A region with its best layout and the methods that improve it.
struct Standing {
    Bytes threshold;
    RaceWinner best;
    std::string name;                            ///< of the strategy, or of the start that was lower
    PlacingRule rule = PlacingRule::lowest_fit;  ///< the rule by which the best order is placed
    Offset lowest;                               ///< proved lower bound of the region's peak
    std::unique_ptr<CapacityRearranger> search;  ///< null: not started yet, or the region is too large
    std::unique_ptr<OrderClimb> climb;           ///< null: not started yet from this best layout
    [[nodiscard]] bool is_done() const { return best.peak <= lowest; }
};

class Portfolio {
public:
    explicit Portfolio(const PlanRequest& request)
        : request_(request), problem_(request.problem), poll_(request.stop), entrants_(all_entrants()) {
        result_.layout = empty_layout(problem_);
    }

    PlanResult run() {
        const std::vector<std::int64_t> conflicts = conflict_counts(problem_);
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            place(RegionIndex(i), conflicts);
        }
        result_.initial_peak = peak();
        report_layout();
        for (const Standing& standing : standings_) {
            write_down(standing.best.offsets);
        }
        write_frame(names());
        Goal goal = lower_all();
        while (request_.until_stopped && goal != Goal::at_threshold && !poll_.check_now()) {
            goal = lower_all();
        }
        return finished(poll_.stopped() ? Goal::stopped : goal);
    }

private:
    /// Places a region by the best strategy. If the run is stopped before any strategy is complete, by the first one,
    /// or in order of birth where that one would take long.
    void place(RegionIndex region, const std::vector<std::int64_t>& conflicts) {
        const Bytes threshold = live_profile(problem_, region).threshold;
        result_.threshold = std::max(result_.threshold, threshold);
        const std::uint64_t earlier = work_;
        const std::vector<Entrant> entrants = entrants_of(problem_, region, conflicts);
        if (entrants.size() < entrants_.size()) {
            result_.notes.push_back("only " + std::to_string(entrants.size()) + " of " +
                                    std::to_string(entrants_.size()) +
                                    " strategies ran, because very many pairs of buffers share time");
        }
        auto winner =
            race(problem_, region, entrants, Offset(threshold.value()), request_.threads, [&](std::uint64_t work) {
                return work == race_waits ? poll_.check_now() : should_stop_at(earlier + work);
            });
        if (!winner) {
            winner = place_by_first(region);
        }
        if (!winner) {
            winner = place_as_born(region);
            result_.notes.push_back(note_of_birth_placement(problem_, region));
        }
        result_.work += winner->work;
        PlacingRule rule = entrants_[winner->entrant].rule;
        std::string name = entrants_[winner->entrant].name;
        const Layout* own = request_.own_start;
        if (own != nullptr && arenascope::peak(problem_, *own, region) < winner->peak) {
            winner->order = by_offset(members_of(problem_, region), *own);
            Layout alone = empty_layout(problem_);
            take_region(alone, *own, problem_, region);
            winner->offsets = offsets_of(alone);
            winner->peak = arenascope::peak(problem_, *own, region);
            rule = PlacingRule::lowest_fit;
            name = "the layout of the file";
        }
        take_over(result_.layout, winner->offsets, region);
        standings_.push_back({.threshold = threshold,
                              .best = std::move(*winner),
                              .name = std::move(name),
                              .rule = rule,
                              .lowest = std::max(Offset(threshold.value()), highest_alone(region)),
                              .search = nullptr,
                              .climb = nullptr});
    }

    /// The highest tail of a buffer at its pin, or at offset 0.
    [[nodiscard]] Offset highest_alone(RegionIndex region) const {
        Offset highest;
        for (const Buffer& buffer : problem_.buffers) {
            if (buffer.region == region) {
                highest = std::max(highest, tail_of(buffer, buffer.pin.value_or(Offset(0))));
            }
        }
        return highest;
    }

    /// Empty: it would take long.
    [[nodiscard]] std::optional<RaceWinner> place_by_first(RegionIndex region) {
        const Entrant& first = entrants_.front();
        RectangleContainer container(problem_, region);
        PlacingOrder order = first.order(problem_, region, members_of(problem_, region));
        const auto top = place_greedily(container, problem_, region, order, first.rule, [&](std::size_t, Offset) {
            return poll_.is_overdue(work_ + container.work());
        });
        if (!top) {
            return std::nullopt;
        }
        return RaceWinner{
            0, std::move(order), {container.offsets().begin(), container.offsets().end()}, *top, container.work()};
    }

    [[nodiscard]] RaceWinner place_as_born(RegionIndex region) {
        const auto entrant = std::ranges::find(entrants_, std::string(greedy_in_order_of_birth.name), &Entrant::name);
        PlacingOrder order = by_birth(problem_, region, members_of(problem_, region));
        IndexedVector<BufferIndex, std::int64_t> offsets(problem_.buffers.size(), unplaced_offset);
        const auto placed =
            place_by_birth(problem_, region, order, offsets, [](const BirthProgress&) { return false; });
        return {static_cast<std::size_t>(entrant - entrants_.begin()),
                std::move(order),
                {offsets.begin(), offsets.end()},
                placed->peak,
                placed->work};
    }

    /// One turn for each region that is not proved lowest yet.
    Goal lower_all() {
        Goal goal = Goal::at_threshold;
        for (std::size_t i = 0; i < standings_.size() && !poll_.stopped(); ++i) {
            if (standings_[i].is_done()) {
                continue;
            }
            search_in(standings_[i], RegionIndex(i));
            if (!standings_[i].is_done() && !poll_.stopped()) {
                goal = climb_in(standings_[i], RegionIndex(i));
            }
        }
        return goal;
    }

    [[nodiscard]] ClimbLimits limits_of(const Standing& standing) const {
        return climb_limits(request_.options, standing.threshold, standing.best.order.size());
    }

    void search_in(Standing& standing, RegionIndex region) {
        if (!standing.search && !start_search(standing, region)) {
            return;
        }
        CapacityRearranger& search = *standing.search;
        const auto limit = static_cast<std::int64_t>(limits_of(standing).work / search_share);
        const std::int64_t begin = search.work();
        while (!standing.is_done() && search.work() - begin < limit && !poll_.stopped()) {
            const std::int64_t before = search.work();
            const PlacingOrder order = search.next({.sorted = standing.best.order,
                                                    .best_tail = standing.best.peak,
                                                    .last = standing.best.order,
                                                    .work_limit = limit - (before - begin),
                                                    .stop = [this] { return poll_.check_now(); }});
            const auto done = static_cast<std::uint64_t>(search.work() - before);
            work_ += done;
            result_.work += done;
            standing.lowest = std::max(standing.lowest, search.lowest());
            if (!order.empty()) {
                read(standing, region, order);
            }
        }
    }

    bool start_search(Standing& standing, RegionIndex region) {
        const PlacingOrder members = members_of(problem_, region);
        if (members.empty()) {
            return false;
        }
        if (!can_be_searched(problem_, members)) {
            const std::string note =
                note_of_left_out_search(members.size(), "only the strategies and the hill climb placed them");
            if (std::ranges::find(result_.notes, note) == result_.notes.end()) {
                result_.notes.push_back(note);
            }
            return false;
        }
        PlacingOrder pinned;
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (problem_.buffers[i].region == region && problem_.buffers[i].pin) {
                pinned.emplace_back(i);
            }
        }
        standing.search = std::make_unique<CapacityRearranger>(problem_, members, pinned,
                                                               Offset(standing.threshold.value()), request_.seed);
        return true;
    }

    /// Places the order that the search has found by lowest fit and keeps it if it is better.
    void read(Standing& standing, RegionIndex region, const PlacingOrder& order) {
        RectangleContainer container(problem_, region);
        const std::uint64_t earlier = work_;
        const auto top =
            place_greedily(container, problem_, region, order, PlacingRule::lowest_fit,
                           [&](std::size_t, Offset) { return should_stop_at(earlier + container.work()); });
        result_.work += container.work();
        if (top && *top < standing.best.peak) {
            standing.best.order = order;
            standing.rule = PlacingRule::lowest_fit;
            standing.climb = nullptr;
            ++result_.iterations;
            improve(standing, region, *top, container.offsets(), standing.search->last_draw());
        }
    }

    Goal climb_in(Standing& standing, RegionIndex region) {
        const std::uint64_t earlier = work_;
        std::uint64_t begin = 0;
        const ClimbStop stop = [&](std::uint64_t work) { return should_stop_at(earlier + work - begin); };
        if (!standing.climb) {
            standing.climb =
                std::make_unique<OrderClimb>(problem_, region, standing.best.order, standing.rule, request_.seed);
            if (!standing.climb->start(stop)) {
                standing.climb = nullptr;
                return Goal::stopped;
            }
        } else {
            begin = standing.climb->work();
        }
        OrderClimb& order = *standing.climb;
        ClimbLimits limits = limits_of(standing);
        limits.work -= standing.search ? limits.work / search_share : 0;
        const Goal goal = climb(order, limits, stop, poll_, [&](bool improved) {
            ++result_.iterations;
            // The layout of the file may be lower than what its order gives.
            if (improved && order.peak() < standing.best.peak) {
                improve(standing, region, order.peak(), order.container().offsets(), "swap");
            }
        });
        standing.best.order = order.order();
        result_.work += order.work() - begin;
        return goal;
    }

    void improve(Standing& standing, RegionIndex region, Offset peak, std::span<const std::int64_t> offsets,
                 const std::string& note) {
        standing.best.peak = peak;
        take_over(result_.layout, offsets, region);
        write_down(offsets);
        write_frame(note);
        report_layout();
    }

    /// Whether to stop. Calls the stop token and reports progress after a bounded amount of work.
    bool should_stop_at(std::uint64_t work) {
        work_ = work;
        return poll_.check_at(work_, [this] {
            report_to(request_.progress, {work_, 0, is_placed() ? peak() : Offset(), nullptr});
        });
    }

    [[nodiscard]] bool is_placed() const { return standings_.size() == problem_.regions.size(); }

    [[nodiscard]] Offset peak() const {
        Offset highest;
        for (const Standing& standing : standings_) {
            highest = std::max(highest, standing.best.peak);
        }
        return highest;
    }

    [[nodiscard]] std::string names() const {
        std::string all;
        for (const Standing& standing : standings_) {
            all += (all.empty() ? "" : "; ") + standing.name;
        }
        return all;
    }

    void report_layout() const { report_to(request_.progress, {work_, 0, peak(), &result_.layout}); }

    void write_down(std::span<const std::int64_t> offsets) {
        offsets_.resize(offsets.size(), unplaced_offset);
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            offsets_[i] = offsets[i] == unplaced_offset ? offsets_[i] : offsets[i];
        }
    }

    void write_frame(const std::string& note) const {
        record_result(request_.trace, FrameKind::improvement, note, {.offsets = offsets_, .peak = peak()});
    }

    PlanResult finished(Goal goal) {
        result_.lower_bound = result_.threshold;
        for (const Standing& standing : standings_) {
            result_.lower_bound = std::max(result_.lower_bound, Bytes(standing.lowest.value()));
        }
        const bool is_optimal = is_complete(result_.layout) && peak().value() <= result_.lower_bound.value();
        result_.goal = !is_optimal                                                ? goal
                       : result_.lower_bound.value() == result_.threshold.value() ? Goal::at_threshold
                                                                                  : Goal::optimal;
        result_.reproducible = !poll_.stopped();
        return std::move(result_);
    }

    const PlanRequest& request_;
    const Problem& problem_;
    StopPoll poll_;
    std::vector<Entrant> entrants_;
    std::vector<Standing> standings_;  ///< by region
    std::vector<std::int64_t> offsets_;
    PlanResult result_;
    /// Of the calling thread only: the work in the result must not depend on the number of threads.
    std::uint64_t work_ = 0;
};

}  // namespace

Planner portfolio() {
    return {{"portfolio", PlannerFamily::searching, PlannerKind::offsets,
             "all fast strategies, then a short search and a hill climb from the best", climb_options(), true},
            [](const PlanRequest& request) -> Expected<PlanResult> { return Portfolio(request).run(); }};
}

}  // namespace arenascope
