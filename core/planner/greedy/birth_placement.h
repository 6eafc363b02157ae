#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"
#include "core/planner/greedy/greedy_placement.h"

namespace arenascope {

/// Whether place_by_birth() places a region as the container does: no buffer of it is pinned or has gaps. Linear.
[[nodiscard]] bool can_be_placed_by_birth(const Problem& problem, RegionIndex region);

/// The work of a placement so far and the buffers that it has placed.
struct BirthProgress {
    std::size_t placed = 0;
    std::uint64_t work = 0;
    Offset peak;
};

/// Called before each buffer. True ends the placement.
using BeforeBirth = std::function<bool(const BirthProgress&)>;

/// Places the buffers of a region in order of birth (see by_birth()) into the lowest gap, and writes their offsets. A
/// buffer collides only with those that were placed before it and live when it begins. So the gaps of that moment are
/// all that matters, see GapList. O(n log n + n √g) for g gaps, however many buffers live at a time. This makes it the
/// only strategy that is near-linear for every problem.
///
/// Pinned buffers stay at their pins, all others lie above them. Gaps of buffers count as in use. Without both, the
/// offsets are those of place_greedily(). Returns the highest tail, and the work; empty if `before` ended it.
[[nodiscard]] std::optional<BirthProgress> place_by_birth(const Problem& problem, RegionIndex region,
                                                          const PlacingOrder& order,
                                                          IndexedVector<BufferIndex, std::int64_t>& offsets,
                                                          const BeforeBirth& before);

/// Calls `put` for each buffer of the order, which is by birth, with the offset that it gets in this way if everything
/// below `bottom` is in use.
[[nodiscard]] std::optional<BirthProgress> place_by_birth(const Problem& problem, const PlacingOrder& order,
                                                          Offset bottom,
                                                          const std::function<void(BufferIndex, Offset)>& put,
                                                          const BeforeBirth& before);

/// A sentence for a run that was stopped during its first placement, and completed that of a region in this way.
[[nodiscard]] std::string note_of_birth_placement(const Problem& problem, RegionIndex region);

/// Fills a container in the same way. For runs that were stopped before any layout was complete.
/// Returns the order.
PlacingOrder place_by_birth(RectangleContainer& container, const Problem& problem, RegionIndex region);

}  // namespace arenascope
