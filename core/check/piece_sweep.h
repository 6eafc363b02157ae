#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/placed_piece.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The pieces that the sweep line crosses, by the rank of their first byte. It is a tree in which each node holds the
/// highest tail below it. Each node has eight children side by side, so that a level costs one cache line. Insert and
/// remove take O(log n), find takes O((k + 1) log n). About 9 bytes for each piece.
class CrossedPieces {
public:
    explicit CrossedPieces(std::size_t count) {
        std::size_t groups = count;
        do {
            groups = std::max<std::size_t>(1, (groups + children - 1) / children);
            levels_.emplace_back(groups * children, nothing);
        } while (groups > 1);
    }

    void insert(std::uint32_t rank, std::int64_t tail) {
        std::size_t node = rank;
        for (std::size_t level = 0; level < levels_.size() && levels_[level][node] < tail; ++level, node /= children) {
            levels_[level][node] = tail;
        }
    }

    void remove(std::uint32_t rank) {
        std::size_t node = rank;
        levels_.front()[node] = nothing;
        for (std::size_t level = 1; level < levels_.size(); ++level) {
            const std::span<const std::int64_t> below = children_of(level, node / children);
            node /= children;
            const std::int64_t tail = *std::max_element(below.begin(), below.end());
            if (levels_[level][node] == tail) {
                return;
            }
            levels_[level][node] = tail;
        }
    }

    /// Calls `use(rank)` for each crossed piece with a rank below `rank_end` and a tail above `from`, by rising rank,
    /// until it returns false.
    template <class Use>
    bool find(std::uint32_t rank_end, std::int64_t from, Use&& use) const {
        return find_among(levels_.size() - 1, 0, rank_end, from, use);
    }

    /// Asks for the memory of a piece that is inserted or removed soon.
    void fetch(std::uint32_t rank) const { __builtin_prefetch(&levels_.front()[rank]); }

private:
    static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min();
    static constexpr std::size_t bits_for_children = 3;
    static constexpr std::size_t children = std::size_t{1} << bits_for_children;

    [[nodiscard]] std::span<const std::int64_t> children_of(std::size_t level, std::size_t node) const {
        return std::span(levels_[level - 1]).subspan(node * children, children);
    }

    /// Looks at nodes of a level that have the same parent.
    template <class Use>
    bool find_among(std::size_t level, std::size_t first, std::size_t rank_end, std::int64_t from, Use& use) const {
        const std::size_t width = std::size_t{1} << (bits_for_children * level);  // ranks below each node
        for (std::size_t node = first; node < first + children && node * width < rank_end; ++node) {
            if (levels_[level][node] <= from) {
                continue;
            }
            if (!(level == 0 ? use(static_cast<std::uint32_t>(node))
                             : find_among(level - 1, node * children, rank_end, from, use))) {
                return false;
            }
        }
        return true;
    }

    std::vector<std::vector<std::int64_t>> levels_;  ///< level 0: by rank; padded to whole groups of children
};

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

/// Divides a large plan by time, so that threads check its parts. A piece that is alive at a border belongs to the
/// parts on both sides. A pair counts in the part in which its later piece begins:
///
///   part 0     ▬▬▬▬  ▬▬▬▬▬▬│
///   part 1                 │▬▬▬  ▬▬▬▬▬
///                  ▬▬▬▬▬▬▬▬│▬▬           in both
class TimeParts {
public:
    /// At most `most` parts, with about as many buffers each. Just one if buffers are few, or so many are alive at the
    /// borders that parts would gain little. Linear; the same for the same plan.
    TimeParts(const Problem& problem, const Layout& layout, std::size_t most, std::size_t least_buffers);

    [[nodiscard]] std::size_t count() const { return since_.size(); }
    /// The begin of a part. That of the first is the lowest step there is.
    [[nodiscard]] Step since(std::size_t part) const { return since_[part]; }

    /// Calls `use(part)` for each part in which `steps` are alive.
    template <class Use>
    void for_each_part_of(Lifetime steps, Use&& use) const {
        for (std::size_t part = 0; part < since_.size(); ++part) {
            const bool begins_later = part + 1 < since_.size() && steps.begin >= since_[part + 1];
            const bool has_ended = part > 0 && steps.end <= since_[part];
            if (!begins_later && !has_ended) {
                use(part);
            }
        }
    }

private:
    std::vector<Step> since_;  ///< strictly ascending
};

}  // namespace arenascope
