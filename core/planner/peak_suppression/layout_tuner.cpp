#include "core/planner/peak_suppression/layout_tuner.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/planner/capacity/searched_group.h"
#include "core/planner/counted_option.h"
#include "core/planner/greedy/birth_placement.h"
#include "core/planner/peak_suppression/group_rearranger.h"
#include "core/planner/peak_suppression/medium_high_risk_tuner.h"
#include "core/planner/peak_suppression/rectangle_sorter.h"
#include "core/planner/peak_suppression/tuning_goal.h"
#include "core/planner/placement_frames.h"
#include "core/planner/start_layout.h"
#include "core/planner/stop_poll.h"
#include "core/planner/work_limit.h"

namespace arenascope {
namespace {

using Order = std::vector<BufferIndex>;

/// Factor on the work limit of a region that is too large for the capacity search. Such a region is only placed in new
/// orders, and the visits of a placement are faster than those of a search.
constexpr std::uint64_t large_factor = 4;

/// A tenth of a second or less.
constexpr std::uint64_t visits_of_short_placement = 20'000'000;

/// The sort order of a pass, its share of the remaining work, and the share of that work for rearranging by order
/// before the search begins.
struct PassPlan {
    std::string metrics;
    std::string order;
    double share;
    double by_order;
};

/// What the passes of a region depend on.
struct RegionSize {
    bool is_large;             ///< too large for the capacity search
    std::uint64_t rectangles;  ///< including the pinned ones
    std::uint64_t work;        ///< limit of the visits
};

/// From so many rectangles on, most regions need little once a group contains a complete stretch of time. So two short
/// passes come first, by the order from the options and by one that makes such groups. In regions with fewer, the
/// source's way comes last.
constexpr std::uint64_t few_rectangles = 100;
constexpr std::uint64_t least_work_for_short_passes = 100'000'000;

/// The passes of a region: first the one from the options, then passes with other sort orders. Long buffers first lets
/// short ones fill the holes, which suits rearranging by order. The other orders put nearly every rectangle into the
/// high tier. A group then contains a complete stretch of time, and merging cannot put anything on top of it.
///
/// If the region is too large for the capacity search, placing one order costs so much that the first pass ends with
/// its first placement.
std::vector<PassPlan> passes(const OptionValues& options, const RegionSize& size) {
    const std::string metrics = options.text("metrics");
    const std::string order = options.text("order");
    if (options.text("method") == "source") {
        return {{metrics, order, 1, 1}};
    }
    if (size.is_large) {
        return {{metrics, order, 0, 0}, {"length", "desc", 1, 1}};
    }
    std::vector<PassPlan> plans = {{metrics, order, 0.3, 0.1},
                                   {"length", "desc", 0.05, 1},
                                   {"width/length", "desc", 0.6, 0},
                                   {"length", "asc", 1, 0}};
    if (size.rectangles >= few_rectangles && size.work >= least_work_for_short_passes) {
        plans.insert(plans.begin(), {{metrics, order, 0.03, 0.1}, {"width/length", "desc", 0.06, 0}});
    }
    return plans;
}

/// The layout that the run starts from.
struct Start {
    const Layout* layout = nullptr;  ///< null: none
    bool is_kept = false;            ///< it can be the result itself
    bool is_last = false;            ///< only the last pass starts from it, where the others end above it
};

class RegionTuning {
public:
    RegionTuning(const PlanRequest& request, RegionIndex region, const Start& start, StopPoll& poll, PlanResult& result)
        : request_(request),
          start_(start),
          problem_(request.problem),
          region_(region),
          result_(result),
          setting_{
              .request = request,
              .region = region,
              .threshold = Offset(live_profile(request.problem, region).threshold.value()),
              .rule = request.options.text("placement") == "stacked" ? PlacingRule::stacked : PlacingRule::lowest_fit,
              .adjustment_limit = static_cast<std::uint64_t>(request.options.integer("rearrangements")),
              .seed = request.seed,
              .poll = poll,
              .method = request.options.text("method") == "source" ? TuningMethod::source : TuningMethod::best,
              .clustering =
                  *clustering_named(request.options.text("clusters"), request.options.text("method") == "source")},
          poll_(poll),
          container_(request.problem, region),
          tuner_(setting_, container_),
          work_limit_(static_cast<std::uint64_t>(request.options.integer("work"))),
          earlier_work_(result.work),
          offsets_(offsets_of(result.layout)) {
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            rectangles_ += problem_.buffers[i].region == region_ ? 1 : 0;
            if (problem_.buffers[i].region == region_ && !fixed_offset(problem_.buffers[i])) {
                members_.push_back(BufferIndex(i));
            }
        }
        trace_ = rectangles_ > 0 ? request_.trace : nullptr;
    }

