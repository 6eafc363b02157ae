#pragma once

#include "core/model/memory/problem.h"
#include "core/planner/sharing/shared_block.h"

namespace arenascope {

/// A proved lower bound of the peak over all ways to share that respect the decisions: the most different bytes that
/// any moment of the run needs.
///
///   a = f(in); b = g(in); cat = concat(a, b)      bytes of cat    │ a    │  b │      a is not counted again
///   a copied into cat                             bytes of cat    │ copy │  b │      a counts beside its copy
///
/// Buffers that are alive together without lying in a common buffer are apart, even if they hold the same bytes, such
/// as two merges with a common operand. Up to 2,000 buffers are compared in this way.
///
/// A view holds bytes of its operand, and a merge those of its operands. An operand that is decided to be copied gives
/// new bytes. All other outputs are new bytes, too. An output that may overwrite an operand begins to count when the
/// operand has ended, so that its step counts twice: before and after. Shared operands that are decided keep an
/// operator from overwriting bytes that are still read.
///
/// Gaps count as the problem has them, and a buffer with gaps may share as any other. Alignments, pins and
/// fragmentation do not count. O(p log p) for p stretches of bytes: one for each buffer, and one for each operand of a
/// merge; where buffers are compared, O(m l² r) more for m moments, l buffers alive together and r buffers that one may
/// lie in. Buffers of very many stretches count as nothing.
[[nodiscard]] Bytes sharing_bound(const Problem& problem, const SharingDecisions& decisions);

}  // namespace arenascope
