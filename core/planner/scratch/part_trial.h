#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/memory/address_range.h"
#include "core/planner/heap_trial.h"
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
    /// Whether the heap can grow at its bottom. The bottom of an empty heap does not move: whole steps of the bottom
    /// would leave idle bytes between the buffer and the top.
    [[nodiscard]] bool has_bottom() const;
    /// Grows the heap at one end by the bytes that the free area there lacks, and returns the place in it. Without a
    /// bottom that moves, the heap grows at the top. Empty: the heap would exceed `most` or 64 bits;
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

/// One part of the heap during a trial: its bounds, and its current layer. place_scratch() opens a layer, places the
/// scratch of that layer, and closes it.
class PartTrial {
public:
    /// Writes places by position in the queue, appends each position to `order` when it is placed, and adds the areas
    /// and buffers that it visits to `work`. Changes open choices where there is no other room below the capacity.
    PartTrial(const ScratchQueue& queue, std::size_t part, std::span<ScratchChoice> choices, OpenChoices open,
              std::span<ScratchPlace> places, std::vector<std::uint32_t>& order, std::uint64_t& work)
        : queue_(queue),
          part_(queue.parts[part]),
          index_(part),
          choices_(choices),
          open_(open),
          places_(places),
          order_(order),
          work_(work),
          heap_(part_.before) {}

    [[nodiscard]] bool is_open() const { return areas_.has_value(); }
    void open(const PartLayer& layer);
    void close();

    /// How far the part may grow.
    enum class Limit : std::uint8_t { capacity, none };

    /// Places a fixed buffer. False: there is no room for it.
    [[nodiscard]] bool place_fixed(std::uint32_t position, Bytes alignment, Limit limit);
    /// Places the minimum of a variable buffer alone. False: there is no room for it.
    [[nodiscard]] bool place_minimum(std::uint32_t position, Bytes alignment, Limit limit);

    /// A variable buffer that waits for its share.
    struct Waiting {
        std::uint32_t position;
        Bytes alignment;
    };
    /// Gives each buffer its share. Those that may go elsewhere, and whose minimum finds no room below the capacity,
    /// are added to `spilled`. False: an offset would not fit in 64 bits.
    [[nodiscard]] bool place_variable(std::vector<Waiting> waiting, std::vector<std::uint32_t>& spilled);

    /// Adds the measures of this part, after the last layer.
    void measure(HeapMeasure& measure);
    [[nodiscard]] AddressRange heap() const { return heap_; }

private:
    /// Scratch of the current layer that other scratch may lie over.
    struct Overlaid {
        BufferIndex buffer;
        AddressRange bytes;
    };
    /// The part of an area that a variable buffer would get.
    struct Share {
        std::size_t waiting;  ///< index into the waiting buffers
        Offset offset;
        Bytes size;
        AddressRange area;
        bool is_whole;
    };

    [[nodiscard]] bool grow(std::uint32_t position, Bytes alignment, Limit limit, ScratchRule top, ScratchRule bottom);
    [[nodiscard]] bool grow_at(bool at_top, std::uint32_t position, Bytes alignment, Limit limit, ScratchRule rule);
    void put(std::uint32_t position, const FoundPlace& found, Bytes size, ScratchRule rule,
             BufferIndex over = BufferIndex::none());
    [[nodiscard]] bool overlay(std::uint32_t position, Bytes alignment);
    [[nodiscard]] bool overlay_smaller(std::uint32_t position, Bytes alignment, ScratchRule rule);
    [[nodiscard]] bool nests(AddressRange bytes) const;
    void share(const std::vector<Waiting>& waiting);
    void share(AddressRange area, const std::vector<Waiting>& waiting, std::size_t first, std::size_t last);
    void put_share(const Share& share, const Waiting& waiting);
    [[nodiscard]] Filling filling();

    const ScratchQueue& queue_;
    const HeapPart& part_;
    std::size_t index_;
    std::span<ScratchChoice> choices_;
    OpenChoices open_;
    std::span<ScratchPlace> places_;
    std::vector<std::uint32_t>& order_;
    std::uint64_t& work_;
    AddressRange heap_;
    std::optional<LayerAreas> areas_;     ///< of the current layer; empty: no layer is open
    std::vector<AddressRange> occupied_;  ///< in the current layer, in any order
    std::vector<Overlaid> overlaid_;
    std::vector<Share> shares_;
    std::vector<Filling> fillings_;
};

}  // namespace arenascope
