#pragma once

#include <string>

#include "core/base/text/amount.h"
#include "core/model/memory/scratch.h"
#include "core/trace/trace.h"

namespace arenascope {

/// The words for a step of a run below a picture: "iteration 7 of 8, group 2, rearrangement 15, in the tiers of
/// iteration 6". See step_title().
[[nodiscard]] std::string step_caption(const Trace& trace, FrameIndex frame);

/// What a run has reached, for people: "best 498.75 KiB (+4.4 %)", the second figure over the threshold. "no layout
/// yet" if `best_peak` is 0.
[[nodiscard]] std::string best_peak_text(Offset best_peak, Bytes threshold, Unit unit);

/// The size of a heap before and after scratch was placed, and at which end it grew: "100 → 190 KiB: +50 at the top,
/// −40 at the bottom", or "100 KiB, not grown". The bottom gets the sign of its offset.
[[nodiscard]] std::string heap_growth_text(const HeapBounds& heap, Unit unit);

}  // namespace arenascope
