#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope {

/// Whether two buffers take bytes in the same region and have overlapping lifetimes. Their bytes must then not overlap.
[[nodiscard]] bool in_conflict(const Buffer& a, const Buffer& b);

/// The number of conflicts of each buffer. O(n log n), even if there are more conflicts: from all buffers of a region,
/// it subtracts those that end too early and those that begin too late. O(n) if there are at most some steps for each
/// buffer.
[[nodiscard]] std::vector<std::int64_t> conflict_counts(const Problem& problem);
/// The number of all conflicts, each counted once. O(n log n).
[[nodiscard]] std::uint64_t conflict_pairs(const Problem& problem);

/// The buffers in conflict with `buffer`, in the order of the problem. Linear.
[[nodiscard]] std::vector<BufferIndex> conflicts_of(const Problem& problem, BufferIndex buffer);

/// The steps that a buffer shares with each buffer in conflict with it, summed: its overlap metric. Linear.
[[nodiscard]] std::int64_t shared_steps(const Problem& problem, BufferIndex buffer);

}  // namespace arenascope
