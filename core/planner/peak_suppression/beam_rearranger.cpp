#include "core/planner/peak_suppression/beam_rearranger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace arenascope {
namespace {

constexpr std::size_t first_width = 96;
constexpr std::size_t most_width = 4096;
/// The skylines of a step take at most so many heights and slacks each, about 100 megabytes.
constexpr std::size_t most_heights = 8'000'000;

/// After a draw in vain and after one that found a layout.
constexpr double shorter = 0.5;
constexpr double farther = 2;
/// Regrown layouts get so many times the work of fresh ones.
constexpr double regrown_share = 0.5;
/// A shorter reach aims at one unit below the best tail, which is the last draw of a round.
constexpr double shortest_reach = 0.1;

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
      fresh_{.reach = 1, .first_reach = 0.5, .width = first_width},
      regrown_{.reach = 0.2, .first_reach = 0.25, .width = first_width} {
    for (std::size_t direction = 0; direction < beams_.size(); ++direction) {
        beams_[direction] = std::make_unique<SkylineBeam>(skylines_[direction]);
    }
}

BeamTaste BeamRearranger::next_taste(std::size_t width) {
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
    taste.width = std::max<std::size_t>(std::min(width, most_heights / sections), 1);
    return taste;
}

/// Places the members by lowest fit in the order.
void BeamRearranger::keep_offsets(const Group& best, std::int64_t best_tail) {
    const std::vector<SearchedBuffer>& buffers = group_.seen[0];
    std::map<BufferIndex, std::size_t> position_of;
    for (std::size_t i = 0; i < group_.members.size(); ++i) {
        position_of.emplace(group_.members[i], i);
    }
    struct Placed {
        std::int64_t offset;
        std::size_t member;
    };
    std::vector<Placed> placed;  // by rising offset
    kept_offsets_.assign(buffers.size(), 0);
    kept_tail_ = 0;
    for (const BufferIndex each : best) {
        const std::size_t member = position_of.at(each);
        const SearchedBuffer& own = buffers[member];
        const auto aligned = [&](std::int64_t offset) {
            return (offset + own.alignment - 1) / own.alignment * own.alignment;
        };
        std::int64_t offset = 0;
        work_of_cuts_ += static_cast<std::int64_t>(placed.size()) / 2;
        for (const Placed& other : placed) {
            const SearchedBuffer& its = buffers[other.member];
            if (its.begin < own.end && own.begin < its.end) {
                if (other.offset >= offset + own.size) {
                    break;
                }
                offset = std::max(offset, aligned(other.offset + its.size));
            }
        }
        kept_offsets_[member] = offset;
        kept_tail_ = std::max(kept_tail_, offset + own.size);
        const auto above = std::ranges::upper_bound(placed, offset, {}, &Placed::offset);
        placed.insert(above, {offset, member});
    }
    kept_for_ = best_tail;
}

/// The lower part of the best layout, or of the best layout upside down: below a line that rises to both sides.
std::vector<StandingBuffer> BeamRearranger::stump(std::size_t direction) {
    const std::vector<SearchedBuffer>& buffers = group_.seen[0];
    const std::size_t count = buffers.size();
    const bool is_upside_down = random_.below(2) == 0;
    struct Entry {
        std::int64_t offset;
        std::size_t member;
    };
    std::vector<Entry> entries;
    std::int64_t first = buffers.front().begin;
    std::int64_t last = buffers.front().end;
    for (std::size_t i = 0; i < count; ++i) {
        first = std::min(first, buffers[i].begin);
        last = std::max(last, buffers[i].end);
        entries.push_back({is_upside_down ? kept_tail_ - kept_offsets_[i] - buffers[i].size : kept_offsets_[i], i});
    }
    std::ranges::sort(entries, {}, [](const Entry& entry) { return std::pair(entry.offset, entry.member); });
    const auto tail = static_cast<double>(kept_tail_);
    const double lowest = tail * (0.1 + 0.7 * random_.unit());
    const double slope = random_.below(2) == 0 ? 0 : 2 * tail * random_.unit();
    const double centre = random_.unit();
    const auto time = [&](std::int64_t step) {
        return static_cast<double>(step - first) / static_cast<double>(last - first);
    };
    std::vector<StandingBuffer> standing;
    std::vector<std::size_t> cut;
    for (const Entry& entry : entries) {
        const SearchedBuffer& own = buffers[entry.member];
        const double aside = std::max({0.0, time(own.begin) - centre, centre - time(own.end)});
        const bool is_cut = static_cast<double>(entry.offset) >= lowest + slope * aside ||
                            entry.offset % own.alignment != 0 || std::ranges::any_of(cut, [&](std::size_t other) {
                                return buffers[other].begin < own.end && own.begin < buffers[other].end;
                            });
        work_of_cuts_ += static_cast<std::int64_t>(cut.size()) / 2 + 1;
        if (is_cut) {
            cut.push_back(entry.member);
            continue;
        }
        const std::size_t local = direction == 0 ? entry.member : count - 1 - entry.member;
        standing.push_back(
            {static_cast<std::int32_t>(local), static_cast<std::int32_t>(entry.offset / skylines_[0].unit)});
    }
    return standing;
}

std::int64_t BeamRearranger::next_capacity(const Schedule& schedule, std::int64_t best_tail) const {
    const std::int64_t highest = best_tail - skylines_[0].unit;
    const double reach = schedule.reach < shortest_reach ? 0 : schedule.reach;
    return std::max(lowest_, highest - static_cast<std::int64_t>(reach * static_cast<double>(highest - lowest_)));
}

void BeamRearranger::shorten_reach(Schedule& schedule, std::int64_t best_tail) const {
    const bool was_shortest = next_capacity(schedule, best_tail) >= best_tail - skylines_[0].unit;
    schedule.reach *= shorter;
    if (was_shortest) {
        schedule.reach = schedule.first_reach;
        schedule.width = std::min(schedule.width * 3 / 2, most_width);
    }
}

Group BeamRearranger::next(const RearrangerTask& task) {
    const std::int64_t end_of_work = work() + task.work_limit;
    while (work() < end_of_work && task.best_tail.value() > lowest_ && !(task.stop && task.stop())) {
        const bool is_regrown = task.best != nullptr && regrown_.clock < regrown_share * fresh_.clock;
        Schedule& schedule = is_regrown ? regrown_ : fresh_;
        const BeamTaste taste = next_taste(schedule.width);
        const std::int64_t capacity = next_capacity(schedule, task.best_tail.value());
        SkylineBeam& beam = *beams_[taste.direction];
        ++draws_;
        const std::int64_t before = work();
        std::vector<StandingBuffer> standing;
        if (is_regrown) {
            if (kept_for_ != task.best_tail.value()) {
                keep_offsets(*task.best, task.best_tail.value());
            }
            standing = stump(taste.direction);
        }
        const bool found = beam.search(capacity, taste, random_, end_of_work - work(), task.stop, standing);
        schedule.clock += static_cast<double>(work() - before);
        if (found) {
            schedule.reach = std::min(1.0, farther * std::max(schedule.reach, shortest_reach));
            liked_ = is_regrown ? liked_ : taste;
            last_draw_ = std::string(is_regrown ? "regrown by a " : "") + "beam of " + std::to_string(taste.width) +
                         " skylines under " + std::to_string(capacity) + ", draw " + std::to_string(draws_);
            return members_in_order(group_, taste.direction, beam.order());
        }
        shorten_reach(schedule, task.best_tail.value());
        if (task.is_one_draw) {
            break;
        }
    }
    return {};
}

}  // namespace arenascope
