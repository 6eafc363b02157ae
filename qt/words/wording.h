#pragma once

#include <concepts>
#include <cstdint>

#include <QString>

#include "core/base/text/amount.h"
#include "core/model/memory/buffer.h"
#include "core/model/memory/graph.h"
#include "core/model/memory/lifetime.h"
#include "core/model/memory/makers.h"
#include "core/model/memory/scratch.h"
#include "core/model/tiers/risk.h"
#include "core/trace/frame.h"

namespace arenascope {

/// The method's words, translated. All widgets use these functions, so that the window has one word for each thing.

/// "high", "medium", "low", "none".
[[nodiscard]] QString tier_words(Tier tier);

/// Tier and cause: "high · over", "medium · beside", "low".
[[nodiscard]] QString risk_words(Risk risk);

/// A clause: "the peak is at the threshold", "an earlier order was repeated"; empty: Goal::none.
[[nodiscard]] QString goal_words(Goal goal);

/// A short form for rows: "at threshold", "same order".
[[nodiscard]] QString goal_label(Goal goal);

/// "pass", "iteration", "group", …
[[nodiscard]] QString frame_kind_words(FrameKind kind);

/// "activation", "input", "output", "variable", "scratch".
[[nodiscard]] QString kind_words(BufferKind kind);

/// "ordinary", "in place", "removable", "merge".
[[nodiscard]] QString operator_feature_words(OperatorFeature feature);

/// The rule that placed a scratch buffer: "at the top of a free area".
[[nodiscard]] QString scratch_rule_words(ScratchRule rule);

/// A clause about the memory that such an operator may use.
[[nodiscard]] QString operator_feature_meaning(OperatorFeature feature);

/// "model.py:54 forward", "(no Python frame)".
[[nodiscard]] QString maker_name(const Maker& maker);

/// "1,024 B", for tooltips of rounded figures.
[[nodiscard]] QString exact_bytes(std::int64_t bytes);

/// "1 KiB (1,024 B)"; in bytes only the exact figure.
[[nodiscard]] QString amount_and_exact_bytes(std::int64_t bytes, Unit unit);

/// "[31,744, 966,656)".
[[nodiscard]] QString lifetime_text(Lifetime lifetime);

/// An integer grouped by thousands.
[[nodiscard]] QString grouped_digits(std::int64_t number);
template <std::integral Number>
[[nodiscard]] QString grouped_text(Number number) {
    return grouped_digits(static_cast<std::int64_t>(number));
}

/// amount_text(), number_text() and percent_text() of core/base/text/amount for the screen.
[[nodiscard]] QString amount_words(std::int64_t bytes, Unit unit);
[[nodiscard]] QString number_words(std::int64_t bytes, Unit unit);
[[nodiscard]] QString address_words(std::uint64_t address);
[[nodiscard]] QString percent_words(double share, bool with_sign = false);

/// Seconds with four decimals and without a unit, "0.0125", so that figures in a column are easy to compare.
[[nodiscard]] QString seconds_text(double seconds);

/// A count with its noun: `one` for 1, otherwise `many` with the grouped number for %1. Both must be translated.
template <std::integral Number>
[[nodiscard]] QString counted(Number count, const QString& one, const QString& many) {
    return count == 1 ? one : many.arg(grouped_text(count));
}

}  // namespace arenascope
