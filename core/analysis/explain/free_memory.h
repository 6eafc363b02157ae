#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Free areas of similar sizes: from `least`, a power of two, to below twice as much.
struct FreeAreaClass {
    Bytes least;
    std::int64_t areas = 0;  ///< at a step: how many; of a whole plan: areas · steps
    std::int64_t bytes = 0;  ///< at a step: their bytes; of a whole plan: bytes · steps
    friend bool operator==(const FreeAreaClass&, const FreeAreaClass&) = default;
};

/// The free areas below the highest live tail of each memory, and what alignment wastes of them.
///
///   ├──────┤ highest live tail
///   │  b   │                        b is aligned to 64
///   ├──────┤ 128
///   │ free │     this part would hold b, if it were moved down
///   ├ ─ ─ ─┤ 64  the lowest offset for b
///   │ free │     padding: only the alignment of b keeps it empty
///   ├──────┤ 40
///   │  a   │
///   └──────┘ 0
///
/// Every free area ends at a buffer. Its padding is the part below the lowest offset in the area that is aligned for
/// this buffer; if several begin there, the smallest such part. Bytes that no alignment could save are no padding.
struct FreeMemory {
    std::vector<FreeAreaClass> classes;  ///< ascending, from the smallest to the largest that has areas
    std::int64_t areas = 0;              ///< the sum of the classes
    std::int64_t bytes = 0;              ///< likewise
    std::int64_t padding = 0;            ///< at a step: bytes; of a whole plan: bytes · steps
    friend bool operator==(const FreeMemory&, const FreeMemory&) = default;
};

/// The free memory at a step, of all memories. O(n + k log k) for k buffers in use.
[[nodiscard]] FreeMemory free_memory_at(const Problem& problem, const Layout& layout, Step step);

/// The free memory of a whole plan, and the step that wastes most.
struct FreeMemoryOverTime {
    FreeMemory total;  ///< sums over all steps; at most 2^63 − 1 each
    Bytes most_padding;
    Step most_padding_at;  ///< the first step with it
};

/// Visits each stretch of steps in which the same buffers are in use. O(n log n + n k) for k buffers in use at once.
/// `goes_on` is asked now and then; once it says no, the result is incomplete.
[[nodiscard]] FreeMemoryOverTime free_memory(const Problem& problem, const Layout& layout,
                                             const std::function<bool()>& goes_on = {});

}  // namespace arenascope