    /// The first placement is completed even if the run is stopped, so that there is a layout. If it would take long,
    /// it is completed in order of birth.
    Expected<void> run() {
        Goal goal = Goal::none;
        const bool large = !can_be_searched(problem_, members_);
        work_limit_ *= large ? large_factor : 1;
        if (large && !members_.empty() && setting_.method == TuningMethod::best) {
            result_.notes.push_back(note_of_left_out_search(members_.size(), "they were only placed in new orders"));
        }
        work_limit_ = std::min(work_limit_, most_visits_in_region(rectangles_));
        (void)poll_.check_now();
        bool is_first = true;
        const RegionSize size{large, rectangles_, work_limit_};
        for (const PassPlan& plan : passes(request_.options, size)) {
            auto key = parse_sort_key(plan.metrics, plan.order);
            if (!key) {
                return tl::unexpected(key.error());
            }
            if (goal == Goal::at_threshold || goal == Goal::optimal || goal == Goal::stopped ||
                (best_known_ && work() >= work_limit_)) {
                continue;
            }
            goal = run_pass(*key, plan, start_.layout != nullptr && !start_.is_last && is_first);
            is_first = false;
        }
        if (start_.is_last && arenascope::peak(problem_, *start_.layout, region_) < best_peak_) {
            const PassPlan last = passes(request_.options, size).back();
            goal = run_pass(*parse_sort_key(last.metrics, last.order), last, true);
        }
        result_.threshold = std::max(result_.threshold, Bytes(setting_.threshold.value()));
        result_.lower_bound = std::max({result_.lower_bound, result_.threshold, Bytes(tuner_.lowest().value())});
        result_.initial_peak = std::max(result_.initial_peak.value_or(Offset(0)), initial_peak_);
        goal_ = goal;
        add_notes_on_cuts();
        result_.work = earlier_work_ + work();
        result_.reproducible = result_.reproducible && goal != Goal::stopped;
        return {};
    }

    /// The goal that ended the tuning of this region.
    [[nodiscard]] Goal goal() const { return goal_; }
    [[nodiscard]] Offset best_peak() const { return best_peak_; }
    /// The order that the best layout was placed in.
    [[nodiscard]] const Order& best_order() const { return best_order_; }

private:
    [[nodiscard]] std::uint64_t work() const { return tuner_.work(); }

    /// What limits of this project, which the method does not have, changed in this region.
    void add_notes_on_cuts() {
        const std::string where = problem_.regions.size() > 1 ? " in " + in_quotes(problem_.regions[region_].name) : "";
        const TuningCuts& cuts = tuner_.cuts();
        if (cuts.tiers > 0) {
            result_.notes.push_back("clusters=overlap: more than " + std::to_string(most_compared_pairs) +
                                    " pairs of buffers of a tier share time" + where +
                                    ", so its groups are components of shared time");
        }
        const bool is_cut = goal_ == Goal::work_spent;
        if (setting_.method == TuningMethod::source && (is_cut || cuts.groups > 0)) {
            const std::string groups =
                std::to_string(cuts.groups) + (cuts.groups == 1 ? " group" : " groups") + " of buffers";
            result_.notes.push_back("the limit of " + std::to_string(work_limit_) + " visits" + where + " ended " +
                                    (is_cut ? "the run" : "") + (is_cut && cuts.groups > 0 ? " and " : "") +
                                    (cuts.groups > 0 ? "the tuning of " + groups : "") +
                                    " before a goal of the source: the source has no such limit, and the option work "
                                    "raises it");
        }
    }

