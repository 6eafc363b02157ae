#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/memory/allocator_history.h"
#include "tests/support/placed_plan.h"

namespace arenascope::test {

/// A buffer of a recorded allocator. `maker`: the line of `net.py` that made it; 0: no Python frame.
struct SegmentBuffer {
    std::size_t segment = 0;
    Lifetime steps;
    std::int64_t offset = 0;
    std::int64_t size = 1;
    std::int64_t maker = 0;
};

/// A plan with a segment of each size, far apart, which exists from step 0 to `steps`.
inline PlacedPlan segmented_plan(const std::vector<std::int64_t>& sizes, const std::vector<SegmentBuffer>& buffers,
                                 std::int64_t steps = 10) {
    PlacedPlan plan;
    AllocatorHistory history;
    history.events.assign(static_cast<std::size_t>(steps), AllocatorEvent::alloc);
    history.has_events = true;
    plan.problem.regions.clear();
    for (const std::int64_t size : sizes) {
        const std::size_t number = history.segments.size() + 1;
        AllocatorSegment segment;
        segment.name = "segment 0x" + std::to_string(number);
        segment.base = static_cast<std::int64_t>(number) << 40;
        segment.size = Bytes(size);
        segment.mapped = {{{Step(0), Step(steps)}, {Offset(0), Offset(size)}}};
        Region& region = plan.problem.regions.emplace_back();
        region.name = segment.name;
        region.base = segment.base;
        region.capacity = segment.size;
        history.segments.push_back(std::move(segment));
    }
    for (const SegmentBuffer& given : buffers) {
        Buffer& buffer = plan.problem.buffers.emplace_back();
        buffer.name = "b" + std::to_string(plan.problem.buffers.size());
        buffer.size = Bytes(given.size);
        buffer.lifetime = given.steps;
        buffer.region = RegionIndex(given.segment);
        plan.layout.placements.push_back(Placement{Offset(given.offset), buffer.region});
        history.lies_in.push_back(SegmentIndex(given.segment));
        history.stack_begins.push_back(static_cast<std::uint32_t>(history.stack_frames.size()));
        history.made_by.push_back(StackIndex(history.stack_begins.size() - 1));
        if (given.maker > 0) {
            std::size_t frame = 0;
            while (frame < history.frames.size() && history.frames[StackFrameIndex(frame)].line != given.maker) {
                ++frame;
            }
            if (frame == history.frames.size()) {
                history.frames.push_back({"/u/net.py", given.maker, "forward", true});
            }
            history.stack_frames.emplace_back(frame);
        }
    }
    plan.problem.history = std::make_shared<const AllocatorHistory>(std::move(history));
    return plan;
}

}  // namespace arenascope::test
