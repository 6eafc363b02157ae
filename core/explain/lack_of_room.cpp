#include "core/explain/lack_of_room.h"

#include <algorithm>
#include <vector>

#include "core/memory/placed_piece.h"
#include "core/memory/room.h"

namespace arenascope {

std::optional<Misfit> lack_of_room(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    const Buffer& subject = problem.buffers[buffer];
    const auto& capacity = problem.regions[subject.region].capacity;
    if (layout.placements[buffer] || !capacity) {
        return std::nullopt;
    }
    std::vector<AddressRange> occupied;
    for_each_placed_piece(problem, layout, subject.region, [&](const PlacedPiece& piece) {
        if (overlap(piece.steps, subject.lifetime)) {
            occupied.push_back(piece.bytes);
        }
    });
    std::sort(occupied.begin(), occupied.end(), [](AddressRange a, AddressRange b) { return a.from < b.from; });
    const Room room = room_among(occupied, subject.size, alignment_of(problem, subject), *capacity);
    const Bytes missing = (room.lowest + subject.size) - Offset(capacity->value());
    return Misfit{buffer, std::max(missing, Bytes(0)), room.largest_area};
}

}  // namespace arenascope
