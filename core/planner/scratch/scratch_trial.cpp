#include "core/planner/scratch/scratch_trial.h"

#include <algorithm>

#include "core/memory/joint_alignment.h"
#include "core/planner/scratch/layer_areas.h"

namespace arenascope {
namespace {

/// Scratch of the current layer that other scratch may lie over.
struct Overlaid {
    BufferIndex buffer;
    AddressRange bytes;
};

bool is_within(AddressRange inner, AddressRange outer) {
    return outer.from <= inner.from && inner.to <= outer.to;
}

class PartTrial {
public:
    PartTrial(const ScratchQueue& queue, const HeapPart& part, std::span<const ScratchChoice> choices,
              ScratchTrial& trial)
        : queue_(queue), part_(part), choices_(choices), trial_(trial), heap_(part.before) {}

    /// False: an offset would exceed the limit.
    bool run() {
        for (const PartLayer& layer : part_.layers) {
            if (!place(layer)) {
                return false;
            }
        }
        measure();
        trial_.heaps.push_back(heap_);
        return true;
    }

private:
    bool place(const PartLayer& layer) {
        LayerAreas areas(part_, layer, heap_);
        trial_.work += 1 + layer.occupied.size();
        overlaid_.clear();
        for (const StandingScratch& standing : layer.standing) {
            overlaid_.push_back({standing.buffer, standing.bytes});
        }
        const auto variable = std::find_if(layer.waiting.begin(), layer.waiting.end(), [this](std::uint32_t position) {
            return queue_.entries[position].variable;
        });
        for (auto fixed = layer.waiting.begin(); fixed != variable; ++fixed) {
            trial_.work += 1 + areas.areas().size() + overlaid_.size();
            if (!place_fixed(areas, *fixed)) {
                return false;
            }
        }
        if (!place_variable(areas, {variable, layer.waiting.end()})) {
            return false;
        }
        fillings_.push_back(filling(layer));
        return true;
    }

    bool place_fixed(LayerAreas& areas, std::uint32_t position) {
        const QueuedScratch& scratch = queue_.entries[position];
        const ScratchChoice& choice = choices_[position];
        if (scratch.overlay && choice.overlay && overlay(areas, position)) {
            return true;
        }
        if (const auto found = areas.smallest_fit(scratch.size, scratch.alignment, choice.top_of_area)) {
            put(areas, position, *found, scratch.size,
                choice.top_of_area ? ScratchRule::free_top : ScratchRule::free_bottom);
            return true;
        }
        return grow(areas, position, ScratchRule::grown_top, ScratchRule::grown_bottom);
    }

    bool grow(LayerAreas& areas, std::uint32_t position, ScratchRule top, ScratchRule bottom) {
        const QueuedScratch& scratch = queue_.entries[position];
        const bool at_top = choices_[position].grow_top || part_.bottom_unit == Bytes(0);
        const auto grown = areas.grow(scratch.size, scratch.alignment, at_top);
        if (grown) {
            put(areas, position, *grown, scratch.size, at_top ? top : bottom);
        }
        return grown.has_value();
    }

    void put(LayerAreas& areas, std::uint32_t position, const FoundPlace& found, Bytes size, ScratchRule rule,
             BufferIndex over = BufferIndex::none()) {
        trial_.places[position] = {found.offset, size, rule, found.area, found.growth, over};
        const AddressRange bytes = range_of(size, found.offset);
        areas.take(bytes);
        if (queue_.entries[position].overlay && !queue_.entries[position].variable) {
            overlaid_.push_back({queue_.entries[position].buffer, bytes});
        }
    }

