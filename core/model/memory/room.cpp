#include "core/model/memory/room.h"

#include <algorithm>
#include <limits>

#include "core/model/memory/placed_piece.h"
#include "core/model/memory/shared_addresses.h"
#include "core/model/memory/tail.h"

namespace arenascope {

Room room_among(std::span<const AddressRange> occupied, Bytes size, Bytes alignment, Bytes capacity) {
    const Offset end(capacity.value());
    Room room{Offset(0), Bytes(0)};
    Offset covered(0);
    for (const AddressRange range : occupied) {
        room.largest_area = std::max(room.largest_area, std::min(range.from, end) - covered);
        covered = std::max(covered, range.to);
        if (range.to > room.lowest && range.from < room.lowest + size) {
            room.lowest = aligned_up(range.to, alignment);
        }
    }
    room.largest_area = std::max(room.largest_area, end - covered);
    return room;
}

Room room_for(const Problem& problem, const Layout& layout, BufferIndex buffer, std::vector<AddressRange> reserved) {
    const Buffer& subject = problem.buffers[buffer];
    const Bytes capacity =
        problem.regions[subject.region].capacity.value_or(Bytes(std::numeric_limits<std::int64_t>::max()));
    if (!takes_bytes(subject)) {
        return {Offset(0), capacity};
    }
    std::vector<AddressRange> occupied = std::move(reserved);
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const RegionIndex region(i);
        if (!may_meet(problem, region, subject.region)) {
            continue;
        }
        const Bytes shift(
            static_cast<std::int64_t>(problem.regions[region].base - problem.regions[subject.region].base));
        for_each_placed_piece(problem, layout, region, [&](const PlacedPiece& piece) {
            if (overlap(piece.steps, subject.lifetime)) {
                occupied.push_back({piece.bytes.from + shift, piece.bytes.to + shift});
            }
        });
    }
    std::ranges::sort(occupied, [](AddressRange a, AddressRange b) { return a.from < b.from; });
    return room_among(occupied, subject.size, alignment_of(problem, subject), capacity);
}

}  // namespace arenascope
