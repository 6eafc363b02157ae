#include "core/planner/peak_suppression/skyline_beam.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace arenascope {
namespace {

constexpr std::int32_t no_wall = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t most_units = std::int64_t{1} << 30U;

/// The barrier is a table over slack with at most so many entries; larger slacks share entries.
constexpr std::int64_t most_barrier_entries = 4096;

/// So often a skyline may waste whole valleys before its next buffer.
constexpr std::int32_t most_raises = 20;

/// Of the children, so many times the width are sorted; more are only needed if most have equal sets of buffers.
constexpr std::size_t sorted_for_each_kept = 3;

/// A scan of heights is fast, because it takes several at once.
constexpr std::int64_t scanned_for_each_visit = 8;

constexpr std::int64_t visits_between_checks = 50'000;
constexpr std::int64_t visits_for_each_child = 4;

/// Writes that a hash is known; false: it was. `table` has a size that is a power of two; 0 marks a free entry.
bool add_hash(std::vector<std::uint64_t>& table, std::uint64_t hash) {
    const std::uint64_t mask = table.size() - 1;
    const std::uint64_t name = hash == 0 ? 1 : hash;
    for (std::uint64_t at = name & mask;; at = (at + 1) & mask) {
        if (table[at] == name) {
            return false;
        }
        if (table[at] == 0) {
            table[at] = name;
            return true;
        }
    }
}

}  // namespace

std::optional<SkylineGroup> skyline_group(std::span<const SearchedBuffer> buffers) {
    SkylineGroup group;
    std::vector<std::int64_t> times;
    std::int64_t unit = 0;
    for (const SearchedBuffer& buffer : buffers) {
        if (buffer.pin || !buffer.pieces.empty()) {
            return std::nullopt;
        }
        times.push_back(buffer.begin);
        times.push_back(buffer.end);
        unit = std::gcd(unit, buffer.size);
        unit = buffer.alignment > 1 ? std::gcd(unit, buffer.alignment) : unit;
    }
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    if (times.size() < 2 || unit == 0) {
        return std::nullopt;
    }
    const auto section_of = [&](std::int64_t time) {
        return static_cast<std::int32_t>(std::ranges::lower_bound(times, time) - times.begin());
    };
    group.unit = unit;
    group.count = static_cast<std::int32_t>(buffers.size());
    group.sections = static_cast<std::int32_t>(times.size() - 1);
    std::vector<std::int64_t> live(static_cast<std::size_t>(group.sections), 0);
    group.begun_start.assign(static_cast<std::size_t>(group.sections) + 1, 0);
    for (const SearchedBuffer& buffer : buffers) {
        const std::int64_t size = buffer.size / unit;
        // An alignment that divides the unit wastes nothing.
        const std::int64_t alignment = buffer.alignment > 1 ? std::max<std::int64_t>(buffer.alignment / unit, 1) : 1;
        if (size > most_units || alignment > most_units) {
            return std::nullopt;
        }
        group.begin.push_back(section_of(buffer.begin));
        group.end.push_back(section_of(buffer.end));
        group.size.push_back(static_cast<std::int32_t>(size));
        group.alignment.push_back(static_cast<std::int32_t>(alignment));
        for (std::int32_t s = group.begin.back(); s < group.end.back(); ++s) {
            live[s] += size;
        }
        ++group.begun_start[group.begin.back() + 1];
    }
    if (*std::ranges::max_element(live) > most_units) {
        return std::nullopt;
    }
    group.live_size.assign(live.begin(), live.end());
    std::partial_sum(group.begun_start.begin(), group.begun_start.end(), group.begun_start.begin());
    group.begun.resize(static_cast<std::size_t>(group.count));
    std::vector<std::int32_t> at(group.begun_start.begin(), group.begun_start.end() - 1);
    for (std::int32_t i = 0; i < group.count; ++i) {
        group.begun[at[group.begin[i]]++] = i;
    }
    return group;
}

