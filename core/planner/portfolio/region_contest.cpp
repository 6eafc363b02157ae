#include "core/planner/portfolio/region_contest.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/planner/capacity/searched_group.h"
#include "core/planner/exact/exact_planner.h"
#include "core/planner/greedy/greedy_placement.h"
#include "core/planner/hill_climb/hill_climb.h"
#include "core/planner/peak_suppression/layout_tuner.h"
#include "core/planner/placement_frames.h"

namespace arenascope {
namespace {

/// Regions with so many buffers are large, and those that are too large for the search of exact.
constexpr std::size_t buffers_of_large_region = 2'000;
/// Of the search at the necks, by default.
constexpr std::int64_t work_at_necks = 4'000'000'000;

constexpr std::uint64_t share_of_necks = 8;
constexpr std::uint64_t first_turn = 8'000'000;
constexpr std::uint64_t share_of_exact = 4;
constexpr std::uint64_t share_of_tuner = 8;
constexpr std::uint64_t share_of_climb = 1;
/// Of the work of a method's own way, what it gets from the best layout of all.
constexpr std::int64_t share_from_best = 4;

constexpr std::int64_t most_work = std::int64_t{1} << 40;
constexpr std::uint64_t most_doublings = 20;

}  // namespace

bool is_large_region(const Problem& problem, const PlacingOrder& members) {
    return members.size() >= buffers_of_large_region || !can_be_searched(problem, members);
}

RegionContest::RegionContest(const PlanRequest& request, RegionIndex region, const ContestBudgets& budgets,
                             const Layout& layout, Offset lowest, std::function<const Layout&()> race,
                             std::function<void(const ContestNews&)> tell)
    : request_(request),
      region_(region),
      part_(request.problem, region),
      budgets_(budgets),
      race_(std::move(race)),
      tell_(std::move(tell)),
      best_(part_.taken_from(layout)),
      peak_(arenascope::peak(part_.problem(), best_)),
      lowest_(lowest) {
    if (request.own_start != nullptr) {
        own_start_ = part_.taken_from(*request.own_start);
    }
    if (is_large_region(part_.problem(), members_of(part_.problem(), RegionIndex(0)))) {
        necks_limit_ = budgets.until_stopped ? std::numeric_limits<std::uint64_t>::max()
                                             : static_cast<std::uint64_t>(budgets.work.value_or(work_at_necks));
        necks_ = std::make_unique<NeckSearch>(part_.problem(), RegionIndex(0), lowest_, request.seed);
    }
}

void RegionContest::begin_generation() {
    for (const Method& method : methods_) {
        ended_work_ += method.run->work();
    }
    methods_.clear();
    turn_ = first_turn;
    if (generation_ > 0) {
        start_ = best_;
    } else {
        raced_ = part_.taken_from(race_());
        if (const Offset top = arenascope::peak(part_.problem(), raced_); top < peak_) {
            best_ = raced_;
            peak_ = top;
        }
    }
    add(exact_planner(), share_of_exact);
    add(layout_tuner(), share_of_tuner);
    add(hill_climb(), share_of_climb);
    ++generation_;
}

void RegionContest::add(const Planner& planner, std::uint64_t share) {
    const std::vector<OptionSpec>& specs = planner.description.options;
    const bool is_from_best = generation_ > 0;
    std::int64_t work = budgets_.work.value_or(OptionValues::from(specs, {})->integer("work"));
    if (is_from_best) {
        // Under a time limit, each generation gets twice as much as the one before.
        work = std::min(work / share_from_best, most_work) << std::min(generation_ - 1, most_doublings);
    }
    std::vector<KeyValue> settings{{"work", std::to_string(work)}};
    for (const OptionSpec& spec : specs) {
        if (spec.key == "iterations" && spec.is_budget) {
            settings.emplace_back("iterations", std::to_string(budgets_.swaps));
        }
        if (spec.key == "start" && is_from_best) {
            settings.emplace_back("start", "file");
        }
    }
    const std::string name = std::string(planner.description.name) + (is_from_best ? ", from the best layout" : "");
    methods_.push_back({name, share,
                        std::make_unique<PlannerInTurns>(
                            planner, PlanRequest{.problem = part_.problem(),
                                                 .options = *OptionValues::from(specs, settings),
                                                 .seed = request_.seed + generation_,
                                                 .threads = request_.threads,
                                                 .progress = [this, name](const Progress& made) { take(name, made); },
                                                 .stop = request_.stop,
                                                 .given = is_from_best ? &start_ : nullptr,
                                                 .own_start = is_from_best ? &start_
                                                              : own_start_ ? &*own_start_
                                                                           : nullptr,
                                                 .raced = is_from_best ? &start_ : &raced_})});
}

void RegionContest::take(const std::string& name, const Progress& made) {
    lowest_ = std::max(lowest_, Offset(made.lower_bound.value()));
    if (made.improved != nullptr) {
        if (const Offset top = arenascope::peak(part_.problem(), *made.improved); top < peak_) {
            take(name, *made.improved);
            return;
        }
    }
    tell_({part_, lowest_});
}

void RegionContest::take(const std::string& name, Layout lower) {
    best_ = std::move(lower);
    peak_ = arenascope::peak(part_.problem(), best_);
    tell_({part_, lowest_, &best_, name});
}

void RegionContest::search_necks() {
    const std::uint64_t end = std::min(necks_limit_, std::max(turn_, first_turn) * share_of_necks);
    const auto is_stopped = [this](std::uint64_t) { return request_.stop && request_.stop(); };
    while (!necks_->is_exhausted() && necks_->work() < end && peak_ > lowest_ && !is_stopped(0)) {
        if (const auto found = necks_->turn(peak_, end - necks_->work(), is_stopped)) {
            take(found->found_by, layout_at(part_.problem(), found->offsets));
        }
    }
}

void RegionContest::take_round() {
    if (necks_) {
        search_necks();
    }
    if (generation_ == 0 && peak_ > lowest_ && !(request_.stop && request_.stop())) {
        begin_generation();
    }
    for (Method& method : methods_) {
        if (peak_ <= lowest_) {
            return;
        }
        method.run->go_on(turn_ * method.share);
        if (const PlanResult* result = method.run->result()) {
            lowest_ = std::max(lowest_, Offset(result->lower_bound.value()));
        }
    }
    turn_ *= 2;
    if (have_all_ended() && (generation_ == 1 || budgets_.until_stopped)) {
        begin_generation();
    }
}

bool RegionContest::have_all_ended() const {
    if (generation_ == 0) {
        return false;
    }
    const bool has_necks = necks_ && !necks_->is_exhausted() && necks_->work() < necks_limit_;
    return !has_necks && std::ranges::all_of(methods_, [](const Method& method) { return method.run->has_ended(); });
}

bool RegionContest::has_ended() const {
    return peak_ <= lowest_ || have_all_ended();
}

std::uint64_t RegionContest::work() const {
    std::uint64_t sum = ended_work_ + (necks_ ? necks_->work() : 0);
    for (const Method& method : methods_) {
        sum += method.run->work();
    }
    return sum;
}

}  // namespace arenascope
