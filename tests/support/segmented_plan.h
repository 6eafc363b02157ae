#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model/memory/allocator_history.h"
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

/// Line 7 of a function in a file, as a Python frame.
inline StackFrame python_frame(std::string file, std::string function, std::int64_t line = 7) {
    return {std::move(file), line, std::move(function), true};
}

/// A recorded allocator with one buffer of each of these lines, all alive together; the first one is the largest.
inline Problem made_by_frames(const std::vector<StackFrame>& frames) {
    Problem problem;
    AllocatorHistory history;
    history.events.assign(4, AllocatorEvent::alloc);
    problem.regions.clear();
    problem.regions.emplace_back().base = 4096;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        Buffer& buffer = problem.buffers.emplace_back();
        buffer.name = "b" + std::to_string(i);
        buffer.size = Bytes(static_cast<std::int64_t>(1000 - i));
        buffer.lifetime = {Step(0), Step(4)};
        history.stack_begins.push_back(static_cast<std::uint32_t>(i));
        history.stack_frames.emplace_back(i);
        history.frames.push_back(frames[i]);
        history.made_by.push_back(StackIndex(i));
    }
    problem.history = std::make_shared<const AllocatorHistory>(std::move(history));
    return problem;
}

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
        segment.base = static_cast<Address>(number) << 40U;
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
