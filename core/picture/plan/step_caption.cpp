#include "core/picture/plan/step_caption.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/picture/plan/unit.h"
#include "core/trace/frame_number.h"
#include "core/trace/group_frame.h"
#include "core/trace/trace_player.h"

namespace arenascope {

std::string step_caption(const Trace& trace, FrameIndex frame) {
    const std::vector<FrameIndex> steps = chief_frames(trace);
    std::string inner;
    FrameIndex step = frame;
    for (; is_inner(trace.frames[step].kind); step = trace.frames[step].parent) {
        inner = ", " + std::string(name_of(trace.frames[step].kind)) + " " +
                grouped(static_cast<std::int64_t>(number_of(trace, step))) + inner;
    }
    const auto position = std::ranges::lower_bound(steps, step) - steps.begin();
    std::string caption =
        "iteration " + grouped(position) + " (of 0 to " + grouped(std::ssize(steps) - 1) + ")" + inner;
    if (tier_frame(trace, frame) != FrameIndex::none()) {
        caption += ", in the tiers of iteration " + grouped(position - 1);
    }
    return caption;
}

}  // namespace arenascope
