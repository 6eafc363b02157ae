#pragma once

#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/problem.h"
#include "core/planner/shared_objects/usage_record.h"

namespace arenascope {

/// Buffers that may share objects: those of one region with one number of dimensions, by first task, ties in the order
/// of the problem.
struct RecordedBuffers {
    RegionIndex region;
    std::size_t dimensions = 1;
    IndexedVector<RecordIndex, BufferIndex> buffers;  ///< by RecordIndex
};

/// All such groups that are not empty, by region, then dimensions. O(n log n).
[[nodiscard]] std::vector<RecordedBuffers> recorded_buffers(const Problem& problem);

/// The usage records of a group: a lifetime [begin, end) is used from task begin to task end − 1.
[[nodiscard]] std::vector<UsageRecord<Bytes>> plain_records(const Problem& problem, const RecordedBuffers& group);
[[nodiscard]] std::vector<UsageRecord<TextureSize>> texture_records(const Problem& problem,
                                                                    const RecordedBuffers& group);

/// The usage graph among a group, by record; empty where the problem has none. An edge whose ends lie in two groups is
/// left out: they have no object in common.
[[nodiscard]] std::vector<std::vector<RecordIndex>> usage_edges(const Problem& problem, const RecordedBuffers& group);

}  // namespace arenascope
