#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/model/memory/conflict.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/problem.h"
#include "core/trace/frame.h"

namespace arenascope::test {

/// The source's tuning of one region without gaps and pins, written down as plainly as possible: every pair is looked
/// at, and nothing is kept that could be computed again.
class SourceTuning {
public:
    using Order = std::vector<BufferIndex>;
    using Offsets = std::map<BufferIndex, std::int64_t>;

    /// `by_overlap`: a group is what shares at least half of the longer of two lifetimes, else what shares time.
    SourceTuning(const Problem& problem, std::size_t iterations, std::size_t rearrangements, bool by_overlap)
        : problem_(problem),
          threshold_(threshold(problem).value()),
          iterations_(iterations),
          rearrangements_(rearrangements),
          by_overlap_(by_overlap) {}

    /// Runs it; afterwards `best` and `goal` are known.
    void run() {
        Order order = by_width(all());
        Offsets placed;
        place(order, placed);
        std::set<Order> seen;
        for (std::size_t adjustments = 0;; ++adjustments) {
            const std::int64_t top = tail_of(order, placed);
            if (best.empty() || top < tail_of(all(), best)) {
                best = placed;
            }
            const bool is_new = seen.insert(order).second;
            if (top <= threshold_ || !is_new || adjustments >= iterations_) {
                goal = top <= threshold_ ? Goal::at_threshold : !is_new ? Goal::order_seen : Goal::adjustments_spent;
                return;
            }
            order = tuned(order, placed);
            placed.clear();
            place(order, placed);
        }
    }

