#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/network/scratch_rules.h"

namespace arenascope {

/// Reads rules for the scratch memory of operators, one rule a line; # starts a comment.
///
///   # operator's type or name, size, kind
///   Conv, 9 * input.1 * output.3 * input.element, fixed overlay
///   *pool*, output / 2, variable fast
///
/// The kind is `fixed`, or `variable` for scratch that takes all free memory and at least the given size; 0: no
/// minimum, so that it never makes the heap grow. The kind may be followed by `overlay` (may overlap other scratch of
/// its layer) and `fast` (prefers the fast part of the heap). See SizeExpression for the size. Errors name the line: a
/// missing part, an unknown word, an invalid size.
[[nodiscard]] Expected<std::vector<ScratchDemand>> parse_scratch_rules(std::string_view content,
                                                                       const std::string& source);

}  // namespace arenascope
