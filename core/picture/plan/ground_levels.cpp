#include "core/picture/plan/ground_levels.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/containers/large_pages.h"

namespace arenascope {
namespace {

constexpr std::size_t most_of_leaf = 32;
constexpr std::size_t least_of_leaf = 8;
constexpr std::size_t children_of_node = 4;

constexpr Reach no_reach{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};

void include(Reach& reach, std::int64_t first, std::int64_t last) {
    reach = {std::min(reach.first, first), std::max(reach.last, last)};
}

void include(Reach& reach, const Reach& other) {
    include(reach, other.first, other.last);
}

/// Joins covers of one kind that touch. Sorts them.
void join(std::vector<Cover>& covers, CoverAxis axis) {
    const auto order = [](const Cover& cover) { return std::tuple(cover.style, cover.is_culprit, cover.from); };
    std::sort(covers.begin(), covers.end(), [&](const Cover& a, const Cover& b) { return order(a) < order(b); });
    std::size_t count = 0;
    for (const Cover& cover : covers) {
        Cover* last = count > 0 ? &covers[count - 1] : nullptr;
        if (last != nullptr && last->style == cover.style && last->is_culprit == cover.is_culprit &&
            cover.from <= last->to) {
            last->to = std::max(last->to, cover.to);
            last->edge = axis == CoverAxis::bytes ? std::min(last->edge, cover.edge) : std::max(last->edge, cover.edge);
        } else {
            covers[count++] = cover;
        }
    }
    covers.resize(count);
}

/// The unit in which all distances of covers from `lowest` fit in 32 bits, as a power of two. Nothing if it is not
/// exact.
std::optional<unsigned> shift_for(const std::vector<Cover>& covers, std::int64_t lowest) {
    constexpr unsigned bits = 32;
    std::uint64_t all = 0;
    for (const Cover& cover : covers) {
        for (const std::int64_t position : {cover.from, cover.to, cover.edge}) {
            all |= static_cast<std::uint64_t>(position) - static_cast<std::uint64_t>(lowest);
        }
    }
    const auto width = static_cast<unsigned>(std::bit_width(all));
    const unsigned shift = width > bits ? width - bits : 0;
    return (all & ((std::uint64_t{1} << shift) - 1)) == 0 ? std::optional(shift) : std::nullopt;
}

/// The rectangles of a leaf. Every bucket has a leaf that the border of a column cuts, so those of small buckets are
/// small.
std::size_t size_of_leaf(std::size_t bucket, std::size_t all) {
    constexpr std::size_t share = 16;
    return std::clamp(share * most_of_leaf * bucket / std::max<std::size_t>(all, 1), least_of_leaf, most_of_leaf);
}

/// About how far all rectangles reach.
struct LevelExtent {
    Reach steps = no_reach;
    Reach bytes = no_reach;
};

LevelExtent extent_of(const HitIndex& index) {
    constexpr std::size_t most_read = 4096;
    LevelExtent extent;
    for (std::size_t i = 0; i < index.size(); i += index.size() / most_read + 1) {
        const MemoryRectangle each = index[i];
        include(extent.steps, each.begin, each.end);
        include(extent.bytes, each.from, each.to);
    }
    return extent;
}

double share_of_reach(std::int64_t from, std::int64_t to, const Reach& all) {
    return (static_cast<double>(to) - static_cast<double>(from)) /
           (static_cast<double>(all.last) - static_cast<double>(all.first));
}

/// The longer side of some rectangles, seen in a picture of all.
CoverAxis axis_for(const LevelNode& node, const LevelExtent& all) {
    const double bytes = share_of_reach(node.froms.first, node.tos.last, all.bytes);
    const double steps = share_of_reach(node.begins.first, node.ends.last, all.steps);
    return bytes < steps ? CoverAxis::steps : CoverAxis::bytes;
}

LevelNode empty_node() {
    LevelNode node;
    node.begins = node.ends = node.froms = node.tos = no_reach;
    return node;
}

}  // namespace

void GroundLevels::keep(LevelNode node, std::vector<Cover>& covers) {
    join(covers, node.axis);
    node.first_cover = static_cast<std::uint32_t>(covers_.size());
    const std::int64_t lowest = lowest_of(node);
    if (const auto shift = shift_for(covers, lowest)) {
        node.cover_shift = static_cast<std::uint8_t>(*shift);
        const auto distance = [&](std::int64_t position) {
            return static_cast<std::uint32_t>(
                (static_cast<std::uint64_t>(position) - static_cast<std::uint64_t>(lowest)) >> *shift);
        };
        for (const Cover& cover : covers) {
            covers_.push_back({distance(cover.from), distance(cover.to), distance(cover.edge)});
            kinds_.push_back(static_cast<std::uint8_t>(cover.style | (cover.is_culprit ? culprit_bit : 0)));
        }
    }
    node.last_cover = static_cast<std::uint32_t>(covers_.size());
    nodes_.push_back(node);
    covers.clear();
}

LevelNode GroundLevels::parent(std::size_t first, std::size_t last, std::vector<Cover>& covers) const {
    LevelNode node = empty_node();
    node.first_child = static_cast<std::uint32_t>(first);
    node.last_child = static_cast<std::uint32_t>(last);
    node.first = nodes_[first].first;
    node.last = nodes_[last - 1].last;
    node.axis = nodes_[first].axis;
    bool are_exact = true;
    for (std::size_t child = first; child < last; ++child) {
        const LevelNode& part = nodes_[child];
        are_exact = are_exact && has_covers(part) && part.axis == node.axis;
        include(node.begins, part.begins);
        include(node.ends, part.ends);
        include(node.froms, part.froms);
        include(node.tos, part.tos);
        if (are_exact) {
            for_each_cover(part, [&covers](const Cover& cover) { covers.push_back(cover); });
        }
    }
    if (!are_exact) {
        covers.clear();
    }
    return node;
}

void GroundLevels::drop_idle_covers() {
    std::vector<std::size_t> costs;  // by node: how many covers and rectangles are drawn for it
    costs.reserve(nodes_.size());
    std::uint32_t kept = 0;
    for (LevelNode& node : nodes_) {
        std::size_t below = node.last - node.first;
        if (node.first_child != node.last_child) {
            below = std::accumulate(costs.begin() + node.first_child, costs.begin() + node.last_child, std::size_t{0});
        }
        const std::size_t own = node.last_cover - node.first_cover;
        const bool is_kept = has_covers(node) && 2 * own <= below;
        costs.push_back(is_kept ? own : below);
        const std::uint32_t first = node.first_cover;
        node.first_cover = kept;
        if (is_kept) {
            std::copy_n(covers_.begin() + first, own, covers_.begin() + kept);
            std::copy_n(kinds_.begin() + first, own, kinds_.begin() + kept);
            kept += static_cast<std::uint32_t>(own);
        }
        node.last_cover = kept;
    }
    covers_.resize(kept);
    kinds_.resize(kept);
}

std::vector<std::vector<std::size_t>> GroundLevels::shares(std::size_t count) const {
    constexpr std::size_t nodes_of_share = 8;  // so many that their work evens out
    std::vector<std::size_t> nodes = roots_;
    for (bool has_grown = true; has_grown && nodes.size() < nodes_of_share * count;) {
        std::vector<std::size_t> below;
        for (const std::size_t each : nodes) {
            const LevelNode& node = nodes_[each];
            const bool is_leaf = node.first_child == node.last_child;
            const std::size_t first = is_leaf ? each : node.first_child;
            const std::size_t last = is_leaf ? each + 1 : node.last_child;
            for (std::size_t child = first; child < last; ++child) {
                below.push_back(child);
            }
        }
        has_grown = below.size() > nodes.size();
        nodes = std::move(below);
    }
    std::vector<std::vector<std::size_t>> shares(count);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        shares[i % count].push_back(nodes[i]);
    }
    return shares;
}