SkylineBeam::SkylineBeam(const SkylineGroup& group)
    : group_(&group),
      words_((static_cast<std::size_t>(group.count) + 63) / 64),
      names_(static_cast<std::size_t>(group.count)),
      worth_(static_cast<std::size_t>(group.count)),
      heights_(static_cast<std::size_t>(group.sections)),
      slacks_(static_cast<std::size_t>(group.sections)) {
    Random random(1);
    for (std::uint64_t& name : names_) {
        name = random.next();
    }
}

void SkylineBeam::prepare(std::int64_t capacity, const BeamTaste& taste, Random& random) {
    const std::int64_t units = capacity / group_->unit;
    double sum = 0;
    for (std::int32_t i = 0; i < group_->count; ++i) {
        const double length = group_->end[i] - group_->begin[i];
        worth_[i] = std::pow(length, taste.length_power) * std::pow(group_->size[i], taste.size_power) *
                    std::exp(taste.noise * (random.unit() - 0.5));
        sum += worth_[i];
    }
    for (double& worth : worth_) {
        worth *= taste.eagerness * group_->sections / sum;
    }
    most_worth_ = *std::ranges::max_element(worth_);
    shift_ = 0;
    while ((units >> shift_) >= most_barrier_entries) {
        ++shift_;
    }
    const std::int64_t entries = (units >> shift_) + 1;
    const double softness = taste.softness * static_cast<double>(entries) / 1000;
    barrier_.resize(static_cast<std::size_t>(entries));
    for (std::int64_t i = 0; i < entries; ++i) {
        barrier_[i] = static_cast<float>(-std::log(static_cast<double>(i) + softness));
    }
    work_ += entries + group_->count + group_->sections;
    now_.skylines.assign(1, {0, 0, -1});
    now_.heights.assign(static_cast<std::size_t>(group_->sections), 0);
    now_.slacks.clear();
    for (const std::int32_t live : group_->live_size) {
        now_.slacks.push_back(static_cast<std::int32_t>(units) - live);
    }
    now_.placed.assign(words_, 0);
    links_.clear();
    order_.clear();
    depth_ = 0;
}

/// Draws the first skyline on top of the buffers that stand, up to the first below which too much is wasted.
void SkylineBeam::stand(std::span<const StandingBuffer> standing) {
    std::vector<std::int32_t>& heights = now_.heights;
    std::vector<std::int32_t>& slacks = now_.slacks;
    Skyline& skyline = now_.skylines.front();
    for (const StandingBuffer& each : standing) {
        const std::int32_t i = each.buffer;
        const std::int32_t tail = each.offset + group_->size[i];
        bool fits = true;
        for (std::int32_t s = group_->begin[i]; s < group_->end[i]; ++s) {
            fits = fits && slacks[s] >= each.offset - heights[s];
        }
        work_ += group_->end[i] - group_->begin[i];
        if (!fits) {
            return;
        }
        for (std::int32_t s = group_->begin[i]; s < group_->end[i]; ++s) {
            slacks[s] -= each.offset - heights[s];
            heights[s] = tail;
        }
        now_.placed[static_cast<std::size_t>(i) / 64] |= std::uint64_t{1} << (i % 64);
        skyline.hash ^= names_[i];
        links_.push_back({skyline.link, i});
        skyline.link = depth_++;
    }
}

SkylineBeam::Valley SkylineBeam::lowest_valley(const std::int32_t* heights) {
    const std::int32_t sections = group_->sections;
    std::int32_t ground = heights[0];
    for (std::int32_t s = 1; s < sections; ++s) {
        ground = std::min(ground, heights[s]);
    }
    Valley valley{.begin = 0, .end = 0, .ground = ground, .left = no_wall, .right = no_wall};
    while (heights[valley.begin] != ground) {
        ++valley.begin;
    }
    valley.end = valley.begin;
    while (valley.end < sections && heights[valley.end] == ground) {
        ++valley.end;
    }
    if (valley.begin > 0) {
        valley.left = heights[valley.begin - 1];
    }
    if (valley.end < sections) {
        valley.right = heights[valley.end];
    }
    work_ += sections / scanned_for_each_visit + 1;
    return valley;
}

