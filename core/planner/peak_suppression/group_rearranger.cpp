#include "core/planner/peak_suppression/group_rearranger.h"

#include <algorithm>
#include <utility>

#include "core/planner/capacity/strategies.h"

namespace arenascope {
namespace {

/// Limit of the rounds of counting that leave the order unchanged; then no new order is found.
constexpr int most_rounds = 100;

/// The capacities of roomy draws, as fractions of the way from the threshold to the best tail.
constexpr std::array<double, 5> capacity_shares{0.5, 0.9, 0.75, 0.95, 0.85};
/// Relative noise on the inherited scores of the last success.
constexpr std::array<double, 3> inherited_noise{0.02, 0.05, 0.1};

/// For this many draws, tight and roomy draws alternate. Afterwards one draw in four is tight.
constexpr std::uint64_t even_draws = 100;

/// The number of the first complete draw. Each further one comes after four times as many draws and may take four times
/// as much work.
constexpr std::uint64_t first_complete_draw = 24;
constexpr std::int64_t complete_slices = 10;

}  // namespace

OrderRearranger::OrderRearranger(const Problem& problem, const RectangleContainer& container, Offset threshold)
    : problem_(&problem), container_(&container), threshold_(threshold), times_above_(problem.buffers.size(), 0) {}

Group OrderRearranger::next(const RearrangerTask& task) {
    ++draws_;
    Group order;
    // While the order stays the same, each round counts the same buffers again.
    for (int rounds = 0; rounds < most_rounds && !(task.stop && task.stop()); ++rounds) {
        work_ += static_cast<std::int64_t>(task.last.size());
        for (const BufferIndex buffer : task.last) {
            const Offset offset(container_->offsets()[buffer]);
            times_above_[buffer] += offset + problem_->buffers[buffer].size > threshold_ ? 1U : 0U;
        }
        order = task.sorted;
        std::ranges::stable_sort(order, std::ranges::greater(), [&](BufferIndex one) { return times_above_[one]; });
        if (order != task.last) {
            return order;
        }
    }
    return {};
}

std::string OrderRearranger::last_draw() const {
    return "most often above the threshold first, draw " + std::to_string(draws_);
}

CapacityRearranger::CapacityRearranger(const Problem& problem, const Group& group, const Group& pinned,
                                       Offset threshold, std::uint64_t seed)
    : group_(searched_group(problem, group, pinned)), random_(seed), next_complete_draw_(first_complete_draw) {
    for (std::size_t direction = 0; direction < searches_.size(); ++direction) {
        searches_[direction] = std::make_unique<CapacitySearch>(group_.seen[direction]);
    }
    lowest_ = std::max({threshold.value(), group_.least_tail, searches_[0]->group().threshold});
    slice_ = shortest_slice(searches_[0]->group().conflict_entries());
}

CapacityRearranger::Draw CapacityRearranger::tight_draw() {
    const TightTurn turn = tight_turn(tight_turns_++);
    return {turn.strategy, lowest_, turn.slices * slice_, turn.direction};
}

CapacityRearranger::Draw CapacityRearranger::roomy_draw(std::int64_t best_tail) {
    const std::uint64_t turn = roomy_turns_++;
    const std::uint64_t round = turn / roomy_strategies.size();
    Draw draw{roomy_strategies[turn % roomy_strategies.size()], lowest_, 3 * slices_of_round(round) * slice_};
    draw.capacity += static_cast<std::int64_t>(capacity_shares[turn % capacity_shares.size()] *
                                               static_cast<double>(best_tail - 1 - lowest_));
    draw.direction = (turn + round) % 2;
    draw.strategy.noise = round == 0 ? 0 : 0.05 * static_cast<double>(std::uint64_t{1} << (turn % 3));
    draw.strategy.inherit = found_ && turn % 2 == 0;
    if (draw.strategy.inherit) {
        draw.strategy.focus = found_strategy_.focus;
        draw.strategy.reversed = found_strategy_.reversed;
        draw.direction = found_direction_;
        draw.strategy.noise = inherited_noise[turn / 2 % inherited_noise.size()];
    }
    return draw;
}

CapacityRearranger::Draw CapacityRearranger::next_draw(std::int64_t best_tail) {
    const std::uint64_t number = draws_++;
    if (group_.is_provable && number == next_complete_draw_) {
        const auto times = static_cast<std::int64_t>(number / first_complete_draw);
        next_complete_draw_ *= 4;
        Strategy strategy = tight_strategies.front();
        strategy.complete = true;
        return {strategy, best_tail - 1, times * complete_slices * slice_};
    }
    return number % (number < even_draws ? 2 : 4) == 0 ? tight_draw() : roomy_draw(best_tail);
}

Group CapacityRearranger::next(const RearrangerTask& task) {
    const std::int64_t end_of_work = work() + task.work_limit;
    while (work() < end_of_work && task.best_tail.value() > lowest_ && !(task.stop && task.stop())) {
        const Draw draw = next_draw(task.best_tail.value());
        const Verdict verdict = searches_[draw.direction]->search(
            draw.capacity, draw.strategy, random_, std::min(draw.slice, end_of_work - work()), task.stop);
        if (verdict == Verdict::none && draw.strategy.complete) {
            lowest_ = task.best_tail.value();
        }
        if (verdict == Verdict::found) {
            found_ = true;
            found_strategy_ = draw.strategy;
            found_direction_ = draw.direction;
            last_draw_ =
                text_of(draw.strategy) + " under " + std::to_string(draw.capacity) + ", draw " + std::to_string(draws_);
            return members_in_order(group_, draw.direction, searches_[draw.direction]->order());
        }
        if (task.is_one_draw) {
            break;
        }
    }
    return {};
}

}  // namespace arenascope
