#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/external/external_command.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Reads what an external planner has written for a problem. Nothing in it is believed: each buffer of the problem must
/// be placed once, and what the answer repeats of the problem must be the same.
///
///   id,lower,upper,size,offset     CSV: the columns id and offset, in any order; others of the same meaning as in
///   a,0,4,64,0                     MiniMalloc CSV are compared if they are there (lower, upper or end, size)
///
/// JSON is a plan of this program (see parse_plan_json()); the regions of its buffers are compared, too.
/// `source` names the answer in errors, which name the line. Errors: it cannot be read, a buffer that there is not, one
/// given twice, one that is missing or not placed, a negative offset, a tail beyond 64 bits, another size or lifetime.
/// The layout has no sharing, and may still overlap. Linear.
[[nodiscard]] Expected<Layout> read_external_layout(ExchangeFormat format, std::string_view answer,
                                                    const std::string& source, const Problem& problem);

}  // namespace arenascope
