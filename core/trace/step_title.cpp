#include "core/trace/step_title.h"

#include <optional>

#include "core/base/text/amount.h"

namespace arenascope {

StepTitles::StepTitles(const Trace& trace) : trace_(&trace), numbers_(frame_numbers(trace)) {
    std::optional<FrameKind> only_kind;
    bool is_mixed = false;
    bool is_thinned = false;
    for (const Frame& frame : trace.frames) {
        if (is_chief(frame.kind)) {
            is_mixed = is_mixed || frame.learning || (only_kind && *only_kind != frame.kind);
            only_kind = frame.kind;
            ++count_;
        }
    }
    for (std::size_t kind = 0; kind < frame_kind_count; ++kind) {
        is_thinned = is_thinned || (is_chief(static_cast<FrameKind>(kind)) && trace.dropped[kind] > 0);
    }
    word_ = is_thinned ? "recorded step" : is_mixed ? "step" : "";
}

std::string StepTitles::words(FrameIndex at, const std::string& last) const {
    const Frame& frame = trace_->frames[at];
    const std::string kind(name_of(frame.kind));
    if (!is_chief(frame.kind)) {
        return kind + " " + grouped(numbers_[at]);
    }
    const std::string number = grouped(numbers_[at]) + last;
    if (word_.empty()) {
        return kind + " " + number;
    }
    return word_ + " " + number + " (" + kind + (frame.learning ? " " + grouped(frame.learning->number) : "") + ")";
}

std::string StepTitles::name(FrameIndex frame) const {
    return words(frame, {});
}

std::string StepTitles::title(FrameIndex frame) const {
    const std::string last = count_ > 0 ? " of " + grouped(count_ - 1) : std::string();
    std::string title = words(frame, last);
    while (is_inner(trace_->frames[frame].kind) && trace_->frames[frame].parent != FrameIndex::none()) {
        frame = trace_->frames[frame].parent;
        title = words(frame, last) + ", " + title;
    }
    return title;
}

std::string StepTitles::range() const {
    if (count_ == 0) {
        return {};
    }
    std::string word = word_;
    for (const Frame& frame : trace_->frames) {
        if (word.empty() && is_chief(frame.kind)) {
            word = name_of(frame.kind);
        }
    }
    return count_ == 1 ? word + " 0" : word + "s 0 to " + grouped(count_ - 1);
}

std::string step_title(const Trace& trace, FrameIndex frame) {
    return StepTitles(trace).title(frame);
}

}  // namespace arenascope
