#pragma once

#include <QString>

#include "core/memory/graph.h"
#include "core/memory/lifetime.h"
#include "core/memory/risk.h"
#include "core/memory/scratch.h"
#include "core/picture/unit.h"
#include "core/trace/frame.h"

namespace arenascope {

/// The method's words for people, translated: one place, so that no two parts of the window call a thing differently.

/// "high", "medium", "low", "none".
[[nodiscard]] QString tier_words(Tier tier);

/// Tier and cause: "high · over", "medium · beside", "low".
[[nodiscard]] QString risk_words(Risk risk);

/// A sentence part: "the peak is at the threshold", "an order came again"; empty for Goal::none.
[[nodiscard]] QString goal_words(Goal goal);

/// The same in two words, for rows: "at threshold", "same order".
[[nodiscard]] QString goal_label(Goal goal);

/// "pass", "iteration", "group", …
[[nodiscard]] QString frame_kind_words(FrameKind kind);

/// "ordinary", "in place", "removable", "merge".
[[nodiscard]] QString operator_feature_words(OperatorFeature feature);

/// Which case placed a scratch buffer, in the method's words: "at the top of a free area".
[[nodiscard]] QString scratch_rule_words(ScratchRule rule);

/// What such an operator may do with memory, in a sentence part.
[[nodiscard]] QString operator_feature_meaning(OperatorFeature feature);

/// "1,024 B": what tooltips give beside rounded figures.
[[nodiscard]] QString exact_bytes(std::int64_t bytes);

/// "1 KiB (1,024 B)"; in bytes the figure alone.
[[nodiscard]] QString amount_and_exact_bytes(std::int64_t bytes, Unit unit);

/// "[31,744, 966,656)".
[[nodiscard]] QString lifetime_text(Lifetime lifetime);

/// A whole number grouped by thousands.
[[nodiscard]] QString grouped_text(std::int64_t number);

/// Seconds to a tenth of a millisecond without their unit, "0.0125": one under the other, they are compared at a
/// glance.
[[nodiscard]] QString seconds_text(double seconds);

/// A count with its noun: `one` for 1, else `many` with the grouped number for %1. Both come translated.
[[nodiscard]] QString counted(std::int64_t count, const QString& one, const QString& many);

}  // namespace arenascope
