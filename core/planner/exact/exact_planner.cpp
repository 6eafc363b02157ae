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
#include "core/planner/peak_suppression/layout_tuner.h"
#include "core/planner/placement_frames.h"
#include "core/planner/planner_in_turns.h"
#include "core/planner/race/strategy_race.h"
#include "core/planner/region_problem.h"
#include "core/planner/work_limit.h"

namespace arenascope {
namespace {

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

/// The tuner beside the search of a region. It begins when the search has done that much work without a proof, and then
/// gets one visit for each three of the search, until it has used its own default budget or a quarter of the region's.
constexpr std::uint64_t work_before_tuner = 20'000'000;
constexpr std::uint64_t search_for_each_tuned = 3;
constexpr const char* found_by_tuner = "peak-suppression";

class TunedBeside {
public:
    TunedBeside(const PlanRequest& request, RegionIndex region, std::uint64_t work_limit)
        : part_(request.problem, region) {
        const Planner tuner = layout_tuner();
        const std::vector<OptionSpec>& specs = tuner.description.options;
        OptionValues options = *OptionValues::from(specs, {});
        const auto most = static_cast<std::int64_t>(work_limit / (1 + search_for_each_tuned));
        options = *OptionValues::from(specs, {{"work", std::to_string(std::min(most, options.integer("work")))}});
        if (request.own_start != nullptr) {
            own_start_ = part_.taken_from(*request.own_start);
        }
        run_.emplace(tuner, PlanRequest{.problem = part_.problem(),
                                        .options = std::move(options),
                                        .seed = request.seed,
                                        .progress = [this](const Progress& made) { take(made); },
                                        .stop = request.stop,
                                        .own_start = own_start_ ? &*own_start_ : nullptr});
    }

    void go_on(std::uint64_t work_end) { run_->go_on(work_end); }
    [[nodiscard]] bool has_ended() const { return run_->has_ended(); }
    [[nodiscard]] std::uint64_t work() const { return run_->work(); }
    [[nodiscard]] const RegionProblem& part() const { return part_; }
    /// The best layout of the part, if it has improved since the last call.
    [[nodiscard]] std::optional<Layout> take_improved() { return std::exchange(improved_, std::nullopt); }

private:
    void take(const Progress& made) {
        if (made.improved != nullptr) {
            improved_ = *made.improved;
        }
    }

    RegionProblem part_;
    std::optional<Layout> own_start_;
    std::optional<Layout> improved_;
    std::optional<PlannerInTurns> run_;  ///< last, so that it ends before what it uses
};

class RegionPlan {
public:
    RegionPlan(const PlanRequest& request, RegionIndex region, StopPoll& poll, std::uint64_t& visits)
        : request_(request),
          problem_(request.problem),
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
        const std::optional<std::vector<std::int64_t>> best = best_of_fast();
        (void)setting_.poll.check_now();
        for (ComponentSearch& search : searches_) {
            const bool knows = best && !search.is_searched();
            search.start(knows ? std::span<const std::int64_t>(*best) : std::span<const std::int64_t>());
            if (request_.own_start != nullptr) {
                search.start_from(*request_.own_start, "the layout of the file");
            }
            hand_out(search, layout);
        }
        if (!best && peak() > lower_bound() && !setting_.poll.stopped()) {
            start_as_tuner(layout);
        }
    }

    [[nodiscard]] RegionIndex index() const { return region_; }
    /// The buffers of components that are too large for the search.
    [[nodiscard]] std::size_t left_out() const {
        return sum(searches_, [](const ComponentSearch& search) {
            return search.is_searched() ? std::size_t{0} : search.component().members.size();
        });
    }
    [[nodiscard]] std::int64_t peak() const { return std::min(searched_peak(), taken_peak_); }
    [[nodiscard]] std::int64_t lower_bound() const { return highest(searches_, &ComponentSearch::lower_bound); }
    [[nodiscard]] bool is_optimal() const { return peak() <= lower_bound(); }
    [[nodiscard]] std::uint64_t work() const { return searched_work() + (tuner_ ? tuner_->work() : tuned_work_); }
    /// Limits small regions more: few rectangles have few different orders.
    [[nodiscard]] std::uint64_t most_work() const {
        return most_visits_in_region(sum(components_, [](const Component& component) {
            return static_cast<std::uint64_t>(component.members.size());
        }));
    }
    [[nodiscard]] std::uint64_t nodes() const { return sum(searches_, &ComponentSearch::nodes); }

    /// Works on the highest component for one round. Where that makes the region lower, the layout gets it, and the
    /// result says how it was found; empty: it did not.
    [[nodiscard]] std::string search_highest(Layout& layout) {
        if (is_exhausted_) {
            return {};
        }
        ComponentSearch& search = *std::ranges::max_element(
            searches_, [](const ComponentSearch& a, const ComponentSearch& b) { return a.peak() < b.peak(); });
        const std::int64_t before = search.peak();
        search.work_on(lower_bound());
        is_exhausted_ = search.is_exhausted();
        if (search.peak() == before) {
            return {};
        }
        if (taken_peak_ == none_taken) {
            hand_out(search, layout);
        } else if (searched_peak() < taken_peak_) {
            hand_out_all(layout);
        } else {
            return {};
        }
        return search.found_by();
    }

    /// Lets the tuner go on by its share, or further if nothing is left to search, and starts from what it finds.
    [[nodiscard]] std::string tune(Layout& layout, std::uint64_t work_limit) {
        if (!tuner_ && (is_exhausted_ || searched_work() > work_before_tuner)) {
            tuner_ = std::make_unique<TunedBeside>(request_, region_, work_limit);
        }
        if (!tuner_ || tuner_->has_ended()) {
            return {};
        }
        tuner_->go_on(is_exhausted_ ? tuner_->work() + work_before_tuner : searched_work() / search_for_each_tuned);
        const std::optional<Layout> improved = tuner_->take_improved();
        const std::int64_t before = peak();
        if (!improved || arenascope::peak(tuner_->part().problem(), *improved).value() >= before) {
            return {};
        }
        Layout tuned = layout;
        tuner_->part().put_into(tuned, *improved);
        take_over_lower(tuned, found_by_tuner, layout);
        return found_by_tuner;
    }