    bool overlay(LayerAreas& areas, std::uint32_t position) {
        const QueuedScratch& scratch = queue_.entries[position];
        const Overlaid* best = nullptr;
        for (auto each = overlaid_.rbegin(); each != overlaid_.rend(); ++each) {
            const AddressRange bytes = range_of(scratch.size, aligned_up(each->bytes.from, scratch.alignment));
            if (is_within(bytes, each->bytes) && (best == nullptr || size(each->bytes) < size(best->bytes)) &&
                nests(bytes)) {
                best = &*each;
            }
        }
        if (best != nullptr) {
            const Overlaid under = *best;
            put(areas, position, {aligned_up(under.bytes.from, scratch.alignment), under.bytes, Bytes(0)}, scratch.size,
                ScratchRule::overlay, under.buffer);
            return true;
        }
        return overlay_below(areas, position);
    }

    bool overlay_below(LayerAreas& areas, std::uint32_t position) {
        const QueuedScratch& scratch = queue_.entries[position];
        for (auto each = overlaid_.rbegin(); each != overlaid_.rend(); ++each) {
            const Offset from = each->bytes.to - scratch.size;
            if (size(each->bytes) < scratch.size && from == aligned_down(from, scratch.alignment) &&
                areas.is_free({from, each->bytes.from}) && nests({from, each->bytes.to})) {
                const Overlaid under = *each;
                put(areas, position, {from, under.bytes, Bytes(0)}, scratch.size, ScratchRule::overlay_below,
                    under.buffer);
                return true;
            }
        }
        return false;
    }

    /// Whether these bytes and each scratch buffer there are nested: one lies within the other.
    [[nodiscard]] bool nests(AddressRange bytes) const {
        return std::all_of(overlaid_.begin(), overlaid_.end(), [bytes](const Overlaid& other) {
            return !overlap(bytes, other.bytes) || is_within(bytes, other.bytes) || is_within(other.bytes, bytes);
        });
    }

    /// Buffers with a minimum above their share come first, one by one, because each changes the shares.
    bool place_variable(LayerAreas& areas, std::span<const std::uint32_t> positions) {
        waiting_.assign(positions.begin(), positions.end());
        while (!waiting_.empty()) {
            trial_.work += waiting_.size() + areas.areas().size();
            share(areas.areas());
            const auto short_one = std::find_if(shares_.begin(), shares_.end(), [this](const Share& share) {
                return share.size < queue_.entries[waiting_[share.waiting]].size;
            });
            if (short_one == shares_.end()) {
                for (const Share& share : shares_) {
                    put(areas, waiting_[share.waiting], {share.offset, share.area, Bytes(0)}, share.size,
                        share.is_whole ? ScratchRule::whole_area : ScratchRule::equal_share);
                }
                return true;
            }
            const std::size_t first = short_one->waiting;
            if (!place_minimum(areas, waiting_[first])) {
                return false;
            }
            waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(first));
        }
        return true;
    }

    bool place_minimum(LayerAreas& areas, std::uint32_t position) {
        const QueuedScratch& scratch = queue_.entries[position];
        const bool at_top = choices_[position].top_of_area;
        if (const auto found = areas.smallest_fit(scratch.size, scratch.alignment, at_top)) {
            put(areas, position, *found, scratch.size, at_top ? ScratchRule::free_top : ScratchRule::free_bottom);
            return true;
        }
        return grow(areas, position, ScratchRule::minimum_top, ScratchRule::minimum_bottom);
    }

    /// Assigns the waiting buffers to the areas by falling size.
    void share(std::vector<AddressRange> areas) {
        std::stable_sort(areas.begin(), areas.end(), [](AddressRange a, AddressRange b) { return size(a) > size(b); });
        shares_.clear();
        const std::size_t count = waiting_.size();
        std::size_t next = 0;
        for (std::size_t i = 0; i < areas.size() && next < count; ++i) {
            const std::size_t together = count <= areas.size() ? 1 : count / areas.size() + (i < count % areas.size());
            share(areas[i], next, next + together);
            next += together;
        }
        for (; next < count; ++next) {
            shares_.push_back({next, Offset(), Bytes(0), {}, false});
        }
    }

