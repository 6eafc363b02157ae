#include "core/picture/plan/segment_band.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/picture/plan/unit.h"

namespace arenascope {
namespace {

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
    strip.name = grouped(static_cast<std::int64_t>(folded.count)) + (folded.count == 1 ? " segment" : " segments") +
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

}  // namespace

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

}  // namespace arenascope
