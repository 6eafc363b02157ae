#include "core/planner/shared_objects/placement_trace.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/memory/indexed_vector.h"

namespace arenascope {
namespace {

/// A frame visits every buffer. This many visits take about a quarter of a second.
constexpr std::size_t most_looks = std::size_t{1} << 28U;

}  // namespace

void trace_placements(TraceSink& sink, const Problem& problem, const PlanResult& result,
                      std::span<const BufferIndex> order) {
    const IndexedVector<BufferIndex, ObjectIndex> objects = objects_of_buffers(result.layout);
    IndexedVector<ObjectIndex, bool> is_open(result.layout.objects.size(), false);
    IndexedVector<BufferIndex, std::int64_t> offsets(problem.buffers.size(), unplaced_offset);
    const std::size_t count = order.size();
    const std::size_t most_frames = std::clamp<std::size_t>(most_looks / std::max<std::size_t>(count, 1), 1, count + 1);
    const std::size_t per_frame = (count + most_frames - 1) / most_frames;
    Offset highest;
    std::size_t placed = 0;
    do {
        // If the trace has no room, one last frame covers all remaining placements.
        const std::size_t end = sink.has_room() ? std::min(placed + per_frame, count) : count;
        std::string note = end - placed == 1 ? "" : std::to_string(end - placed) + " placements";
        for (; placed < end; ++placed) {
            const BufferIndex buffer = order[placed];
            const ObjectIndex object = objects[buffer];
            offsets[buffer] = result.layout.placements[buffer]->offset.value();
            highest = std::max(highest, Offset(offsets[buffer]) + problem.buffers[buffer].size);
            if (note.empty()) {
                note = "object " + std::to_string(object.value()) + (is_open[object] ? "" : ", new");
            }
            is_open[object] = true;
        }
        sink.enter(FrameKind::placement, note, {});
        sink.leave({.offsets = offsets,
                    .order = order.first(placed),
                    .risks = {},
                    .peak = highest,
                    .goal = placed == count ? result.goal : Goal::none,
                    .work = placed,
                    .attempts = 1});
    } while (placed < count);
    sink.mark_result();
}

}  // namespace arenascope
