#include "core/planner/hill_climb/hill_climb.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/tail.h"
#include "core/planner/counted_option.h"
#include "core/planner/greedy/birth_placement.h"
#include "core/planner/placement_frames.h"
#include "core/planner/start_layout.h"
#include "core/planner/work_limit.h"

namespace arenascope {
namespace {

/// Limit of the offsets that all frames of a run may hold together. Frames that lower the peak are recorded beyond it.
constexpr std::size_t max_recorded_offsets = 20'000'000;

class HillClimb {
public:
    explicit HillClimb(const PlanRequest& request)
        : request_(request),
          problem_(request.problem),
          poll_(request.stop, &request.turn),
          offsets_(problem_.buffers.size(), unplaced_offset) {
        result_.layout = empty_layout(problem_);
    }

    PlanResult run() {
        // All regions are placed completely before any climb begins, so that a stop always finds a complete layout. One
        // that would take long is then completed in order of birth.
        const ClimbStop overdue = [this](std::uint64_t work) {
            (void)stop_(work);
            return poll_.is_overdue(done_ + work);
        };
        const Layout* start = start_of(request_);
        const std::string fault = start != nullptr ? start_fault(problem_, *start) : std::string();
        if (!fault.empty()) {
            result_.notes.push_back(start_note(fault));
        }
        std::vector<OrderClimb> climbs;
        climbs.reserve(problem_.regions.size());
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            const RegionIndex region(i);
            thresholds_.push_back(live_profile(problem_, region).threshold);
            result_.threshold = std::max(result_.threshold, thresholds_.back());
            PlacingOrder members = members_of(problem_, region);
            climbs.emplace_back(
                problem_, region,
                start != nullptr ? by_offset(std::move(members), *start) : by_size(problem_, region, members),
                request_.seed);
            (void)poll_.check_now();
            if (!climbs.back().start(overdue)) {
                climbs.back().start_as_born();
                result_.notes.push_back(note_of_birth_placement(problem_, region));
            }
            done_ += climbs.back().work();
            counted_ = 0;
            const Layout* own = request_.own_start;
            const bool is_own_lower = own != nullptr && arenascope::peak(problem_, *own, region) < climbs.back().peak();
            if (is_own_lower) {
                climbs.pop_back();
                climbs.emplace_back(problem_, region, by_offset(members_of(problem_, region), *own), request_.seed);
                if (!climbs.back().start(overdue)) {
                    climbs.back().start_as_born();
                }
                done_ += climbs.back().work();
                counted_ = 0;
            }
            take_over(result_.layout, climbs.back().container().offsets(), region);
            peaks_.push_back(climbs.back().peak());
            if (start != nullptr && fault.empty()) {
                keep_start(*start, region);
            } else if (is_own_lower) {
                keep_start(*own, region);
            }
        }
        result_.initial_peak = peak();
        report_layout();
        Goal goal = climb_in_all(climbs);
        while (request_.until_stopped && !is_at_the_end(goal) && !poll_.check_now()) {
            goal = climb_in_all(climbs);
        }
        return finished(poll_.stopped() ? Goal::stopped : goal);
    }

private:
    /// More turns change nothing.
    static bool is_at_the_end(Goal goal) { return goal == Goal::at_threshold || goal == Goal::complete; }

    /// The goal of a region that can go on, if there is one.
    Goal climb_in_all(std::vector<OrderClimb>& climbs) {
        Goal goal = Goal::at_threshold;
        for (std::size_t i = 0; i < climbs.size() && !poll_.stopped(); ++i) {
            const Goal reached = climb_in(climbs[i], RegionIndex(i));
            if (!is_at_the_end(reached) || goal == Goal::at_threshold) {
                goal = reached;
            }
        }
        return goal;
    }

    /// The start is the layout of the region, unless placing its order again has lowered the peak.
    void keep_start(const Layout& start, RegionIndex region) {
        const Offset top = arenascope::peak(problem_, start, region);
        if (top > peaks_[region]) {
            return;
        }
        peaks_[region] = top;
        take_region(result_.layout, start, problem_, region);
    }