    /// Neither the search nor the tuner has anything left to try.
    [[nodiscard]] bool is_exhausted() const { return is_exhausted_ && tuner_ && tuner_->has_ended(); }
    /// Frees what only further work needs.
    void finish() {
        tuned_work_ = tuner_ ? tuner_->work() : 0;
        tuner_ = nullptr;
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
    static constexpr std::int64_t none_taken = std::numeric_limits<std::int64_t>::max();

    [[nodiscard]] std::int64_t searched_peak() const { return highest(searches_, &ComponentSearch::peak); }
    [[nodiscard]] std::uint64_t searched_work() const { return race_work_ + sum(searches_, &ComponentSearch::work); }

    /// The first placements of the tuner. Those of the components may be above, because they decide ties in another way
    /// and put the base below.
    void start_as_tuner(Layout& layout) {
        const std::uint64_t earlier = setting_.visits;
        const auto winner = race(problem_, region_, first_entrants_of_tuner(), Offset(lower_bound()), 1,
                                 [&](std::uint64_t work) { return setting_.poll.check_at(earlier + work); });
        if (!winner) {
            return;
        }
        race_work_ += winner->work;
        setting_.visits += winner->work;
        if (winner->peak.value() < peak()) {
            Layout first = layout;
            arenascope::take_over(first, winner->offsets, region_);
            take_over_lower(first, first_entrants_of_tuner()[winner->entrant].name, layout);
        }
    }

    /// Starts the search from another layout of the region. `layout` gets the lower one.
    void take_over_lower(const Layout& lower, const std::string& found_by, Layout& layout) {
        for (ComponentSearch& search : searches_) {
            search.start_from(lower, found_by);
        }
        // With windows the order of a layout may end above the layout itself.
        if (const std::int64_t top = arenascope::peak(problem_, lower, region_).value(); top < searched_peak()) {
            taken_peak_ = top;
            take_region(layout, lower, problem_, region_);
        } else {
            hand_out_all(layout);
        }
    }

    void hand_out_all(Layout& layout) const {
        for (const ComponentSearch& search : searches_) {
            hand_out(search, layout);
        }
    }

    /// The best of all fast strategies, as a start for components that are too large for the search, by buffer. Empty:
    /// there is no such component, or the run was stopped.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> best_of_fast() {
        if (std::ranges::all_of(searches_, [](const ComponentSearch& search) { return search.is_searched(); })) {
            return std::nullopt;
        }
        if (setting_.poll.check_now()) {
            return std::nullopt;
        }
        if (request_.raced != nullptr) {
            const auto offsets = offsets_of(*request_.raced);
            return std::vector<std::int64_t>(offsets.begin(), offsets.end());
        }
        const std::uint64_t earlier = setting_.visits;
        auto winner =
            race(problem_, region_, entrants_of(problem_, region_, conflict_counts(problem_)),
                 Offset(live_profile(problem_, region_).threshold.value()), setting_.threads, [&](std::uint64_t work) {
                     return work == race_waits ? setting_.poll.check_now() : setting_.poll.check_at(earlier + work);
                 });
        if (!winner) {
            return std::nullopt;
        }
        race_work_ = winner->work;
        setting_.visits += winner->work;
        return std::move(winner->offsets);
    }

    const PlanRequest& request_;
    const Problem& problem_;
    RegionIndex region_;
    std::uint64_t race_work_ = 0;
    RectangleContainer container_;
    std::vector<Component> components_;
    ComponentSetting setting_;
    std::vector<ComponentSearch> searches_;
    bool is_exhausted_ = false;             ///< the search, not the tuner
    std::int64_t taken_peak_ = none_taken;  ///< of a layout that the search could not take over
    std::unique_ptr<TunedBeside> tuner_;    ///< null: not begun, or finished
    std::uint64_t tuned_work_ = 0;          ///< of the finished tuner
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
        const std::uint64_t limit = request_.until_stopped ? std::numeric_limits<std::uint64_t>::max()
                                                           : std::min(work_limit_, region.most_work());
        while (!region.is_optimal() && !region.is_exhausted() && !poll_.check_now() && region.work() < limit) {
            const bool is_lower = report(region.search_highest(result_.layout));
            const bool is_tuned = !region.is_optimal() && report(region.tune(result_.layout, limit));
            if (!is_lower && !is_tuned) {
                report_progress(nullptr);
            }
            if (request_.turn) {
                request_.turn(work());
            }
        }
        region.finish();
    }

    [[nodiscard]] std::int64_t peak() const { return highest(regions_, &RegionPlan::peak); }
    [[nodiscard]] std::int64_t lower_bound() const { return highest(regions_, &RegionPlan::lower_bound); }
    [[nodiscard]] std::uint64_t work() const { return sum(regions_, &RegionPlan::work); }

    /// Whether there is something to report.
    bool report(const std::string& found_by) {
        if (!found_by.empty()) {
            report_layout(found_by);
        }
        return !found_by.empty();
    }

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
                 "work", default_work_of_exact, "visits",
                 "limit of the visits of rectangles in a region, at most 300,000 for each pair of its rectangles; "
                 "unlimited under a time limit")},
             true},
            [](const PlanRequest& request) -> Expected<PlanResult> { return ExactRun(request).run(); }};
}

}  // namespace arenascope
