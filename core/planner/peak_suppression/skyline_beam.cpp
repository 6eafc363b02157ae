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

bool SkylineBeam::is_cheaper(const Child& a, const Child& b) {
    return std::tie(a.cost, a.parent, a.buffer, a.raises) < std::tie(b.cost, b.parent, b.buffer, b.raises);
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
/// far, or the sum is beyond the bound already.
bool SkylineBeam::add_price(std::int32_t from, std::int32_t to, std::int32_t rise, double& sum) {
    for (std::int32_t s = from; s < to; ++s) {
        const std::int32_t left = slacks_[s] - rise;
        if (left < 0 || sum >= bound_) {
            work_ += s - from;
            return false;
        }
        sum += price(slacks_[s], left);
    }
    work_ += to - from;
    return true;
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
                fits = fits && add_price(valley.begin, s, rise, sum);
            }
            if (lift > 0) {
                fits = fits && add_price(s, group_->end[i], lift, sum);
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
    for (std::int32_t s = valley.begin; s < valley.end; ++s) {
        const std::int32_t left = slacks_[s] - (top - valley.ground);
        if (left < 0) {
            return false;
        }
        cost += price(slacks_[s], left);
        slacks_[s] = left;
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
    std::nth_element(children_.begin(), last, children_.end(), &SkylineBeam::is_cheaper);
    bound_ = last->cost;
    work_ += static_cast<std::int64_t>(children_.size());
    children_.erase(last, children_.end());
}

/// Draws the cheapest children as the next generation.
void SkylineBeam::choose(std::size_t width) {
    const std::size_t sorted = std::min(children_.size(), width * sorted_for_each_kept);
    std::partial_sort(children_.begin(), children_.begin() + static_cast<std::ptrdiff_t>(sorted), children_.end(),
                      &SkylineBeam::is_cheaper);
    work_ += static_cast<std::int64_t>(children_.size() + sorted);
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

void SkylineBeam::draw(const Child& child, std::size_t number) {
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
    links_.push_back({now_.skylines[parent].link, i});
    next_.skylines.push_back({child.cost, child.hash, static_cast<std::int32_t>(links_.size()) - 1});
    work_ += valley.end - valley.begin;
}

bool SkylineBeam::search(std::int64_t capacity, const BeamTaste& taste, Random& random, std::int64_t work_limit,
                         const SearchStop& stop) {
    const std::int64_t units = capacity / group_->unit;
    if (units >= 2 * most_units || units < *std::ranges::max_element(group_->live_size)) {
        return false;
    }
    const std::int64_t end = work_ + work_limit;
    prepare(capacity, taste, random);
    for (; depth_ < group_->count; ++depth_) {
        if (work_ >= end || (stop && stop())) {
            return false;
        }
        children_.clear();
        bound_ = std::numeric_limits<double>::infinity();
        for (std::size_t number = 0; number < now_.skylines.size(); ++number) {
            expand(static_cast<std::int32_t>(number));
            thin_out(taste.width);
        }
        if (children_.empty()) {
            return false;
        }
        choose(taste.width);
    }
    for (std::int32_t link = now_.skylines.front().link; link >= 0; link = links_[link].before) {
        order_.push_back(links_[link].buffer);
    }
    std::ranges::reverse(order_);
    return true;
}

}  // namespace arenascope
