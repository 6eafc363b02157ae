#pragma once

#include <cstdint>
#include <vector>

#include "core/base/text/amount.h"
#include "core/model/memory/problem.h"
#include "widgets/base/fact_sheet.h"

namespace arenascope {

/// The link that folds the stack or unfolds it. No buffer has this index.
inline constexpr std::uint32_t fold_link = BufferIndex::none().value();

/// What a recorded allocator knows of an allocation: its segment and stream, the size that the allocator rounded it up
/// to, and the events that made and freed it. Empty without a history.
[[nodiscard]] std::vector<Fact> record_facts(const Problem& problem, BufferIndex buffer, Unit unit);

/// The code that made a buffer: lines of Python first, innermost first. Folded, it shows the first few of them, and a
/// link with the count of the others; unfolded, then the frames of the runtime. Empty without a history. Linear in the
/// frames.
[[nodiscard]] std::vector<Fact> stack_facts(const Problem& problem, BufferIndex buffer, bool unfolded);

}  // namespace arenascope
