#include "core/planner/portfolio/portfolio.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "core/model/memory/conflict.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"
#include "core/planner/counted_option.h"
#include "core/planner/exact/exact_planner.h"
#include "core/planner/greedy/birth_placement.h"
#include "core/planner/greedy/greedy_placement.h"
#include "core/planner/hill_climb/hill_climb.h"
#include "core/planner/placement_frames.h"
#include "core/planner/portfolio/region_contest.h"
#include "core/planner/race/strategy_race.h"
#include "core/planner/stop_poll.h"

namespace arenascope {
namespace {

/// In a large region the search at the necks comes before all other strategies.
constexpr std::size_t entrants_of_large_region = 2;

/// So many contests take turns with each other. Each holds the searches of three methods.
constexpr std::size_t most_contests = 8;

/// A region with its best layout.
struct Standing {
    Offset peak;
    Offset lowest;               ///< proved lower bound of the region's peak
    std::string name;            ///< of the strategy, or of the start that was lower
    std::size_t raced = 0;       ///< so many of all entrants have run
    std::size_t worthwhile = 0;  ///< so many run before the methods begin
    std::uint64_t work = 0;      ///< of the winning strategy and of the contest
    [[nodiscard]] bool is_done() const { return peak <= lowest; }
};

class Portfolio {
public:
    explicit Portfolio(const PlanRequest& request)
        : request_(request), problem_(request.problem), poll_(request.stop), entrants_(all_entrants()) {
        result_.layout = empty_layout(problem_);
        budgets_ = {.swaps = request.options.integer("iterations"), .until_stopped = request.until_stopped};
        // The default is that of the method with the highest one. With it, each method has its own.
        if (request.options.text("work") != default_work_of_exact) {
            budgets_.work = request.options.integer("work");
        }
    }

    PlanResult run() {
        const std::vector<std::int64_t> conflicts = conflict_counts(problem_);
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            place(RegionIndex(i), conflicts);
        }
        result_.initial_peak = peak();
        raced_ = result_.layout;
        take_own_start();
        report_layout();
        write_frame(names());
        lower_all();
        return finished();
    }

private:
    /// Places a region by the best strategy. If the run is stopped before any strategy is complete, by the first one,
    /// or in order of birth where that one would take long.
    void place(RegionIndex region, const std::vector<std::int64_t>& conflicts) {
        const Bytes threshold = live_profile(problem_, region).threshold;
        result_.threshold = std::max(result_.threshold, threshold);
        std::vector<Entrant> entrants = entrants_of(problem_, region, conflicts);
        const std::size_t worthwhile = entrants.size();
        if (is_large_region(problem_, members_of(problem_, region))) {
            entrants.resize(std::min(worthwhile, entrants_of_large_region));
        }
        auto winner = raced(region, entrants, Offset(threshold.value()));
        if (!winner) {
            winner = place_by_first(region);
        }
        if (!winner) {
            winner = place_as_born(region);
            result_.notes.push_back(note_of_birth_placement(problem_, region));
        }
        take_over(result_.layout, winner->offsets, region);
        standings_.push_back({.peak = winner->peak,
                              .lowest = std::max(Offset(threshold.value()), highest_alone(region)),
                              .name = entrants_[winner->entrant].name,
                              .raced = entrants.size(),
                              .worthwhile = worthwhile,
                              .work = winner->work});
    }

    [[nodiscard]] std::optional<RaceWinner> raced(RegionIndex region, const std::vector<Entrant>& entrants,
                                                  Offset threshold) {
        const std::uint64_t earlier = work_;
        return race(problem_, region, entrants, threshold, request_.threads, [&](std::uint64_t work) {
            return work == race_waits ? poll_.check_now() : should_stop_at(earlier + work);
        });
    }