    Goal climb_in(OrderClimb& order, RegionIndex region) {
        earlier_ = order.work();
        const ClimbLimits limits = climb_limits(request_.options, thresholds_[region], order.order().size());
        if (peaks_[region] <= limits.threshold) {
            return Goal::at_threshold;
        }
        const Goal goal = climb(order, limits, stop_, poll_, [&](bool is_lower) {
            // The start may be lower than what its order gives.
            const bool improved = is_lower && order.peak() < peaks_[region];
            ++result_.iterations;
            counted_ = order.work() - earlier_;
            if (improved) {
                peaks_[region] = order.peak();
                take_over(result_.layout, order.container().offsets(), region);
                report_layout();
            }
            record_frame(order, region, improved);
        });
        done_ += order.work() - earlier_;
        counted_ = 0;
        earlier_ = 0;
        // Frames of the regions that follow show the best layout of this region, not the last one.
        offsets_ = offsets_of(result_.layout);
        return goal;
    }

    [[nodiscard]] Offset peak() const { return peaks_.empty() ? Offset() : *std::ranges::max_element(peaks_); }

    void report_layout() {
        report_to(request_.progress, {done_ + counted_, 0, peak(), &result_.layout});
        if (result_.iterations == 0 && request_.trace != nullptr) {
            offsets_ = offsets_of(result_.layout);
            write_frame({}, true);
        }
    }

    void record_frame(const OrderClimb& order, RegionIndex region, bool improved) {
        if (request_.trace == nullptr) {
            return;
        }
        recorded_offsets_ += offsets_.size();
        if (!improved && (recorded_offsets_ > max_recorded_offsets || !request_.trace->has_room())) {
            return;
        }
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            if (problem_.buffers[i].region == region) {
                offsets_[i] = order.container().offsets()[i];
            }
        }
        write_frame(order.order(), improved);
    }

    void write_frame(const PlacingOrder& order, bool improved) {
        request_.trace->enter(FrameKind::move, {}, {});
        request_.trace->leave(
            {.offsets = offsets_, .order = order, .risks = {}, .peak = peak(), .work = done_ + counted_});
        if (improved) {
            request_.trace->mark_result();
        }
    }

    PlanResult finished(Goal goal) {
        result_.lower_bound = result_.threshold;
        result_.work = done_ + counted_;
        result_.goal = goal;
        result_.reproducible = goal != Goal::stopped;
        return std::move(result_);
    }

    const PlanRequest& request_;
    const Problem& problem_;
    StopPoll poll_;
    IndexedVector<RegionIndex, Bytes> thresholds_;  ///< by region
    IndexedVector<RegionIndex, Offset> peaks_;      ///< of the best layout, by region
    std::vector<std::int64_t> offsets_;
    PlanResult result_;
    std::size_t recorded_offsets_ = 0;
    std::uint64_t done_ = 0;     ///< work of the finished climbs
    std::uint64_t earlier_ = 0;  ///< work in this region before its climb began
    std::uint64_t counted_ = 0;  ///< work of the current climb
    ClimbStop stop_ = [this](std::uint64_t work) {
        counted_ = work - earlier_;
        return poll_.check_at(done_ + counted_, [this] {
            const Offset best = is_complete(result_.layout) ? peak() : Offset();
            report_to(request_.progress, {done_ + counted_, 0, best, nullptr});
        });
    };
};

}  // namespace

OrderClimb::OrderClimb(const Problem& problem, RegionIndex region, PlacingOrder order, std::uint64_t seed)
    : problem_(&problem),
      region_(region),
      container_(problem, region),
      order_(std::move(order)),
      random_(seed),
      pinned_peak_(put_pins(container_, problem, region)),
      before_(order_.size()) {
    candidates_.reserve(order_.size());
}

bool OrderClimb::start(const ClimbStop& stop) {
    if (!place_from(0, Offset(std::numeric_limits<std::int64_t>::max()), stop)) {
        return false;
    }
    peak_ = highest_tail();
    return true;
}

void OrderClimb::start_as_born() {
    order_ = place_by_birth(container_, *problem_, region_);
    peak_ = highest_tail();
}

bool OrderClimb::swap(const ClimbStop& stop) {
    const std::size_t high = draw_from_the_peak();
    if (high == order_.size()) {
        look_for_a_swap();
        return false;
    }
    std::size_t first = draw_before(high);
    constexpr std::size_t one_in = 4;
    if (first != high && random_.below(one_in) == 0) {
        first = draw_before(first);
    }
    if (first == high) {
        look_for_a_swap();
        return false;
    }
    visits_ += order_.size() - first;
    for (std::size_t i = first; i < order_.size(); ++i) {
        before_[i] = container_.offsets()[order_[i]];
        container_.remove(order_[i]);
    }
    std::swap(order_[first], order_[high]);
    if (place_from(first, peak_, stop)) {
        peak_ = highest_tail();
        is_swap_known_ = false;
        return true;
    }
    for (std::size_t i = first; i < order_.size(); ++i) {
        container_.remove(order_[i]);
    }
    std::swap(order_[first], order_[high]);
    for (std::size_t i = first; i < order_.size(); ++i) {
        container_.put(order_[i], Offset(before_[i]));
    }
    return false;
}

