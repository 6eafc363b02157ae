#pragma once

#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

/// The classifier: gives each buffer a tier by its risk to the peak. A buffer belongs to the first tier that fits:
///
///   high    its tail is above the threshold (over), or it shares time with such a buffer (beside)
///   medium  its tail is at the threshold (at), or it shares time with such a buffer (beside)
///   low     it shares time with a high or a medium buffer
///   none    all other buffers
///
/// Each region has its own threshold, and buffers of different regions share no time here. An unplaced buffer is in
/// tier none. O(n log n).
///
/// Source: docs/method.md, "Peak suppression", step 4. For low, the source says "and" where it must mean "or".
[[nodiscard]] IndexedVector<BufferIndex, Risk> classify(const Problem& problem, const Layout& layout);

}  // namespace arenascope
