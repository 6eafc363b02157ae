#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/containers/compact_time.h"
#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/tail.h"
#include "core/planner/container/crowded_times.h"
#include "core/planner/container/forbidden_offsets.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// The rule that finds the offset of a rectangle among the placed ones.
enum class PlacingRule : std::uint8_t {
    lowest_fit,  ///< the lowest aligned offset without a collision with a placed rectangle alive at the same time
    best_fit,    ///< the smallest gap that holds it, the lowest of equals; without such a gap above all of them
    stacked,     ///< above the highest tail of the rectangles alive at the same time; holes stay empty
};

/// The container of one region, with the rectangles placed so far.
///
/// The pieces of all buffers are kept in lists by length, each sorted by begin. List k holds the lengths in [2^k,
/// 2^(k+1)). A piece of list k that shares time with [b, e) begins between b − 2^(k+1) and e. This is a short,
/// contiguous part of the list, however long the time axis is. Marks at equal distances of time lead to the two ends of
/// that part.
///
///   list 0  ▪ ▪  ▪▪ ▪   ▪ ▪▪            placing x over [b, e) reads only   │b‥‥‥e│
///   list 3   ▬▬  ▬▬▬   ▬▬▬  ▬▬          the part of each list around it,    ▬▬▬ ▪
///   list 6     ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬          then its placed pieces by rising offset
///
/// Lasting pieces take a large part of the whole time, so they share time with nearly everything. Those that are placed
/// are kept in a separate list by rising offset. A placement reads that list from the bottom and stops where the
/// rectangle fits.
///
/// Let c be the number of pieces in those parts and l the number of lasting pieces below the result. A placement takes
/// O(c + l) if offsets are evenly distributed, otherwise O(c log c + l), see ForbiddenOffsets. Memory is linear in the
/// buffers. Buffers with gaps and windows collide piece by piece.
///
/// If c is large and there are few different times, c does not matter: a region without gaps also keeps what is free at
/// each time, see CrowdedTimes. That ends with the first remove() of a placed buffer, until the next clear(), or when
/// it would take more than a gigabyte. It does not begin where nearly everything is placed already. The offsets are the
/// same.
class RectangleContainer {
public:
    /// An empty container of the region. O(n log n). The problem must stay as it is, and outlive the container.
    RectangleContainer(const Problem& problem, RegionIndex region);

    /// Places a buffer of the region by the rule and returns its offset.
    Offset place(BufferIndex buffer, PlacingRule rule);
    /// Puts a buffer at an offset without a check for collisions: for pins and for known layouts.
    void put(BufferIndex buffer, Offset offset);
    void remove(BufferIndex buffer);
    void clear();
    /// Prefetches the memory that placing these buffers will read: with a million buffers, little of it is in the
    /// caches. Call it for at most `fetched_together` buffers, just before they are placed. Changes nothing.
    void fetch(std::span<const BufferIndex> next);
    static constexpr std::size_t fetched_together = 16;

    /// Offsets by BufferIndex over the whole problem; `unplaced_offset` for buffers not in the container.
    [[nodiscard]] IndexedSpan<BufferIndex, const std::int64_t> offsets() const { return offsets_; }
    /// The number of pieces visited so far, which measures work.
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    /// A piece in the problem's own steps and bytes.
    struct Piece {
        std::int64_t begin;
        std::int64_t end;
        std::int64_t from;  ///< first byte used, relative to the buffer
        std::int64_t to;
    };
    /// The time of a piece, in compact time.
    struct Span {
        std::uint32_t begin;
        std::uint32_t placed_until;  ///< end of the piece; 0: not placed
    };
    /// The bytes of the region that a placed piece uses.
    struct Range {
        std::int64_t from;
        std::int64_t to;
    };
    /// An entry of the list of placed lasting pieces.
    struct Lasting {
        std::int64_t from;  ///< first byte used, in the region
        std::int64_t to;
        std::int64_t begin;
        std::int64_t end;
        std::uint32_t position;
    };
    /// A list of pieces of similar length.
    struct List {
        std::uint32_t first;  ///< its positions are [first, last)
        std::uint32_t last;
        std::uint64_t longest;   ///< upper bound of the lengths in this list
        std::uint32_t earliest;  ///< begin of the first piece
        /// Mark m: the first position whose piece begins at least (m << spacing) steps after `earliest`.
        std::uint32_t first_mark;
        std::uint32_t marks;
        unsigned spacing;
    };

