#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// Where the placer puts a rectangle, given the ones that are placed.
enum class PlacingRule : std::uint8_t {
    lowest_fit,  ///< at the lowest aligned offset where it collides with none that is alive at the same time
    stacked,     ///< on top of the highest tail among those; holes stay empty
};

/// The container of one region, with the rectangles that have been placed so far.
///
/// The pieces of all buffers stand in lists by length, each list sorted by begin: list k holds lengths in
/// [2^k, 2^(k+1)). What shares time with [b, e) begins, in list k, between b − 2^(k+1) and e: one short, dense
/// stretch to read, however long the time axis is.
///
///   list 0  ▪ ▪  ▪▪ ▪   ▪ ▪▪            placing x over [b, e) reads only   │b‥‥‥e│
///   list 3   ▬▬  ▬▬▬   ▬▬▬  ▬▬          the stretches above it,             ▬▬▬ ▪
///   list 6     ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬          and sorts what is placed there by offset
///
/// Pieces that last a large part of the whole time share time with nearly everything, so that no stretch would be
/// short. Those that are placed stand in one list of their own, by rising offset; placing reads it from the bottom and
/// stops where the rectangle fits.
///
/// Placing costs O(c log c + l) for c pieces in the stretches and l lasting pieces below the fit; memory is linear in
/// the buffers. Buffers with gaps and windows collide piece by piece.
/// Source: 000_ac36546300477820, paragraphs 87, 88, 103, 144.
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

    /// Offsets by BufferIndex over the whole problem; `unplaced_offset` for those not in the container.
    [[nodiscard]] std::span<const std::int64_t> offsets() const { return offsets_; }
    /// Pieces looked at and compared so far: the measure of work.
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    struct Entry {
        std::int64_t begin;
        std::int64_t end;
        std::int64_t from;  ///< first byte used, relative to the buffer
        std::int64_t to;
        std::int64_t offset;  ///< of the buffer; unplaced_offset when it is not in the container
    };
    /// A placed piece of the list of lasting ones.
    struct Lasting {
        std::int64_t from;  ///< first byte used, in the region
        std::int64_t to;
        std::int64_t begin;
        std::int64_t end;
        std::uint32_t entry;
    };
    struct Stretch {
        std::size_t first;  ///< of the list in entries_
        std::size_t last;
        std::uint64_t longest;  ///< no piece of the list is longer
    };
    /// Offsets that a buffer can not take: all strictly between.
    struct Forbidden {
        std::int64_t above;
        std::int64_t below;
    };

    void gather(BufferIndex buffer, PlacingRule rule);
    /// Whether it is in use in other than one piece: none, or several.
    [[nodiscard]] bool has_pieces(BufferIndex buffer) const;
    void gather_lasting(const Entry& piece);
    [[nodiscard]] Offset lowest_fit(BufferIndex buffer, Bytes alignment);
    void move_lasting(std::uint32_t position, std::int64_t offset);
    void set_offset(BufferIndex buffer, std::int64_t offset);

    const Problem* problem_;
    std::vector<Entry> entries_;
    std::vector<std::int64_t> begins_;  ///< of entries_, apart, for the search
    std::vector<Stretch> lists_;
    std::vector<std::uint32_t> entries_of_;   ///< positions in entries_, by buffer
    std::vector<std::uint32_t> first_entry_;  ///< into entries_of_, one more than buffers
    std::vector<std::int64_t> offsets_;
    std::uint32_t first_lasting_ = 0;   ///< from here on entries_ hold pieces that last long; they are in no stretch
    std::vector<Lasting> lasting_;      ///< by `from`
    std::vector<Forbidden> forbidden_;  ///< reused by every placement
    std::uint64_t work_ = 0;
};

/// Puts every pinned buffer of the region where its pin says. Linear.
void put_pins(RectangleContainer& container, const Problem& problem, RegionIndex region);

/// The rectangle placer: pinned buffers first, then the rest in the given order; buffers that are neither stay
/// unplaced. The order may hold buffers of several regions. O(n log n + Σ c log c), see RectangleContainer.
[[nodiscard]] Layout place_in_order(const Problem& problem, std::span<const BufferIndex> order, PlacingRule rule);

}  // namespace arenascope
