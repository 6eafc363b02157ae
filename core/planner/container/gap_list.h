#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// The free gaps of a memory at one moment, as a heap knows them at run time. Above the top everything is free.
///
///   0 ██████░░░░██░░████████░░░░░░███│ top ──▶ all free
///           gap   gap       gap
///
/// Gaps are sorted and kept in short blocks. Each block knows its largest gap, so a search skips blocks without space.
/// With g gaps, take() and give_back() take O(√g).
class GapList {
public:
    /// Everything below `top` is in use for ever.
    explicit GapList(Offset top = Offset(0)) : top_(top.value()) {}

    /// Takes the lowest aligned offset with so many free bytes. `size` ≥ 1.
    Offset take(Bytes size, Bytes alignment);
    /// Frees bytes that were taken.
    void give_back(Offset from, Bytes size);
    /// The number of gaps and blocks visited so far, which measures work.
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    struct Gap {
        std::int64_t from;
        std::int64_t to;
    };
    struct Block {
        std::vector<Gap> gaps;  ///< at least one
        std::int64_t largest = 0;
        std::int64_t last = 0;  ///< where its last gap begins: a search for a block reads no gaps
    };
    /// A position among all gaps.
    struct Place {
        std::size_t block;
        std::size_t gap;
    };

    static void measure(Block& block);
    /// The first gap that begins at or above an offset.
    [[nodiscard]] Place place_of(std::int64_t from) const;
    void insert(Place place, Gap gap);
    void erase(Place place);
    /// Replaces a gap by the parts of it that are left.
    void cut(Place place, std::int64_t from, std::int64_t to);

    std::vector<Block> blocks_;
    std::int64_t top_;
    std::uint64_t work_ = 0;
};

}  // namespace arenascope
