#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/planner/capacity/capacity_search.h"

namespace arenascope {

/// A group of buffers as input of CapacitySearch, in both directions of time. The buffers are in a canonical order. So
/// the result hardly depends on names, on the order of the input or on the direction of time.
///
///   members   a  b  c        seen[0]  a b c | pinned        seen[1]  c b a | pinned, time mirrored
struct SearchedGroup {
    std::vector<BufferIndex> members;
    std::array<std::vector<SearchedBuffer>, 2> seen;
    std::int64_t least_tail = 0;  ///< of the pinned buffers, and of each member as if it were alone
    /// No member has windows, so a complete search that finds nothing is a proof.
    bool is_provable = true;
};

/// Makes the group of `members`. `pinned` must list the pinned buffers that share time with it. O(n log n).
[[nodiscard]] SearchedGroup searched_group(const Problem& problem, std::vector<BufferIndex> members,
                                           const std::vector<BufferIndex>& pinned);

/// Whether any two buffers of the group that collide at some step have common bytes at every step that they share. If
/// so, one lies above the other throughout, and the search misses no layout although buffers use windows. O(n²) in the
/// pieces of the buffers.
[[nodiscard]] bool windows_meet(const SearchedGroup& group);

/// The members in the order found by a search of `seen[direction]`, without the pinned buffers.
[[nodiscard]] std::vector<BufferIndex> members_in_order(const SearchedGroup& group, std::size_t direction,
                                                        std::span<const std::int32_t> order);

/// Whether the group is small enough for the search: a few hundred megabytes of memory at most. O(n log n).
[[nodiscard]] bool can_be_searched(const Problem& problem, const std::vector<BufferIndex>& members);
/// The sentence for a result whose search was left out because `can_be_searched` is false. `instead`: what was done.
[[nodiscard]] std::string note_of_left_out_search(std::size_t buffers, std::string_view instead);

}  // namespace arenascope
