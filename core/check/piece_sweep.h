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

    /// Sorted by the first byte, so that the position of a piece is its rank.
    [[nodiscard]] const std::vector<PlacedPiece>& pieces() const { return pieces_; }

    /// Calls `use(PlacedPiece earlier, PlacedPiece later)` for each two pieces of different buffers that share steps
    /// and bytes, until it returns false. Returns false if it stopped early. O((n + k) log n) for k such pairs; memory
    /// is linear in the pieces.
    template <class Use>
    bool for_each_pair(Use&& use) const {
        CrossedPieces crossed(pieces_.size());
        return sweep([&](std::uint32_t rank) { crossed.remove(rank); },
                     [&](std::uint32_t rank) {
                         const bool goes_on = find(crossed, rank, use);
                         crossed.insert(rank, pieces_[rank].bytes.to.value());
                         return goes_on;
                     });
    }

    /// The same for pairs of which at least one buffer satisfies `is_chosen(BufferIndex)`.
    template <class IsChosen, class Use>
    bool for_each_pair_with(IsChosen&& is_chosen, Use&& use) const {
        CrossedPieces all(pieces_.size());
        CrossedPieces chosen(pieces_.size());
        const auto remove = [&](std::uint32_t rank) {
            all.remove(rank);
            chosen.remove(rank);
        };
        return sweep(remove, [&](std::uint32_t rank) {
            const bool is_one = is_chosen(pieces_[rank].buffer);
            const bool goes_on = find(is_one ? all : chosen, rank, use);
            all.insert(rank, pieces_[rank].bytes.to.value());
            if (is_one) {
                chosen.insert(rank, pieces_[rank].bytes.to.value());
            }
            return goes_on;
        });
    }

    /// The number of pairs of pieces that share steps and bytes. O(n log n), independent of that number.
    [[nodiscard]] std::uint64_t pair_count() const;

private:
    /// A piece begins or ends. The step is here, too, because reading it from the piece would miss the cache.
    struct Event {
        Step step;
        std::uint32_t rank = 0;
    };

    /// Calls `begin(rank)` for each piece in the order of begins, until it returns false, and before it `end(rank)` for
    /// the pieces that have ended by then.
    template <class End, class Begin>
    bool sweep(End&& end, Begin&& begin) const {
        std::size_t ended = 0;
        for (const Event& event : begins_) {
            for (; ends_[ended].step <= event.step; ++ended) {
                end(ends_[ended].rank);
            }
            if (!begin(event.rank)) {
                return false;
            }
        }
        return true;
    }

    template <class Use>
    bool find(const CrossedPieces& crossed, std::uint32_t rank, Use& use) const {
        const PlacedPiece& later = pieces_[rank];
        return crossed.find(first_rank_from(later.bytes.to), later.bytes.from.value(), [&](std::uint32_t other) {
            return pieces_[other].buffer == later.buffer || use(pieces_[other], later);
        });
    }

    /// The number of pieces whose first byte is below `byte`.
    [[nodiscard]] std::uint32_t first_rank_from(Offset byte) const;

    std::vector<PlacedPiece> pieces_;
    std::vector<Offset> first_bytes_;  ///< of the pieces, by rank
    std::vector<Event> begins_;
    std::vector<Event> ends_;
};

}  // namespace arenascope
