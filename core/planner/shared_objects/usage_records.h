#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// The size of a tensor and the tasks that use it, first and last *inclusive*. `Size` is Bytes, or TextureSize for
/// textures. Every strategy takes the records by first task, ties in input order. A RecordIndex is an index into that
/// list.
///
/// Source: docs/method.md, "TensorFlow's strategies".
template <class Size>
struct UsageRecord {
    Size size{};
    Step first;
    Step last;
};

/// Position of a record in the list of records.
using RecordIndex = Index<struct RecordIndexKind>;

template <class Size>
using UsageRecords = IndexedSpan<RecordIndex, const UsageRecord<Size>>;

/// Whether some task uses both.
template <class A, class B>
[[nodiscard]] constexpr bool meet(const A& a, const B& b) {
    return a.first <= b.last && b.first <= a.last;
}

/// The extents of a texture: width and height; width, height and depth; or batch, height, width and channels. Missing
/// ones are 1. The product fits in 64 bits. Textures with different numbers of dimensions are never compared.
struct TextureSize {
    std::array<std::int64_t, 4> extent{1, 1, 1, 1};
    friend constexpr auto operator<=>(const TextureSize&, const TextureSize&) = default;
};

[[nodiscard]] constexpr std::int64_t elements(const TextureSize& size) {
    return size.extent[0] * size.extent[1] * size.extent[2] * size.extent[3];
}

/// Whether `object` is at least as large as `tensor` in every dimension.
[[nodiscard]] constexpr bool covers(const TextureSize& object, const TextureSize& tensor) {
    return object.extent[0] >= tensor.extent[0] && object.extent[1] >= tensor.extent[1] &&
           object.extent[2] >= tensor.extent[2] && object.extent[3] >= tensor.extent[3];
}

/// The usage graph by record: the records that it may take over from or hand over to. Each edge is listed at both ends.
using UsageEdges = IndexedSpan<RecordIndex, const std::vector<RecordIndex>>;

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
