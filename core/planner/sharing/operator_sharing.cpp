#include "core/planner/sharing/operator_sharing.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/saved_moves.h"
#include "core/planner/counted_option.h"
#include "core/planner/expanding_sink.h"
#include "core/planner/greedy/birth_placement.h"
#include "core/planner/greedy/greedy_placement.h"
#include "core/planner/greedy/greedy_strategy.h"
#include "core/planner/peak_suppression/layout_tuner.h"
#include "core/planner/placement_frames.h"
#include "core/planner/sharing/block_placement.h"
#include "core/planner/sharing/letter_placement.h"
#include "core/planner/sharing/shared_block.h"
#include "core/planner/sharing/sharing_bound.h"
#include "core/planner/sharing/sharing_search.h"
#include "core/planner/stop_poll.h"

namespace arenascope {
namespace {

constexpr SharingChoice everything;
constexpr SharingChoice as_the_source{.largest_merge_first = true};
constexpr SharingChoice without_merges{.merges = false};
constexpr SharingChoice nothing{.in_place = false, .removable = false, .merges = false};

/// The search proposes several plans, and few of them are better than the simple ones.
const KeyValue short_tuning = {"work", "50000000"};

/// A complete layout with what led to it.
struct Attempt {
    SharedLayout found;
    Avoidance avoidance = Avoidance::pieces;  ///< of the greedy placement
    bool is_greedy = false;                   ///< made by that placement
    bool is_tuned = false;
    std::vector<KeyValue> settings = {};  ///< of the tuner
    std::uint64_t work = 0;               ///< of the whole run when it was found
};

/// Keeps the best attempt, the earliest of equals.
class OperatorSharing {
public:
    explicit OperatorSharing(const PlanRequest& request) : request_(request), problem_(request.problem) {}

    Expected<PlanResult> run() {
        // Where nothing can share, the bound is the threshold, which is found faster.
        root_bound_ = problem_.graph ? sharing_bound(problem_, {}) : threshold(problem_);
        lower_bound_ = root_bound_;
        const std::string& method = request_.options.text("method");
        if (method == "source" || method == "letter") {
            if (method == "source" || !place_as_the_letter()) {
                place(as_the_source, Avoidance::whole_blocks, request_);
            }
            place_without_sharing(false);
        } else if (auto improved = improve(); !improved) {
            return tl::unexpected(improved.error());
        }
        return result();
    }

private:
    [[nodiscard]] bool is_stopped() const { return request_.stop && request_.stop(); }
    /// Whether every buffer uses all its bytes throughout its lifetime.
    [[nodiscard]] bool is_plain() const {
        return std::all_of(problem_.buffers.begin(), problem_.buffers.end(),
                           [](const Buffer& buffer) { return buffer.gaps().empty() && buffer.size > Bytes(0); });
    }
    [[nodiscard]] bool is_lowest() const { return best_ && best_->found.peak.value() <= lower_bound_.value(); }

    /// Everything but the source alone. No step is recorded before the best sharing is known, so that all recorded
    /// steps have the same sharing.
    Expected<void> improve() {
        PlanRequest silent = request_;
        silent.trace = nullptr;
        place(everything, Avoidance::pieces, silent);
        if (problem_.graph || !is_plain()) {
            place(as_the_source, Avoidance::whole_blocks, silent);  // otherwise, this is the same layout
        }
        place_without_sharing(true);
        const std::vector<SharingPlan> plans = search(static_cast<std::uint64_t>(request_.options.integer("work")));
        if (is_lowest() || is_stopped()) {
            return best_ && request_.trace != nullptr ? record() : Expected<void>();
        }
        std::vector<SharingPlan> simple;
        for (const SharingChoice& choice : {everything, without_merges, nothing}) {
            simple.push_back(sharing_plan(problem_, choice));
        }
        auto improved = tune(std::move(simple), {}).and_then([&] { return tune(plans, {short_tuning}); });
        if (improved && request_.until_stopped) {
            improved = tune(search(std::numeric_limits<std::uint64_t>::max()), {});
        }
        if (!improved) {
            return improved;
        }
        if (request_.trace != nullptr && best_) {
            return record();
        }
        return {};
    }

    void place(const SharingChoice& choice, Avoidance avoidance, const PlanRequest& request) {
        if (best_ && (is_stopped() || is_lowest())) {
            return;
        }
        SharingPlan plan = sharing_plan(problem_, choice);
        BlockPlacement placed = place_blocks(request, plan, avoidance);
        work_ += placed.work;
        if (!is_complete(placed.layout)) {
            return;
        }
        const Offset top = peak(problem_, placed.layout);
        if (!initial_peak_) {
            initial_peak_ = top;
        }
        keep({{std::move(plan), std::move(placed.layout), top}, avoidance, true});
    }

