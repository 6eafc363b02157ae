#include "core/planner/tuner/layout_tuner.h"

#include <algorithm>
#include <random>
#include <set>

#include "core/memory/live_profile.h"
#include "core/planner/tuner/rectangle_classifier.h"
#include "core/planner/tuner/rectangle_groups.h"
#include "core/planner/tuner/rectangle_placer.h"
#include "core/planner/tuner/rectangle_sorter.h"

namespace arenascope {
namespace {

using Order = std::vector<BufferIndex>;

/// One pass over one region.
class Tuning {
public:
    Tuning(const PlanRequest& request, RegionIndex region, SortKey key, PlacingRule rule)
        : request_(request),
          problem_(request.problem),
          region_(region),
          key_(std::move(key)),
          rule_(rule),
          container_(request.problem, region),
          threshold_(live_profile(request.problem, region).threshold.value()),
          random_(request.seed) {}

    void run(PlanResult& result) {
        if (request_.trace != nullptr) {
            request_.trace->enter(FrameKind::pass, "region " + problem_.regions[region_.value()].name, {});
        }
        Order order;
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (problem_.buffers[i].region == region_ && !problem_.buffers[i].pin) {
                order.push_back(BufferIndex(i));
            }
        }
        order = sorted(problem_, order, key_);
        std::set<Order> seen;
        const auto limit = static_cast<std::uint64_t>(request_.options.integer("iterations"));
        Goal goal = Goal::none;
        for (std::uint64_t adjustments = 0; goal == Goal::none; ++adjustments) {
            enter(FrameKind::iteration, {}, {});
            if (adjustments > 0) {
                order = adjust(order);
            }
            place(order);
            const Offset peak = container_peak();
            goal = goal_of(peak, order, seen, adjustments, limit);
            leave(order, peak, goal, true);
            if (adjustments == 0) {
                initial_peak_ = peak;
            }
            if (adjustments == 0 || peak < best_peak_) {
                best_peak_ = peak;
                best_.assign(container_.offsets().begin(), container_.offsets().end());
                best_order_ = order;
                if (request_.trace != nullptr) {
                    request_.trace->mark_result();
                }
                tell_progress(result);
            }
            result.iterations += adjustments > 0 ? 1 : 0;
        }
        leave(best_order_, best_peak_, goal, false);
        result.initial_peak = std::max(result.initial_peak.value_or(Offset(0)), initial_peak_);
        result.goal = goal;
        result.work += container_.work();
        result.reproducible = result.reproducible && goal != Goal::stopped;
        store_best(result.layout);
    }

private:
    [[nodiscard]] bool stop_requested() const { return request_.stop && request_.stop(); }

    void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members) const {
        if (request_.trace != nullptr) {
            request_.trace->enter(kind, note, members);
        }
    }

    void leave(const Order& order, Offset peak, Goal goal, bool with_risks) {
        if (request_.trace != nullptr) {
            if (with_risks) {
                risks_ = classify(problem_, current_layout());
            }
            request_.trace->leave({.offsets = container_.offsets(),
                                   .order = order,
                                   .risks = with_risks ? std::span<const Risk>(risks_) : std::span<const Risk>(),
                                   .peak = peak,
                                   .goal = goal,
                                   .work = container_.work(),
                                   .attempts = 1});
        }
    }

    Goal goal_of(Offset peak, const Order& order, std::set<Order>& seen, std::uint64_t adjustments,
                 std::uint64_t limit) const {
        if (peak <= threshold_) {
            return Goal::at_threshold;
        }
        if (!seen.insert(order).second) {
            return Goal::order_seen;
        }
        if (adjustments >= limit) {
            return Goal::adjustments_spent;
        }
        return stop_requested() ? Goal::stopped : Goal::none;
    }

