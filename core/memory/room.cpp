#include "core/memory/room.h"

#include <algorithm>

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

}  // namespace arenascope
