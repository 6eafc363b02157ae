#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/format/pytorch/snapshot_records.h"
#include "core/format/pytorch/traced_allocations.h"
#include "core/model/memory/allocator_history.h"

namespace arenascope::snapshot_file {

/// The segments of a snapshot, and those that its trace released, sorted by address. A segment that the device gave
/// again with the same address and size is one segment with several times. Expandable memory that touches is one
/// segment.
///
/// The trace is read backwards, because the snapshot tells the state at its end:
///
///   address ▲        ┌───────────  in the snapshot: exists to the end
///           │   ┌────┴───┐         mapped at step 4, unmapped at 7
///           │───┴─────   └───      unmapped at 9, never mapped: existed before step 0
///
/// O(n log n).
[[nodiscard]] IndexedVector<SegmentIndex, AllocatorSegment> traced_segments(const SnapshotRecords& records);

/// The segment of each allocation: the one whose memory existed at its address when it began, else any at its address;
/// none() if there is none. O(n log n).
[[nodiscard]] std::vector<SegmentIndex> segments_of(const std::vector<TracedAllocation>& allocations,
                                                    const IndexedVector<SegmentIndex, AllocatorSegment>& segments);

}  // namespace arenascope::snapshot_file
