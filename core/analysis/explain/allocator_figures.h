#pragma once

#include <cstddef>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The figures of a recorded allocator: what its allocations needed, and what it held for them.
///
///   reserved  ▁▃▆████████   what lies between them is what caching and fragmentation cost
///   live      ▁▂▅█▆▃▂▁▁▁▁
struct AllocatorFigures {
    Bytes highest_live;        ///< requested bytes in live allocations
    Step highest_live_at;      ///< the first such step
    Bytes live_at_end;         ///< in the last step
    Bytes highest_reserved;    ///< bytes that the allocator held, in use or not
    Step highest_reserved_at;  ///< the first such step
    Bytes reserved_at_end;
    std::size_t segments_at_end = 0;  ///< with memory in the last step
    std::size_t expandable = 0;       ///< segments whose memory is mapped in parts
};

/// The problem must have a history. O(n log n) in buffers and mapped pieces.
[[nodiscard]] AllocatorFigures allocator_figures(const Problem& problem);

}  // namespace arenascope
