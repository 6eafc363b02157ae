#include "core/picture/plan/run_caption.h"

#include <cstdint>

#include "core/model/memory/live_profile.h"
#include "core/trace/group_frame.h"
#include "core/trace/step_title.h"

namespace arenascope {

std::string step_caption(const Trace& trace, FrameIndex frame) {
    const StepTitles titles(trace);
    std::string caption = titles.title(frame);
    if (const FrameIndex tiers = tier_frame(trace, frame); tiers != FrameIndex::none()) {
        caption += ", in the tiers of " + titles.name(tiers);
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
