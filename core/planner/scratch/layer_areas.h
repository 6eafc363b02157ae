#pragma once

#include <optional>
#include <vector>

#include "core/memory/address_range.h"
#include "core/planner/scratch/scratch_queue.h"

namespace arenascope {

/// Where a scratch buffer goes, and what for.
struct FoundPlace {
    Offset offset;
    AddressRange area;  ///< the free area that it is taken from, or the growth made; of an overlay what it lies over
    Bytes growth;       ///< what the heap grew by
};

/// The list of free areas of a layer in a part of the heap, while the part grows and scratch takes of it.
///
///   heap.to   ┬ ─ ─ ┐ grows up
///             │ area│
///             ├█████┤ in use
///             │ area│
///             ├█████┤
///   heap.from ┴ ─ ─ ┘ grows down
///
/// Source: 004_1da6691e92b8fba4, paragraphs 24 and 76 to 79; method 6.2. Each question is linear in the areas.
class LayerAreas {
public:
    /// `heap` are the part's bounds, which growing changes.
    LayerAreas(const HeapPart& part, const PartLayer& layer, AddressRange& heap);

    [[nodiscard]] const std::vector<AddressRange>& areas() const { return areas_; }
    /// The top, or the bottom, of the smallest area that holds the size; the lowest of equals.
    [[nodiscard]] std::optional<FoundPlace> smallest_fit(Bytes size, Bytes alignment, bool top) const;
    /// Grows the heap by what the free area at that end lacks, and finds the place in it; a bottom that must not move
    /// leaves the top. Nothing where offsets would pass `farthest_offset`.
    [[nodiscard]] std::optional<FoundPlace> grow(Bytes size, Bytes alignment, bool top);
    /// Whether the range is free.
    [[nodiscard]] bool is_free(AddressRange range) const;
    /// Takes the range, of which no byte need be free, out of the areas.
    void take(AddressRange range);

private:
    [[nodiscard]] Offset top_area_from() const;
    [[nodiscard]] Offset bottom_area_to() const;

    AddressRange& heap_;
    Bytes bottom_unit_;
    std::vector<AddressRange> areas_;  ///< by rising offset
};

}  // namespace arenascope
