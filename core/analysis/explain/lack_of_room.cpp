#include "core/analysis/explain/lack_of_room.h"

#include <algorithm>

#include "core/model/memory/room.h"
#include "core/model/memory/tail.h"

namespace arenascope {

std::optional<Misfit> lack_of_room(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    const Buffer& subject = problem.buffers[buffer];
    const auto& capacity = problem.regions[subject.region].capacity;
    if (layout.placements[buffer] || !capacity) {
        return std::nullopt;
    }
    const Room room = room_for(problem, layout, buffer);
    const Bytes missing = tail_of(subject, room.lowest) - Offset(capacity->value());
    return Misfit{buffer, std::max(missing, Bytes(0)), room.largest_area};
}

}  // namespace arenascope
