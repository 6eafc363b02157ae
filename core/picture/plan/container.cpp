#include "core/picture/plan/container.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/base/text/amount.h"
#include "core/model/memory/free_areas.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

bool holds(const std::vector<RegionIndex>& regions, RegionIndex region) {
    return std::binary_search(regions.begin(), regions.end(), region);
}

void set(std::vector<RegionIndex>& regions, RegionIndex region, bool in) {
    const auto at = std::lower_bound(regions.begin(), regions.end(), region);
    const bool is_in = at != regions.end() && *at == region;
    if (in && !is_in) {
        regions.insert(at, region);
    } else if (!in && is_in) {
        regions.erase(at);
    }
}

constexpr std::int64_t thin_bands_in_whole = 400;  ///< a plot has about as many pixels
constexpr std::int64_t thin_share = 4;             ///< thin bands hold at most this part of all bytes
constexpr std::int64_t strips_in_bands = 20;       ///< the strip has this part of the height of the bands
constexpr std::int64_t stray_share = 4;

std::int64_t stack_sum(std::int64_t a, std::int64_t b) {
    return checked_add(a, b).value_or(std::numeric_limits<std::int64_t>::max() / 2);
}

/// The offsets that the placed buffers of the regions above the segments take.
AddressRange stray_range(const Problem& problem, const Layout& layout, RegionIndex region) {
    bool is_empty = true;
    AddressRange range{Offset(0), Offset(0)};
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        if (placement && placement->region == region) {
            const Offset from = placement->offset;
            const Offset to(stack_sum(from.value(), problem.buffers[i].size.value()));
            range =
                is_empty ? AddressRange{from, to} : AddressRange{std::min(range.from, from), std::max(range.to, to)};
            is_empty = false;
        }
    }
    return range;
}

/// The size below which bands are thin.
std::int64_t thin_below(const std::vector<SegmentBand>& bands, std::int64_t whole) {
    std::int64_t bound = 1;
    while (bound <= whole / thin_bands_in_whole / 2) {
        bound *= 2;
    }
    for (; bound > 1; bound /= 2) {
        std::int64_t thin = 0;
        for (const SegmentBand& band : bands) {
            thin += band.highest < bound ? band.highest : 0;
        }
        if (thin <= whole / thin_share) {
            break;
        }
    }
    return bound;
}

/// What the strip holds.
struct FoldedBands {
    std::vector<SegmentBand> open;
    RegionIndex first = RegionIndex::none();
    std::size_t count = 0;
    bool are_thin = true;  ///< none of them was folded by the user
    std::int64_t bytes = 0;
};

FoldedBands folded_of(std::vector<SegmentBand> bands, std::int64_t thin, const ContainerChoice& choice) {
    FoldedBands folded;
    for (SegmentBand& band : bands) {
        const bool is_chosen = is_folded(choice, band.region);
        band.is_thin = band.highest < thin;
        if (!is_chosen && (choice.shows_thin_bands || !band.is_thin)) {
            folded.open.push_back(std::move(band));
            continue;
        }
        if (folded.count == 0 || (is_chosen && folded.are_thin)) {
            folded.first = band.region;
        }
        folded.are_thin = folded.are_thin && !is_chosen;
        ++folded.count;
        folded.bytes += band.highest;
    }
    return folded;
}

SegmentBand strip_of(const FoldedBands& folded, std::int64_t thin, std::int64_t open) {
    constexpr std::int64_t kibibyte = 1024;
    // The bound is a power of two, which is short in the largest unit that it reaches.
    const Unit unit = thin >= kibibyte * kibibyte ? Unit::mebibytes : thin >= kibibyte ? Unit::kibibytes : Unit::bytes;
    const auto amount = [unit](std::int64_t bytes) { return amount_text(bytes, unit); };
    SegmentBand strip;
    strip.region = folded.first;
    strip.name = grouped(folded.count) + (folded.count == 1 ? " segment" : " segments") +
                 (folded.are_thin ? " below " + amount(thin) : "") + ", " + amount(folded.bytes) + ", folded";
    strip.is_thin = folded.are_thin;
    strip.folded = folded.count;
    strip.highest = std::max<std::int64_t>(1, open > 0 ? open / strips_in_bands : folded.bytes);
    return strip;
}

