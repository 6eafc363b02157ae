#pragma once

#include <string>
#include <vector>

#include "core/planner/sharing/shared_block.h"

namespace arenascope {

/// By block: what its operators do with their operands, in words, first those that are copied: "a is copied into cat:
/// sharing it would raise the peak to 32, b lies inside cat". Empty where no operator of the block shares or copies.
///
/// The reason is given for operands that were decided to be copied, if sharing them is worse than `peak`. Only this one
/// is decided otherwise; all open ones are chosen anew, as sharing_plan() does. The peak that it "would raise" to is
/// proved: it is the threshold of those blocks. Where only the quick placements are worse, the note says so. Costs a
/// plan and four placements for each such operand.
[[nodiscard]] std::vector<std::string> sharing_notes(const Problem& problem, const SharingPlan& plan, Offset peak);

}  // namespace arenascope
