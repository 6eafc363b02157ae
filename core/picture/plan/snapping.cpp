#include "core/picture/plan/snapping.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>

#include "core/model/memory/joint_alignment.h"

namespace arenascope {
namespace {

/// Calls `use` with the sorted positions directly before and after a position.
void for_each_nearest(const std::vector<Offset>& sorted, Offset position, const auto& use) {
    const auto after = std::lower_bound(sorted.begin(), sorted.end(), position);
    if (after != sorted.end()) {
        use(*after);
    }
    if (after != sorted.begin()) {
        use(*std::prev(after));
    }
}

constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

/// The lowest multiple that is not below an offset; empty if it does not fit in 64 bits.
std::optional<Offset> aligned_up_if_possible(Offset offset, Bytes alignment) {
    return offset.value() <= highest - (alignment.value() - 1) ? std::optional(aligned_up(offset, alignment))
                                                               : std::nullopt;
}

Offset aligned_down(Offset offset, Bytes alignment) {
    return Offset(offset.value() - offset.value() % alignment.value());
}

}  // namespace

SnapTargets snap_targets(const Problem& problem, const Layout& layout, BufferIndex buffer, RegionIndex region,
                         std::span<const BufferIndex> others) {
    const Buffer& dragged = problem.buffers[buffer];
    // In a foreign region, the common multiple may not fit in 64 bits.
    const Bytes alignment =
        joint_alignment(dragged.alignment, problem.regions[region].alignment).value_or(dragged.alignment);
    SnapTargets targets{dragged.size, alignment, {Offset(0)}, {}};
    for (const BufferIndex other : others) {
        const auto& placement = layout.placements[other];
        if (other != buffer && placement && placement->region == region &&
            overlap(dragged.lifetime, problem.buffers[other].lifetime)) {
            targets.bottoms.push_back(placement->offset);
            targets.tails.push_back(placement->offset + problem.buffers[other].size);
        }
    }
    std::sort(targets.tails.begin(), targets.tails.end());
    std::sort(targets.bottoms.begin(), targets.bottoms.end());
    return targets;
}

Offset snapped(const SnapTargets& targets, Offset wanted, Bytes reach) {
    // The tail must fit in 64 bits.
    const Offset top(highest - targets.size.value());
    const Offset lowest = std::clamp(wanted, Offset(0), top);
    const Offset below = aligned_down(lowest, targets.alignment);
    const auto above = aligned_up_if_possible(lowest, targets.alignment);
    const Offset nearest = !above || *above > top || lowest - below <= *above - lowest ? below : *above;
    std::optional<Offset> best;
    const auto consider = [&](Offset candidate) {
        const std::int64_t distance = std::abs(candidate.value() - lowest.value());
        if (candidate >= Offset(0) && candidate <= top && distance <= reach.value() &&
            (!best || distance < std::abs(best->value() - lowest.value()))) {
            best = candidate;
        }
    };
    for_each_nearest(targets.tails, lowest, [&](Offset tail) {
        if (const auto candidate = aligned_up_if_possible(tail, targets.alignment)) {
            consider(*candidate);
        }
    });
    for_each_nearest(targets.bottoms, lowest + targets.size, [&](Offset bottom) {
        if (bottom >= Offset(0) + targets.size) {
            consider(aligned_down(bottom - targets.size, targets.alignment));
        }
    });
    return best.value_or(nearest);
}

}  // namespace arenascope
