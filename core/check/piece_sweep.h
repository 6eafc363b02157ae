#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/check/crossed_pieces.h"
#include "core/model/memory/placed_piece.h"

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
    /// Pairs count if the later piece begins at `since` or after it. O(n log n).
    explicit PieceSweep(std::vector<PlacedPiece> pieces, Step since = Step(std::numeric_limits<std::int64_t>::min()));

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
                         const bool goes_on = !counts(rank) || find(crossed, rank, use);
                         crossed.insert(rank, pieces_[rank].bytes.to.value());
                         return goes_on;
                     },
                     [&](std::uint32_t rank) { crossed.fetch(rank); });
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
        const auto add = [&](std::uint32_t rank) {
            const bool is_one = is_chosen(pieces_[rank].buffer);
            const bool goes_on = !counts(rank) || find(is_one ? all : chosen, rank, use);
            all.insert(rank, pieces_[rank].bytes.to.value());
            if (is_one) {
                chosen.insert(rank, pieces_[rank].bytes.to.value());
            }
            return goes_on;
        };
        return sweep(remove, add, [&](std::uint32_t rank) { all.fetch(rank); });
    }

    /// The number of pairs of pieces that share steps and bytes. O(n log n), independent of that number.
    [[nodiscard]] std::uint64_t pair_count() const;

private:
    /// A piece begins or ends. The step is here, too, because reading it from the piece would miss the cache. Steps
    /// keep their order in 32 bits: counted from the first one, or numbered if they lie too far apart.
    struct Event {
        std::uint32_t step = 0;
        std::uint32_t rank = 0;
    };

    /// How many events ahead the memory is asked for.
    static constexpr std::size_t ahead = 8;

    /// Calls `begin(rank)` for each piece in the order of begins, until it returns false, and before it `end(rank)` for
    /// the pieces that have ended by then. `fetch(rank)` comes some events earlier.
    template <class End, class Begin, class Fetch>
    bool sweep(End&& end, Begin&& begin, Fetch&& fetch) const {
        std::size_t ended = 0;
        for (std::size_t i = 0; i < begins_.size(); ++i) {
            if (i + ahead < begins_.size()) {
                __builtin_prefetch(&pieces_[begins_[i + ahead].rank]);
                fetch(begins_[i + ahead].rank);
            }
            const Event event = begins_[i];
            for (; ends_[ended].step <= event.step; ++ended) {
                if (ended + ahead < ends_.size()) {
                    fetch(ends_[ended + ahead].rank);
                }
                end(ends_[ended].rank);
            }
            if (!begin(event.rank)) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool counts(std::uint32_t rank) const { return pieces_[rank].steps.begin >= since_; }

    template <class Use>
    bool find(const CrossedPieces& crossed, std::uint32_t rank, Use& use) const {
        const PlacedPiece& later = pieces_[rank];
        return crossed.find(first_rank_from(later.bytes.to), later.bytes.from.value(), [&](std::uint32_t other) {
            return pieces_[other].buffer == later.buffer || use(pieces_[other], later);
        });
    }

    void sort_pieces();
    void divide_bytes();
    [[nodiscard]] std::size_t part_of(std::int64_t byte) const;
    /// The number of pieces whose first byte is below `byte`.
    [[nodiscard]] std::uint32_t first_rank_from(Offset byte) const;

    std::vector<PlacedPiece> pieces_;
    Step since_;
    /// By part of the bytes, 2^part_bits_ each: the number of pieces whose first byte is below the part. The last one:
    /// all pieces.
    std::vector<std::uint32_t> ranks_of_parts_;
    std::int64_t lowest_byte_ = 0;
    unsigned part_bits_ = 0;
    std::vector<Event> begins_;
    std::vector<Event> ends_;
};

}  // namespace arenascope
