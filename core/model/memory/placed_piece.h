#pragma once

#include <cstddef>

#include "core/model/memory/address_range.h"
#include "core/model/memory/buffer.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A piece of a buffer at its offset in a region.
struct PlacedPiece {
    Lifetime steps;
    AddressRange bytes;
    BufferIndex buffer;
};

/// Calls `use(PlacedPiece)` for each piece of a buffer placed at `offset`, in time order. Linear in its gaps; no
/// allocation.
template <class Use>
void for_each_placed_piece(const Problem& problem, BufferIndex buffer, Offset offset, Use&& use) {
    for_each_piece(problem.buffers[buffer], [&](const Piece& piece) {
        use(PlacedPiece{piece.steps, {offset + piece.bytes.from, offset + piece.bytes.to}, buffer});
    });
}

/// The same for all placed buffers of a region, in buffer order. Linear in buffers and gaps; no allocation.
template <class Use>
void for_each_placed_piece(const Problem& problem, const Layout& layout, RegionIndex region, Use&& use) {
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (const auto& placement = layout.placements[i]; placement && placement->region == region) {
            for_each_placed_piece(problem, BufferIndex(i), placement->offset, use);
        }
    }
}

}  // namespace arenascope
