#include "core/picture/plan/run_caption.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/model/memory/live_profile.h"
#include "core/trace/frame_number.h"
#include "core/trace/group_frame.h"
#include "core/trace/trace_player.h"

namespace arenascope {
std::string step_caption(const Trace& trace, FrameIndex frame) {
    const std::vector<FrameIndex> steps = chief_frames(trace);
    std::string inner;
    FrameIndex step = frame;
    for (; is_inner(trace.frames[step].kind); step = trace.frames[step].parent) {
        inner = ", " + std::string(name_of(trace.frames[step].kind)) + " " + grouped(number_of(trace, step)) + inner;
    }
    const auto position = std::ranges::lower_bound(steps, step) - steps.begin();
    std::string caption =
        "iteration " + grouped(position) + " (of 0 to " + grouped(std::ssize(steps) - 1) + ")" + inner;
    if (tier_frame(trace, frame) != FrameIndex::none()) {
        caption += ", in the tiers of iteration " + grouped(position - 1);
    }
    return caption;
}

std::string best_peak_text(Offset best_peak, Bytes threshold, Unit unit) {
    if (best_peak == Offset(0)) {
        return "no layout yet";
    }
    return "best " + amount_text(best_peak, unit) + " (" + percent_text(fragmentation(best_peak, threshold), true) +
           ")";
}

std::string heap_growth_text(const HeapBounds& heap, Unit unit) {
    const Unit sizes = size_unit(unit);
    const std::int64_t top = heap.after.to.value() - heap.before.to.value();
    const std::int64_t bottom = heap.before.from.value() - heap.after.from.value();
    const std::string after = amount_text(size(heap.after), sizes);
    if (top == 0 && bottom == 0) {
        return after + ", not grown";
    }
    std::string text = number_text(size(heap.before), sizes) + " → " + after + ": ";
    if (top != 0) {
        text += "+" + number_text(top, sizes) + " at the top";
    }
    if (bottom != 0) {
        text += (top != 0 ? ", −" : "−") + number_text(bottom, sizes) + " at the bottom";
    }
    return text;
}

}  // namespace arenascope
