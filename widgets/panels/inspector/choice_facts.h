#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <QString>

#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/trace/placement_step.h"
#include "widgets/base/fact_sheet.h"

namespace arenascope {

/// Why the shown step of a run of shared objects gave a buffer its object: the rule, the growth, what decided about the
/// turn of the buffer, and the free objects that lost, with their figures. Empty for steps of other runs.
[[nodiscard]] std::vector<Fact> choice_facts(const PlacementStep& step, Unit unit);

/// The shared object that holds a buffer, with its size and the number of buffers in it; empty: there is none. Linear.
[[nodiscard]] std::optional<Fact> object_fact(const Layout& layout, BufferIndex buffer, Unit unit);

/// "8 × 4".
[[nodiscard]] QString extents_text(std::span<const std::int64_t> extents);

}  // namespace arenascope