GroundLevels::GroundLevels(const HitIndex& index, const std::function<std::uint8_t(const MemoryRectangle&)>& style_of,
                           const std::vector<Container>& stack, const IsOutdated& is_outdated) {
    std::vector<MemoryRectangle> rectangles;
    std::vector<Cover> joined;
    const LevelExtent extent = extent_of(index);
    for (std::size_t bucket = 0; bucket < HitIndex::buckets; ++bucket) {
        const std::size_t end = index.end_of_bucket(bucket);
        const std::size_t begin = index.first_of_bucket(bucket);
        const std::size_t leaf = size_of_leaf(end - begin, index.size());
        std::size_t first_of_level = nodes_.size();
        for (std::size_t first = begin; first < end; first += leaf) {
            if (is_outdated && is_outdated()) {
                return;
            }
            LevelNode node = empty_node();
            node.first = static_cast<std::uint32_t>(first);
            node.last = static_cast<std::uint32_t>(std::min(first + leaf, end));
            index.for_each_from(node.first, node.last, [&](const MemoryRectangle& each) {
                include(node.begins, each.begin, each.begin);
                include(node.ends, each.end, each.end);
                include(node.froms, each.from, each.from);
                include(node.tos, each.to, each.to);
                rectangles.push_back(each);
                return true;
            });
            node.axis = axis_for(node, extent);
            for (const MemoryRectangle& each : rectangles) {
                const std::uint8_t style = style_of(each);
                const bool is_culprit = ends_above_threshold(stack, each);
                joined.push_back(node.axis == CoverAxis::bytes
                                     ? Cover{each.from, each.to, each.to, style, is_culprit}
                                     : Cover{each.begin, each.end, each.begin, style, is_culprit});
            }
            rectangles.clear();
            keep(node, joined);
        }
        while (nodes_.size() - first_of_level > 1) {
            const std::size_t end_of_level = nodes_.size();
            for (std::size_t i = first_of_level; i < end_of_level; i += children_of_node) {
                keep(parent(i, std::min(i + children_of_node, end_of_level), joined), joined);
            }
            first_of_level = end_of_level;
        }
        if (first_of_level < nodes_.size()) {
            roots_.push_back(nodes_.size() - 1);
        }
    }
    drop_idle_covers();
    move_to_large_pages(nodes_);
    move_to_large_pages(covers_);
    move_to_large_pages(kinds_);
}

}  // namespace arenascope
