#include "core/planner/scratch/layer_areas.h"

#include <algorithm>

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
    if (top || bottom_unit_ == Bytes(0)) {
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

bool LayerAreas::is_free(AddressRange range) const {
    return range.from >= range.to || std::any_of(areas_.begin(), areas_.end(), [range](AddressRange area) {
               return area.from <= range.from && range.to <= area.to;
           });
}

void LayerAreas::take(AddressRange range) {
    const auto first =
        std::find_if(areas_.begin(), areas_.end(), [range](AddressRange area) { return overlap(area, range); });
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

}  // namespace arenascope
