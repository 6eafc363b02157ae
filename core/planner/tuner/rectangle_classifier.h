#pragma once

#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/memory/risk.h"

namespace arenascope {

/// Sorts the buffers of a layout into tiers by the risk that they are to the peak (method: classify). A buffer takes
/// the first tier that fits:
///
///   high    own tail above the threshold (over), or sharing time with such a one (beside)
///   medium  own tail equal to it (at), or sharing time with such a one (beside)
///   low     sharing time with a high or a medium one
///   none    the rest
///
/// Each region is measured against its own threshold; buffers of different regions do not share time in this sense.
/// An unplaced buffer is itself in tier none. O(n log n).
/// Source: 000_ac36546300477820, paragraphs 124 and 125 (its "and" for low is read as "or").
[[nodiscard]] std::vector<Risk> classify(const Problem& problem, const Layout& layout);

}  // namespace arenascope
