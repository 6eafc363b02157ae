#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/problem.h"

namespace arenascope {

/// Two buffers are in conflict when they lie in one region and their lifetimes overlap: their bytes must not.
[[nodiscard]] bool in_conflict(const Buffer& a, const Buffer& b);

/// For every buffer the number of buffers that it is in conflict with. O(n log n), however many conflicts there are:
/// of all others of its region, those are left out that have ended before it begins or begin after it has ended.
[[nodiscard]] std::vector<std::int64_t> conflict_counts(const Problem& problem);

/// The buffers that one buffer is in conflict with, in the order of the problem. Linear.
[[nodiscard]] std::vector<BufferIndex> conflicts_of(const Problem& problem, BufferIndex buffer);

/// A buffer that is in use at a step, and how many of its bytes are (fewer than its size within a gap's window).
struct LiveBuffer {
    BufferIndex buffer;
    Bytes bytes;
    friend bool operator==(const LiveBuffer&, const LiveBuffer&) = default;
};

/// What is in use at a step, in the order of the problem. Linear in the buffers and their gaps.
[[nodiscard]] std::vector<LiveBuffer> live_set(const Problem& problem, Step step);

}  // namespace arenascope