    Offsets best;
    Goal goal = Goal::none;

private:
    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index]; }
    [[nodiscard]] bool share_time(BufferIndex a, BufferIndex b) const {
        return overlap(buffer(a).lifetime, buffer(b).lifetime);
    }
    [[nodiscard]] std::int64_t tail(BufferIndex index, const Offsets& placed) const {
        return placed.at(index) + buffer(index).size.value();
    }
    [[nodiscard]] std::int64_t tail_of(const Order& order, const Offsets& placed) const {
        std::int64_t highest = 0;
        for (const BufferIndex each : order) {
            highest = std::max(highest, tail(each, placed));
        }
        return highest;
    }
    [[nodiscard]] Order all() const {
        Order order;
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            order.emplace_back(i);
        }
        return order;
    }
    [[nodiscard]] Order by_width(Order order) const {
        std::ranges::stable_sort(order, [this](auto a, auto b) { return buffer(a).size > buffer(b).size; });
        return order;
    }

    /// Lowest fit: tries 0 and every tail.
    void place(const Order& order, Offsets& placed) const {
        for (const BufferIndex each : order) {
            const std::int64_t alignment = alignment_of(problem_, buffer(each)).value();
            std::set<std::int64_t> offsets{0};
            for (const auto& [other, offset] : placed) {
                const std::int64_t end = tail(other, placed);
                offsets.insert((end + alignment - 1) / alignment * alignment);
            }
            for (const std::int64_t offset : offsets) {
                const auto collides = [&](const auto& other) {
                    return share_time(each, other.first) && other.second < offset + buffer(each).size.value() &&
                           offset < tail(other.first, placed);
                };
                if (std::none_of(placed.begin(), placed.end(), collides)) {
                    placed[each] = offset;
                    break;
                }
            }
        }
    }

    [[nodiscard]] std::map<BufferIndex, Tier> tiers(const Offsets& placed) const {
        std::map<BufferIndex, Tier> tiers;
        const auto meets = [&](BufferIndex each, auto&& is_met) {
            return std::ranges::any_of(all(), [&](auto other) { return share_time(each, other) && is_met(other); });
        };
        for (const BufferIndex each : all()) {
            const bool is_high = meets(each, [&](auto other) { return tail(other, placed) > threshold_; });
            const bool is_medium = meets(each, [&](auto other) { return tail(other, placed) == threshold_; });
            tiers[each] = is_high ? Tier::high : is_medium ? Tier::medium : Tier::none;
        }
        const auto risky = tiers;
        for (const BufferIndex each : all()) {
            if (risky.at(each) == Tier::none && meets(each, [&](auto o) { return risky.at(o) != Tier::none; })) {
                tiers[each] = Tier::low;
            }
        }
        return tiers;
    }

    [[nodiscard]] bool belong_together(BufferIndex a, BufferIndex b) const {
        const Lifetime& first = buffer(a).lifetime;
        const Lifetime& second = buffer(b).lifetime;
        const std::int64_t shared =
            std::min(first.end, second.end).value() - std::max(first.begin, second.begin).value();
        const std::int64_t longer = std::max(length(first), length(second)).value();
        return by_overlap_ ? shared > 0 && 2 * shared >= longer : shared > 0;
    }

    /// Connected by shared time; highest tail first, then earliest begin.
    [[nodiscard]] std::vector<Order> groups(const Order& members, const Offsets& placed) const {
        std::vector<Order> groups;
        Order left = members;
        while (!left.empty()) {
            std::set<BufferIndex> group{left.front()};
            for (std::size_t size = 0; size != group.size();) {
                size = group.size();
                for (const BufferIndex each : left) {
                    if (std::ranges::any_of(group, [&](auto other) { return belong_together(each, other); })) {
                        group.insert(each);
                    }
                }
            }
            groups.emplace_back();
            std::ranges::copy_if(left, std::back_inserter(groups.back()), [&](auto e) { return group.contains(e); });
            std::erase_if(left, [&](auto e) { return group.contains(e); });
        }
        const auto begin = [this](const Order& group) {
            return std::ranges::min(group, {}, [this](auto e) { return buffer(e).lifetime.begin; });
        };
        std::ranges::stable_sort(groups, [&](const Order& a, const Order& b) {
            const std::pair first(-tail_of(a, placed), buffer(begin(a)).lifetime.begin);
            return first < std::pair(-tail_of(b, placed), buffer(begin(b)).lifetime.begin);
        });
        return groups;
    }

    /// Buffers that were above the threshold more often come first. Empty: it stays the same order.
    [[nodiscard]] Order rearranged(const Order& sorted, const Order& last, const Offsets& placed,
                                   std::map<BufferIndex, int>& times_above) const {
        for (int round = 0; round < 100; ++round) {
            for (const BufferIndex each : last) {
                times_above[each] += tail(each, placed) > threshold_ ? 1 : 0;
            }
            Order order = sorted;
            std::ranges::stable_sort(order, [&](auto a, auto b) { return times_above[a] > times_above[b]; });
            if (order != last) {
                return order;
            }
        }
        return {};
    }

    [[nodiscard]] Order tuned(const Order& order, const Offsets& before) const {
        const auto tiers_before = tiers(before);
        Order result;
        Offsets accumulated;
        for (const Tier tier : {Tier::high, Tier::medium}) {
            Order members;
            std::ranges::copy_if(order, std::back_inserter(members),
                                 [&](auto e) { return tiers_before.at(e) == tier; });
            for (const Order& group : groups(members, before)) {
                const Order best_order = tuned_group(by_width(group), accumulated);
                place(best_order, accumulated);
                result.insert(result.end(), best_order.begin(), best_order.end());
            }
        }
        for (const Tier tier : {Tier::low, Tier::none}) {
            std::ranges::copy_if(order, std::back_inserter(result), [&](auto e) { return tiers_before.at(e) == tier; });
        }
        return result;
    }

    [[nodiscard]] Order tuned_group(const Order& sorted, const Offsets& start) const {
        std::set<Order> seen{sorted};
        std::map<BufferIndex, int> times_above;
        Order last = sorted;
        Offsets placed = start;
        place(last, placed);
        Order best_order = last;
        std::int64_t lowest = tail_of(last, placed);
        for (std::size_t adjustments = 0; lowest > threshold_ && adjustments < rearrangements_; ++adjustments) {
            const Order next = rearranged(sorted, last, placed, times_above);
            if (next.empty() || !seen.insert(next).second) {
                break;
            }
            last = next;
            placed = start;
            place(last, placed);
            if (tail_of(last, placed) < lowest) {
                lowest = tail_of(last, placed);
                best_order = last;
            }
        }
        return best_order;
    }

    const Problem& problem_;
    std::int64_t threshold_;
    std::size_t iterations_;
    std::size_t rearrangements_;
    bool by_overlap_;
};

}  // namespace arenascope::test
