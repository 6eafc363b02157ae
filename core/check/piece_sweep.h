#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/check/crossed_pieces.h"
#include "core/memory/placed_piece.h"

namespace arenascope {

/// The pieces of one region, met by a vertical line that sweeps over time. Pieces are known by rank: their position in
/// the order of their first bytes.
///
///       from ▲      ┌─────┐ ←─ met when b begins: b.from < a.to and a.from < b.to
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
    /// The ranks in the order in which the pieces begin.
    [[nodiscard]] const std::vector<std::uint32_t>& by_begin() const { return by_begin_; }

    /// Calls `use(PlacedPiece earlier, PlacedPiece later)` for each two pieces of different buffers that share steps
    /// and bytes, where `is_chosen(BufferIndex)` holds for at least one of the two, until `use` returns false. Gives
    /// false if it did. O((n + k) log n) for k such pairs; memory linear in the pieces.
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

    /// How many pairs of pieces share steps and bytes. O(n log n), however many there are.
    [[nodiscard]] std::uint64_t pair_count() const;

private:
    /// How many pieces begin below a byte: the rank of the first one that does not.
    [[nodiscard]] std::uint32_t first_rank_from(Offset byte) const;

    std::vector<PlacedPiece> pieces_;
    std::vector<std::uint32_t> by_begin_;
    std::vector<std::uint32_t> by_end_;
};

}  // namespace arenascope
