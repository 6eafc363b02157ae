#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/problem.h"
#include "core/planner/capacity/capacity_search.h"

namespace arenascope {

/// A group of buffers as CapacitySearch takes it, from both ends of time. The buffers stand in an order of their own,
/// so that names, the order of lines and a mirrored time change next to nothing.
///
///   members   a  b  c        seen[0]  a b c | pinned        seen[1]  c b a | pinned, time mirrored
struct SearchedGroup {
    std::vector<BufferIndex> members;
    std::array<std::vector<SearchedBuffer>, 2> seen;
    std::int64_t highest_pinned_tail = 0;
    bool is_provable =
        true;  ///< no member keeps a mere window of itself: a complete search that finds nothing proves it
};

/// `pinned` are those that share time with the group; they lie there, whatever is found. O(n log n).
[[nodiscard]] SearchedGroup searched_group(const Problem& problem, std::vector<BufferIndex> members,
                                           const std::vector<BufferIndex>& pinned);

/// Whether any two of the group that collide in some step have bytes in common in every step that they share: then one
/// lies above the other in all of them, and the search misses no layout although buffers keep windows of themselves.
/// O(n²) in buffers with their pieces.
[[nodiscard]] bool windows_meet(const SearchedGroup& group);

/// The members in the order that a search of `seen[direction]` has found, without the pinned ones.
[[nodiscard]] std::vector<BufferIndex> members_in_order(const SearchedGroup& group, std::size_t direction,
                                                        std::span<const std::int32_t> order);

/// Whether the search can take the group: entries that it would hold stay within a few hundred megabytes. O(n log n).
[[nodiscard]] bool can_be_searched(const Problem& problem, const std::vector<BufferIndex>& members);

}  // namespace arenascope