/// Adds the price of raising the sections [from, to) of the skyline that is expanded. False: one of them cannot rise so
/// far, or the sum reaches `most`.
bool SkylineBeam::add_price(std::int32_t from, std::int32_t to, std::int32_t rise, double& sum, double most) {
    const std::int32_t* const slacks = slacks_.data();
    const float* const barrier = barrier_.data();
    double total = sum;
    std::int32_t s = from;
    for (; s < to && slacks[s] >= rise && total < most; ++s) {
        total += barrier[(slacks[s] - rise) >> shift_] - barrier[slacks[s] >> shift_];
    }
    work_ += s - from;
    sum = total;
    return s == to;
}

/// Adds a child for each buffer that fits in the valley.
void SkylineBeam::add_children(const Valley& valley, std::int32_t number, std::int32_t raises, double cost) {
    const Skyline& skyline = now_.skylines[number];
    const std::uint64_t* const placed = now_.placed.data() + static_cast<std::size_t>(number) * words_;
    // What is left of a buffer rises by as much as its tail or the left wall allow.
    const std::int32_t most = valley.left == no_wall ? no_wall : valley.left - valley.ground;
    double cost_of_most = cost;  // if everything before section s rises to the left wall
    bool may_rise_most = true;
    for (std::int32_t s = valley.begin; s < valley.end; ++s) {
        for (std::int32_t k = group_->begun_start[s]; k < group_->begun_start[s + 1]; ++k) {
            const std::int32_t i = group_->begun[k];
            if (group_->end[i] > valley.end || ((placed[i / 64] >> (i % 64)) & 1U) != 0) {
                continue;
            }
            const std::int32_t alignment = group_->alignment[i];
            const std::int32_t lift = alignment == 1 ? 0 : (alignment - valley.ground % alignment) % alignment;
            const std::int32_t rise = lift + group_->size[i];
            double sum = (rise < most ? cost : cost_of_most) - worth_[i];
            bool fits = sum < bound_ && (rise < most || may_rise_most);
            if (rise < most) {
                fits = fits && add_price(valley.begin, s, rise, sum, bound_);
            }
            if (lift > 0) {
                fits = fits && add_price(s, group_->end[i], lift, sum, bound_);
            }
            if (fits && sum < bound_) {
                children_.push_back({sum, skyline.hash ^ names_[i], number, raises, i});
            }
        }
        const std::int32_t left = most == no_wall ? -1 : slacks_[s] - most;
        may_rise_most = may_rise_most && left >= 0;
        cost_of_most += may_rise_most ? price(slacks_[s], left) : 0;
    }
    work_ += valley.end - valley.begin + group_->begun_start[valley.end] - group_->begun_start[valley.begin];
}

/// Raises the ground to the lower wall, in the skyline that is expanded. False: it cannot rise so far.
bool SkylineBeam::raise_ground(const Valley& valley, double& cost) {
    const std::int32_t top = std::min(valley.left, valley.right);
    if (top == no_wall) {
        return false;
    }
    const std::int32_t rise = top - valley.ground;
    double sum = cost;
    if (!add_price(valley.begin, valley.end, rise, sum, bound_ + most_worth_)) {
        return false;
    }
    cost = sum;
    for (std::int32_t s = valley.begin; s < valley.end; ++s) {
        slacks_[s] -= rise;
        heights_[s] = top;
    }
    return true;
}