    /// The part of a list to read. It may contain a few pieces at its ends that share no time.
    struct Stretch {
        std::uint32_t since;  ///< every piece that began earlier has ended
        std::uint32_t first_mark;
        std::uint32_t last_mark;  ///< one past the last
        std::uint32_t first;
        std::uint32_t last;
    };

    void add_list(std::uint32_t first, std::uint32_t last, std::uint64_t longest);
    /// The index of the last mark at or before `begin`.
    [[nodiscard]] std::uint32_t mark_before(const List& list, std::uint32_t begin) const;
    /// The part of the list that may share time with the piece; `first` and `last` are not set.
    [[nodiscard]] Stretch stretch_between(const List& list, const Piece& piece) const;
    void gather(BufferIndex buffer, PlacingRule rule);
    void gather_by_length(const Piece& piece);
    void read(const Stretch& stretch, const Piece& piece);
    void gather_lasting(const Piece& piece);
    /// Calls `use(Piece, own)` for each piece of a buffer of the region. `own`: its position in the order of buffers.
    template <class Use>
    void for_each_own(BufferIndex buffer, Use&& use) const;
    /// The only piece of a buffer without gaps.
    [[nodiscard]] Piece whole_piece(BufferIndex buffer) const;
    /// False if the buffer is one piece that takes its whole lifetime.
    [[nodiscard]] bool has_pieces(BufferIndex buffer) const;
    /// Calls `use(Forbidden)` by rising `above` until it returns true.
    template <class Use>
    void read_rising(BufferIndex buffer, std::int64_t& reached, Use&& use);
    [[nodiscard]] Offset lowest_fit(BufferIndex buffer, Bytes alignment);
    [[nodiscard]] Offset best_fit(BufferIndex buffer, Bytes alignment);
    [[nodiscard]] Offset stacked(Bytes alignment) const;
    /// The number of pieces that a placement reads, on the average over all pieces.
    [[nodiscard]] double pieces_read(double mean_length, double whole) const;
    /// Decides whether what is free at each time is kept.
    void begin_crowd(RegionIndex region);
    /// Starts it, with all that is placed. Only a search for a place needs it.
    void keep_crowd();
    void take_from_crowd(BufferIndex buffer, std::int64_t offset);
    [[nodiscard]] std::size_t crowded_time(Step step) const;
    void move_lasting(std::uint32_t position, const Piece& piece, std::int64_t from_offset, std::int64_t to_offset);
    void set_offset(BufferIndex buffer, std::int64_t offset);

    const Problem* problem_;
    CompactTime time_;
    // By position: sorted by list, then by begin. Pieces themselves are read from the problem, to save memory.
    std::vector<Span> spans_;
    std::vector<Range> ranges_;
    std::vector<List> lists_;
    std::vector<std::uint32_t> marks_;
    std::vector<std::uint32_t> positions_of_;                   ///< by buffer
    IndexedVector<BufferIndex, std::uint32_t> first_position_;  ///< into positions_of_, one more than buffers
    IndexedVector<BufferIndex, std::int64_t> offsets_;
    std::uint32_t first_lasting_ = 0;          ///< pieces from here on are lasting; they are in no list by length
    std::vector<Lasting> lasting_;             ///< the placed lasting pieces, by `from`
    std::vector<std::int64_t> crowded_steps_;  ///< begins and ends, sorted; empty: the region is not crowded
    std::size_t placed_ = 0;                   ///< buffers with an offset
    bool may_crowd_ = false;                   ///< crowd_ is kept from the next search on
    std::optional<CrowdedTimes> crowd_;        ///< empty: not kept yet, or no longer
    // Memory reused by every placement.
    ForbiddenOffsets forbidden_;
    std::vector<std::uint32_t> found_;
    std::vector<Stretch> stretches_;
    std::vector<Stretch> fetched_;
    std::uint64_t work_ = 0;
};

/// Puts every buffer of the region with a fixed offset there, see fixed_offset(). Returns the highest of their tails;
/// 0: there are none. Linear.
Offset put_pins(RectangleContainer& container, const Problem& problem, RegionIndex region);

}  // namespace arenascope