    /// False: that would be unsound, and a note says so.
    bool place_as_the_letter() {
        LetterPlacement placed = place_by_letter(problem_, request_.stop);
        work_ += placed.work;
        if (!placed.fault.empty()) {
            notes_.push_back("the letter of the source gives no layout here, because " + placed.fault +
                             ": placed by method=source instead");
            return false;
        }
        if (is_complete(placed.layout)) {
            initial_peak_ = peak(problem_, placed.layout);
            keep({{std::move(placed.plan), std::move(placed.layout), *initial_peak_, std::move(placed.order)}});
            if (request_.trace != nullptr) {
                const auto& [plan, layout, top, order] = best_->found;
                replay_blocks(request_, plan, layout, order, sharing_notes(problem_, plan, top));
            }
        }
        return true;
    }

    /// What sharing saves at run time, beside memory.
    void add_note_on_moves(const Layout& layout) {
        const SavedMoves saved = saved_moves(problem_, layout);
        const auto counted = [](std::size_t count, const std::string& one) {
            return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
        };
        if (saved.views > 0 || saved.operands > 0) {
            std::string note = std::to_string(saved.bytes.value()) + " B less are moved in each run: ";
            note += saved.views > 0 ? counted(saved.views, "view") + " without a copy" : "";
            note += saved.views > 0 && saved.operands > 0 ? ", " : "";
            note += saved.operands > 0 ? counted(saved.operands, "operand") + " of merges written in place" : "";
            notes_.push_back(std::move(note));
        }
    }

    /// The baseline of the source: by falling size into the smallest gap, nothing shared.
    void place_without_sharing(bool may_be_kept) {
        Layout layout = empty_layout(problem_);
        StopPoll poll(request_.stop);
        std::uint64_t earlier = 0;
        bool is_quick = false;
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            const RegionIndex region(i);
            RectangleContainer container(problem_, region);
            const auto order = offsets_greedy_by_size.order(problem_, region, members_of(problem_, region));
            const auto top = place_greedily(container, problem_, region, order, offsets_greedy_by_size.rule,
                                            [&](std::size_t, Offset) {
                                                const std::uint64_t work = earlier + container.work();
                                                (void)poll.check_at(work);
                                                return best_ ? poll.stopped() : poll.is_overdue(work);
                                            });
            if (!top && best_) {
                return;
            }
            if (!top) {
                place_by_birth(container, problem_, region);
                notes_.push_back("without sharing: " + note_of_birth_placement(problem_, region));
                is_quick = true;
            }
            earlier += container.work();
            take_over(layout, container.offsets(), region);
        }
        peak_unshared_ = peak(problem_, layout);
        if (may_be_kept) {
            SharingPlan plan = sharing_plan(problem_, nothing);
            layout.removed = plan.removed;
            std::vector<std::uint32_t> order;
            if (!is_quick) {
                order = block_order(block_problem(problem_, plan), offsets_greedy_by_size.order);
            }
            keep({{std::move(plan), std::move(layout), *peak_unshared_, std::move(order)}});
        }
    }

    /// Returns plans that are worth tuning.
    std::vector<SharingPlan> search(std::uint64_t limit) {
        if (!problem_.graph || !best_ || is_lowest() || is_stopped()) {
            return {};
        }
        SharingSearchResult found = search_sharing(problem_, best_->found.peak, root_bound_, limit, request_.stop);
        work_ += found.work;
        is_work_spent_ = found.is_work_spent;
        lower_bound_ = std::max(lower_bound_, found.lower_bound);
        if (found.best) {
            keep({std::move(*found.best)});
        }
        return std::move(found.promising);
    }

    Expected<PlanResult> tuned(const Problem& blocks, const std::vector<KeyValue>& settings, TraceSink* trace) const {
        static const Planner tuner = layout_tuner();
        auto options = OptionValues::from(tuner.description.options, settings);
        if (!options) {
            return tl::unexpected(options.error());
        }
        return tuner.plan({.problem = blocks,
                           .options = std::move(*options),
                           .seed = request_.seed,
                           .threads = request_.threads,
                           .progress = {},
                           .stop = request_.stop,
                           .trace = trace});
    }

    Expected<void> tune(std::vector<SharingPlan> plans, const std::vector<KeyValue>& settings) {
        for (SharingPlan& plan : plans) {
            if (auto tuned = tune(std::move(plan), settings); !tuned) {
                return tuned;
            }
        }
        return {};
    }

