#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope {

/// A part of a buffer's lifetime with the bytes in use during it.
struct SearchedPiece {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t from;
    std::int64_t to;
};

/// A buffer of the group, or a pinned one that shares time with it, as plain numbers.
struct SearchedBuffer {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t size;
    std::int64_t alignment;
    // of a buffer with gaps; empty: all bytes for the whole lifetime
    std::vector<SearchedPiece> pieces = {};
    std::optional<std::int64_t> pin = std::nullopt;  // fixed offset; empty: not pinned
};

/// The pieces; a buffer without gaps is one piece.
[[nodiscard]] std::vector<SearchedPiece> pieces_of(const SearchedBuffer& buffer);

/// A group as CapacitySearch sees it, in flat arrays: its sections, what is in use in them, and which buffers are in
/// conflict. Buffers and sections have the numbers from 0 on. Lists of lists are one array and the positions in it at
/// which they start.
struct CapacityGroup {
    struct Range {
        std::int32_t begin;
        std::int32_t end;
    };

    std::int32_t count = 0;  // of buffers
    std::int32_t sections = 0;
    std::int64_t threshold = 0;
    std::vector<std::int32_t> begin;  // of lifetimes, as sections
    std::vector<std::int32_t> end;
    std::vector<std::int64_t> size;
    std::vector<std::int64_t> alignment;
    std::vector<std::int64_t> pin;         // -1: not pinned
    std::vector<std::uint8_t> plain;       // neither pinned nor in pieces
    std::vector<std::int32_t> part_start;  // where all of a buffer is in use: ranges of sections
    std::vector<Range> part;
    bool in_pieces = false;
    bool pinned = false;
    std::vector<std::int64_t> height;  // by conflict entry, only where something is in pieces
    std::vector<std::int64_t> own_height;
    std::vector<std::int32_t> conflict_start;
    std::vector<std::int32_t> conflict;
    std::vector<std::int32_t> live_start;
    std::vector<std::int32_t> live;       // the buffers of each section
    std::vector<std::int64_t> live_size;  // by section
    std::vector<std::int64_t> level;      // the greatest live size in a buffer's sections

    [[nodiscard]] std::int64_t conflict_entries() const { return static_cast<std::int64_t>(conflict.size()); }

    /// The least distance from the offset of the lower of two conflicting buffers to the offset of the upper one. For
    /// the k-th conflict entry, which belongs to `u`: height_of_other if the other buffer is below, height_of_own if
    /// `u` is below.
    [[nodiscard]] std::int64_t height_of_other(std::int32_t k) const {
        return in_pieces ? height[k] : size[conflict[k]];
    }
    [[nodiscard]] std::int64_t height_of_own(std::int32_t u, std::int32_t k) const {
        return in_pieces ? own_height[k] : size[u];
    }
};

/// The buffers of one group and the pinned ones that share time with it. O(sum of sections covered + conflicts).
[[nodiscard]] CapacityGroup capacity_group(const std::vector<SearchedBuffer>& buffers);

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

/// Above these limits the lists of the search take too much memory, and one slice does not reach a first layout.
inline constexpr std::size_t most_conflict_entries = 4'000'000;
inline constexpr std::size_t most_section_entries = 8'000'000;

/// Whether the group is small enough for the search: a few hundred megabytes of memory at most, or less if fewer
/// conflict entries are allowed, of which each pair has two. O(n log n).
[[nodiscard]] bool can_be_searched(const Problem& problem, const std::vector<BufferIndex>& members,
                                   std::size_t most_conflicts = most_conflict_entries);
/// The sentence for a result whose search was left out because `can_be_searched` is false. `instead`: what was done.
[[nodiscard]] std::string note_of_left_out_search(std::size_t buffers, std::string_view instead);

}  // namespace arenascope
