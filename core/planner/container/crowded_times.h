#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// The free ranges of a memory without an upper end. Ranges are only ever taken.
///
///   0 ██████░░░░██░░████████░░░░░░███░░░░░░ …
///           free    taken
///
/// Free ranges are sorted and kept in short blocks. Each block knows a bound of its largest range, so a search skips
/// blocks without space. With g free ranges, take() costs O(log g) and moves a part of a block. A search costs O(√g) at
/// worst; searches for rising offsets read each block once.
class FreeRanges {
public:
    struct Range {
        std::int64_t from;
        std::int64_t to;
    };
    static constexpr std::int64_t without_end = std::numeric_limits<std::int64_t>::max();

    FreeRanges() : blocks_{{without_end, without_end, {{0, without_end}}}} {}

    /// Takes [from, to), of which a part may be taken already. Returns how many more free ranges there are.
    std::ptrdiff_t take(std::int64_t from, std::int64_t to);

    /// Where a search for rising offsets goes on. Invalid after take().
    struct Cursor {
        std::size_t block = 0;
        std::size_t range = 0;
    };
    /// The first free range that holds `size` bytes at or above `from`. There is always one. Moves the cursor to it;
    /// `from` must not be below that of an earlier call with the same cursor. Tightens the bounds of blocks.
    [[nodiscard]] Range first_fit(std::int64_t from, std::int64_t size, Cursor& cursor);

private:
    /// Ranges that follow one another.
    struct Block {
        std::int64_t end;           ///< of its last range
        std::int64_t largest;       ///< no range is larger
        std::vector<Range> ranges;  ///< at least one
    };

    [[nodiscard]] std::size_t block_at(std::int64_t from) const;
    void split(std::size_t block);

    std::vector<Block> blocks_;
};

/// What placed rectangles leave free, for regions in which very many of them share time. A tree over the times, whose
/// nodes hold the bytes that are free throughout their time:
///
///   free in  │        [0, 4)         │      A rectangle over [1, 4) asks the nodes [1, 2) and [2, 4): what is free in
///            │  [0, 2)   │  [2, 4)   │      both is free for it. Neighbours in memory have become one taken range
///            │ 0   │ 1   │ 2   │ 3   │      there, so the number of rectangles does not matter.
///
/// Rectangles can be added, but not removed. Let t be the number of times, l those of a rectangle, and g the free
/// ranges of a node. Adding takes O((l + log t) log g). Searching takes O(log t · √g) for each range that is free in
/// one of the nodes and not in all of them; the smallest gap needs all ranges, the lowest one those below it.
class CrowdedTimes {
public:
    /// Nothing is taken. O(times).
    explicit CrowdedTimes(std::size_t times);

    /// Takes the bytes [from, to) at the times [begin, end), whatever is taken already.
    void take(std::size_t begin, std::size_t end, std::int64_t from, std::int64_t to);
    /// The lowest aligned offset with so many free bytes at the times [begin, end). `size` ≥ 1.
    [[nodiscard]] std::int64_t lowest_fit(std::size_t begin, std::size_t end, std::int64_t size, Bytes alignment);
    /// The aligned offset in the smallest free range that holds so many bytes, the lowest of equals.
    [[nodiscard]] std::int64_t best_fit(std::size_t begin, std::size_t end, std::int64_t size, Bytes alignment);
    /// About the number of ranges read so far, which measures work.
    [[nodiscard]] std::uint64_t work() const { return work_; }
    /// About the memory in use.
    [[nodiscard]] std::size_t bytes() const;

private:
    /// A node that a search asks.
    struct Asked {
        FreeRanges* free;
        FreeRanges::Cursor cursor;
        FreeRanges::Range found;  ///< by the cursor; empty: nothing yet
    };

    void ask(std::size_t begin, std::size_t end);
    [[nodiscard]] static FreeRanges::Range first_fit(Asked& node, std::int64_t from, std::int64_t size);
    [[nodiscard]] FreeRanges::Range next_fit(std::int64_t from, std::int64_t size, Bytes alignment);

    std::size_t leaves_;             ///< a power of two
    std::vector<FreeRanges> nodes_;  ///< node i has the children 2 i and 2 i + 1; those of single times come last
    std::vector<Asked> asked_;       ///< the longest first, because they have the fewest free ranges
    std::size_t ranges_;             ///< in all nodes
    std::uint64_t work_ = 0;
};

}  // namespace arenascope