void SkylineBeam::expand(std::int32_t number) {
    const std::size_t first = static_cast<std::size_t>(number) * heights_.size();
    std::copy_n(now_.heights.begin() + static_cast<std::ptrdiff_t>(first), heights_.size(), heights_.begin());
    std::copy_n(now_.slacks.begin() + static_cast<std::ptrdiff_t>(first), slacks_.size(), slacks_.begin());
    work_ += group_->sections / scanned_for_each_visit;
    double cost = now_.skylines[number].cost;
    for (std::int32_t raises = 0; raises <= most_raises && cost - most_worth_ < bound_; ++raises) {
        const Valley valley = lowest_valley(heights_.data());
        add_children(valley, number, raises, cost);
        if (!raise_ground(valley, cost)) {
            return;
        }
    }
}

/// Forgets the children that are too expensive to be chosen, and bounds the cost of those to come.
void SkylineBeam::thin_out(std::size_t width) {
    const std::size_t sorted = width * sorted_for_each_kept;
    if (children_.size() < 2 * sorted) {
        return;
    }
    const auto last = children_.begin() + static_cast<std::ptrdiff_t>(sorted);
    std::nth_element(children_.begin(), last, children_.end(), Cheaper());
    bound_ = last->cost;
    work_ += visits_for_each_child * static_cast<std::int64_t>(children_.size());
    children_.erase(last, children_.end());
}

/// Draws the cheapest children as the next generation.
void SkylineBeam::choose(std::size_t width) {
    const std::size_t sorted = std::min(children_.size(), width * sorted_for_each_kept);
    std::partial_sort(children_.begin(), children_.begin() + static_cast<std::ptrdiff_t>(sorted), children_.end(),
                      Cheaper());
    work_ += visits_for_each_child * static_cast<std::int64_t>(children_.size());
    seen_.assign(std::bit_ceil(4 * width), 0);
    next_.skylines.clear();
    const std::size_t kept = std::min(sorted, width);
    next_.heights.resize(kept * heights_.size());
    next_.slacks.resize(kept * slacks_.size());
    next_.placed.resize(kept * words_);
    for (std::size_t i = 0; i < sorted && next_.skylines.size() < width; ++i) {
        if (add_hash(seen_, children_[i].hash)) {
            draw(children_[i], next_.skylines.size());
        }
    }
    std::swap(now_, next_);
}

/// Raises the sections of the valley around `section` that no buffer in it can cover: whatever covers them rests on a
/// wall. So does what they then are part of. False: one of them cannot rise so far.
bool SkylineBeam::settle(std::size_t number, std::int32_t section, double& cost) {
    const std::int32_t sections = group_->sections;
    std::int32_t* const heights = next_.heights.data() + number * static_cast<std::size_t>(sections);
    std::int32_t* const slacks = next_.slacks.data() + number * static_cast<std::size_t>(sections);
    const std::uint64_t* const placed = next_.placed.data() + number * words_;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        const std::int32_t ground = heights[section];
        std::int32_t begin = section;
        while (begin > 0 && heights[begin - 1] == ground) {
            --begin;
        }
        std::int32_t end = section + 1;
        while (end < sections && heights[end] == ground) {
            ++end;
        }
        work_ += end - begin;
        const std::int32_t left = begin > 0 ? heights[begin - 1] : no_wall;
        const std::int32_t right = end < sections ? heights[end] : no_wall;
        const std::int32_t top = std::min(left, right);
        if (top < ground || top == no_wall) {
            return true;
        }
        std::int32_t covered = begin;
        for (std::int32_t s = begin; s < end; ++s) {
            for (std::int32_t k = group_->begun_start[s]; k < group_->begun_start[s + 1]; ++k) {
                const std::int32_t i = group_->begun[k];
                if (group_->end[i] <= end && ((placed[i / 64] >> (i % 64)) & 1U) == 0) {
                    covered = std::max(covered, group_->end[i]);
                }
            }
            if (covered <= s) {
                const std::int32_t slack = slacks[s] - (top - ground);
                if (slack < 0) {
                    return false;
                }
                cost += price(slacks[s], slack);
                slacks[s] = slack;
                heights[s] = top;
                // It may have become a part of the lower wall.
                if ((s == begin && left == top) || (s == end - 1 && right == top)) {
                    goes_on = true;
                    section = s;
                }
            }
        }
        work_ += group_->begun_start[end] - group_->begun_start[begin];
    }
    return true;
}