    Expected<void> tune(SharingPlan plan, const std::vector<KeyValue>& settings) {
        // Where no operator of a kind shares, the run would be the same as an earlier one.
        if (is_lowest() || is_stopped() || std::find(tuned_.begin(), tuned_.end(), plan.groups) != tuned_.end()) {
            return {};
        }
        tuned_.push_back(plan.groups);
        auto result = tuned(block_problem(problem_, plan), settings, nullptr);
        if (!result) {
            return tl::unexpected(result.error());
        }
        work_ += result->work;
        if (is_complete(result->layout)) {
            Layout layout = layout_of_blocks(problem_, plan, result->layout);
            const Offset top = peak(problem_, layout);
            keep({.found = {std::move(plan), std::move(layout), top}, .is_tuned = true, .settings = settings});
        }
        return {};
    }

    void keep(Attempt attempt) {
        if (best_ && attempt.found.peak >= best_->found.peak) {
            return;
        }
        improvements_ += best_ ? 1 : 0;
        best_ = std::move(attempt);
        best_->work = work_;
        report_to(request_.progress, {work_, 0, best_->found.peak, &best_->found.layout});
    }

    /// Records how the best layout was made: its blocks placed greedily, in its own order; or placed, then tuned.
    Expected<void> record() {
        const auto& [plan, layout, top, order] = best_->found;
        const std::vector<std::string> notes = sharing_notes(problem_, plan, top);
        if (!order.empty()) {
            replay_blocks(request_, plan, layout, order, notes);
            return {};
        }
        const BlockPlacement placed = place_blocks(request_, plan, best_->avoidance, notes);
        if (best_->is_greedy && is_complete(placed.layout)) {
            return {};  // the last step is the result, unless the run was stopped before it
        }
        if (best_->is_tuned && !is_stopped()) {
            const FusedProblem fused = fused_blocks(plan);
            ExpandingSink trace(fused, *request_.trace);
            const auto again = tuned(block_problem(problem_, plan), best_->settings, &trace);
            if (!again) {
                return tl::unexpected(again.error());
            }
        }
        record_result(request_.trace, FrameKind::improvement, note_of_best(),
                      {.offsets = offsets_of(best_->found.layout), .peak = best_->found.peak, .work = best_->work});
        return {};
    }

    [[nodiscard]] std::string note_of_best() const {
        const SharingPlan& plan = best_->found.plan;
        std::string note = plan.groups.empty() ? "without sharing" : "sharing chosen";
        for (const OperandCopy& copy : plan.copies) {
            note += ", copies " + in_quotes(problem_.buffers[copy.operand].name) + " for " +
                    in_quotes(problem_.graph->operators[copy.node].name);
        }
        return note + (best_->is_tuned ? ", tuned" : "");
    }

    Expected<PlanResult> result() {
        PlanResult result;
        const bool has_layout = best_.has_value();
        result.layout = has_layout ? std::move(best_->found.layout) : empty_layout(problem_);
        add_note_on_moves(result.layout);
        result.notes = notes_;
        result.threshold = threshold(problem_, result.layout);
        result.threshold_unshared = threshold(problem_);
        result.peak_unshared = peak_unshared_;
        result.lower_bound = has_layout ? std::min(lower_bound_, Bytes(best_->found.peak.value())) : lower_bound_;
        result.initial_peak = initial_peak_;
        result.iterations = improvements_;
        result.work = work_;
        const bool stopped = is_stopped();
        result.reproducible = !stopped;
        result.goal = stopped                                                               ? Goal::stopped
                      : has_layout && best_->found.peak.value() <= result.threshold.value() ? Goal::at_threshold
                      : is_lowest()                                                         ? Goal::optimal
                      : is_work_spent_                                                      ? Goal::work_spent
                                                                                            : Goal::complete;
        return result;
    }

    const PlanRequest& request_;
    const Problem& problem_;
    std::optional<Attempt> best_;
    std::vector<std::string> notes_;
    std::vector<std::vector<SharingGroup>> tuned_;  ///< the sharing groups of the attempts tuned so far
    std::optional<Offset> initial_peak_;
    std::optional<Offset> peak_unshared_;
    Bytes root_bound_;   ///< of the search
    Bytes lower_bound_;  ///< proved so far, for any sharing
    bool is_work_spent_ = false;
    std::uint64_t improvements_ = 0;
    std::uint64_t work_ = 0;
};

}  // namespace

Planner operator_sharing() {
    return {
        {"operator-sharing",
         PlannerFamily::operator_sharing,
         PlannerKind::offsets,
         "memory handed over between operators (in place, views, merges), then placed",
         {{"method",
           OptionType::choice,
           "best",
           "source: greedy over whole blocks, as the source describes it, but an operator in place takes its input's "
           "block, and a group is placed at once; letter: without these two, where that is sound; best: what shares "
           "is chosen for each operand, and the blocks are tuned, so that the peak is never above that of source or "
           "without sharing",
           {"best", "source", "letter"}},
          budget_option("work", "20000000", "visits", "limit of the search for what shares", {1})}},
        [](const PlanRequest& request) { return OperatorSharing(request).run(); }};
}

}  // namespace arenascope
