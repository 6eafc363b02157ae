#pragma once

#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A part of a region at one step: the bytes of a buffer, or bytes that nobody uses.
struct MemoryBand {
    AddressRange bytes;
    BufferIndex buffer = BufferIndex::none();  ///< none(): free
    friend bool operator==(const MemoryBand&, const MemoryBand&) = default;
};

/// What lies where in a region at a step, from the lowest address to the highest tail of the whole layout. The bands of
/// buffers that overlap do so, too. Bytes that a buffer does not use at the step, because of a gap, are free. Linear in
/// the buffers, and O(k log k) in those that live at the step.
///
///   24 ├──────────┤
///      │   free   │
///   16 ├──────────┤
///      │    b     │
///    8 ├──────────┤
///      │    a     │
///    0 └──────────┘
[[nodiscard]] std::vector<MemoryBand> memory_bands(const Problem& problem, const Layout& layout, RegionIndex region,
                                                   Step step);

}  // namespace arenascope
