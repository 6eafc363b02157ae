#pragma once

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Whether buffers of the two regions may lie in the same bytes: they are one region, or both share addresses.
///
///   pool A │████████│                 a pool that spans two others shares their addresses
///   pool B          │██████│
///   A + B  │███████████████│
[[nodiscard]] inline bool may_meet(const Problem& problem, RegionIndex a, RegionIndex b) {
    return a == b || (problem.regions[a].shares_addresses && problem.regions[b].shares_addresses);
}

/// The number by which placements of regions that may meet are compared: the address if the region shares addresses,
/// the offset otherwise.
[[nodiscard]] inline Offset meeting_offset(const Problem& problem, const Placement& placement) {
    return problem.regions[placement.region].shares_addresses
               ? Offset(static_cast<std::int64_t>(address_of(problem, placement)))
               : placement.offset;
}

/// Whether buffers of different regions may meet, so that no region can be planned by itself. Linear.
[[nodiscard]] bool has_meeting_buffers(const Problem& problem);

/// The same if scratch may also go to the part of another speed in its heap. Linear in the buffers, quadratic in the
/// regions.
[[nodiscard]] bool may_scratch_meet(const Problem& problem);

/// A problem in which no regions share addresses, and a layout of it.
struct MergedAddresses {
    Problem problem;
    Layout layout;
};

/// Makes one region of those whose addresses meet, so that buffers of one may go to another. It begins at the lowest
/// address, ends at the highest, and has the name of the widest. Buffers keep the alignment of their region, and pins
/// and placements their address.
///
///   pool A │████████│
///   pool B          │██████│         A + B  │██▒▒▒███████████│    the buffers of all three
///   A + B  │██▒▒▒██████████│
///
/// Bounds of heaps are dropped, and so are transfers between regions that become one. O(n + r log r) for r regions.
[[nodiscard]] MergedAddresses merged_addresses(Problem problem, Layout layout);

}  // namespace arenascope
