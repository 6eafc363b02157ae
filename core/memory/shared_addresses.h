#pragma once

#include "core/memory/layout.h"
#include "core/memory/problem.h"

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
    return problem.regions[placement.region].shares_addresses ? Offset(address_of(problem, placement))
                                                              : placement.offset;
}

}  // namespace arenascope