SegmentBand band_of_region(const Problem& problem, RegionIndex region, std::int64_t size) {
    SegmentBand band;
    band.region = region;
    band.name = problem.regions[region].name;
    band.highest = std::max<std::int64_t>(1, size);
    return band;
}

/// The space above the highest line, for its label, as a fraction of the container's height.
constexpr std::int64_t air_divisor = 12;

/// This many folded strips are as high as all open containers together.
constexpr std::int64_t strips_in_open = 12;

struct ShownExtent {
    std::int64_t lowest = 0;
    std::int64_t highest = 0;
    std::size_t buffers = 0;
    std::size_t placed = 0;
    std::optional<TargetRectangle> target = {};
};

void enlarge(std::optional<TargetRectangle>& target, const Buffer& buffer, Offset offset) {
    const Offset tail(checked_add(offset.value(), buffer.size.value()).value_or(offset.value()));
    if (!target) {
        target = TargetRectangle{buffer.lifetime, {offset, tail}};
        return;
    }
    target->steps = {std::min(target->steps.begin, buffer.lifetime.begin),
                     std::max(target->steps.end, buffer.lifetime.end)};
    target->bytes = {std::min(target->bytes.from, offset), std::max(target->bytes.to, tail)};
}

std::vector<ShownExtent> extents(const Problem& problem, const Layout& layout) {
    IndexedVector<RegionIndex, ShownExtent> result(problem.regions.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        const RegionIndex region = placement ? placement->region : problem.buffers[i].region;
        ShownExtent& extent = result[region];
        ++extent.buffers;
        if (placement) {
            ++extent.placed;
            if (!takes_bytes(problem.buffers[i])) {
                continue;
            }
            enlarge(extent.target, problem.buffers[i], placement->offset);
            const std::int64_t offset = placement->offset.value();
            extent.lowest = std::min(extent.lowest, offset);
            extent.highest = std::max(extent.highest, checked_add(offset, problem.buffers[i].size.value())
                                                          .value_or(std::numeric_limits<std::int64_t>::max()));
        }
    }
    return result;
}

/// How far the heap has grown so far, in the offsets from before scratch was placed.
AddressRange heap_so_far(const Problem& problem, const Layout& layout, const HeapBounds& heap) {
    const AddressRange raised = heap_of(problem, layout, heap.region);
    const Bytes by = Offset(0) - heap.after.from;
    return {raised.from - by, raised.to - by};
}

/// The height of the used part of a container.
std::int64_t use_of(const Container& container) {
    // Includes the final heap, so that stepping through placements does not change the scale.
    const std::int64_t heap = container.heap ? size(container.heap->after).value() : 0;
    return std::max({container.peak.value(), container.threshold.value(), heap, std::int64_t{1}});
}

/// Computes the heights of the open containers. Whether a capacity would flatten the picture is decided for all of them
/// together. Cores with the same capacity then look alike, even if some use little of it.
void open_up(std::vector<Container>& stack) {
    std::int64_t most = 0;
    for (const Container& container : stack) {
        most = std::max(most, container.is_folded ? 0 : use_of(container));
    }
    for (Container& container : stack) {
        if (!container.is_folded) {
            container.shows_capacity = container.capacity && container.capacity->value() / 2 <= most;
            const std::int64_t used = use_of(container);
            const std::int64_t top = container.shows_capacity ? std::max(used, container.capacity->value()) : used;
            container.highest = checked_add(top, std::max<std::int64_t>(top / air_divisor, 1)).value_or(top);
        }
    }
}

/// Computes the heights of the folded containers. If they are few, each has space for a line of text.
void fold(std::vector<Container>& stack) {
    std::int64_t open = 0;
    std::int64_t folded = 0;
    for (const Container& container : stack) {
        folded += container.is_folded ? 1 : 0;
        open = checked_add(open, container.is_folded ? 0 : container.highest).value_or(open);
    }
    const std::int64_t strip = std::max<std::int64_t>(1, open / std::max(strips_in_open, folded));
    for (Container& container : stack) {
        if (container.is_folded) {
            container.highest = strip;
        }
    }
}

/// Puts each container on the one below.
void raise(std::vector<Container>& stack) {
    std::int64_t shift = 0;
    for (Container& container : stack) {
        container.shift = checked_subtract(shift, container.lowest).value_or(shift);
        shift = checked_add(container.shift, container.highest).value_or(shift);
    }
}

