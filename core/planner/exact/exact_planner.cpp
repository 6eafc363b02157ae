#include "core/planner/exact/exact_planner.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/model/memory/conflict.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"
#include "core/planner/capacity/searched_group.h"
#include "core/planner/counted_option.h"
#include "core/planner/exact/component_search.h"
#include "core/planner/placement_frames.h"
#include "core/planner/portfolio/strategy_race.h"

namespace arenascope {
namespace {

/// Limit of the visits for each pair of rectangles in a region, even if nothing is proved.
constexpr std::uint64_t visits_per_pair = 300'000;
/// regions with more buffers are not limited by pairs, because the product may not fit in 64 bits
constexpr std::uint64_t most_counted_in_pairs = 1'000'000;

/// The maximum of `measure` over the range, at least 0.
template <class Range, class Measure>
std::int64_t highest(const Range& range, Measure&& measure) {
    std::int64_t result = 0;
    for (const auto& each : range) {
        result = std::max(result, std::invoke(measure, each));
    }
    return result;
}

template <class Range, class Measure>
std::uint64_t sum(const Range& range, Measure&& measure) {
    std::uint64_t result = 0;
    for (const auto& each : range) {
        result += std::invoke(measure, each);
    }
    return result;
}

class RegionPlan {
public:
    RegionPlan(const PlanRequest& request, RegionIndex region, StopPoll& poll, std::uint64_t& visits)
        : problem_(request.problem),
          own_start_(request.own_start),
          region_(region),
          container_(request.problem, region),
          components_(components(request.problem, region)),
          setting_{.problem = request.problem,
                   .container = container_,
                   .capacity = request.problem.regions[region].capacity,
                   .seed = request.seed,
                   .threads = request.threads,
                   .poll = poll,
                   .visits = visits} {
        put_pins(container_, problem_, region_);
        searches_.reserve(components_.size());
        for (const Component& component : components_) {
            searches_.emplace_back(setting_, component);
        }
    }

    /// Places every component once by a greedy order, even if the run is stopped already.
    void start(Layout& layout) {
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (const Buffer& buffer = problem_.buffers[i]; buffer.region == region_ && !takes_bytes(buffer)) {
                layout.placements[i] = Placement{*fixed_offset(buffer), region_};
            }
        }
        const std::optional<RaceWinner> best = best_of_fast();
        (void)setting_.poll.check_now();
        for (ComponentSearch& search : searches_) {
            const bool knows = best && !search.is_searched();
            search.start(knows ? std::span<const std::int64_t>(best->offsets) : std::span<const std::int64_t>());
            if (own_start_ != nullptr) {
                search.start_from(*own_start_);
            }
            hand_out(search, layout);
        }
    }

    [[nodiscard]] RegionIndex index() const { return region_; }
    /// The buffers of components that are too large for the search.
    [[nodiscard]] std::size_t left_out() const {
        return sum(searches_, [](const ComponentSearch& search) {
            return search.is_searched() ? std::size_t{0} : search.component().members.size();
        });
    }
    [[nodiscard]] std::int64_t peak() const { return highest(searches_, &ComponentSearch::peak); }
    [[nodiscard]] std::int64_t lower_bound() const { return highest(searches_, &ComponentSearch::lower_bound); }
    [[nodiscard]] bool is_optimal() const { return peak() <= lower_bound(); }
    [[nodiscard]] std::uint64_t work() const { return race_work_ + sum(searches_, &ComponentSearch::work); }
    /// Limits small regions more: few rectangles have few different orders.
    [[nodiscard]] std::uint64_t most_work() const {
        const std::uint64_t count = sum(components_, [](const Component& component) {
            return static_cast<std::uint64_t>(component.members.size());
        });
        return count < most_counted_in_pairs ? visits_per_pair * count * count
                                             : std::numeric_limits<std::uint64_t>::max();
    }
    [[nodiscard]] std::uint64_t nodes() const { return sum(searches_, &ComponentSearch::nodes); }

    /// Works on the highest component for one round. False: nothing is left to try.
    bool work_on_highest() {
        ComponentSearch& search = highest_search();
        search.work_on(lower_bound());
        return !search.is_exhausted();
    }
    /// The component for the next work_on_highest().
    [[nodiscard]] ComponentSearch& highest_search() {
        return *std::ranges::max_element(
            searches_, [](const ComponentSearch& a, const ComponentSearch& b) { return a.peak() < b.peak(); });
    }

