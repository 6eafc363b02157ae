#pragma once

#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"
#include "core/planner/shared_objects/usage_record.h"

namespace arenascope {

/// Buffers that may share objects: those of one region with the same number of dimensions. Sorted by first task; ties
/// keep the order of the problem.
struct RecordedBuffers {
    RegionIndex region;
    std::size_t dimensions = 1;
    IndexedVector<RecordIndex, BufferIndex> buffers;  ///< by RecordIndex
    Step origin;  ///< the first begin, which is task 0: strategies negate tasks, and compare them with what is no task
};

/// All non-empty groups of the buffers that take bytes, by region, then by dimensions. O(n log n).
[[nodiscard]] std::vector<RecordedBuffers> recorded_buffers(const Problem& problem);

/// The usage records of a group: a lifetime [begin, end) is used from task begin to task end − 1, both counted from
/// the origin.
[[nodiscard]] std::vector<UsageRecord<Bytes>> plain_records(const Problem& problem, const RecordedBuffers& group);
[[nodiscard]] std::vector<UsageRecord<TextureSize>> texture_records(const Problem& problem,
                                                                    const RecordedBuffers& group);

/// The usage graph of a group, by record; empty: the problem has none. An edge between two groups is dropped, because
/// they have no common object.
[[nodiscard]] std::vector<std::vector<RecordIndex>> usage_edges(const Problem& problem, const RecordedBuffers& group);

}  // namespace arenascope