/// The container that holds a rectangle of the stack; null: none does.
const Container* holder_of(const std::vector<Container>& stack, const MemoryRectangle& rectangle) {
    const auto above = std::upper_bound(
        stack.begin(), stack.end(), rectangle.from,
        [](std::int64_t byte, const Container& container) { return byte < container.shift + container.lowest; });
    return above == stack.begin() ? nullptr : &*(above - 1);
}

std::vector<Container> stacked(std::vector<SegmentBand> bands) {
    std::vector<Container> stack;
    stack.reserve(bands.size());
    for (SegmentBand& band : bands) {
        Container& container = stack.emplace_back();
        container.region = band.region;
        container.name = std::move(band.name);
        container.lowest = band.lowest;
        container.highest = band.highest;
        container.peak = Offset(band.highest);
        container.is_band = true;
        container.is_folded = band.folded > 0;
        container.is_thin = band.is_thin;
        container.folded_bands = band.folded;
        container.mapped = std::move(band.mapped);
    }
    raise(stack);
    return stack;
}

}  // namespace

bool is_folded(const ContainerChoice& choice, RegionIndex region) {
    return holds(choice.folded, region);
}

bool is_hidden(const ContainerChoice& choice, RegionIndex region) {
    return holds(choice.hidden, region);
}

void set_folded(ContainerChoice& choice, RegionIndex region, bool folded) {
    set(choice.folded, region, folded);
}

void set_hidden(ContainerChoice& choice, RegionIndex region, bool hidden) {
    set(choice.hidden, region, hidden);
}

std::vector<RegionIndex> stack_order(const ContainerChoice& choice, std::size_t count) {
    std::vector<RegionIndex> order;
    order.reserve(count);
    IndexedVector<RegionIndex, bool> is_taken(count, false);
    const auto take = [&](RegionIndex region) {
        if (region.value() < count && !is_taken[region]) {
            is_taken[region] = true;
            order.push_back(region);
        }
    };
    std::for_each(choice.order.begin(), choice.order.end(), take);
    for (std::size_t i = 0; i < count; ++i) {
        take(RegionIndex(i));
    }
    return order;
}

bool has_segment_bands(const Problem& problem) {
    if (!has_segment_regions(problem)) {
        return false;
    }
    const auto& segments = problem.history->segments;
    if (segments.empty() || segments.size() > problem.regions.size()) {
        return false;
    }
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (problem.regions[RegionIndex(i)].base != segments[SegmentIndex(i)].base) {
            return false;
        }
    }
    return true;
}

std::vector<SegmentBand> segment_bands(const Problem& problem, const Layout& layout, const ContainerChoice& choice) {
    const auto& segments = problem.history->segments;
    std::vector<SegmentBand> bands;
    std::int64_t whole = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const AllocatorSegment& segment = segments[SegmentIndex(i)];
        if (!is_hidden(choice, RegionIndex(i))) {
            SegmentBand& band = bands.emplace_back(band_of_region(problem, RegionIndex(i), segment.size.value()));
            band.mapped = segment.mapped;
            whole = stack_sum(whole, band.highest);
        }
    }
    const std::int64_t thin = thin_below(bands, whole);
    FoldedBands folded = folded_of(std::move(bands), thin, choice);
    std::vector<SegmentBand> stack = std::move(folded.open);
    for (std::size_t i = segments.size(); i < problem.regions.size(); ++i) {
        const AddressRange range = stray_range(problem, layout, RegionIndex(i));
        if (range.from < range.to && size(range).value() <= whole / stray_share && !is_hidden(choice, RegionIndex(i))) {
            SegmentBand& band = stack.emplace_back(band_of_region(problem, RegionIndex(i), range.to.value()));
            band.lowest = range.from.value();
            band.mapped = {{time_span(problem), range}};
        }
    }
    if (folded.count > 0) {
        std::int64_t open = 0;
        for (const SegmentBand& band : stack) {
            open = stack_sum(open, band.highest - band.lowest);
        }
        stack.push_back(strip_of(folded, thin, open));
    }
    return stack;
}

