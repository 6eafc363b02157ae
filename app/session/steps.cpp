#include "app/session/steps.h"

#include <algorithm>

namespace arenascope {
namespace {

int position_in(const std::vector<FrameIndex>& row, FrameIndex frame) {
    const auto found = std::lower_bound(row.begin(), row.end(), frame);
    return found != row.end() && *found == frame ? static_cast<int>(found - row.begin()) : -1;
}

}  // namespace

const std::vector<FrameIndex>& Steps::chief_steps() const {
    static const std::vector<FrameIndex> none;
    return plan_.replay() != nullptr ? plan_.replay()->chief_steps() : none;
}

int Steps::chief_position() const {
    return plan_.replay() != nullptr ? plan_.replay()->chief_position(plan_.state().frame) : -1;
}

bool Steps::is_under_way() const {
    return plan_.shown()->is_under_way;
}

const Frame* Steps::placement_shown() const {
    const PlanState& state = plan_.state();
    if (!state.trace || plan_.is_previewing() || state.frame == FrameIndex::none()) {
        return nullptr;
    }
    const Frame& frame = state.trace->frames[state.frame];
    return frame.kind == FrameKind::placement ? &frame : nullptr;
}

bool Steps::is_between_chief_steps() const {
    const PlanState& state = plan_.state();
    return state.trace && state.frame != FrameIndex::none() && !is_chief(state.trace->frames[state.frame].kind);
}

const std::vector<FrameIndex>& Steps::row() const {
    return is_between_chief_steps() ? plan_.replay()->siblings(plan_.state().frame) : chief_steps();
}

const std::vector<FrameIndex>& Steps::row_of(FrameIndex frame) const {
    return is_chief(plan_.state().trace->frames[frame].kind) ? chief_steps() : plan_.replay()->siblings(frame);
}

FrameIndex Steps::beyond_row(bool forward) const {
    if (!is_between_chief_steps()) {
        return FrameIndex::none();
    }
    FrameIndex around = plan_.replay()->outer_step(plan_.state().frame);
    for (; !forward && around != FrameIndex::none(); around = plan_.replay()->outer_step(around)) {
        const std::vector<FrameIndex>& level = row_of(around);
        if (const int position = position_in(level, around); position > 0) {
            return level[static_cast<std::size_t>(position) - 1];
        }
    }
    return around;
}

void Steps::show_beyond_row(bool forward) {
    if (const FrameIndex there = beyond_row(forward); there != FrameIndex::none()) {
        plan_.show_frame(there);
    }
}

int Steps::position() const {
    return position_in(row(), plan_.state().frame);
}

QString Steps::place() const {
    const FrameIndex here = plan_.state().frame;
    return plan_.replay() != nullptr && here != FrameIndex::none()
               ? QString::fromStdString(plan_.replay()->titles().title(here))
               : QString();
}

QString Steps::recorded() const {
    return plan_.replay() != nullptr ? QString::fromStdString(plan_.replay()->titles().range()) : QString();
}

void Steps::show(int chief_position) {
    if (chief_position >= 0 && chief_position < static_cast<int>(chief_steps().size())) {
        plan_.show_frame(chief_steps()[static_cast<std::size_t>(chief_position)]);
    }
}

void Steps::show_in_row(int position) {
    if (position >= 0 && position < static_cast<int>(row().size())) {
        plan_.show_frame(row()[static_cast<std::size_t>(position)]);
    }
}

bool Steps::go(FrameIndex (Replay::*next)(FrameIndex) const) {
    const FrameIndex here = plan_.state().frame;
    const bool is_in_run = plan_.replay() != nullptr && here != FrameIndex::none();
    const FrameIndex there = is_in_run ? (plan_.replay()->*next)(here) : FrameIndex::none();
    if (there != FrameIndex::none()) {
        plan_.show_frame(there);
    }
    return there != FrameIndex::none();
}

bool Steps::go_in() {
    return go(&Replay::inner_step);
}

bool Steps::go_out() {
    return go(&Replay::outer_step);
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
