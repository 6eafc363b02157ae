#include "core/picture/ground_levels.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace arenascope {
namespace {

constexpr std::size_t rectangles_of_leaf = 256;
constexpr std::size_t children_of_node = 4;

constexpr Reach no_reach{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};

void include(Reach& reach, std::int64_t first, std::int64_t last) {
    reach = {std::min(reach.first, first), std::max(reach.last, last)};
}

void include(Reach& reach, const Reach& other) {
    include(reach, other.first, other.last);
}

/// Joins covers of one kind that touch. Sorts them.
void join(std::vector<Cover>& covers) {
    const auto order = [](const Cover& cover) { return std::tuple(cover.style, cover.is_culprit, cover.from); };
    std::sort(covers.begin(), covers.end(), [&](const Cover& a, const Cover& b) { return order(a) < order(b); });
    std::size_t count = 0;
    for (const Cover& cover : covers) {
        Cover* last = count > 0 ? &covers[count - 1] : nullptr;
        if (last != nullptr && last->style == cover.style && last->is_culprit == cover.is_culprit &&
            cover.from <= last->to) {
            last->to = std::max(last->to, cover.to);
            last->least_to = std::min(last->least_to, cover.least_to);
        } else {
            covers[count++] = cover;
        }
    }
    covers.resize(count);
}

LevelNode empty_node() {
    LevelNode node;
    node.begins = node.ends = node.froms = node.tos = no_reach;
    return node;
}

}  // namespace

GroundLevels::GroundLevels(const HitIndex& index, const std::function<std::uint8_t(const MemoryRectangle&)>& style_of,
                           const std::vector<Container>& stack, const IsOutdated& is_outdated) {
    std::vector<Cover> joined;
    const auto keep_covers = [&](LevelNode& node) {
        join(joined);
        node.first_cover = covers_.size();
        covers_.insert(covers_.end(), joined.begin(), joined.end());
        node.last_cover = covers_.size();
        nodes_.push_back(node);
    };
    std::size_t begin_of_bucket = 0;
    for (std::size_t bucket = 0; bucket < HitIndex::buckets; ++bucket) {
        const std::span<const MemoryRectangle> rectangles = index.bucket(bucket);
        std::size_t first_of_level = nodes_.size();
        for (std::size_t i = 0; i < rectangles.size(); i += rectangles_of_leaf) {
            if (is_outdated && is_outdated()) {
                return;
            }
            const auto leaf = rectangles.subspan(i, std::min(rectangles_of_leaf, rectangles.size() - i));
            LevelNode node = empty_node();
            node.first = begin_of_bucket + i;
            node.last = node.first + leaf.size();
            joined.clear();
            for (const MemoryRectangle& each : leaf) {
                include(node.begins, each.begin, each.begin);
                include(node.ends, each.end, each.end);
                include(node.froms, each.from, each.from);
                include(node.tos, each.to, each.to);
                joined.push_back({each.from, each.to, each.to, style_of(each), ends_above_threshold(stack, each)});
            }
            keep_covers(node);
        }
        begin_of_bucket += rectangles.size();
        while (nodes_.size() - first_of_level > 1) {
            const std::size_t end_of_level = nodes_.size();
            for (std::size_t i = first_of_level; i < end_of_level; i += children_of_node) {
                LevelNode node = empty_node();
                node.first_child = i;
                node.last_child = std::min(i + children_of_node, end_of_level);
                node.first = nodes_[node.first_child].first;
                node.last = nodes_[node.last_child - 1].last;
                joined.clear();
                for (std::size_t child = node.first_child; child < node.last_child; ++child) {
                    const LevelNode& part = nodes_[child];
                    include(node.begins, part.begins);
                    include(node.ends, part.ends);
                    include(node.froms, part.froms);
                    include(node.tos, part.tos);
                    const auto own = covers(part);
                    joined.insert(joined.end(), own.begin(), own.end());
                }
                keep_covers(node);
            }
            first_of_level = end_of_level;
        }
        if (!rectangles.empty()) {
            roots_.push_back(nodes_.size() - 1);
        }
    }
}

}  // namespace arenascope