    /// Puts the start into the container as the first iteration.
    void take_start(const Order& order) {
        enter(FrameKind::iteration, "the start");
        container_.clear();
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (problem_.buffers[i].region == region_) {
                container_.put(BufferIndex(i), start_.layout->placements[i]->offset);
            }
        }
        const Offset top = highest_tail();
        leave(container_offsets(), order, {}, top, Goal::none);
        keep_if_best(order, top);
    }

    /// `from_start`: the first order is that of the start.
    Goal run_pass(const SortKey& key, const PassPlan& plan, bool from_start) {
        enter(FrameKind::pass, from_start ? "from the start" : plan.metrics + ", " + plan.order);
        const std::uint64_t done = work();
        const std::uint64_t left = work_limit_ > done ? work_limit_ - done : 0;
        const std::uint64_t work_end = done + static_cast<std::uint64_t>(plan.share * static_cast<double>(left));
        TuningGoals goals(setting_.threshold, static_cast<std::uint64_t>(request_.options.integer("iterations")));
        Order order = from_start ? by_offset(members_, *start_.layout) : sorted(problem_, members_, key);
        if (from_start && start_.is_kept) {
            take_start(order);
        }
        (void)poll_.check_now();  // sorting a million buffers takes long
        Layout layout;
        std::vector<Risk> risks;
        Goal goal = Goal::none;
        for (std::uint64_t adjustments = 0; goal == Goal::none; ++adjustments) {
            enter(FrameKind::iteration, {});
            if (adjustments > 0) {
                std::vector<BufferIndex> tuned = tuner_.tune(order, layout, risks, key, {work_end, plan.by_order});
                order = poll_.stopped() ? std::move(tuned) : merge(std::move(tuned), order, risks);
                ++result_.iterations;
            } else {
                container_.clear();
                put_pins(container_, problem_, region_);
            }
            if ((best_known_ && poll_.stopped()) || !place_missing(order)) {
                goal = Goal::stopped;
                leave(container_offsets(), order, {}, highest_tail(), goal);
                break;
            }
            const Offset top = highest_tail();
            layout = current_layout();
            risks = classify(problem_, layout);
            goal = goals.judge(top, order, adjustments);
            if (goal == Goal::none && top <= tuner_.lowest()) {
                goal = Goal::optimal;
            } else if (goal == Goal::none && poll_.check_now()) {
                goal = Goal::stopped;
            } else if (goal == Goal::none && work() >= work_end) {
                goal = Goal::work_spent;
            }
            leave(container_offsets(), order, with_earlier(risks), top, goal);
            keep_if_best(order, top);
        }
        leave(offsets_of(result_.layout), best_order_, {}, best_peak_, goal);
        return goal;
    }

