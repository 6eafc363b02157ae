#include "core/analysis/explain/memory_bands.h"

#include <algorithm>
#include <tuple>

#include "core/model/memory/free_areas.h"
#include "core/model/memory/placed_piece.h"

namespace arenascope {

std::vector<MemoryBand> memory_bands(const Problem& problem, const Layout& layout, RegionIndex region, Step step) {
    std::vector<MemoryBand> bands;
    std::vector<AddressRange> used;
    for_each_placed_piece(problem, layout, region, [&](const PlacedPiece& piece) {
        if (contains(piece.steps, step)) {
            bands.push_back({piece.bytes, piece.buffer});
            used.push_back(piece.bytes);
        }
    });
    for (const AddressRange& area : areas_between(std::move(used), heap_of(problem, layout, region))) {
        bands.push_back({area, BufferIndex::none()});
    }
    std::ranges::sort(bands, {},
                      [](const MemoryBand& band) { return std::tuple(band.bytes.from, band.bytes.to, band.buffer); });
    return bands;
}

}  // namespace arenascope
