#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/format/pytorch/value_tree.h"
#include "core/model/memory/allocator_history.h"

namespace arenascope::snapshot_file {

/// One event of a trace.
struct EventRecord {
    AllocatorEvent event = AllocatorEvent::other;
    Address address = 0;
    std::int64_t size = 0;  ///< requested bytes
    std::int64_t stream = 0;
    std::optional<std::int64_t> device_free = {};
    StackIndex stack = StackIndex::none();
};

/// An allocation that the snapshot lists as live.
struct BlockRecord {
    Address address = 0;
    std::int64_t size = 0;  ///< requested bytes
    StackIndex stack = StackIndex::none();
};

/// A segment that the snapshot lists.
struct SegmentRecord {
    Address address = 0;
    std::int64_t size = 0;
    std::int64_t stream = 0;
    std::string pool = {};  ///< as AllocatorSegment::pool
    bool is_expandable = false;
};

/// The records of one device in a snapshot, in the order of the file. Sizes are at least 0, and the sums of
/// addresses and sizes fit in 64 bits.
struct SnapshotRecords {
    std::int64_t device = 0;
    std::vector<EventRecord> events;     ///< oldest first
    std::vector<std::int64_t> times_us;  ///< one for each event; or empty
    std::vector<BlockRecord> live_blocks;
    std::vector<SegmentRecord> segments;
    IndexedVector<StackFrameIndex, StackFrame> frames;      ///< as in AllocatorHistory
    IndexedVector<StackIndex, std::uint32_t> stack_begins;  ///< as in AllocatorHistory
    std::vector<StackFrameIndex> stack_frames;              ///< as in AllocatorHistory
    std::vector<std::int64_t> other_devices;                ///< with segments or events; ascending
};

/// Reads the dict of a snapshot. `device` empty: the first device that has blocks or events. Errors name the record, as
/// in `segments[3].blocks[0].size`: a missing or wrong value, a record that the file uses twice, a device that has
/// nothing. O(n) in the values of the tree.
[[nodiscard]] Expected<SnapshotRecords> snapshot_records(const ValueTree& tree, Value root,
                                                         std::optional<std::int64_t> device, const std::string& source);

}  // namespace arenascope::snapshot_file
