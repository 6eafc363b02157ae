#include "app/session/steps.h"

namespace arenascope {

const std::vector<FrameIndex>& Steps::chief_steps() const {
    static const std::vector<FrameIndex> none;
    return plan_.replay() != nullptr ? plan_.replay()->chief_steps() : none;
}

int Steps::chief_position() const {
    return plan_.replay() != nullptr ? plan_.replay()->chief_position(plan_.state().frame) : -1;
}

bool Steps::is_under_way() const {
    const PlanState& state = plan_.state();
    const bool is_step =
        state.trace && !plan_.is_previewing() && state.frame != FrameIndex::none() && state.edits.empty();
    return is_step && !is_complete(*plan_.without_preview().layout) && is_complete(*state.layout);
}

const Frame* Steps::placement_shown() const {
    const PlanState& state = plan_.state();
    if (!state.trace || plan_.is_previewing() || state.frame == FrameIndex::none()) {
        return nullptr;
    }
    const Frame& frame = state.trace->frames[state.frame];
    return frame.kind == FrameKind::placement ? &frame : nullptr;
}

void Steps::show(int chief_position) {
    if (chief_position >= 0 && chief_position < static_cast<int>(chief_steps().size())) {
        plan_.show_frame(chief_steps()[static_cast<std::size_t>(chief_position)]);
    }
}

void Steps::go(FrameIndex (Replay::*next)(FrameIndex) const) {
    const FrameIndex here = plan_.state().frame;
    if (plan_.replay() == nullptr || here == FrameIndex::none()) {
        return;
    }
    if (const FrameIndex there = (plan_.replay()->*next)(here); there != FrameIndex::none()) {
        plan_.show_frame(there);
    }
}

void Steps::go_in() {
    go(&Replay::inner_step);
}

void Steps::go_out() {
    go(&Replay::outer_step);
}

bool Steps::show_largest_drop() {
    const auto& trace = plan_.state().trace;
    const FrameIndex frame = trace ? largest_drop(*trace) : FrameIndex::none();
    if (frame == FrameIndex::none()) {
        return false;
    }
    plan_.show_frame(frame);
    return true;
}

}  // namespace arenascope
