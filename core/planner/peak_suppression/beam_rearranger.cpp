#include "core/planner/peak_suppression/beam_rearranger.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace arenascope {
namespace {

constexpr std::size_t first_width = 32;
constexpr std::size_t most_width = 4096;
/// The skylines of a step take at most so many heights and slacks each, about 100 megabytes.
constexpr std::size_t most_heights = 8'000'000;

/// After a draw in vain and after one that found a layout.
constexpr double shorter = 0.6;
constexpr double farther = 2;
/// A shorter reach aims at one unit below the best tail, which is the last draw of a round.
constexpr double shortest_reach = 0.04;

/// What a fresh draw prefers.
constexpr std::array<double, 4> length_powers{0.7, 1, 1.2, 1.4};
constexpr std::array<double, 4> size_powers{0.3, 0.5, 0.8, 1.1};
constexpr std::array<double, 3> eagernesses{0.3, 1, 2};
constexpr std::array<double, 3> softnesses{0.2, 0.5, 2};
constexpr std::array<double, 4> noises{0.05, 0.2, 0.6, 1.5};
/// Relative change of what was liked.
constexpr double change = 0.4;

}  // namespace

bool BeamRearranger::can_take(const Problem& problem, const Group& group, const Group& pinned) {
    return pinned.empty() && !group.empty() &&
           skyline_group(searched_group(problem, group, pinned).seen[0]).has_value();
}

BeamRearranger::BeamRearranger(const Problem& problem, const Group& group, Offset threshold, std::uint64_t seed)
    : group_(searched_group(problem, group, {})),
      skylines_{*skyline_group(group_.seen[0]), *skyline_group(group_.seen[1])},
      lowest_(std::max(threshold.value(), group_.least_tail)),
      random_(seed),
      width_(first_width) {
    for (std::size_t direction = 0; direction < beams_.size(); ++direction) {
        beams_[direction] = std::make_unique<SkylineBeam>(skylines_[direction]);
    }
}

BeamTaste BeamRearranger::next_taste() {
    const auto drawn = [this](const auto& choices) { return choices[random_.below(choices.size())]; };
    BeamTaste taste;
    if (liked_ && random_.below(2) == 0) {
        const auto changed = [this](double value) { return value * std::exp(change * (random_.unit() - 0.5)); };
        taste = *liked_;
        taste.length_power = changed(taste.length_power);
        taste.size_power = changed(taste.size_power);
        taste.eagerness = changed(taste.eagerness);
        taste.softness = changed(taste.softness);
    } else {
        taste.length_power = drawn(length_powers);
        taste.size_power = drawn(size_powers);
        taste.eagerness = drawn(eagernesses);
        taste.softness = drawn(softnesses);
        taste.noise = drawn(noises);
        taste.direction = random_.below(2);
    }
    const auto sections = static_cast<std::size_t>(skylines_[0].sections);
    taste.width = std::max<std::size_t>(std::min(width_, most_heights / sections), 1);
    return taste;
}

std::int64_t BeamRearranger::next_capacity(std::int64_t best_tail) const {
    const std::int64_t highest = best_tail - skylines_[0].unit;
    const double reach = reach_ < shortest_reach ? 0 : reach_;
    return std::max(lowest_, highest - static_cast<std::int64_t>(reach * static_cast<double>(highest - lowest_)));
}

void BeamRearranger::shorten_reach(std::int64_t best_tail) {
    const bool was_shortest = next_capacity(best_tail) >= best_tail - skylines_[0].unit;
    reach_ *= shorter;
    if (was_shortest) {
        reach_ = shorter;
        width_ = std::min(2 * width_, most_width);
    }
}

Group BeamRearranger::next(const RearrangerTask& task) {
    const std::int64_t end_of_work = work() + task.work_limit;
    while (work() < end_of_work && task.best_tail.value() > lowest_ && !(task.stop && task.stop())) {
        const BeamTaste taste = next_taste();
        const std::int64_t capacity = next_capacity(task.best_tail.value());
        SkylineBeam& beam = *beams_[taste.direction];
        ++draws_;
        if (beam.search(capacity, taste, random_, end_of_work - work(), task.stop)) {
            reach_ = std::min(1.0, farther * std::max(reach_, shortest_reach));
            liked_ = taste;
            last_draw_ = "beam of " + std::to_string(taste.width) + " skylines under " + std::to_string(capacity) +
                         ", draw " + std::to_string(draws_);
            return members_in_order(group_, taste.direction, beam.order());
        }
        shorten_reach(task.best_tail.value());
        if (task.is_one_draw) {
            break;
        }
    }
    return {};
}

}  // namespace arenascope
