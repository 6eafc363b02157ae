#include "core/picture/snapping.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>

namespace arenascope {
namespace {

/// The sorted positions on both sides of a position.
void for_each_nearest(const std::vector<Offset>& sorted, Offset position, const auto& use) {
    const auto after = std::lower_bound(sorted.begin(), sorted.end(), position);
    if (after != sorted.end()) {
        use(*after);
    }
    if (after != sorted.begin()) {
        use(*std::prev(after));
    }
}

Offset aligned_down(Offset offset, Bytes alignment) {
    return Offset(offset.value() - offset.value() % alignment.value());
}

}  // namespace

SnapTargets snap_targets(const Problem& problem, const Layout& layout, BufferIndex buffer, RegionIndex region) {
    const Buffer& dragged = problem.buffers[buffer.value()];
    const Bytes alignment(std::lcm(dragged.alignment.value(), problem.regions[region.value()].alignment.value()));
    SnapTargets targets{dragged.size, alignment, {Offset(0)}, {}};
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        if (i != buffer.value() && placement && placement->region == region &&
            overlap(dragged.lifetime, problem.buffers[i].lifetime)) {
            targets.bottoms.push_back(placement->offset);
            targets.tails.push_back(placement->offset + problem.buffers[i].size);
        }
    }
    std::sort(targets.tails.begin(), targets.tails.end());
    std::sort(targets.bottoms.begin(), targets.bottoms.end());
    return targets;
}

Offset snapped(const SnapTargets& targets, Offset wanted, Bytes reach) {
    const Offset lowest = std::max(wanted, Offset(0));
    const Offset below = aligned_down(lowest, targets.alignment);
    const Offset above = aligned_up(lowest, targets.alignment);
    const Offset nearest = lowest - below <= above - lowest ? below : above;
    std::optional<Offset> best;
    const auto consider = [&](Offset candidate) {
        const std::int64_t distance = std::abs(candidate.value() - lowest.value());
        if (candidate >= Offset(0) && distance <= reach.value() &&
            (!best || distance < std::abs(best->value() - lowest.value()))) {
            best = candidate;
        }
    };
    for_each_nearest(targets.tails, lowest, [&](Offset tail) { consider(aligned_up(tail, targets.alignment)); });
    for_each_nearest(targets.bottoms, lowest + targets.size, [&](Offset bottom) {
        if (bottom >= Offset(0) + targets.size) {
            consider(aligned_down(bottom - targets.size, targets.alignment));
        }
    });
    return best.value_or(nearest);
}

}  // namespace arenascope
