#include "core/planner/necks/neck_orders.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

struct NamedOrder {
    std::string_view name;
    OrderRule order;
};

constexpr std::array<NamedOrder, 8> first_orders{{{"size", by_size},
                                                  {"size, length", by_size_then_length},
                                                  {"length", by_length_then_size},
                                                  {"area", by_area},
                                                  {"conflicts", by_conflicts},
                                                  {"breadth", by_breadth},
                                                  {"around the peak", around_the_peak},
                                                  {"large, then length", large_then_by_length}}};

/// The best so many orders of the race go on.
constexpr std::size_t lines_that_go_on = 6;
/// So many placements of a line follow one another.
constexpr std::uint64_t placements_together = 16;
/// The end, where so many placements have lowered nothing.
constexpr std::uint64_t most_in_vain = 20'000;

/// A gradual line moves a buffer to a random place between these parts of its way to the front.
constexpr double nearest_part = 0.5;
constexpr double part_range = 0.4;

}  // namespace

NeckOrders::NeckOrders(const RegionPart& part, RegionIndex region, Offset threshold, std::uint64_t seed)
    : part_(&part),
      region_(region),
      threshold_(threshold),
      container_(part.problem, region),
      random_(seed),
      lowest_(std::numeric_limits<std::int64_t>::max()) {
    is_exhausted_ = part.members.empty();
    start_lines();
}

void NeckOrders::start_lines() {
    for (const NamedOrder& first : first_orders) {
        const PlacingOrder order = first.order(part_->problem, region_, part_->members);
        sorted_ += order.size();
        for (const PlacingRule rule : {PlacingRule::lowest_fit, PlacingRule::best_fit}) {
            Line line{
                .name = std::string(first.name) + (rule == PlacingRule::lowest_fit ? ", lowest gap" : ", smallest gap"),
                .rule = rule,
                .order = order,
                .rank = IndexedVector<BufferIndex, double>(part_->problem.buffers.size(), 0)};
            for (std::size_t i = 0; i < order.size(); ++i) {
                line.rank[order[i]] = static_cast<double>(i);
            }
            line.times_above.assign(part_->problem.buffers.size(), 0);
            lines_.push_back(std::move(line));
        }
    }
}

void NeckOrders::choose_lines() {
    is_race_ = false;
    std::stable_sort(lines_.begin(), lines_.end(), [](const Line& a, const Line& b) { return a.peak < b.peak; });
    lines_.resize(std::min(lines_.size(), lines_that_go_on));
    std::vector<Line> gradual = lines_;
    for (Line& line : gradual) {
        line.is_gradual = true;
        line.name += ", gradually";
    }
    // In turns, the best first.
    std::vector<Line> all;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        all.push_back(std::move(lines_[i]));
        all.push_back(std::move(gradual[i]));
    }
    lines_ = std::move(all);
    next_ = 0;
}

bool NeckOrders::turn(Offset best, std::uint64_t work_limit, const NeckStop& stop) {
    const std::uint64_t begin = work();
    while (!is_exhausted_ && work() - begin < work_limit) {
        Line& line = lines_[is_race_ ? next_ : next_ / placements_together % lines_.size()];
        ++next_;
        if (!line.has_ended) {
            const auto peak = place(line, stop);
            if (!peak) {
                return false;
            }
            if (is_race_) {
                line.peak = *peak;
            }
            const bool is_lower = *peak < std::min(best, lowest_);
            if (is_lower) {
                lowest_ = *peak;
                found_by_ = line.name;
                since_lower_ = 0;
            }
            learn(line);
            if (is_race_ && next_ == lines_.size()) {
                choose_lines();
            }
            if (is_lower) {
                is_exhausted_ = lowest_ <= threshold_;
                return true;
            }
        }
        is_exhausted_ = ++since_lower_ > most_in_vain ||
                        std::ranges::all_of(lines_, [](const Line& each) { return each.has_ended; });
    }
    return false;
}

std::optional<Offset> NeckOrders::place(Line& line, const NeckStop& stop) {
    container_.clear();
    return place_greedily(container_, part_->problem, region_, line.order, line.rule,
                          [&](std::size_t, Offset) { return stop(work()); });
}

void NeckOrders::learn(Line& line) {
    bool has_changed = false;
    for (const BufferIndex buffer : line.order) {
        if (tail_of(part_->problem.buffers[buffer], Offset(container_.offsets()[buffer])) > threshold_) {
            has_changed = true;
            ++line.times_above[buffer];
            if (line.is_gradual) {
                line.rank[buffer] *= nearest_part + part_range * random_.unit();
            }
        }
    }
    sorted_ += line.order.size();
    if (!has_changed) {
        line.has_ended = true;
        return;
    }
    const auto key = [&line](BufferIndex buffer) {
        return std::tuple(line.is_gradual ? 0 : -static_cast<std::int64_t>(line.times_above[buffer]), line.rank[buffer],
                          buffer);
    };
    std::sort(line.order.begin(), line.order.end(), [&key](BufferIndex a, BufferIndex b) { return key(a) < key(b); });
}

}  // namespace arenascope
