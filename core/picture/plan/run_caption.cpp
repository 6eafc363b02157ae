#include "core/picture/plan/run_caption.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/model/memory/live_profile.h"
#include "core/trace/frame_number.h"
#include "core/trace/group_frame.h"
#include "core/trace/trace_player.h"

namespace arenascope {
namespace {

/// Where a frame is in its run.
struct StepPlace {
    std::ptrdiff_t iteration = 0;  ///< through the passes
    std::ptrdiff_t last = 0;       ///< the last iteration of the run
    std::string inner;             ///< ", group 2, rearrangement 15"; empty: the iteration itself
};

StepPlace place_of(const Trace& trace, FrameIndex frame) {
    const std::vector<FrameIndex> steps = chief_frames(trace);
    StepPlace place;
    for (; is_inner(trace.frames[frame].kind); frame = trace.frames[frame].parent) {
        place.inner = ", " + std::string(name_of(trace.frames[frame].kind)) + " " + grouped(number_of(trace, frame)) +
                      place.inner;
    }
    place.iteration = std::ranges::lower_bound(steps, frame) - steps.begin();
    place.last = std::ssize(steps) - 1;
    return place;
}

}  // namespace

std::string step_caption(const Trace& trace, FrameIndex frame) {
    const StepPlace place = place_of(trace, frame);
    std::string caption =
        "iteration " + grouped(place.iteration) + " (of 0 to " + grouped(place.last) + ")" + place.inner;
    if (tier_frame(trace, frame) != FrameIndex::none()) {
        caption += ", in the tiers of iteration " + grouped(place.iteration - 1);
    }
    return caption;
}

std::string step_title(const Trace& trace, FrameIndex frame) {
    const StepPlace place = place_of(trace, frame);
    return "iteration " + grouped(place.iteration) + " of " + grouped(place.last) + place.inner;
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