    /// Places the buffers of `order` that are not in the container yet. The tuned buffers come first in `order` and are
    /// in the container already, so the result equals a placement of all from the start. False: the run was stopped;
    /// `order` then contains only the placed buffers.
    bool place_missing(Order& order) {
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (container_.offsets()[order[i]] != unplaced_offset) {
                continue;
            }
            if (poll_.check_at(work(), [this] { tell(); }) && best_known_) {
                order.resize(i);
                return false;
            }
            if (!best_known_ && poll_.is_overdue(work())) {
                order = place_by_birth(container_, problem_, region_);
                result_.notes.push_back(note_of_birth_placement(problem_, region_));
                return true;
            }
            container_.place(order[i], setting_.rule);
        }
        return true;
    }

    /// A short first placement tells nothing, because its layout follows at once.
    void tell() const {
        if (request_.progress && (best_known_ || work() > visits_of_short_placement)) {
            request_.progress({earlier_work_ + work(), work_limit_, best_known_ ? best_peak_ : Offset(), nullptr});
        }
    }

    [[nodiscard]] Offset highest_tail() const {
        Offset highest;
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (const std::int64_t offset = container_.offsets()[i]; offset != unplaced_offset) {
                highest = std::max(highest, tail_of(problem_.buffers[i], Offset(offset)));
            }
        }
        return highest;
    }

    void keep_if_best(const Order& order, Offset top) {
        if (!best_known_) {
            initial_peak_ = top;
        } else if (top >= best_peak_) {
            return;
        }
        best_known_ = true;
        best_peak_ = top;
        best_order_ = order;
        take_over(result_.layout, container_.offsets(), region_);
        if (trace_ != nullptr) {
            trace_->mark_result();
        }
        report_to(request_.progress, {earlier_work_ + work(), work_limit_, best_peak_, &result_.layout});
    }

    [[nodiscard]] Layout current_layout() const {
        Layout layout = empty_layout(problem_);
        take_over(layout, container_.offsets(), region_);
        return layout;
    }

    /// The offsets in the container, with those of the regions tuned before.
    [[nodiscard]] std::span<const std::int64_t> container_offsets() {
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (problem_.buffers[i].region == region_) {
                offsets_[i] = container_.offsets()[i];
            }
        }
        return offsets_;
    }

    /// The risks of this region, with those of the regions tuned before.
    [[nodiscard]] std::span<const Risk> with_earlier(const std::vector<Risk>& risks) {
        if (region_ == RegionIndex(0) || trace_ == nullptr) {
            return risks;
        }
        if (traced_risks_.empty()) {
            traced_risks_ = classify(problem_, result_.layout);
        }
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (problem_.buffers[i].region == region_) {
                traced_risks_[i] = risks[i];
            }
        }
        return traced_risks_;
    }

    void enter(FrameKind kind, std::string_view note) const {
        if (trace_ != nullptr) {
            trace_->enter(kind, note, {}, kind == FrameKind::pass ? region_ : RegionIndex::none());
        }
    }

    void leave(std::span<const std::int64_t> offsets, const Order& order, std::span<const Risk> risks, Offset top,
               Goal goal) const {
        if (trace_ != nullptr) {
            trace_->leave({.offsets = offsets,
                           .order = order,
                           .risks = risks,
                           .peak = top,
                           .goal = goal,
                           .work = earlier_work_ + work(),
                           .attempts = 1});
        }
    }

    const PlanRequest& request_;
    const Start& start_;
    const Problem& problem_;
    RegionIndex region_;
    PlanResult& result_;
    TuningSetting setting_;
    StopPoll& poll_;
    RectangleContainer container_;
    MediumHighRiskTuner tuner_;
    std::uint64_t work_limit_;
    std::uint64_t earlier_work_;
    Order members_;
    std::uint64_t rectangles_ = 0;       ///< of the region, including the pinned ones
    TraceSink* trace_ = nullptr;         ///< null also for a region without buffers, which has no steps
    std::vector<std::int64_t> offsets_;  ///< over all regions, for the trace
    std::vector<Risk> traced_risks_;     ///< over all regions, for the trace
    bool best_known_ = false;
    Goal goal_ = Goal::none;
    Offset best_peak_;
    Offset initial_peak_;
    Order best_order_;
};

/// Of few rectangles, the source's way may be lower by luck. It gets a tenth of the work in the end, and is kept if so.
/// Of more, it is far above, and takes long.
constexpr std::int64_t share_of_source = 10;

/// The peak, if the source's way is below `best`.
std::optional<Offset> lower_by_source(const PlanRequest& request, RegionIndex region, Offset best, PlanResult& result) {
    const std::int64_t work = request.options.integer("work") / share_of_source;
    const auto rectangles = std::ranges::count(request.problem.buffers, region, &Buffer::region);
    if (request.options.text("method") == "source" || work == 0 ||
        static_cast<std::uint64_t>(rectangles) >= few_rectangles) {
        return std::nullopt;
    }
    const std::vector<OptionSpec> specs = layout_tuner().description.options;
    std::vector<KeyValue> settings;
    for (const OptionSpec& spec : specs) {
        settings.emplace_back(spec.key, spec.key == "method"  ? "source"
                                        : spec.key == "work"  ? std::to_string(work)
                                        : spec.key == "start" ? std::string(spec.default_value)
                                                              : request.options.text(spec.key));
    }
    PlanRequest alone = request;
    alone.options = *OptionValues::from(specs, settings);
    alone.trace = nullptr;
    alone.progress = {};
    StopPoll poll(request.stop);
    PlanResult source;
    source.layout = empty_layout(request.problem);
    const Start none;
    RegionTuning tuning(alone, region, none, poll, source);
    const bool is_done = tuning.run().has_value() && !poll.stopped();
    result.work += source.work;
    if (!is_done || tuning.best_peak() >= best) {
        return std::nullopt;
    }
    take_region(result.layout, source.layout, request.problem, region);
    const Offset top = peak(request.problem, result.layout);
    if (request.trace != nullptr) {
        const auto offsets = offsets_of(result.layout);
        record_pass_result(
            request.trace, "source",
            {.offsets = offsets, .order = tuning.best_order(), .peak = top, .work = result.work, .attempts = 1},
            region);
    }
    report_to(request.progress, {result.work, 0, top, &result.layout});
    return tuning.best_peak();
}

