#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

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

}  // namespace arenascope
