#include "core/picture/plan/memory_rectangle.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

void add_rectangles(std::vector<MemoryRectangle>& rectangles, const Problem& problem, BufferIndex buffer,
                    Placement placement, IndexedSpan<RegionIndex, const std::int64_t> shifts) {
    const std::int64_t shift = shifts[placement.region];
    if (shift == not_shown) {
        return;
    }
    const std::int64_t bottom = limited_sum(placement.offset.value(), shift);
    for_each_piece(problem.buffers[buffer], [&](const Piece& piece) {
        rectangles.push_back({piece.steps.begin.value(), piece.steps.end.value(),
                              limited_sum(bottom, piece.bytes.from.value()),
                              limited_sum(bottom, piece.bytes.to.value()), buffer});
    });
}

}  // namespace

std::vector<MemoryRectangle> placed_rectangles(const Problem& problem, BufferIndex buffer, Placement placement,
                                               IndexedSpan<RegionIndex, const std::int64_t> shifts) {
    std::vector<MemoryRectangle> rectangles;
    add_rectangles(rectangles, problem, buffer, placement, shifts);
    return rectangles;
}

std::optional<std::pair<std::int64_t, std::int64_t>> stacked_bytes(
    const Problem& problem, const Layout& layout, BufferIndex buffer,
    IndexedSpan<RegionIndex, const std::int64_t> shifts) {
    const auto& placement = layout.placements[buffer];
    const std::int64_t shift = placement ? shifts[placement->region] : not_shown;
    const auto from = shift == not_shown ? std::nullopt : checked_add(placement->offset.value(), shift);
    const auto to = from ? checked_add(*from, problem.buffers[buffer].size.value()) : std::nullopt;
    return to ? std::optional(std::pair(*from, *to)) : std::nullopt;
}

std::vector<MemoryRectangle> memory_rectangles(const Problem& problem, const Layout& layout,
                                               IndexedSpan<RegionIndex, const std::int64_t> shifts) {
    std::vector<MemoryRectangle> rectangles;
    rectangles.reserve(problem.buffers.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (const auto& placement = layout.placements[i]) {
            add_rectangles(rectangles, problem, BufferIndex(i), *placement, shifts);
        }
    }
    return rectangles;
}

std::span<const MemoryRectangle> rectangles_of_buffer(std::span<const MemoryRectangle> rectangles, BufferIndex buffer) {
    const auto first = std::ranges::lower_bound(rectangles, buffer, {}, &MemoryRectangle::buffer);
    const auto last = std::ranges::upper_bound(first, rectangles.end(), buffer, {}, &MemoryRectangle::buffer);
    return {first, last};
}

std::vector<MemoryRectangle> rectangles_of(std::span<const MemoryRectangle> rectangles,
                                           const std::vector<BufferIndex>& buffers) {
    std::vector<MemoryRectangle> result;
    for (const BufferIndex buffer : buffers) {
        std::ranges::copy(rectangles_of_buffer(rectangles, buffer), std::back_inserter(result));
    }
    return result;
}

std::vector<MemoryRectangle> rectangles_of(const Problem& problem, const Layout& layout,
                                           IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                           std::span<const BufferIndex> buffers) {
    std::vector<MemoryRectangle> rectangles;
    for (const BufferIndex buffer : buffers) {
        if (const auto& placement = layout.placements[buffer]) {
            add_rectangles(rectangles, problem, buffer, *placement, shifts);
        }
    }
    return rectangles;
}

std::vector<MemoryRectangle> overlap_rectangles(std::span<const OverlapArea> areas,
                                                IndexedSpan<RegionIndex, const std::int64_t> shifts) {
    std::vector<MemoryRectangle> rectangles;
    rectangles.reserve(areas.size());
    for (const OverlapArea& area : areas) {
        if (const std::int64_t shift = shifts[area.region]; shift != not_shown) {
            rectangles.push_back({area.steps.begin.value(), area.steps.end.value(),
                                  limited_sum(area.bytes.from.value(), shift),
                                  limited_sum(area.bytes.to.value(), shift), BufferIndex::none()});
        }
    }
    return rectangles;
}

std::vector<MemoryRectangle> overlap_rectangles(const Layout& layout, std::span<const Overlap> overlaps,
                                                IndexedSpan<RegionIndex, const std::int64_t> shifts) {
    std::vector<MemoryRectangle> rectangles;
    rectangles.reserve(overlaps.size());
    for (const Overlap& overlap : overlaps) {
        const auto& placement = layout.placements[overlap.a];
        const std::int64_t shift = placement ? shifts[placement->region] : not_shown;
        if (shift != not_shown) {
            rectangles.push_back({overlap.steps.begin.value(), overlap.steps.end.value(),
                                  limited_sum(overlap.bytes.from.value(), shift),
                                  limited_sum(overlap.bytes.to.value(), shift), overlap.a});
        }
    }
    return rectangles;
}

}  // namespace arenascope
