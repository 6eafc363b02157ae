#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/quantity.h"
#include "core/planner/greedy/greedy_placement.h"

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

/// Whether place_by_birth() places a region as the container does: no buffer of it is pinned or has gaps. Linear.
[[nodiscard]] bool can_be_placed_by_birth(const Problem& problem, RegionIndex region);

/// The work of a placement so far and the buffers that it has placed.
struct BirthProgress {
    std::size_t placed = 0;
    std::uint64_t work = 0;
    Offset peak;
};

/// Called before each buffer. True ends the placement.
using BeforeBirth = std::function<bool(const BirthProgress&)>;

/// Places the buffers of a region in order of birth (see by_birth()) into the lowest gap, and writes their offsets. A
/// buffer collides only with those that were placed before it and live when it begins. So the gaps of that moment are
/// all that matters, see GapList. O(n log n + n √g) for g gaps, however many buffers live at a time. This makes it the
/// only strategy that is near-linear for every problem.
///
/// Pinned buffers stay at their pins, all others lie above them. Gaps of buffers count as in use. Without both, the
/// offsets are those of place_greedily(). Returns the highest tail, and the work; empty if `before` ended it.
[[nodiscard]] std::optional<BirthProgress> place_by_birth(const Problem& problem, RegionIndex region,
                                                          const PlacingOrder& order,
                                                          IndexedVector<BufferIndex, std::int64_t>& offsets,
                                                          const BeforeBirth& before);

/// Calls `put` for each buffer of the order, which is by birth, with the offset that it gets in this way if everything
/// below `bottom` is in use.
[[nodiscard]] std::optional<BirthProgress> place_by_birth(const Problem& problem, const PlacingOrder& order,
                                                          Offset bottom,
                                                          const std::function<void(BufferIndex, Offset)>& put,
                                                          const BeforeBirth& before);

/// A sentence for a run that was stopped during its first placement, and completed that of a region in this way.
[[nodiscard]] std::string note_of_birth_placement(const Problem& problem, RegionIndex region);

/// Fills a container in the same way. For runs that were stopped before any layout was complete.
/// Returns the order.
PlacingOrder place_by_birth(RectangleContainer& container, const Problem& problem, RegionIndex region);

}  // namespace arenascope
