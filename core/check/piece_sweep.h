#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/check/crossed_pieces.h"
#include "core/memory/placed_piece.h"

namespace arenascope {

/// A vertical line that sweeps over the pieces of one region in time order. The rank of a piece is its position in the
/// order of first bytes.
///
///       from ▲      ┌─────┐ ←─ found when b begins: b.from < a.to and a.from < b.to
///            │  ┌───┼─┐ b │
///            │  │ a └─┼───┘
///            │  └─────┘
///            └────────|──────▶ step
class PieceSweep {
public:
    /// O(n log n).
    explicit PieceSweep(std::vector<PlacedPiece> pieces);

    [[nodiscard]] const PlacedPiece& piece(std::uint32_t rank) const { return pieces_[rank]; }
    [[nodiscard]] std::size_t size() const { return pieces_.size(); }
    /// The ranks, ordered by the begin of their pieces.
    [[nodiscard]] const std::vector<std::uint32_t>& by_begin() const { return by_begin_; }

    /// Calls `use(PlacedPiece earlier, PlacedPiece later)` for each two pieces of different buffers that share steps
    /// and bytes, until it returns false. At least one of the two buffers must satisfy `is_chosen(BufferIndex)`.
    /// Returns false if it stopped early. O((n + k) log n) for k such pairs; memory is linear in the pieces.
    template <class IsChosen, class Use>
    bool for_each_pair(IsChosen&& is_chosen, Use&& use) const {
        CrossedPieces all(pieces_.size());
        CrossedPieces chosen(pieces_.size());
        std::size_t ended = 0;
        for (const std::uint32_t rank : by_begin_) {
            const PlacedPiece& later = pieces_[rank];
            for (; pieces_[by_end_[ended]].steps.end <= later.steps.begin; ++ended) {
                all.remove(by_end_[ended]);
                chosen.remove(by_end_[ended]);
            }
            const bool is_one = is_chosen(later.buffer);
            const bool goes_on =
                (is_one ? all : chosen)
                    .find(first_rank_from(later.bytes.to), later.bytes.from.value(), [&](std::uint32_t other) {
                        return pieces_[other].buffer == later.buffer || use(pieces_[other], later);
                    });
            if (!goes_on) {
                return false;
            }
            all.insert(rank, later.bytes.to.value());
            if (is_one) {
                chosen.insert(rank, later.bytes.to.value());
            }
        }
        return true;
    }

    /// The number of pairs of pieces that share steps and bytes. O(n log n), independent of that number.
    [[nodiscard]] std::uint64_t pair_count() const;

private:
    /// The number of pieces whose first byte is below `byte`.
    [[nodiscard]] std::uint32_t first_rank_from(Offset byte) const;

    std::vector<PlacedPiece> pieces_;
    std::vector<std::uint32_t> by_begin_;
    std::vector<std::uint32_t> by_end_;
};

}  // namespace arenascope
