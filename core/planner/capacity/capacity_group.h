#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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
    std::vector<std::int32_t> live;         // the buffers of each section
    std::vector<std::int32_t> reach_begin;  // the sections of a buffer and all that it is in conflict with
    std::vector<std::int32_t> reach_end;
    std::vector<std::int64_t> live_size;  // by section
    std::vector<std::int64_t> level;      // the greatest live size in a buffer's sections

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

}  // namespace arenascope
