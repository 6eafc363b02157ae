#pragma once

#include <optional>
#include <vector>

#include "core/model/memory/address_range.h"
#include "core/planner/scratch/scratch_queue.h"

namespace arenascope {

/// The place of a scratch buffer and the free area used for it.
struct FoundPlace {
    Offset offset;
    AddressRange area;  ///< the free area, after any growth; for an overlay the scratch below it
    Bytes growth;       ///< bytes by which the heap grew
};

/// The free areas of a part of the heap during one layer. Scratch takes bytes from them, and the part may grow.
///
///   heap.to   ┬ ─ ─ ┐ grows up
///             │ area│
///             ├█████┤ in use
///             │ area│
///             ├█████┤
///   heap.from ┴ ─ ─ ┘ grows down
///
/// Every operation is linear in the areas. Source: docs/method.md, "Scratch buffers", step 2.
class LayerAreas {
public:
    /// `heap` holds the bounds of the part; grow() changes them.
    LayerAreas(const HeapPart& part, const PartLayer& layer, AddressRange& heap);

    [[nodiscard]] const std::vector<AddressRange>& areas() const { return areas_; }
    /// The place at the top or the bottom of the smallest area that holds the size, the lowest of equals.
    [[nodiscard]] std::optional<FoundPlace> smallest_fit(Bytes size, Bytes alignment, bool top) const;
    /// Grows the heap at one end by the bytes that the free area there lacks, and returns the place in it. If the
    /// bottom must not move, the heap grows at the top. Empty: the heap would exceed `most` or 64 bits;
    /// nothing is changed then.
    [[nodiscard]] std::optional<FoundPlace> grow(Bytes size, Bytes alignment, bool top, std::optional<Bytes> most = {});
    [[nodiscard]] AddressRange heap() const { return heap_; }
    /// Whether the range is free.
    [[nodiscard]] bool is_free(AddressRange range) const;
    /// Removes the range from the free areas; parts of it may be in use already.
    void take(AddressRange range);

private:
    [[nodiscard]] Offset top_area_from() const;
    [[nodiscard]] Offset bottom_area_to() const;

    AddressRange& heap_;
    Bytes bottom_unit_;
    std::vector<AddressRange> areas_;  ///< by rising offset
};

}  // namespace arenascope
