#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"
#include "core/planner/many_core/released_areas.h"
#include "core/planner/many_core/taken_bytes.h"

namespace arenascope {

/// The allocations in the memory of one core.
struct CoreAllocations {
    RegionIndex core;
    std::vector<BufferIndex> order;   ///< by begin; ties the larger first, then in input order
    std::vector<BufferIndex> pinned;  ///< placed at their pins from the start
};

/// A piece of a placed buffer.
struct PlacedArea {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t from;
    std::int64_t to;
};

/// What is placed on a core, as one allocation after the other sees it. Allocations are visited by begin, so each piece
/// of a buffer enters once and ends once. A step from an allocation to the next one takes O(c + log n) for c pieces in
/// use.
class PlacedAreas {
public:
    /// Both arguments must outlive it.
    PlacedAreas(const Problem& problem, const CoreAllocations& allocations);

    /// Goes to an allocation. `offsets` is by BufferIndex over the whole problem. Only pinned buffers and buffers
    /// before that position are read from it. From a position to the next one, only the buffer between them is read.
    /// Any other move reads all of them again, O(n log n). `until`: see alive(). `latest_by`: see ReleasedAreas; it
    /// must not fall as the position rises.
    void go_to(std::size_t position, IndexedSpan<BufferIndex, const std::int64_t> offsets, std::int64_t until,
               std::int64_t latest_by);

    /// The pieces in use at some step between the begin of the allocation and `until`, by rising `from`.
    [[nodiscard]] std::span<const PlacedArea> alive() const { return has_later_ ? alive_ : known_; }
    /// Whether some of these pieces begin after the allocation. Only pins and gaps cause that.
    [[nodiscard]] bool begins_later() const { return last_begin_ > begin_; }
    /// The bytes of alive() that are in use at a step, which is not before the begin of the allocation. Requires that
    /// no piece begins later. Valid until the next go_to() to an allocation that begins after the step. O(c) for a new
    /// step.
    [[nodiscard]] const TakenBytes& taken_at(std::int64_t step);
    /// What has ended when the allocation begins.
    [[nodiscard]] const ReleasedAreas& released() const { return released_; }
    /// Highest tail of the placed buffers.
    [[nodiscard]] std::int64_t peak() const { return peak_; }
    /// Pieces read so far, which measures work.
    [[nodiscard]] std::uint64_t work() const { return work_ + released_.work(); }

private:
    void clear(IndexedSpan<BufferIndex, const std::int64_t> offsets);
    void add_pieces(BufferIndex index, std::int64_t offset, std::int64_t begin);
    void add_outline(BufferIndex index, std::int64_t offset);
    void remove_ended(std::int64_t begin);
    void sort_added(std::size_t first);

    const Problem& problem_;
    const CoreAllocations& allocations_;
    std::vector<BufferIndex> pinned_;           ///< by begin
    std::size_t next_pinned_ = 0;               ///< the first of pinned_ whose pieces have not entered
    std::int64_t begin_ = 0;                    ///< of the allocation
    std::size_t entered_ = 0;                   ///< the allocations before this position have entered
    std::vector<PlacedArea> known_;             ///< the pieces that have entered and not ended, by `from`
    std::int64_t first_end_ = 0;                ///< of the known ones
    std::int64_t last_begin_ = 0;               ///< not below that of any known one
    std::vector<PlacedArea> alive_;             ///< filled if not all known ones are alive
    bool has_later_ = false;                    ///< alive_ is filled
    std::map<std::int64_t, TakenBytes> taken_;  ///< by step, of all known pieces that end later
    ReleasedAreas released_;
    std::int64_t peak_ = 0;
    std::uint64_t work_ = 0;
};

}  // namespace arenascope
