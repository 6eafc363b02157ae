#include "core/planner/shared_objects/placement_trace.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// The objects of a finished plan while its placements are recorded.
class ObjectsSoFar {
public:
    ObjectsSoFar(const Problem& problem, const Layout& layout)
        : problem_(problem), layout_(layout), objects_(objects_of_buffers(layout)), sizes_(layout.objects.size()) {}

    void place(BufferIndex buffer) {
        Bytes& size = sizes_[objects_[buffer]];
        const Bytes before = size;
        size = std::max(size, problem_.buffers[buffer].size);
        total_ = total_ + (size - before);
    }

    /// The step of a buffer that was just placed. Empty if its choice is unknown, or if its alignment gave it another
    /// object than the strategy did.
    [[nodiscard]] std::optional<PlacementStep> step_of(const AssignedBuffer& assigned) const {
        if (!assigned.choice || assigned.choice->taken().object != objects_[assigned.buffer]) {
            return std::nullopt;
        }
        PlacementStep step;
        step.buffer = assigned.buffer;
        step.object = assigned.choice;
        step.object->total = total_;
        for (const ObjectChoice::Candidate& candidate : assigned.choice->candidates) {
            step.candidates.push_back(layout_.objects[candidate.object.value()].offset);
        }
        return step;
    }

    [[nodiscard]] ObjectIndex object_of(BufferIndex buffer) const { return objects_[buffer]; }
    [[nodiscard]] bool is_open(BufferIndex buffer) const { return sizes_[objects_[buffer]] > Bytes(0); }

private:
    const Problem& problem_;
    const Layout& layout_;
    IndexedVector<BufferIndex, ObjectIndex> objects_;
    IndexedVector<ObjectIndex, Bytes> sizes_;  ///< so far; 0: no buffer is in it yet
    Bytes total_;
};

}  // namespace

void trace_placements(TraceSink& sink, const Problem& problem, const PlanResult& result,
                      std::span<const AssignedBuffer> order) {
    ObjectsSoFar objects(problem, result.layout);
    IndexedVector<BufferIndex, std::int64_t> offsets(problem.buffers.size(), unplaced_offset);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (!takes_bytes(problem.buffers[i])) {
            offsets[i] = result.layout.placements[i]->offset.value();
        }
    }
    std::vector<BufferIndex> buffers;
    buffers.reserve(order.size());
    const std::size_t count = order.size();
    // A frame visits every buffer, so that all frames together visit at most 2^28.
    const std::size_t most_frames = std::clamp<std::size_t>(
        most_single_placements * most_single_placements / std::max<std::size_t>(count, 1), 1, count + 1);
    const std::size_t per_frame = (count + most_frames - 1) / most_frames;
    Offset highest;
    do {
        // If the trace has no room, one last frame covers all remaining placements.
        const std::size_t placed = buffers.size();
        const std::size_t end = sink.has_room() ? std::min(placed + per_frame, count) : count;
        std::string note = end - placed == 1 ? "" : std::to_string(end - placed) + " placements";
        std::optional<PlacementStep> step;
        for (std::size_t i = placed; i < end; ++i) {
            const BufferIndex buffer = order[i].buffer;
            const bool is_empty = problem.buffers[buffer].size <= Bytes(0);
            const bool is_new = !is_empty && !objects.is_open(buffer);
            offsets[buffer] = result.layout.placements[buffer]->offset.value();
            highest = std::max(highest, Offset(offsets[buffer]) + problem.buffers[buffer].size);
            buffers.push_back(buffer);
            if (!is_empty) {
                objects.place(buffer);
            }
            if (note.empty() && is_empty) {
                note = "no bytes, so no object";
            } else if (note.empty()) {
                step = objects.step_of(order[i]);
                note = step ? words_of(*step->object)
                            : "object " + std::to_string(objects.object_of(buffer).value()) + (is_new ? ", new" : "");
            }
        }
        sink.enter(FrameKind::placement, note, {});
        sink.leave({.offsets = offsets,
                    .order = buffers,
                    .risks = {},
                    .peak = highest,
                    .goal = end == count ? result.goal : Goal::none,
                    .work = end,
                    .attempts = 1,
                    .step = step ? &*step : nullptr});
    } while (buffers.size() < count);
    sink.mark_result();
}

}  // namespace arenascope
