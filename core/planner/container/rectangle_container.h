#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/planner/container/compact_time.h"
#include "core/planner/container/forbidden_offsets.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// Where a rectangle goes, given the ones that are placed.
enum class PlacingRule : std::uint8_t {
    lowest_fit,  ///< at the lowest aligned offset where it collides with none that is alive at the same time
    best_fit,    ///< into the smallest gap between those that holds it, the lowest of equals; else above them all
    stacked,     ///< on top of the highest tail among those; holes stay empty
};

/// The container of one region, with the rectangles that have been placed so far.
///
/// The pieces of all buffers stand in lists by length, each list sorted by begin: list k holds lengths in
/// [2^k, 2^(k+1)). What shares time with [b, e) begins, in list k, between b − 2^(k+1) and e: one short, dense
/// stretch to read, however long the time axis is. Marks at even distances of time lead to its ends.
///
///   list 0  ▪ ▪  ▪▪ ▪   ▪ ▪▪            placing x over [b, e) reads only   │b‥‥‥e│
///   list 3   ▬▬  ▬▬▬   ▬▬▬  ▬▬          the stretches above it,             ▬▬▬ ▪
///   list 6     ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬          and what is placed there by rising offset
///
/// Pieces that last a large part of the whole time share time with nearly everything, so that no stretch would be
/// short. Those that are placed stand in one list of their own, by rising offset; placing reads it from the bottom and
/// stops where the rectangle fits.
///
/// Placing costs O(c) for c pieces in the stretches where they are spread evenly over the offsets, else O(c log c) (see
/// ForbiddenOffsets), and O(l) for l lasting pieces below the fit; memory is linear in the buffers. Buffers with gaps
/// and windows collide piece by piece.
class RectangleContainer {
public:
    /// An empty container of that region. O(n log n).
    RectangleContainer(const Problem& problem, RegionIndex region);

    /// Places a buffer of the region by the rule, and tells where.
    Offset place(BufferIndex buffer, PlacingRule rule);
    /// Puts it at that offset, whatever lies there: for pins and for what an earlier run has placed.
    void put(BufferIndex buffer, Offset offset);
    void remove(BufferIndex buffer);
    void clear();
    /// Asks memory for what placing these buffers will read, so that it need not be waited for one by one: of a million
    /// buffers little is in the caches. Changes nothing. For `fetched_together` at a time, just before they are placed.
    void fetch(std::span<const BufferIndex> next);
    static constexpr std::size_t fetched_together = 16;

    /// Offsets by BufferIndex over the whole problem; `unplaced_offset` for those not in the container.
    [[nodiscard]] IndexedSpan<BufferIndex, const std::int64_t> offsets() const { return offsets_; }
    /// Pieces looked at and compared so far: the measure of work.
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    /// A piece as the problem has it.
    struct Piece {
        std::int64_t begin;
        std::int64_t end;
        std::int64_t from;  ///< first byte used, relative to the buffer
        std::int64_t to;
    };
    /// When a piece is in the way, in compact time.
    struct Span {
        std::uint32_t begin;
        std::uint32_t placed_until;  ///< its end; 0 while it is not placed
    };
    /// The bytes of the region that a placed piece uses.
    struct Range {
        std::int64_t from;
        std::int64_t to;
    };
    /// A placed piece of the list of lasting ones.
    struct Lasting {
        std::int64_t from;  ///< first byte used, in the region
        std::int64_t to;
        std::int64_t begin;
        std::int64_t end;
        std::uint32_t position;
    };
    /// A list by length.
    struct List {
        std::uint32_t first;  ///< its positions are [first, last)
        std::uint32_t last;
        std::uint64_t longest;     ///< no piece of the list is longer
        std::uint32_t earliest;    ///< begin of the first
        std::uint32_t first_mark;  ///< mark m: the first position that begins (m << spacing) steps after the first
        std::uint32_t marks;
        unsigned spacing;
    };

    /// What is to be read of a list; beyond its ends it may hold a few that do not count.
    struct Stretch {
        std::uint32_t since;  ///< what begins before has ended
        std::uint32_t first_mark;
        std::uint32_t last_mark;  ///< one past the last
        std::uint32_t first;
        std::uint32_t last;
    };

    void add_list(std::uint32_t first, std::uint32_t last, std::uint64_t longest);
    /// The last mark of the list that is not behind what begins then.
    [[nodiscard]] std::uint32_t mark_before(const List& list, std::uint32_t begin) const;
    /// What of the list may share time with [begin, end), but for the positions.
    [[nodiscard]] Stretch stretch_between(const List& list, const Piece& piece) const;
    void gather(BufferIndex buffer, PlacingRule rule);
    void gather_by_length(std::uint32_t position);
    void read(const Stretch& stretch, const Piece& piece);
    void gather_lasting(std::uint32_t position);
    /// Whether it is in use in other than one piece: none, or several.
    [[nodiscard]] bool has_pieces(BufferIndex buffer) const;
    /// Calls `use(Forbidden)` by rising `above` until it returns true.
    template <class Use>
    void read_rising(BufferIndex buffer, std::int64_t& reached, Use&& use);
    [[nodiscard]] Offset lowest_fit(BufferIndex buffer, Bytes alignment);
    [[nodiscard]] Offset best_fit(BufferIndex buffer, Bytes alignment);
    [[nodiscard]] Offset stacked(Bytes alignment) const;
    void move_lasting(std::uint32_t position, std::int64_t from_offset, std::int64_t to_offset);
    void set_offset(BufferIndex buffer, std::int64_t offset);

    const Problem* problem_;
    CompactTime time_;
    // By position: sorted by list and begin. What the search for collisions reads stands apart, in little memory.
    std::vector<Span> spans_;
    std::vector<Range> ranges_;
    std::vector<Piece> pieces_;
    std::vector<List> lists_;
    std::vector<std::uint32_t> marks_;
    std::vector<std::uint32_t> positions_of_;                   ///< by buffer
    IndexedVector<BufferIndex, std::uint32_t> first_position_;  ///< into positions_of_, one more than buffers
    IndexedVector<BufferIndex, std::int64_t> offsets_;
    std::uint32_t first_lasting_ = 0;  ///< from here on pieces last long; they are in no list by length
    std::vector<Lasting> lasting_;     ///< those that are placed, by `from`
    // Reused by every placement.
    ForbiddenOffsets forbidden_;
    std::vector<std::uint32_t> found_;
    std::vector<Stretch> stretches_;
    std::vector<Stretch> fetched_;
    std::uint64_t work_ = 0;
};

/// Puts every pinned buffer of the region where its pin says, and tells the highest of their tails; 0 where there is
/// none. Linear.
Offset put_pins(RectangleContainer& container, const Problem& problem, RegionIndex region);

}  // namespace arenascope