    /// Regions of the file that are lower.
    void take_own_start() {
        for (std::size_t i = 0; request_.own_start != nullptr && i < standings_.size(); ++i) {
            Standing& standing = standings_[i];
            const Offset own = arenascope::peak(problem_, *request_.own_start, RegionIndex(i));
            if (own < standing.peak) {
                take_region(result_.layout, *request_.own_start, problem_, RegionIndex(i));
                standing.peak = own;
                standing.name = "the layout of the file";
            }
        }
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
        const PlacingOrder order = first.order(problem_, region, members_of(problem_, region));
        const auto top = place_greedily(container, problem_, region, order, first.rule, [&](std::size_t, Offset) {
            return poll_.is_overdue(work_ + container.work());
        });
        if (!top) {
            return std::nullopt;
        }
        return RaceWinner{0, {container.offsets().begin(), container.offsets().end()}, *top, container.work()};
    }

    [[nodiscard]] RaceWinner place_as_born(RegionIndex region) {
        const auto entrant = std::ranges::find(entrants_, std::string(greedy_in_order_of_birth.name), &Entrant::name);
        const PlacingOrder order = by_birth(problem_, region, members_of(problem_, region));
        IndexedVector<BufferIndex, std::int64_t> offsets(problem_.buffers.size(), unplaced_offset);
        const auto placed =
            place_by_birth(problem_, region, order, offsets, [](const BirthProgress&) { return false; });
        return {static_cast<std::size_t>(entrant - entrants_.begin()),
                {offsets.begin(), offsets.end()},
                placed->peak,
                placed->work};
    }

    /// Contests in the regions that are not proved lowest, the highest first, because they decide the peak.
    void lower_all() {
        std::vector<RegionIndex> waiting;
        for (std::size_t i = 0; i < standings_.size(); ++i) {
            if (!standings_[i].is_done()) {
                waiting.emplace_back(i);
            }
        }
        std::ranges::stable_sort(waiting, {}, [&](RegionIndex one) { return standings_[one].peak; });
        std::vector<std::unique_ptr<RegionContest>> contests;
        while (!(waiting.empty() && contests.empty()) && !poll_.check_now()) {
            while (!waiting.empty() && contests.size() < most_contests) {
                contests.push_back(contest_in(waiting.back()));
                waiting.pop_back();
            }
            for (auto& contest : contests) {
                go_on(*contest);
            }
            std::erase_if(contests, [](const auto& contest) { return contest->has_ended(); });
        }
    }

    [[nodiscard]] std::unique_ptr<RegionContest> contest_in(RegionIndex region) {
        return std::make_unique<RegionContest>(
            request_, region, budgets_, result_.layout, standings_[region].lowest,
            [this, region]() -> const Layout& {
                race_on(region, standings_[region].worthwhile);
                return raced_;
            },
            [this, region](const ContestNews& news) { take(region, news); });
    }

    void go_on(RegionContest& contest) {
        if (poll_.stopped()) {
            return;
        }
        const std::uint64_t before = contest.work();
        contest.take_round();
        Standing& standing = standings_[contest.region()];
        standing.lowest = std::max(standing.lowest, contest.lowest());
        standing.work += contest.work() - before;
        work_ += contest.work() - before;
        if (!poll_.check_now() && contest.has_ended() && !standing.is_done()) {
            // The greedy planners that a crowded region left out at first. The portfolio is above none of them.
            race_on(contest.region(), own_rule_entrants());
        }
    }

    void take(RegionIndex region, const ContestNews& news) {
        Standing& standing = standings_[region];
        standing.lowest = std::max(standing.lowest, news.lowest);
        if (news.improved == nullptr) {
            report_to(request_.progress, progress(nullptr));
            return;
        }
        news.part.put_into(result_.layout, *news.improved);
        improve(standing, region, news.found_by);
    }

    /// Runs further strategies, so that so many of all have run.
    void race_on(RegionIndex region, std::size_t all) {
        Standing& standing = standings_[region];
        if (all <= standing.raced) {
            return;
        }
        const std::vector<Entrant> rest(entrants_.begin() + static_cast<std::ptrdiff_t>(standing.raced),
                                        entrants_.begin() + static_cast<std::ptrdiff_t>(all));
        standing.raced = all;
        const auto winner = raced(region, rest, standing.lowest);
        if (!winner || winner->peak >= arenascope::peak(problem_, raced_, region)) {
            return;
        }
        take_over(raced_, winner->offsets, region);
        if (winner->peak < standing.peak) {
            standing.work += winner->work;
            take_over(result_.layout, winner->offsets, region);
            improve(standing, region, rest[winner->entrant].name);
        }
    }

