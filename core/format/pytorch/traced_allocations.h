#pragma once

#include <cstdint>
#include <vector>

#include "core/format/pytorch/snapshot_records.h"
#include "core/model/memory/lifetime.h"

namespace arenascope::snapshot_file {

/// One allocation with its lifetime.
struct TracedAllocation {
    Address address = 0;
    std::int64_t size = 0;  ///< requested bytes, at least 1
    Lifetime steps;
    StackIndex made_by = StackIndex::none();
};

/// The allocations of a trace, and what could not be told of them.
struct TracedAllocations {
    std::vector<TracedAllocation> list;  ///< sorted by begin
    std::size_t alive_before = 0;        ///< made before the first step
    std::size_t never_freed = 0;         ///< alive in the last step
    std::size_t lost_frees = 0;          ///< end where their address was allocated again
    std::size_t ended_before = 0;        ///< freed by the first event: alive in no step
    std::size_t made_after = 0;          ///< live blocks that were allocated after the trace ended
    std::size_t second_frees = 0;        ///< frees of what was free already
};

/// The number of steps: one for each event, and one where there is none.
[[nodiscard]] std::int64_t steps_of(const SnapshotRecords& records);

/// Pairs each free with the latest allocation at its address, because addresses recur. Step = index of the event:
///
///   event      0      1      2      3      4
///   at 0x10    free   alloc         free            ──▶  [0, 0) left out, [1, 3)
///   at 0x20           free   alloc                  ──▶  [0, 1), [2, 5)
///   live block at 0x30, in no event                 ──▶  [0, 5)
///
/// O(n log n). Source: docs/formats.md, "PyTorch memory snapshot".
[[nodiscard]] TracedAllocations traced_allocations(const SnapshotRecords& records);

}  // namespace arenascope::snapshot_file