    void hand_out(const ComponentSearch& search, Layout& layout) const {
        const auto put = [&](BufferIndex buffer, Offset offset) {
            layout.placements[buffer] = Placement{offset, region_};
        };
        for (const BufferIndex buffer : search.component().base) {
            put(buffer, Offset(container_.offsets()[buffer]));
        }
        for (const BufferIndex buffer : search.component().pinned) {
            put(buffer, *problem_.buffers[buffer].pin);
        }
        for (std::size_t i = 0; i < search.order().size(); ++i) {
            put(search.order()[i], search.offsets()[i]);
        }
    }

private:
    /// The best of all fast strategies, as a start for components that are too large for the search. Empty: there is no
    /// such component, or the run was stopped.
    [[nodiscard]] std::optional<RaceWinner> best_of_fast() {
        if (std::ranges::all_of(searches_, [](const ComponentSearch& search) { return search.is_searched(); })) {
            return std::nullopt;
        }
        if (setting_.poll.check_now()) {
            return std::nullopt;
        }
        const std::uint64_t earlier = setting_.visits;
        auto winner =
            race(problem_, region_, entrants_of(problem_, region_, conflict_counts(problem_)),
                 Offset(live_profile(problem_, region_).threshold.value()), setting_.threads, [&](std::uint64_t work) {
                     return work == race_waits ? setting_.poll.check_now() : setting_.poll.check_at(earlier + work);
                 });
        if (winner) {
            race_work_ = winner->work;
            setting_.visits += winner->work;
        }
        return winner;
    }

    const Problem& problem_;
    const Layout* own_start_;
    RegionIndex region_;
    std::uint64_t race_work_ = 0;
    RectangleContainer container_;
    std::vector<Component> components_;
    ComponentSetting setting_;
    std::vector<ComponentSearch> searches_;
};

class ExactRun {
public:
    explicit ExactRun(const PlanRequest& request)
        : request_(request),
          poll_(request.stop),
          work_limit_(static_cast<std::uint64_t>(request.options.integer("work"))) {
        result_.layout = empty_layout(request.problem);
        result_.threshold = threshold(request.problem);
    }

    PlanResult run() {
        start();
        // The highest region decides the peak, so it comes first.
        std::ranges::stable_sort(regions_, [](const auto& a, const auto& b) { return a->peak() > b->peak(); });
        report_layout("greedy");
        for (const auto& region : regions_) {
            work_on(*region);
        }
        finish();
        return std::move(result_);
    }

private:
    void start() {
        for (std::size_t i = 0; i < request_.problem.regions.size(); ++i) {
            regions_.push_back(std::make_unique<RegionPlan>(request_, RegionIndex(i), poll_, visits_));
            regions_.back()->start(result_.layout);
        }
    }

    void work_on(RegionPlan& region) {
        bool is_exhausted = false;
        const std::uint64_t limit = request_.until_stopped ? std::numeric_limits<std::uint64_t>::max()
                                                           : std::min(work_limit_, region.most_work());
        while (!region.is_optimal() && !is_exhausted && !poll_.check_now() && region.work() < limit) {
            const ComponentSearch& search = region.highest_search();
            const std::int64_t before = search.peak();
            is_exhausted = !region.work_on_highest();
            if (search.peak() < before) {
                region.hand_out(search, result_.layout);
                report_layout(search.found_by());
            } else {
                report_progress(nullptr);
            }
        }
    }

    [[nodiscard]] std::int64_t peak() const { return highest(regions_, &RegionPlan::peak); }
    [[nodiscard]] std::int64_t lower_bound() const { return highest(regions_, &RegionPlan::lower_bound); }
    [[nodiscard]] std::uint64_t work() const { return sum(regions_, &RegionPlan::work); }

    void report_layout(const std::string& found_by) {
        report_progress(&result_.layout);
        if (request_.trace != nullptr) {
            record_result(request_.trace, FrameKind::improvement, found_by + "; bound " + std::to_string(lower_bound()),
                          {.offsets = offsets_of(result_.layout), .peak = Offset(peak()), .work = work()});
        }
    }

    void report_progress(const Layout* improved) const {
        if (request_.progress) {
            request_.progress({.work = work(),
                               .work_limit = request_.until_stopped ? 0 : work_limit_ * regions_.size(),
                               .best_peak = Offset(peak()),
                               .improved = improved,
                               .lower_bound = Bytes(lower_bound())});
        }
    }

    void finish() {
        result_.lower_bound = std::max(result_.threshold, Bytes(lower_bound()));
        result_.work = work();
        if (const std::size_t left_out = sum(regions_, &RegionPlan::left_out); left_out > 0) {
            result_.notes.push_back(note_of_left_out_search(left_out,
                                                            "the best of the fast strategies was kept, or what "
                                                            "placing in new orders lowered"));
        }
        result_.iterations = sum(regions_, &RegionPlan::nodes);
        result_.reproducible = !poll_.stopped();
        const bool is_optimal = is_complete(result_.layout) && peak() <= result_.lower_bound.value();
        result_.goal = is_optimal ? Goal::optimal : poll_.stopped() ? Goal::stopped : Goal::work_spent;
    }

    const PlanRequest& request_;
    StopPoll poll_;
    std::uint64_t visits_ = 0;
    std::uint64_t work_limit_;
    std::vector<std::unique_ptr<RegionPlan>> regions_;
    PlanResult result_;
};

}  // namespace

Planner exact_planner() {
    return {{"exact",
             PlannerFamily::searching,
             PlannerKind::exact,
             "branch and bound: the lowest peak with a proof, or the best known one with a proved bound",
             {budget_option(
                 "work", "12000000000", "visits",
                 "limit of the visits of rectangles in a region, at most 300,000 for each pair of its rectangles; "
                 "unlimited under a time limit")},
             true},
            [](const PlanRequest& request) -> Expected<PlanResult> { return ExactRun(request).run(); }};
}

}  // namespace arenascope
