#pragma once

#include <string>

#include "core/memory/scratch.h"
#include "core/picture/unit.h"

namespace arenascope {

/// What a heap was, what it is since scratch was placed, and at which end it grew:
/// "100 → 190 KiB: +50 at the top, −40 at the bottom", "100 KiB, not grown". The bottom is told as its offset moved.
[[nodiscard]] std::string heap_growth_text(const HeapBounds& heap, Unit unit);

}  // namespace arenascope
