#include "core/planner/portfolio/region_contest.h"

#include <algorithm>
#include <utility>

#include "core/planner/exact/exact_planner.h"
#include "core/planner/hill_climb/hill_climb.h"
#include "core/planner/peak_suppression/layout_tuner.h"

namespace arenascope {
namespace {

constexpr std::uint64_t first_turn = 8'000'000;
constexpr std::uint64_t share_of_exact = 4;
constexpr std::uint64_t share_of_tuner = 8;
constexpr std::uint64_t share_of_climb = 1;
/// Of the work of a method's own way, what it gets from the best layout of all.
constexpr std::int64_t share_from_best = 4;

constexpr std::int64_t most_work = std::int64_t{1} << 40;
constexpr std::uint64_t most_doublings = 20;

}  // namespace

RegionContest::RegionContest(const PlanRequest& request, RegionIndex region, const ContestBudgets& budgets,
                             const Layout& layout, Offset lowest, std::function<void(const ContestNews&)> tell)
    : request_(request),
      region_(region),
      part_(request.problem, region),
      budgets_(budgets),
      tell_(std::move(tell)),
      raced_(part_.taken_from(layout)),
      best_(raced_),
      peak_(arenascope::peak(part_.problem(), best_)),
      lowest_(lowest) {
    if (request.own_start != nullptr) {
        own_start_ = part_.taken_from(*request.own_start);
        if (arenascope::peak(part_.problem(), *own_start_) < peak_) {
            best_ = *own_start_;
            peak_ = arenascope::peak(part_.problem(), best_);
        }
    }
    begin_generation();
}

void RegionContest::begin_generation() {
    ended_work_ = work();
    methods_.clear();
    turn_ = first_turn;
    if (generation_ > 0) {
        start_ = best_;
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
            peak_ = top;
            best_ = *made.improved;
            tell_({part_, lowest_, &best_, name});
            return;
        }
    }
    tell_({part_, lowest_});
}

void RegionContest::take_round() {
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
    return std::ranges::all_of(methods_, [](const Method& method) { return method.run->has_ended(); });
}

bool RegionContest::has_ended() const {
    return peak_ <= lowest_ || have_all_ended();
}

std::uint64_t RegionContest::work() const {
    std::uint64_t sum = ended_work_;
    for (const Method& method : methods_) {
        sum += method.run->work();
    }
    return sum;
}

}  // namespace arenascope
