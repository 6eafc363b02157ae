#pragma once

#include <cstdint>
#include <vector>

#include "core/error/error.h"
#include "core/memory/free_areas.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// A scratch buffer that waits for its place.
struct QueuedScratch {
    BufferIndex buffer;
    RegionIndex region;  ///< the part of the heap that it is looked for in
    Step layer;
    Bytes size;  ///< of a variable one: its minimum
    Bytes alignment;
    bool variable = false;
    bool overlay = false;
};

/// Scratch that lies already where the queue begins: it is pinned, and may be overlaid.
struct StandingScratch {
    BufferIndex buffer;
    AddressRange bytes;
};

/// What is in use of a part of the heap while a layer runs, before its scratch is placed.
struct PartLayer {
    Step step;
    std::vector<std::uint32_t> waiting;  ///< positions in the queue, in its order
    std::vector<AddressRange> occupied;  ///< sorted, apart from each other
    std::vector<StandingScratch> standing;
};

/// How a part of the heap is filled over some steps, but for the free areas at its two ends, which grow.
///
///   low ├────┤ hole ├──┤ hole ├───────┤ high
struct Filling {
    Offset low;
    Offset high;
    Bytes holes;  ///< free bytes between low and high
    Bytes largest_hole;
    std::int64_t steps = 1;
};

/// A part of the heap: a region with tensors or scratch.
struct HeapPart {
    RegionIndex region;
    std::int64_t base = 0;
    bool fast = false;
    AddressRange before;  ///< the tensors' heap
    Bytes bottom_unit;    ///< what the bottom moves by is a multiple of it; 0: it must not move
    std::optional<Bytes> capacity;
    std::vector<PartLayer> layers;  ///< in step order
    std::vector<Filling> idle;      ///< what is in use in the other steps; steps without anything are left out
};

/// The scratch buffers in the order in which they are placed, and the heap that they are placed in.
struct ScratchQueue {
    std::vector<QueuedScratch> entries;
    std::vector<HeapPart> parts;     ///< by rising region
    std::uint64_t unmet_wishes = 0;  ///< buffers that ask for the fast part, or for the slow one, where there is none
};

/// Offsets stay below this on both sides of 0, so that sums of a few of them are safe.
inline constexpr std::int64_t farthest_offset = std::int64_t{1} << 60;

/// The highest multiple of `alignment` (≥ 1) that is not above `offset`.
[[nodiscard]] constexpr Offset aligned_down(Offset offset, Bytes alignment) {
    return Offset(-aligned_up(Offset(-offset.value()), alignment).value());
}

/// By buffer: whether it is scratch that this planner places: of kind scratch, alive for one step without a gap, and
/// not pinned. Other scratch is a tensor to it. Linear.
[[nodiscard]] IndexedVector<BufferIndex, bool> scratch_of_layers(const Problem& problem);

/// Queues the scratch buffers: layers by step; in a layer the fixed ones from the largest to the smallest, then the
/// variable ones from the largest minimum to the smallest, ties in input order. `tensors` holds all others.
///
/// Where the source is silent: layers are steps, so operators of one step make one layer. A buffer that does not lie in
/// a part of the speed that it asks for goes into the first region of that speed; where there is none it stays in its
/// own. A part begins at 0, or at its lowest tensor where that is lower, and ends at its highest tail. Its bottom moves
/// by multiples of the least common multiple of all alignments in it, so that the offsets are aligned when they are
/// rebased; it does not move where that passes 64 bits, or where a buffer is pinned.
/// O(n log n + n k) for k pieces in use at the same time. Errors: offsets or alignments of 2^60 and more.
/// Source: 004_1da6691e92b8fba4; method 6.1.
[[nodiscard]] Expected<ScratchQueue> queue_of(const Problem& problem, const Layout& tensors,
                                              const IndexedVector<BufferIndex, bool>& is_scratch);

/// What a list of occupied ranges, sorted and apart, fills.
[[nodiscard]] Filling filling_of(std::span<const AddressRange> occupied, std::int64_t steps);

}  // namespace arenascope
