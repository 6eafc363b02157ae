#pragma once

#include <span>

#include "core/model/edit/edited_plan.h"

namespace arenascope {

/// Drops buffers. The buffers behind them get lower indices, everywhere. What refers to a dropped buffer goes or
/// shrinks:
/// - transfers, scratch requirements, takeovers, sharing groups without two members or without their whole,
/// - shared objects that held nothing else.
/// Operators read and write a dropped buffer outside the plan, as those without a buffer. A view without its operand
/// and a merge without one of its operands share nothing any more. Copies of a dropped source stay. An error if no
/// buffer would be left. O(n log n), and linear in the lists of problem and layout.
[[nodiscard]] Expected<EditedPlan> without_buffers(const Problem& problem, const Layout& layout,
                                                   std::span<const BufferIndex> buffers);

}  // namespace arenascope
