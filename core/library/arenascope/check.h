#pragma once

/// @file
/// Whether a layout is correct.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arenascope/plan.h"

namespace arenascope::api {

/// Two buffers that use the same bytes in the same step. Positions are those of Problem::buffers().
struct Overlap {
    std::size_t a = 0;            ///< the first buffer, below `b`
    std::size_t b = 0;            ///< the second buffer
    std::int64_t begin = 0;       ///< the first common step
    std::int64_t end = 0;         ///< the step after the last one
    std::int64_t first_byte = 0;  ///< the first common byte
    std::int64_t last_byte = 0;   ///< the byte after the last one
};

/// What is wrong with a layout.
struct Report {
    std::vector<Overlap> overlaps = {};        ///< of overlapping pairs, those up to the limit
    std::uint64_t overlap_count = 0;           ///< all of them
    std::vector<std::size_t> misaligned = {};  ///< buffers whose offset is no multiple of their alignment
    std::vector<std::size_t> outside = {};     ///< buffers below 0 or above the capacity
    std::vector<std::size_t> unplaced = {};    ///< buffers without an offset
    bool ok = true;                            ///< nothing is wrong
};

/// Checks a layout. It shares no code with the planners. O((n + k) log n) for k listed pairs.
/// @param layout of any origin
/// @param limit the most pairs that are listed
/// @return the findings
[[nodiscard]] Report check(const Layout& layout, std::size_t limit = 1'000);

}  // namespace arenascope::api
