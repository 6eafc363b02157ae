#include "app/session/replay.h"

#include <algorithm>
#include <utility>

#include "core/trace/group_frame.h"
#include "core/trace/step_order.h"

namespace arenascope {

Replay::Replay(std::shared_ptr<const Trace> trace)
    : trace_(std::move(trace)),
      player_(*trace_),
      chief_steps_(chief_frames(*trace_)),
      titles_(*trace_),
      cut_short_(cut_short_frames(*trace_)) {}

int Replay::chief_position(FrameIndex frame) const {
    for (; frame != FrameIndex::none(); frame = trace_->frames[frame].parent) {
        const auto found = std::lower_bound(chief_steps_.begin(), chief_steps_.end(), frame);
        if (found != chief_steps_.end() && *found == frame) {
            return static_cast<int>(found - chief_steps_.begin());
        }
    }
    return -1;
}

FrameIndex Replay::inner_step(FrameIndex frame) const {
    const Frame& here = trace_->frames[frame];
    if (!here.children.empty()) {
        return here.children.front();
    }
    // A leaf: go to the next sibling, or to the next sibling of an enclosing frame.
    for (FrameIndex at = frame; at != FrameIndex::none();) {
        const FrameIndex parent = trace_->frames[at].parent;
        if (parent == FrameIndex::none()) {
            break;
        }
        const auto& siblings = trace_->frames[parent].children;
        const auto next = std::upper_bound(siblings.begin(), siblings.end(), at);
        if (next != siblings.end()) {
            return *next;
        }
        at = parent;
    }
    return FrameIndex::none();
}

FrameIndex Replay::outer_step(FrameIndex frame) const {
    const FrameIndex parent = trace_->frames[frame].parent;
    const bool is_step = parent != FrameIndex::none() && trace_->frames[parent].kind != FrameKind::pass;
    return is_step ? parent : FrameIndex::none();
}

std::vector<Move> Replay::moves_at(FrameIndex frame) const {
    if (cut_short_[frame.value()]) {
        return {};
    }
    return player_.current() == frame ? moves_in(player_) : moves_in(*trace_, frame);
}

const std::vector<FrameIndex>& Replay::siblings(FrameIndex frame) const {
    const FrameIndex parent = trace_->frames[frame].parent;
    return parent == FrameIndex::none() ? trace_->roots : trace_->frames[parent].children;
}

Layout Replay::layout_at(FrameIndex frame, const Problem& problem) {
    player_.go_to(frame);
    return player_.layout(problem);
}

std::shared_ptr<const OrderPlaces> Replay::order() const {
    const FrameIndex frame = player_.current();
    return frame == FrameIndex::none() || player_.order().empty()
               ? nullptr
               : std::make_shared<const OrderPlaces>(order_places(*trace_, frame, player_.order()));
}

std::shared_ptr<const std::vector<BufferIndex>> Replay::group_of(FrameIndex frame) const {
    const auto members = group_at(*trace_, frame);
    return members.empty() ? nullptr : std::make_shared<const std::vector<BufferIndex>>(members.begin(), members.end());
}

FrameIndex Replay::tiers_of(FrameIndex frame) const {
    const bool is_iteration = trace_->frames[frame].kind == FrameKind::iteration;
    const FrameIndex made = is_iteration ? frame : tier_frame(*trace_, frame);
    return made == FrameIndex::none() || cut_short_[made.value()] ? FrameIndex::none() : made;
}

const IndexedVector<BufferIndex, Risk>& Replay::risks_at(FrameIndex frame) {
    player_.go_to(frame);
    return player_.risks();
}

}  // namespace arenascope
