#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/planner/heap_trial.h"
#include "core/planner/scratch/layer_areas.h"
#include "core/planner/scratch/scratch_place.h"
#include "core/planner/scratch/scratch_queue.h"

namespace arenascope {

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
