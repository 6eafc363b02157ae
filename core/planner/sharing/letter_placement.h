#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/planner/planner.h"
#include "core/planner/sharing/shared_block.h"

namespace arenascope {

/// The result of a placement by the letter of the source.
struct LetterPlacement {
    SharingPlan plan;  ///< what shares by the places that were found
    Layout layout;     ///< with the plan's groups, removed operators and copies; incomplete if the run was stopped
    std::vector<std::uint32_t> order;  ///< the blocks of the plan, in the order in which they were placed
    /// Why the layout cannot be used: it would change a result, as in "'relu' and 'conv' overlap", or it is incomplete.
    /// Empty: it is sound.
    std::string fault;
    std::uint64_t work = 0;  ///< buffers read
};

/// Places operator by operator, as the source says, without the two stands of place_blocks(): an operator in place that
/// computes does not need to take its input's block, and a sharing group is not placed at once.
///
///   the largest unplaced one, ties by execution order
///     computes   lowest offset where it meets no placed dependency of a local sharing operator. Each operator is a
///                dependency of itself, so one in place does not lie on its input either
///     view       the memory of its input
///     merge      like one that computes; then its inputs inside, in operand order, unless they are placed already
///
/// A buffer does not avoid what is placed later, so the layout can be unsound: it may lie where the view of another
/// buffer comes to lie. The overlap checker decides that.
///
/// O(n log n + d log d) for d pairs of a partner and a buffer alive at the same time. Buffers that hand their memory on
/// one after another, as a chain of operators in place, have the same partners, and what they avoid is collected once.
/// So a chain takes O(n log n), too. Pinned buffers come first. A buffer that takes no bytes keeps no other one away.
/// Source: docs/method.md, "Operator sharing", steps 3 and 4.
[[nodiscard]] LetterPlacement place_by_letter(const Problem& problem, const StopToken& stop);

}  // namespace arenascope
