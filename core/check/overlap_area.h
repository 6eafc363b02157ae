#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/check/double_use.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// Bytes of a region that overlapping buffers share over some steps.
struct OverlapArea {
    RegionIndex region;
    Lifetime steps;
    AddressRange bytes;
    friend bool operator==(const OverlapArea&, const OverlapArea&) = default;
};

/// Areas kept for each region, unless another limit is given: more than a picture has pixels to show apart.
inline constexpr std::size_t default_area_limit = 1U << 20U;

/// Where the pairs overlap that check() counts, all together: no two areas share a byte and a step, and they cover
/// what the pairs share and nothing else. Of a region with more than `limit` areas they are rounded outwards, to a grid
/// of 2,048 cells each way (AreaGrid). `left_out`: a buffer whose overlaps are not wanted.
///
/// O((n + a) log n) for n pieces and a areas, however many pairs there are (DoubleUse). Pairs that involve declared
/// sharing are looked at one by one. Memory is linear in n and the limit.
[[nodiscard]] std::vector<OverlapArea> overlap_areas(const Problem& problem, const Layout& layout,
                                                     std::optional<BufferIndex> left_out = std::nullopt,
                                                     std::size_t limit = default_area_limit);

}  // namespace arenascope
