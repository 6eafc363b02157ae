#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/check/double_use.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Bytes of a region that overlapping buffers use during some steps.
struct OverlapArea {
    RegionIndex region;
    Lifetime steps;
    AddressRange bytes;
    friend bool operator==(const OverlapArea&, const OverlapArea&) = default;
};

/// The default limit of areas for each region. A picture cannot show more separately.
inline constexpr std::size_t default_area_limit = 1U << 20U;

/// The union of all overlaps that check() counts. No two areas overlap, and together they cover exactly the overlaps.
/// If a region has more than `limit` areas, they are rounded outwards to a grid with 2,048 cells in each direction
/// (AreaGrid). `left_out`: a buffer whose overlaps are ignored.
///
/// O((n + a) log n) for n pieces and a areas, independent of the number of pairs (DoubleUse). Only pairs with a buffer
/// of a sharing group are visited one by one. Memory is linear in n and the limit.
[[nodiscard]] std::vector<OverlapArea> overlap_areas(const Problem& problem, const Layout& layout,
                                                     std::optional<BufferIndex> left_out = std::nullopt,
                                                     std::size_t limit = default_area_limit);

}  // namespace arenascope