Expected<PlanResult> tune(const PlanRequest& request) {
    PlanResult result;
    result.layout = empty_layout(request.problem);
    StopPoll poll(request.stop, &request.turn);
    Start start{.layout = start_of(request)};
    if (start.layout == nullptr && request.own_start != nullptr) {
        start = {.layout = request.own_start, .is_kept = true, .is_last = true};
    } else if (start.layout != nullptr) {
        const std::string fault = start_fault(request.problem, *start.layout);
        start.is_kept = fault.empty();
        if (!start.is_kept) {
            result.notes.push_back(start_note(fault));
        }
    }
    std::optional<Offset> highest;
    for (std::size_t i = 0; i < request.problem.regions.size(); ++i) {
        RegionTuning tuning(request, RegionIndex(i), start, poll, result);
        if (auto done = tuning.run(); !done) {
            return tl::unexpected(done.error());
        }
        Offset top = tuning.best_peak();
        if (const Goal goal = tuning.goal();
            goal != Goal::at_threshold && goal != Goal::optimal && goal != Goal::stopped) {
            top = lower_by_source(request, RegionIndex(i), top, result).value_or(top);
        }
        // The highest region decides the peak, so its goal is the goal of the run.
        if (!highest || top > *highest) {
            highest = top;
            result.goal = tuning.goal();
        }
    }
    if (poll.stopped()) {
        result.goal = Goal::stopped;
        result.reproducible = false;
    }
    return result;
}

Expected<void> check_metrics(std::string_view text) {
    return parse_sort_key(text, "desc").map([](const SortKey&) {});
}

}  // namespace

Planner layout_tuner() {
    return {
        {"peak-suppression",
         PlannerFamily::searching,
         PlannerKind::tuner,
         "sorts, places, and rearranges buffers above the theoretical threshold until a goal is reached",
         {{.key = "metrics",
           .type = OptionType::text,
           .default_value = "width",
           .meaning = "what to sort by: width, length, overlap, joined by > (priority), +, * or /",
           .check = check_metrics},
          {"order", OptionType::choice, "desc", "desc: largest first; asc: smallest first", {"desc", "asc"}},
          {"placement",
           OptionType::choice,
           "lowest-fit",
           "lowest-fit: the lowest offset without a collision; stacked: on top of the highest tail",
           {"lowest-fit", "stacked"}},
          counted_option("iterations", "100", "adjustments", "limit of the adjustments in one pass", {0, 1'000'000}),
          counted_option("rearrangements", "1000", "rearrangements",
                         "limit of the rearrangements of one group in one iteration", {1, 1'000'000}),
          {"clusters",
           OptionType::choice,
           "by-method",
           "groups of a tier: components of shared time; overlap: what shares half of the longer lifetime; cuts: "
           "components split where few bytes cross; by-method: overlap for method=source, components for method=best",
           {"by-method", "components", "overlap", "cuts"}},
          {"method",
           OptionType::choice,
           "best",
           "best: several passes, groups that remember, join and are searched; source: one pass by the source's own "
           "steps",
           {"best", "source"}},
          counted_option("work", "620000000", "visits",
                         "limit of the visits of rectangles in a region; at most 300,000 n² for n buffers"),
          start_option()},
         true},
        tune};
}

}  // namespace arenascope
