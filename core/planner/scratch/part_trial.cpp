#include "core/planner/scratch/part_trial.h"

#include <algorithm>

#include "core/model/memory/joint_alignment.h"

namespace arenascope {
namespace {

/// The offset of the size at one end of an area. Empty: it does not fit there with its alignment.
std::optional<Offset> place_in(AddressRange area, Bytes size, Bytes alignment, bool top) {
    if (arenascope::size(area) < size) {
        return std::nullopt;
    }
    const std::optional<Offset> offset =
        top ? aligned_down(area.to - size, alignment) : checked_aligned_up(area.from, alignment);
    return offset && area.from <= *offset && *offset <= area.to - size ? offset : std::nullopt;
}

bool is_within(AddressRange inner, AddressRange outer) {
    return outer.from <= inner.from && inner.to <= outer.to;
}

/// The first aligned offset at which the size lies within the range. Empty: there is none.
std::optional<Offset> first_place(AddressRange range, Bytes size, Bytes alignment) {
    const auto offset = checked_aligned_up(range.from, alignment);
    return offset && size <= range.to - range.from && *offset <= range.to - size ? offset : std::nullopt;
}

}  // namespace

LayerAreas::LayerAreas(const HeapPart& part, const PartLayer& layer, AddressRange& heap)
    : heap_(heap), bottom_unit_(part.bottom_unit), areas_(areas_between(layer.occupied, heap)) {}

std::optional<FoundPlace> LayerAreas::smallest_fit(Bytes size, Bytes alignment, bool top) const {
    std::optional<FoundPlace> best;
    for (const AddressRange area : areas_) {
        const auto offset = place_in(area, size, alignment, top);
        if (offset && (!best || arenascope::size(area) < arenascope::size(best->area))) {
            best = FoundPlace{*offset, area, Bytes(0)};
        }
    }
    return best;
}

Offset LayerAreas::top_area_from() const {
    return !areas_.empty() && areas_.back().to == heap_.to ? areas_.back().from : heap_.to;
}

Offset LayerAreas::bottom_area_to() const {
    return !areas_.empty() && areas_.front().from == heap_.from ? areas_.front().to : heap_.from;
}

std::optional<FoundPlace> LayerAreas::grow(Bytes size, Bytes alignment, bool top, std::optional<Bytes> most) {
    const AddressRange before = heap_;
    AddressRange after = heap_;
    FoundPlace place;
    if (top || !has_bottom()) {
        const Offset from = top_area_from();
        const auto offset = checked_aligned_up(from, alignment);
        const auto tail = offset ? checked_add(offset->value(), size.value()) : std::nullopt;
        if (!tail || !checked_subtract(*tail, heap_.from.value())) {
            return std::nullopt;
        }
        place.offset = *offset;
        after.to = std::max(after.to, Offset(*tail));
        place.area = {from, after.to};
    } else {
        const Offset to = bottom_area_to();
        place.offset = aligned_down(to - size, alignment);
        after.from = std::min(after.from, aligned_down(place.offset, bottom_unit_));
        place.area = {after.from, to};
    }
    if (most && arenascope::size(after) > *most) {
        return std::nullopt;
    }
    heap_ = after;
    place.growth = arenascope::size(heap_) - arenascope::size(before);
    if (heap_.to > before.to) {
        take(place.area);
        areas_.push_back(place.area);
    } else if (heap_.from < before.from) {
        take(place.area);
        areas_.insert(areas_.begin(), place.area);
    }
    return place;
}

bool LayerAreas::has_bottom() const {
    return bottom_unit_ > Bytes(0) && arenascope::size(heap_) > Bytes(0);
}

bool LayerAreas::is_free(AddressRange range) const {
    return range.from >= range.to || std::ranges::any_of(areas_, [range](AddressRange area) {
               return area.from <= range.from && range.to <= area.to;
           });
}

void LayerAreas::take(AddressRange range) {
    const auto first = std::ranges::find_if(areas_, [range](AddressRange area) { return overlap(area, range); });
    auto last = first;
    while (last != areas_.end() && overlap(*last, range)) {
        ++last;
    }
    if (first == last) {
        return;
    }
    const AddressRange below{first->from, range.from};
    const AddressRange above{range.to, (last - 1)->to};
    auto place = areas_.erase(first, last);
    if (above.from < above.to) {
        place = areas_.insert(place, above);
    }
    if (below.from < below.to) {
        areas_.insert(place, below);
    }
}

void PartTrial::open(const PartLayer& layer) {
    areas_.emplace(part_, layer, heap_);
    work_ += 1 + layer.occupied.size();
    occupied_.assign(layer.occupied.begin(), layer.occupied.end());
    overlaid_.clear();
    for (const StandingScratch& standing : layer.standing) {
        overlaid_.push_back({standing.buffer, standing.bytes});
    }
}

void PartTrial::close() {
    fillings_.push_back(filling());
    areas_.reset();
}

bool PartTrial::place_fixed(std::uint32_t position, Bytes alignment, Limit limit) {
    work_ += 1 + areas_->areas().size() + overlaid_.size();
    const QueuedScratch& scratch = queue_.entries[position];
    const ScratchChoice& choice = choices_[position];
    if (scratch.overlay && choice.overlay && overlay(position, alignment)) {
        return true;
    }
    if (const auto found = areas_->smallest_fit(scratch.size, alignment, choice.top_of_area)) {
        put(position, *found, scratch.size, choice.top_of_area ? ScratchRule::free_top : ScratchRule::free_bottom);
        return true;
    }
    if (grow(position, alignment, limit, ScratchRule::grown_top, ScratchRule::grown_bottom)) {
        return true;
    }
    const bool may_overlay = open_.overlay && scratch.overlay && !choice.overlay;
    if (may_overlay && overlay(position, alignment)) {
        choices_[position].overlay = true;
        return true;
    }
    return false;
}

bool PartTrial::place_minimum(std::uint32_t position, Bytes alignment, Limit limit) {
    const QueuedScratch& scratch = queue_.entries[position];
    const bool at_top = choices_[position].top_of_area;
    if (const auto found = areas_->smallest_fit(scratch.size, alignment, at_top)) {
        put(position, *found, scratch.size, at_top ? ScratchRule::free_top : ScratchRule::free_bottom);
        return true;
    }
    return grow(position, alignment, limit, ScratchRule::minimum_top, ScratchRule::minimum_bottom);
}

bool PartTrial::grow(std::uint32_t position, Bytes alignment, Limit limit, ScratchRule top, ScratchRule bottom) {
    const bool at_top = choices_[position].grow_top || !areas_->has_bottom();
    if (grow_at(at_top, position, alignment, limit, at_top ? top : bottom)) {
        return true;
    }
    const bool has_other_end = open_.grow_top && areas_->has_bottom();
    if (has_other_end && grow_at(!at_top, position, alignment, limit, at_top ? bottom : top)) {
        choices_[position].grow_top = !at_top;
        return true;
    }
    return false;
}

bool PartTrial::grow_at(bool at_top, std::uint32_t position, Bytes alignment, Limit limit, ScratchRule rule) {
    const Bytes size = queue_.entries[position].size;
    const auto grown =
        areas_->grow(size, alignment, at_top, limit == Limit::capacity ? part_.capacity : std::optional<Bytes>());
    if (grown) {
        put(position, *grown, size, rule);
    }
    return grown.has_value();
}

void PartTrial::put(std::uint32_t position, const FoundPlace& found, Bytes size, ScratchRule rule, BufferIndex over) {
    order_.push_back(position);
    places_[position] = {found.offset, size, rule, found.area, found.growth, over, index_};
    if (size == Bytes(0)) {
        return;
    }
    const AddressRange bytes = range_of(size, found.offset);
    areas_->take(bytes);
    occupied_.push_back(bytes);
    if (queue_.entries[position].overlay && !queue_.entries[position].variable) {
        overlaid_.push_back({queue_.entries[position].buffer, bytes});
    }
}

bool PartTrial::overlay(std::uint32_t position, Bytes alignment) {
    const QueuedScratch& scratch = queue_.entries[position];
    const Overlaid* best = nullptr;
    for (auto each = overlaid_.rbegin(); each != overlaid_.rend(); ++each) {
        const auto offset = first_place(each->bytes, scratch.size, alignment);
        if (!offset) {
            continue;
        }
        const AddressRange bytes = range_of(scratch.size, *offset);
        if ((best == nullptr || size(each->bytes) < size(best->bytes)) && nests(bytes)) {
            best = &*each;
        }
    }
    if (best != nullptr) {
        const Overlaid under = *best;
        put(position, {*first_place(under.bytes, scratch.size, alignment), under.bytes, Bytes(0)}, scratch.size,
            ScratchRule::overlay, under.buffer);
        return true;
    }
    return overlay_smaller(position, alignment, ScratchRule::overlay_below) ||
           overlay_smaller(position, alignment, ScratchRule::overlay_above);
}

bool PartTrial::overlay_smaller(std::uint32_t position, Bytes alignment, ScratchRule rule) {
    const QueuedScratch& scratch = queue_.entries[position];
    for (auto each = overlaid_.rbegin(); each != overlaid_.rend(); ++each) {
        const Overlaid under = *each;
        const std::optional<Offset> offset = rule == ScratchRule::overlay_below
                                                 ? checked_aligned_up(under.bytes.to - scratch.size, alignment)
                                                 : aligned_down(under.bytes.from, alignment);
        if (!offset || !checked_add(offset->value(), scratch.size.value())) {
            continue;
        }
        const AddressRange bytes = range_of(scratch.size, *offset);
        if (is_within(under.bytes, bytes) && areas_->is_free({bytes.from, under.bytes.from}) &&
            areas_->is_free({under.bytes.to, bytes.to}) && nests(bytes)) {
            put(position, {*offset, under.bytes, Bytes(0)}, scratch.size, rule, under.buffer);
            return true;
        }
    }
    return false;
}

/// Whether these bytes and each scratch buffer there are nested: one lies within the other.
bool PartTrial::nests(AddressRange bytes) const {
    return std::ranges::all_of(overlaid_, [bytes](const Overlaid& other) {
        return !overlap(bytes, other.bytes) || is_within(bytes, other.bytes) || is_within(other.bytes, bytes);
    });
}

/// Buffers with a minimum above their share come first, one by one, because each changes the shares.
bool PartTrial::place_variable(std::vector<Waiting> waiting, std::vector<std::uint32_t>& spilled) {
    while (!waiting.empty()) {
        work_ += waiting.size() + areas_->areas().size();
        share(waiting);
        const auto short_one = std::ranges::find_if(shares_, [&](const Share& share) {
            return share.size < queue_.entries[waiting[share.waiting].position].size;
        });
        if (short_one == shares_.end()) {
            for (const Share& share : shares_) {
                put_share(share, waiting[share.waiting]);
            }
            return true;
        }
        const auto first = waiting.begin() + static_cast<std::ptrdiff_t>(short_one->waiting);
        const bool may_spill = queue_.entries[first->position].other.has_value();
        if (!place_minimum(first->position, first->alignment, may_spill ? Limit::capacity : Limit::none)) {
            if (!may_spill) {
                return false;
            }
            spilled.push_back(first->position);
        }
        waiting.erase(first);
    }
    return true;
}

void PartTrial::put_share(const Share& share, const Waiting& waiting) {
    if (share.size == Bytes(0)) {
        put(waiting.position, {aligned_up(heap_.from, waiting.alignment), {}, Bytes(0)}, Bytes(0),
            ScratchRule::no_area);
        return;
    }
    put(waiting.position, {share.offset, share.area, Bytes(0)}, share.size,
        share.is_whole ? ScratchRule::whole_area : ScratchRule::equal_share);
}

/// Assigns the waiting buffers to the areas by falling size. Bytes below the first aligned one do not count.
void PartTrial::share(const std::vector<Waiting>& waiting) {
    const Bytes alignment = std::ranges::min(waiting, {}, &Waiting::alignment).alignment;
    std::vector<AddressRange> areas = areas_->areas();
    const auto usable = [alignment](AddressRange area) {
        return area.to - checked_aligned_up(area.from, alignment).value_or(area.to);
    };
    std::erase_if(areas, [&](AddressRange area) { return usable(area) <= Bytes(0); });
    std::ranges::stable_sort(areas, std::ranges::greater(), [&](AddressRange one) { return usable(one); });
    shares_.clear();
    const std::size_t count = waiting.size();
    std::size_t next = 0;
    for (std::size_t i = 0; i < areas.size() && next < count; ++i) {
        const std::size_t together = count <= areas.size() ? 1 : count / areas.size() + (i < count % areas.size());
        share(areas[i], waiting, next, next + together);
        next += together;
    }
    for (; next < count; ++next) {
        shares_.push_back({next, Offset(), Bytes(0), {}, false});
    }
}

void PartTrial::share(AddressRange area, const std::vector<Waiting>& waiting, std::size_t first, std::size_t last) {
    std::int64_t unit = 1;
    for (std::size_t i = first; i < last; ++i) {
        unit = joint_alignment(unit, waiting[i].alignment.value()).value_or(farthest_offset);
    }
    const auto together = static_cast<std::int64_t>(last - first);
    const Offset from = checked_aligned_up(area.from, Bytes(std::min(unit, farthest_offset))).value_or(area.to);
    std::int64_t each = std::max<std::int64_t>(0, (area.to - from).value()) / together;
    each -= together > 1 ? each % unit : 0;
    if (each == 0 && together > 1) {
        share(area, waiting, first, last - 1);
        shares_.push_back({last - 1, Offset(), Bytes(0), {}, false});
        return;
    }
    for (std::size_t i = first; i < last; ++i) {
        const auto offset = from + Bytes(each * static_cast<std::int64_t>(i - first));
        shares_.push_back({i, offset, Bytes(each), area, together == 1});
    }
}

/// The filling of the part in the current layer.
Filling PartTrial::filling() {
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

void PartTrial::measure(HeapMeasure& measure) {
    const auto add = [&](const Filling& filling) {
        const Bytes below = filling.low - heap_.from;
        const Bytes above = heap_.to - filling.high;
        const Bytes largest = std::max({below, above, filling.largest_hole});
        const Bytes scattered = below + above + filling.holes - largest;
        measure.scattered +=
            Uint128(static_cast<std::uint64_t>(scattered.value())) * Uint128(static_cast<std::uint64_t>(filling.steps));
    };
    std::ranges::for_each(fillings_, add);
    std::ranges::for_each(part_.idle, add);
    work_ += part_.idle.size() / 8;
    measure.heap = sum_or_most(measure.heap, size(heap_));
    measure.grown = measure.grown + (size(heap_) - size(part_.before));
    measure.lowered = measure.lowered + (part_.before.from - heap_.from);
    measure.fits = measure.fits && (!part_.capacity || size(heap_) <= *part_.capacity);
}

}  // namespace arenascope