    void put_pins() {
        container_.clear();
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (problem_.buffers[i].region == region_ && problem_.buffers[i].pin) {
                container_.put(BufferIndex(i), *problem_.buffers[i].pin);
            }
        }
    }

    void place(const Order& order) {
        put_pins();
        for (const BufferIndex buffer : order) {
            container_.place(buffer, rule_);
        }
    }

    [[nodiscard]] Offset highest_tail(std::span<const BufferIndex> buffers) const {
        Offset highest;
        for (const BufferIndex buffer : buffers) {
            highest =
                std::max(highest, Offset(container_.offsets()[buffer.value()]) + problem_.buffers[buffer.value()].size);
        }
        return highest;
    }

    [[nodiscard]] Offset container_peak() const { return peak(problem_, current_layout()); }

    [[nodiscard]] Layout current_layout() const { return layout_of(container_.offsets()); }

    [[nodiscard]] Layout layout_of(std::span<const std::int64_t> offsets) const {
        Layout layout = empty_layout(problem_);
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            if (offsets[i] != unplaced_offset) {
                layout.placements[i] = Placement{Offset(offsets[i]), region_};
            }
        }
        return layout;
    }

    Order adjust(const Order& order) {
        const Layout layout = current_layout();
        const std::vector<Risk> risks = classify(problem_, layout);
        put_pins();
        Order merged;
        for (const Tier tier : {Tier::high, Tier::medium}) {
            Order members;
            for (const BufferIndex buffer : order) {
                if (risks[buffer.value()].tier == tier) {
                    members.push_back(buffer);
                }
            }
            for (const Group& group : groups_by_shared_time(problem_, layout, members)) {
                const Order tuned = tune_group(group, tier);
                merged.insert(merged.end(), tuned.begin(), tuned.end());
            }
        }
        for (const Tier tier : {Tier::low, Tier::none}) {
            for (const BufferIndex buffer : order) {
                if (risks[buffer.value()].tier == tier) {
                    merged.push_back(buffer);
                }
            }
        }
        return merged;
    }

    Order tune_group(const Group& group, Tier tier) {
        enter(FrameKind::group, name_of(tier), group);
        Order order = group;
        Order best = order;
        Offset best_tail(std::numeric_limits<std::int64_t>::max());
        for (int attempt = 0; attempt < 30 && best_tail > threshold_; ++attempt) {
            for (const BufferIndex buffer : order) {
                container_.remove(buffer);
            }
            enter(FrameKind::rearrangement, {}, {});
            for (const BufferIndex buffer : order) {
                container_.place(buffer, rule_);
            }
            const Offset tail = highest_tail(order);
            leave(order, tail, Goal::none, false);
            if (tail < best_tail) {
                best_tail = tail;
                best = order;
            }
            order = best;
            const auto highest = std::max_element(order.begin(), order.end(), [&](BufferIndex a, BufferIndex b) {
                return container_.offsets()[a.value()] + problem_.buffers[a.value()].size.value() <
                       container_.offsets()[b.value()] + problem_.buffers[b.value()].size.value();
            });
            const auto to =
                static_cast<std::ptrdiff_t>(random_() % static_cast<std::uint64_t>(highest - order.begin() + 1));
            std::rotate(order.begin() + to, highest, highest + 1);
        }
        for (const BufferIndex buffer : best) {
            container_.remove(buffer);
        }
        for (const BufferIndex buffer : best) {
            container_.place(buffer, rule_);
        }
        leave(best, best_tail, best_tail <= threshold_ ? Goal::at_threshold : Goal::adjustments_spent, false);
        return best;
    }

    void tell_progress(const PlanResult& result) const {
        if (request_.progress) {
            Layout layout = result.layout;
            store_best(layout);
            request_.progress({container_.work(), 0, best_peak_, &layout});
        }
    }

    void store_best(Layout& layout) const {
        for (std::size_t i = 0; i < best_.size(); ++i) {
            if (best_[i] != unplaced_offset) {
                layout.placements[i] = Placement{Offset(best_[i]), region_};
            }
        }
    }

    const PlanRequest& request_;
    const Problem& problem_;
    RegionIndex region_;
    SortKey key_;
    PlacingRule rule_;
    RectangleContainer container_;
    Offset threshold_;
    std::mt19937_64 random_;
    Offset best_peak_;
    Offset initial_peak_;
    std::vector<std::int64_t> best_;
    Order best_order_;
    std::vector<Risk> risks_;
};

Expected<PlanResult> tune(const PlanRequest& request) {
    auto key = parse_sort_key(request.options.text("metrics"), request.options.text("order"));
    if (!key) {
        return tl::unexpected(key.error());
    }
    const PlacingRule rule =
        request.options.text("placement") == "stacked" ? PlacingRule::stacked : PlacingRule::lowest_fit;
    PlanResult result;
    result.layout = empty_layout(request.problem);
    result.threshold = threshold(request.problem);
    result.lower_bound = result.threshold;
    for (std::size_t i = 0; i < request.problem.regions.size(); ++i) {
        Tuning(request, RegionIndex(i), *key, rule).run(result);
    }
    return result;
}

}  // namespace

Planner layout_tuner() {
    return {{.name = "peak-suppression",
             .kind = PlannerKind::tuner,
             .summary =
                 "sorts, places, and re-places what stands above the theoretical threshold until a tuning goal holds",
             .options = {{.key = "metrics",
                          .type = OptionType::text,
                          .default_value = "width",
                          .meaning = "what to sort by: width, length, overlap, joined by > (priority), +, * or /"},
                         {.key = "order",
                          .type = OptionType::choice,
                          .default_value = "desc",
                          .meaning = "largest first or smallest first",
                          .choices = {"desc", "asc"}},
                         {.key = "placement",
                          .type = OptionType::choice,
                          .default_value = "lowest-fit",
                          .meaning = "lowest offset without collision, or on top of the highest tail",
                          .choices = {"lowest-fit", "stacked"}},
                         {.key = "iterations",
                          .type = OptionType::integer,
                          .default_value = "12",
                          .meaning = "adjustments at most",
                          .minimum = 0,
                          .maximum = 1'000'000}}},
            tune};
}

}  // namespace arenascope
