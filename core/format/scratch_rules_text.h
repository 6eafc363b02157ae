#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error/error.h"
#include "core/graph/scratch_rules.h"

namespace arenascope {

/// Reads rules that say which scratch operators need, one a line; what follows # is a comment.
///
///   # operator's type or name, size, kind
///   Conv, 9 * input.1 * output.3 * input.element, fixed overlay
///   *pool*, output / 2, variable fast
///
/// The kind is `fixed`, or `variable` for scratch that takes what is free and has the size as its minimum; behind it
/// `overlay` (it may lie over other scratch of its layer) and `fast` (it wants the fast part of the heap).
/// See SizeExpression for the size. Errors, each with its line: a part that is missing, an unknown word, a wrong size.
[[nodiscard]] Expected<std::vector<ScratchDemand>> parse_scratch_rules(std::string_view content,
                                                                       const std::string& source);

}  // namespace arenascope
