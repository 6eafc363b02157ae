#include "core/analysis/debugging/step_walk.h"

#include <algorithm>

namespace arenascope {

StepWalk::StepWalk(const Problem& problem, const Trace& trace, const StepNeeds& needs, const Layout* result)
    : trace_(&trace), reader_(trace.changes), state_(problem, needs, result), has_tiers_(has_tiers(trace)) {}

void StepWalk::enter(FrameIndex index) {
    const Frame& frame = trace_->frames[index];
    state_.enter(frame.kind, frame.note, frame.region, frame.skipped);
    open_.push_back({index});
}

const RecordedStep* StepWalk::next() {
    while (true) {
        if (open_.empty()) {
            if (next_root_ == trace_->roots.size()) {
                return nullptr;
            }
            enter(trace_->roots[next_root_++]);
        }
        Open& innermost = open_.back();
        const Frame& frame = trace_->frames[innermost.frame];
        if (innermost.next_child < frame.children.size()) {
            enter(frame.children[innermost.next_child++]);
            continue;
        }
        const FrameIndex index = innermost.frame;
        open_.pop_back();
        const bool has_tiers = has_tiers_ && frame.kind == FrameKind::iteration;
        if (const RecordedStep* step = state_.leave(index, frame.goal, reader_.read(index), has_tiers)) {
            return step;
        }
    }
}

bool has_tiers(const Trace& trace) {
    ChangeReader reader(trace.changes);
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const FrameIndex index(i);
        if (trace.frames[index].kind == FrameKind::iteration && !reader.read(index).classified.empty()) {
            return true;
        }
    }
    return false;
}

bool ends_before(const Trace& trace, FrameIndex a, FrameIndex b) {
    const auto lies_in = [&trace](FrameIndex inner, FrameIndex outer) {
        while (inner != FrameIndex::none() && inner > outer) {
            inner = trace.frames[inner].parent;
        }
        return inner == outer;
    };
    return a != b && (a < b ? !lies_in(b, a) : lies_in(a, b));
}

}  // namespace arenascope