/// False: the skyline holds no layout.
bool SkylineBeam::draw(const Child& child, std::size_t number) {
    const auto sections = static_cast<std::size_t>(group_->sections);
    const auto parent = static_cast<std::size_t>(child.parent);
    std::int32_t* const heights = next_.heights.data() + number * sections;
    std::int32_t* const slacks = next_.slacks.data() + number * sections;
    std::copy_n(now_.heights.data() + parent * sections, sections, heights);
    std::copy_n(now_.slacks.data() + parent * sections, sections, slacks);
    std::copy_n(now_.placed.data() + parent * words_, words_, next_.placed.data() + number * words_);
    work_ += group_->sections / scanned_for_each_visit;
    const auto raise = [&](std::int32_t from, std::int32_t to, std::int32_t rise) {
        for (std::int32_t s = from; s < to; ++s) {
            heights[s] += rise;
            slacks[s] -= rise;
        }
    };
    for (std::int32_t raises = 0; raises < child.raises; ++raises) {
        const Valley valley = lowest_valley(heights);
        raise(valley.begin, valley.end, std::min(valley.left, valley.right) - valley.ground);
    }
    const Valley valley = lowest_valley(heights);
    const std::int32_t i = child.buffer;
    const std::int32_t alignment = group_->alignment[i];
    const std::int32_t lift = alignment == 1 ? 0 : (alignment - valley.ground % alignment) % alignment;
    const std::int32_t tail = valley.ground + lift + group_->size[i];
    raise(valley.begin, group_->begin[i], std::min(valley.left, tail) - valley.ground);
    raise(group_->begin[i], group_->end[i], lift);
    std::fill(heights + group_->begin[i], heights + group_->end[i], tail);
    next_.placed[number * words_ + static_cast<std::size_t>(i) / 64] |= std::uint64_t{1} << (i % 64);
    work_ += valley.end - valley.begin;
    double cost = child.cost;
    if ((group_->end[i] < valley.end && !settle(number, group_->end[i], cost)) ||
        !settle(number, group_->begin[i], cost) ||
        (group_->begin[i] > 0 && !settle(number, group_->begin[i] - 1, cost))) {
        return false;
    }
    links_.push_back({now_.skylines[parent].link, i});
    next_.skylines.push_back({cost, child.hash, static_cast<std::int32_t>(links_.size()) - 1});
    return true;
}

bool SkylineBeam::search(std::int64_t capacity, const BeamTaste& taste, Random& random, std::int64_t work_limit,
                         const SearchStop& stop, std::span<const StandingBuffer> standing) {
    const std::int64_t units = capacity / group_->unit;
    if (units >= 2 * most_units || units < *std::ranges::max_element(group_->live_size)) {
        return false;
    }
    const std::int64_t end = work_ + work_limit;
    prepare(capacity, taste, random);
    stand(standing);
    std::int64_t next_check = work_;
    const auto must_end = [&] {
        if (work_ < next_check) {
            return work_ >= end;
        }
        next_check = work_ + visits_between_checks;
        return work_ >= end || (stop && stop());
    };
    for (; depth_ < group_->count; ++depth_) {
        children_.clear();
        bound_ = std::numeric_limits<double>::infinity();
        for (std::size_t number = 0; number < now_.skylines.size(); ++number) {
            if (must_end()) {
                return false;
            }
            expand(static_cast<std::int32_t>(number));
            thin_out(taste.width);
        }
        if (children_.empty()) {
            return false;
        }
        choose(taste.width);
        if (now_.skylines.empty()) {
            return false;
        }
    }
    for (std::int32_t link = now_.skylines.front().link; link >= 0; link = links_[link].before) {
        order_.push_back(links_[link].buffer);
    }
    std::ranges::reverse(order_);
    return true;
}

}  // namespace arenascope
