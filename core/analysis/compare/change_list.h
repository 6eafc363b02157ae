#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/analysis/compare/compared_plans.h"
#include "core/analysis/explain/fact_table.h"

namespace arenascope {

/// The number of buffers that differ. Linear.
[[nodiscard]] std::size_t difference_count(const PlanChanges& changes);

/// What is different about a buffer: "moved, resized".
[[nodiscard]] std::string change_text(const ComparedBuffer& change);

/// At most `most` buffers that differ, as a report or a picture lists them: the farthest move first, then by name of
/// the first plan. Keys: `name` (of a renamed buffer both), `change`, `size_a`, `size_b`, `offset_a`, `offset_b`,
/// `moved` (offset in B minus offset in A, within one region). O(n log n).
[[nodiscard]] FactTable change_facts(const ComparedPlans& plans, std::size_t most);

}  // namespace arenascope
