#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/model/memory/address_range.h"
#include "core/model/memory/free_areas.h"
#include "core/model/memory/joint_alignment.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/scratch.h"

namespace arenascope {

/// Where a scratch buffer may go: a part of the heap, and its layer there.
struct PartPlace {
    std::size_t part = 0;   ///< index into ScratchQueue::parts
    std::size_t layer = 0;  ///< index into HeapPart::layers
    Bytes alignment;        ///< of the buffer in this part
};

/// A scratch buffer to place.
struct QueuedScratch {
    BufferIndex buffer;
    Step layer;
    Bytes size;  ///< minimum size of a variable buffer; 0: it has none
    bool variable = false;
    bool overlay = false;
    bool asks_for_fast = false;
    PartPlace asked;                 ///< in the part of the speed that it asks for
    std::optional<PartPlace> other;  ///< where it may spill to, because the capacity of the asked part is limited
};

/// Pinned scratch, which is placed before the queue begins and may be overlaid.
struct StandingScratch {
    BufferIndex buffer;
    AddressRange bytes;
};

/// The use of a part of the heap during one layer, before its scratch is placed.
struct PartLayer {
    Step step;
    std::vector<AddressRange> occupied;  ///< sorted and disjoint
    std::vector<StandingScratch> standing;
};

/// The use of a part of the heap during some steps. The free areas at its two ends, which may grow, are not included.
///
///   low ├────┤ hole ├──┤ hole ├───────┤ high
struct Filling {
    Offset low;
    Offset high;
    Bytes holes;  ///< free bytes between low and high
    Bytes largest_hole;
    std::int64_t steps = 1;
};

/// A part of the heap: a region with tensors, or one that scratch may go to.
struct HeapPart {
    RegionIndex region;
    bool fast = false;
    AddressRange before;  ///< the tensors' heap
    Bytes bottom_unit;    ///< the bottom moves by multiples of this; 0: it does not move
    std::optional<Bytes> capacity;
    std::vector<PartLayer> layers;  ///< those whose scratch may go here, in step order
    std::vector<Filling> idle;      ///< use in all other steps; steps without any use are omitted
};

/// The scratch buffers in placing order, and the heap around them.
struct ScratchQueue {
    std::vector<QueuedScratch> entries;
    std::vector<HeapPart> parts;       ///< by rising region
    std::uint64_t unmet_requests = 0;  ///< buffers that ask for a part of another speed, which their heap lacks
    bool may_spill = false;            ///< whether a buffer may go to another part than the one it asks for
};

/// Limit of alignments, and of the size of a part whose bottom moves, so that sums of a few of them cannot overflow. A
/// larger part grows only at its top, where no sum exceeds those that validate() checks.
inline constexpr std::int64_t farthest_offset = std::int64_t{1} << 60;

/// The highest multiple of `alignment` (≥ 1) that is not above `offset`.
[[nodiscard]] constexpr Offset aligned_down(Offset offset, Bytes alignment) {
    return Offset(-aligned_up(Offset(-offset.value()), alignment).value());
}

/// The sum of two sizes (≥ 0), or the largest size if it does not fit in 64 bits: pins of several regions may be high.
[[nodiscard]] constexpr Bytes sum_or_most(Bytes a, Bytes b) {
    return Bytes(checked_add(a.value(), b.value()).value_or(std::numeric_limits<std::int64_t>::max()));
}

/// By buffer: whether this planner places it as scratch. It must have the kind scratch, be alive for one step without a
/// gap and not be pinned. All other buffers are tensors here. Linear.
[[nodiscard]] IndexedVector<BufferIndex, bool> scratch_of_layers(const Problem& problem);

/// Queues the scratch buffers. Layers are in step order. Within a layer, fixed sizes come first, by falling size, then
/// variable sizes by falling minimum; ties keep input order. `tensors` holds all other buffers.
///
/// Decisions that the source leaves open: a layer is a step, so operators of one step make one layer. A buffer may ask
/// for a part of another speed than its own region. It then goes into that part of its own heap
/// (parts_of_other_speed()), or stays in its own region if the heap has none. It may spill to the other part if the
/// asked part has a capacity and the other one can hold it. A part begins at 0, or at its lowest tensor if that is
/// lower, and ends at its highest tail. Its bottom moves by multiples of the least common multiple of all alignments in
/// it, so that raised offsets stay aligned. The bottom does not move if a buffer is pinned, or if the part may reach
/// 2^60 bytes by such moves. O(n log n + n k + r²) for k pieces in use at the same time and r regions. Errors: an
/// alignment of 2^60 or more, tensors that begin at −2^60 or lower, or that reach over 2^63 bytes.
///
/// Source: docs/method.md, "Scratch buffers", step 1.
[[nodiscard]] Expected<ScratchQueue> queue_of(const Problem& problem, const Layout& tensors,
                                              const IndexedVector<BufferIndex, bool>& is_scratch);

/// The filling of occupied ranges, which must be sorted and disjoint.
[[nodiscard]] Filling filling_of(std::span<const AddressRange> occupied, std::int64_t steps);

/// The choices that a trial may change where a part of the heap cannot hold a buffer otherwise.
struct OpenChoices {
    bool overlay = false;
    bool grow_top = false;
};

/// The place of a scratch buffer in a trial, with offsets before they are raised.
struct ScratchPlace {
    Offset offset;
    Bytes size;
    ScratchRule rule = ScratchRule::free_bottom;
    AddressRange area;                       ///< the free area, after any growth; for an overlay the scratch below it
    Bytes growth;                            ///< bytes by which the heap grew for it
    BufferIndex over = BufferIndex::none();  ///< for an overlay: the buffer below it
    std::size_t part = 0;                    ///< index into ScratchQueue::parts
    bool left_by_choice = false;             ///< the choices send it to the other part of the heap
};

}  // namespace arenascope