    void share(AddressRange area, std::size_t first, std::size_t last) {
        std::int64_t unit = 1;
        for (std::size_t i = first; i < last; ++i) {
            const std::int64_t own = queue_.entries[waiting_[i]].alignment.value();
            unit = joint_alignment(unit, own).value_or(farthest_offset);
        }
        const auto together = static_cast<std::int64_t>(last - first);
        const Offset from = aligned_up(area.from, Bytes(std::min(unit, farthest_offset)));
        std::int64_t each = std::max<std::int64_t>(0, (area.to - from).value()) / together;
        each -= together > 1 ? each % unit : 0;
        for (std::size_t i = first; i < last; ++i) {
            const auto offset = from + Bytes(each * static_cast<std::int64_t>(i - first));
            shares_.push_back({i, offset, Bytes(each), area, together == 1});
        }
    }

    /// The filling of the part in this layer after its scratch is placed.
    [[nodiscard]] Filling filling(const PartLayer& layer) {
        occupied_.assign(layer.occupied.begin(), layer.occupied.end());
        for (const std::uint32_t position : layer.waiting) {
            occupied_.push_back(range_of(trial_.places[position].size, trial_.places[position].offset));
        }
        // The bytes between free areas are in use.
        const std::vector<AddressRange> free = areas_between(occupied_, heap_);
        Filling filling{heap_.from, heap_.to, Bytes(0), Bytes(0), 1};
        for (const AddressRange area : free) {
            if (area.from == heap_.from) {
                filling.low = area.to;
            } else if (area.to == heap_.to) {
                filling.high = area.from;
            } else {
                filling.holes = filling.holes + size(area);
                filling.largest_hole = std::max(filling.largest_hole, size(area));
            }
        }
        return filling;
    }

    void measure() {
        HeapMeasure& measure = trial_.measure;
        const auto add = [&](const Filling& filling) {
            const Bytes below = filling.low - heap_.from;
            const Bytes above = heap_.to - filling.high;
            const Bytes largest = std::max({below, above, filling.largest_hole});
            const Bytes scattered = below + above + filling.holes - largest;
            measure.scattered += Uint128(static_cast<std::uint64_t>(scattered.value())) *
                                 Uint128(static_cast<std::uint64_t>(filling.steps));
        };
        std::for_each(fillings_.begin(), fillings_.end(), add);
        std::for_each(part_.idle.begin(), part_.idle.end(), add);
        trial_.work += part_.idle.size() / 8;
        measure.heap = measure.heap + size(heap_);
        measure.grown = measure.grown + (size(heap_) - size(part_.before));
        measure.lowered = measure.lowered + (part_.before.from - heap_.from);
        measure.fits = measure.fits && (!part_.capacity || size(heap_) <= *part_.capacity);
        for (const PartLayer& layer : part_.layers) {
            for (const std::uint32_t position : layer.waiting) {
                const ScratchPlace& place = trial_.places[position];
                measure.growths += place.growth > Bytes(0) ? 1 : 0;
                measure.fast = measure.fast + (part_.fast ? place.size : Bytes(0));
            }
        }
    }

    /// The part of an area that a variable buffer would get.
    struct Share {
        std::size_t waiting;  ///< index into waiting_
        Offset offset;
        Bytes size;
        AddressRange area;
        bool is_whole;
    };

    const ScratchQueue& queue_;
    const HeapPart& part_;
    std::span<const ScratchChoice> choices_;
    ScratchTrial& trial_;
    AddressRange heap_;
    std::vector<Overlaid> overlaid_;
    std::vector<std::uint32_t> waiting_;
    std::vector<Share> shares_;
    std::vector<AddressRange> occupied_;
    std::vector<Filling> fillings_;
};

}  // namespace

std::optional<ScratchTrial> place_scratch(const ScratchQueue& queue, std::span<const ScratchChoice> choices) {
    ScratchTrial trial;
    trial.places.resize(queue.entries.size());
    for (const HeapPart& part : queue.parts) {
        if (!PartTrial(queue, part, choices, trial).run()) {
            return std::nullopt;
        }
    }
    return trial;
}

}  // namespace arenascope
