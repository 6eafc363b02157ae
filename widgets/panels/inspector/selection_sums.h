#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

/// What several buffers have together.
struct SelectionSums {
    Bytes size;
    Lifetime steps;                     ///< from the first begin to the last end
    std::optional<AddressRange> bytes;  ///< from the lowest offset to the highest tail; empty: none is placed
    std::int64_t unplaced = 0;
    std::array<std::int64_t, 4> tiers{};  ///< by Tier: how many have it
};

/// Of at least one buffer. `risks` is by buffer, or empty. Linear in the buffers.
[[nodiscard]] SelectionSums selection_sums(const Problem& problem, const Layout& layout,
                                           IndexedSpan<BufferIndex, const Risk> risks,
                                           std::span<const BufferIndex> buffers);

}  // namespace arenascope