    void improve(Standing& standing, RegionIndex region, const std::string& found_by) {
        standing.peak = arenascope::peak(problem_, result_.layout, region);
        ++result_.iterations;
        write_frame(found_by);
        report_layout();
    }

    /// Whether to stop. Calls the stop token and reports progress after a bounded amount of work.
    bool should_stop_at(std::uint64_t work) {
        work_ = work;
        return poll_.check_at(work_, [this] { report_to(request_.progress, progress(nullptr)); });
    }

    [[nodiscard]] bool is_placed() const { return standings_.size() == problem_.regions.size(); }

    [[nodiscard]] Offset peak() const {
        Offset highest;
        for (const Standing& standing : standings_) {
            highest = std::max(highest, standing.peak);
        }
        return highest;
    }

    [[nodiscard]] Bytes lower_bound() const {
        Bytes highest = result_.threshold;
        for (const Standing& standing : standings_) {
            highest = std::max(highest, Bytes(standing.lowest.value()));
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

    [[nodiscard]] Progress progress(const Layout* improved) const {
        return {.work = work_,
                .best_peak = is_placed() ? peak() : Offset(),
                .improved = improved,
                .lower_bound = is_placed() ? lower_bound() : Bytes()};
    }

    void report_layout() const { report_to(request_.progress, progress(&result_.layout)); }

    void write_frame(const std::string& note) const {
        if (request_.trace != nullptr) {
            record_result(request_.trace, FrameKind::improvement, note,
                          {.offsets = offsets_of(result_.layout), .peak = peak(), .work = work_});
        }
    }

    PlanResult finished() {
        result_.lower_bound = lower_bound();
        std::size_t fewest_raced = entrants_.size();
        for (const Standing& standing : standings_) {
            result_.work += standing.work;
            // Where the necks were enough, it was not the pairs that kept strategies from running.
            fewest_raced = std::min(fewest_raced, std::max(standing.raced, standing.worthwhile));
        }
        if (fewest_raced < entrants_.size()) {
            result_.notes.push_back("only " + std::to_string(fewest_raced) + " of " + std::to_string(entrants_.size()) +
                                    " strategies ran, because very many pairs of buffers share time");
        }
        const bool is_optimal = is_complete(result_.layout) && peak().value() <= result_.lower_bound.value();
        result_.goal = is_optimal && result_.lower_bound == result_.threshold ? Goal::at_threshold
                       : is_optimal                                           ? Goal::optimal
                       : poll_.stopped()                                      ? Goal::stopped
                                                                              : Goal::work_spent;
        result_.reproducible = !poll_.stopped();
        return std::move(result_);
    }

    const PlanRequest& request_;
    const Problem& problem_;
    StopPoll poll_;
    ContestBudgets budgets_;
    std::vector<Entrant> entrants_;
    IndexedVector<RegionIndex, Standing> standings_;
    Layout raced_;  ///< the best of all strategies
    PlanResult result_;
    /// Of the calling thread only: the work in the result must not depend on the number of threads.
    std::uint64_t work_ = 0;
};

}  // namespace

Planner portfolio() {
    std::vector<OptionSpec> options = climb_options();
    options.back() = budget_option("work", default_work_of_exact, "visits",
                                   "limit of the visits of each method in a region; by default, each has its own; "
                                   "unlimited under a time limit");
    return {{"portfolio", PlannerFamily::searching, PlannerKind::offsets,
             "all strategies, then exact, tuner and hill climb in turns: never above any of them", std::move(options),
             true},
            [](const PlanRequest& request) -> Expected<PlanResult> { return Portfolio(request).run(); }};
}

}  // namespace arenascope
