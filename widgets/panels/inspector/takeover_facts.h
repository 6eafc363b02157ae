#pragma once

#include <vector>

#include "core/model/memory/problem.h"
#include "widgets/base/fact_sheet.h"

namespace arenascope {

/// The buffers whose memory a buffer may take over, and those that may take over its own, with links to the first few.
/// Empty without a usage graph. Linear in the edges.
[[nodiscard]] std::vector<Fact> takeover_facts(const Problem& problem, BufferIndex buffer);

}  // namespace arenascope
