#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/planner.h"
#include "core/planner/sharing/shared_block.h"

namespace arenascope {

/// A complete layout with the sharing that it has.
struct SharedLayout {
    SharingPlan plan;
    Layout layout;
    Offset peak;
    std::vector<std::uint32_t> order = {};  ///< the blocks as they were placed greedily; empty: otherwise
};

/// What the search over the decisions found.
struct SharingSearchResult {
    std::optional<SharedLayout> best;    ///< lower than the peak that was known; empty: none found
    std::vector<SharingPlan> promising;  ///< plans whose threshold is below the best peak, the lowest first
    Bytes lower_bound;                   ///< no way to share gives a lower peak
    bool is_work_spent = false;          ///< the limit ended the search
    std::uint64_t work = 0;  ///< visits of placements, and 64 for each buffer and operand of a plan or bound
};

/// Chooses for each operand whether it shares or is copied, by branch and bound. Sharing everything is not always best:
///
///   a = f(in); b = g(in); cat = concat(a, b); r = relu(cat); out = h(r, a)
///
///   everything shares      │ a │ b │      relu cannot overwrite cat, because h still reads a:  cat + r
///   a is copied into cat   │ a │ │ copy │ b │     relu overwrites cat                        a + cat
///
/// A node of the tree holds decisions. Its plan shares every open operand that it can (see sharing_plan). The plan of a
/// node is placed greedily. Its children copy one operand that the plan shares, and share those before it:
///
///   plan shares e1 e2 e3 ─┬─ copy e1
///                         ├─ share e1, copy e2
///                         ├─ share e1, e2, copy e3
///                         └─ share e1, e2, e3: the plan itself, whose threshold is its bound
///
/// The next node is by turns the one with the lowest sharing_bound(), which raises the proved bound, and a child of the
/// plan with the lowest threshold, which finds lower peaks. A node whose bound reaches the best peak is cut off.
/// Operands of blocks that are alive at the plan's peak step come first. The search ends when no node is left, or when
/// `work_limit` is spent; the bound is that of the nodes left. Deterministic. `known` is a peak that another planner
/// found; `root_bound` is the sharing_bound() without decisions. Memory is linear in the nodes and their decisions.
[[nodiscard]] SharingSearchResult search_sharing(const Problem& problem, Offset known, Bytes root_bound,
                                                 std::uint64_t work_limit, const StopToken& stop);

/// By block: what its operators do with their operands, in words, first those that are copied: "a is copied into cat:
/// sharing it would raise the peak to 32, b lies inside cat". Empty where no operator of the block shares or copies.
///
/// The reason is given for operands that were decided to be copied, if sharing them is worse than `peak`. Only this one
/// is decided otherwise; all open ones are chosen anew, as sharing_plan() does. The peak that it "would raise" to is
/// proved: it is the threshold of those blocks. Where only the quick placements are worse, the note says so. Costs a
/// plan and four placements for each such operand.
[[nodiscard]] std::vector<std::string> sharing_notes(const Problem& problem, const SharingPlan& plan, Offset peak);

}  // namespace arenascope
