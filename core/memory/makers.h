#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/memory/allocator_history.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/problem.h"

namespace arenascope {

/// A line of code that made buffers.
struct Maker {
    StackFrameIndex frame = StackFrameIndex::none();  ///< the innermost Python frame; none(): no Python code
    Bytes at_peak;                                    ///< bytes of its buffers alive at `Makers::peak_step`
    Bytes in_all;                                     ///< bytes of all its buffers
    std::size_t buffers = 0;
};

/// Who made the buffers of a recorded allocator.
struct Makers {
    std::vector<Maker> makers;  ///< most bytes at the peak first, then most bytes in all, then by frame
    IndexedVector<BufferIndex, std::uint32_t> made_by;  ///< positions in `makers`
    Step peak_step;                                     ///< the first step of the highest live size of all segments
};

/// The makers of all buffers; none for a problem without a history. O(n log n).
[[nodiscard]] Makers makers_of(const Problem& problem);

}  // namespace arenascope
