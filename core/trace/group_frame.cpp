#include "core/trace/group_frame.h"

namespace arenascope {
namespace {

/// The group that a frame is or belongs to; none(): there is none.
FrameIndex group_frame(const Trace& trace, FrameIndex frame) {
    if (frame == FrameIndex::none()) {
        return frame;
    }
    const Frame& here = trace.frames[frame];
    if (here.kind == FrameKind::rearrangement) {
        return group_frame(trace, here.parent);
    }
    return here.kind == FrameKind::group ? frame : FrameIndex::none();
}

}  // namespace

std::span<const BufferIndex> group_at(const Trace& trace, FrameIndex frame) {
    const FrameIndex group = group_frame(trace, frame);
    return group == FrameIndex::none() ? std::span<const BufferIndex>() : trace.frames[group].members;
}

FrameIndex tier_frame(const Trace& trace, FrameIndex frame) {
    const FrameIndex group = group_frame(trace, frame);
    const FrameIndex iteration = group == FrameIndex::none() ? group : trace.frames[group].parent;
    if (iteration == FrameIndex::none() || trace.frames[iteration].skipped > 0) {
        return FrameIndex::none();
    }
    const FrameIndex before = trace.frames[iteration].previous;
    const bool is_iteration = before != FrameIndex::none() && trace.frames[before].kind == FrameKind::iteration;
    return is_iteration ? before : FrameIndex::none();
}

}  // namespace arenascope
