#pragma once

#include <cstdint>
#include <vector>

#include <QString>

#include "core/picture/unit.h"
#include "widgets/planner_comparison/attempt.h"

namespace arenascope {

/// The columns of a comparison. `total`: the sum of the peaks of all memories.
struct StandingColumn {
    enum Index : std::uint8_t {
        planner,
        kind,
        state,
        peak,
        over,
        share,
        total,
        bound,
        time,
        moved,
        cancel,
        column_count
    };
};

/// How amounts of bytes are shown: with as many decimals as the longest has, so that those beside and below each other
/// compare.
struct AmountFormat {
    Unit unit = Unit::kibibytes;
    int decimals = 0;
};

/// The format for all amounts of these attempts. Linear.
[[nodiscard]] AmountFormat amount_format(const std::vector<Attempt>& attempts, Unit unit);

/// Whether a column holds numbers.
[[nodiscard]] bool is_figure(int column);

[[nodiscard]] QString title_of(int column, Unit unit);
/// What the title stands for; empty where it says so itself.
[[nodiscard]] QString meaning_of(int column);

/// What stands in a row; empty where the attempt has no such figure.
[[nodiscard]] QString text_of(const Attempt& attempt, int column, AmountFormat format);
/// The same in full: exact bytes, reasons.
[[nodiscard]] QString tooltip_of(const Attempt& attempt, int column, AmountFormat format);

/// Whether an attempt stands before another one when sorted by a column. Figures sort by their amount; an attempt
/// without one comes last, whichever way is up.
[[nodiscard]] bool comes_before(const Attempt& one, const Attempt& other, int column, Qt::SortOrder order);

}  // namespace arenascope