bool OrderClimb::place_from(std::size_t first, Offset limit, const ClimbStop& stop) {
    for (std::size_t i = first; i < order_.size(); ++i) {
        if (stop(work())) {
            return false;
        }
        const Offset offset = container_.place(order_[i], PlacingRule::lowest_fit);
        ++visits_;
        if (arenascope::tail_of(problem_->buffers[order_[i]], offset) > limit) {
            return false;
        }
    }
    return true;
}

Offset OrderClimb::tail_of(BufferIndex buffer) const {
    return arenascope::tail_of(problem_->buffers[buffer], Offset(container_.offsets()[buffer]));
}

Offset OrderClimb::highest_tail() const {
    Offset highest = pinned_peak_;
    for (const BufferIndex buffer : order_) {
        highest = std::max(highest, tail_of(buffer));
    }
    return highest;
}

std::size_t OrderClimb::draw_from_the_peak() {
    candidates_.clear();
    visits_ += order_.size() + 1;
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
        if (tail_of(order_[i]) == peak_) {
            candidates_.push_back(i);
        }
    }
    return candidates_.empty() ? order_.size() : candidates_[random_.below(candidates_.size())];
}

std::size_t OrderClimb::draw_before(std::size_t position) {
    const Lifetime alive = problem_->buffers[order_[position]].lifetime;
    candidates_.clear();
    visits_ += position;
    for (std::uint32_t i = 0; i < position; ++i) {
        if (overlap(alive, problem_->buffers[order_[i]].lifetime)) {
            candidates_.push_back(i);
        }
    }
    return candidates_.empty() ? position : candidates_[random_.below(candidates_.size())];
}

void OrderClimb::look_for_a_swap() {
    if (is_swap_known_) {
        return;
    }
    is_swap_known_ = true;
    is_stuck_ = true;
    for (std::size_t high = 0; high < order_.size() && is_stuck_; ++high) {
        if (tail_of(order_[high]) == peak_) {
            visits_ += high;
            const Lifetime alive = problem_->buffers[order_[high]].lifetime;
            is_stuck_ = std::none_of(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(high),
                                     [&](BufferIndex one) { return overlap(alive, problem_->buffers[one].lifetime); });
        }
    }
}

Goal climb(OrderClimb& order, const ClimbLimits& limits, const ClimbStop& stop, const StopPoll& poll,
           const SwapSink& kept) {
    const std::uint64_t begin = order.work();
    Offset best = order.peak();
    for (std::uint64_t i = 0; best > limits.threshold; ++i) {
        if (poll.stopped() || stop(order.work())) {
            return Goal::stopped;
        }
        if (i >= limits.iterations) {
            return Goal::adjustments_spent;
        }
        if (order.work() - begin >= limits.work) {
            return Goal::work_spent;
        }
        if (order.is_stuck()) {
            return Goal::complete;
        }
        if (order.swap(stop)) {
            const bool improved = order.peak() < best;
            best = order.peak();
            kept(improved);
        }
    }
    return Goal::at_threshold;
}

std::vector<OptionSpec> climb_options() {
    return {budget_option("iterations", "20000", "swaps",
                          "limit of the swaps tried in a region; unlimited under a time limit", {0, 1'000'000'000}),
            budget_option("work", "100000000", "visits",
                          "limit of the visits of rectangles in a region, at most 300,000 n² for n buffers; unlimited "
                          "under a time limit")};
}

ClimbLimits climb_limits(const OptionValues& options, Bytes threshold, std::size_t rectangles) {
    return {.threshold = Offset(threshold.value()),
            .iterations = static_cast<std::uint64_t>(options.integer("iterations")),
            .work = std::min(static_cast<std::uint64_t>(options.integer("work")), most_visits_in_region(rectangles))};
}

Planner hill_climb() {
    std::vector<OptionSpec> options = climb_options();
    options.push_back(start_option());
    return {{"hill-climb", PlannerFamily::searching, PlannerKind::offsets,
             "swaps buffers at the peak with those below them in the placing order, as TVM and Vela",
             std::move(options), true},
            [](const PlanRequest& request) -> Expected<PlanResult> { return HillClimb(request).run(); }};
}

}  // namespace arenascope