std::vector<Container> containers(const Problem& problem, const Layout& layout, const ContainerChoice& choice,
                                  const std::shared_ptr<const PlanProfiles>& profiles) {
    if (has_segment_bands(problem)) {
        return stacked(segment_bands(problem, layout, choice));
    }
    std::vector<Container> stack;
    const IndexedVector<RegionIndex, ShownExtent> extent = extents(problem, layout);
    const bool is_whole = is_complete(layout);
    const auto known = profiles ? profiles : std::make_shared<const PlanProfiles>(problem, layout);
    for (const RegionIndex region : stack_order(choice, problem.regions.size())) {
        const ShownExtent& own = extent[region];
        if ((own.buffers == 0 && !problem.buffers.empty()) || is_hidden(choice, region)) {
            continue;
        }
        Container container;
        container.region = region;
        container.name = problem.regions[region].name;
        container.capacity = problem.regions[region].capacity;
        container.profile = {known, &known->of(region)};
        container.levels = live_levels(*container.profile);
        container.threshold = container.profile->threshold;
        container.is_fast = problem.regions[region].fast;
        for (const HeapBounds& heap : layout.heaps) {
            if (heap.region == region) {
                container.heap = heap;
                container.heap_so_far = is_whole ? heap.after : heap_so_far(problem, layout, heap);
            }
        }
        container.peak = Offset(own.highest);
        container.target = own.target;
        container.is_complete = own.placed == own.buffers;
        container.is_folded = is_folded(choice, region);
        container.lowest = container.is_folded ? 0 : own.lowest;
        stack.push_back(std::move(container));
    }
    open_up(stack);
    fold(stack);
    raise(stack);
    return stack;
}

bool shows_bands(const std::vector<Container>& stack) {
    return !stack.empty() && stack.front().is_band;
}

std::vector<std::int64_t> shifts(const Problem& problem, const std::vector<Container>& stack) {
    IndexedVector<RegionIndex, std::int64_t> result(problem.regions.size(), not_shown);
    for (const Container& container : stack) {
        if (!container.is_folded) {
            result[container.region] = container.shift;
        }
    }
    return result;
}

View whole_view(const Problem& problem, const std::vector<Container>& stack) {
    const Lifetime span = time_span(problem);
    View view;
    view.steps = {static_cast<long double>(span.begin.value()), static_cast<long double>(span.end.value())};
    if (length(view.steps) <= 0) {
        view.steps.to = view.steps.from + 1;
    }
    if (!stack.empty()) {
        const auto position = [](std::int64_t shift, std::int64_t offset) {
            return static_cast<long double>(shift) + static_cast<long double>(offset);
        };
        view.bytes = {position(stack.front().shift, stack.front().lowest),
                      position(stack.back().shift, stack.back().highest)};
    }
    return view;
}

bool ends_above_threshold(const std::vector<Container>& stack, const MemoryRectangle& rectangle) {
    const Container* container = holder_of(stack, rectangle);
    return container != nullptr && rectangle.to - container->shift > container->threshold.value();
}

const Container* limited_memory(const Container* core, const std::vector<Container>& stack) {
    const auto excess = [](const Container& one) {
        return std::max(one.peak - Offset(0), one.threshold) - *one.capacity;
    };
    const Container* worst = nullptr;
    for (const Container& one : stack) {
        if (one.shows_capacity && (core == nullptr || core == &one) &&
            (worst == nullptr || excess(one) > excess(*worst))) {
            worst = &one;
        }
    }
    return worst;
}

const Container* container_of(const std::vector<Container>& stack, RegionIndex region) {
    const auto found = std::find_if(stack.begin(), stack.end(),
                                    [region](const Container& container) { return container.region == region; });
    return found == stack.end() ? nullptr : &*found;
}

const Container* open_container_of(const std::vector<Container>& stack, RegionIndex region) {
    const Container* container = container_of(stack, region);
    return container != nullptr && !container->is_folded ? container : nullptr;
}

const Container* container_at(const std::vector<Container>& stack, long double byte) {
    for (const Container& container : stack) {
        const long double offset = byte - static_cast<long double>(container.shift);
        if (offset >= static_cast<long double>(container.lowest) &&
            offset < static_cast<long double>(container.highest)) {
            return &container;
        }
    }
    return nullptr;
}

}  // namespace arenascope
