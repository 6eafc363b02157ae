#pragma once

#include <string>

#include "core/model/memory/scratch.h"
#include "core/picture/plan/unit.h"

namespace arenascope {

/// The size of a heap before and after scratch was placed, and at which end it grew: "100 → 190 KiB: +50 at the top,
/// −40 at the bottom", or "100 KiB, not grown". The bottom gets the sign of its offset.
[[nodiscard]] std::string heap_growth_text(const HeapBounds& heap, Unit unit);

}  // namespace arenascope
