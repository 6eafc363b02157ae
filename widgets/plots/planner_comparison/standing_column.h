#pragma once

#include <cstdint>
#include <vector>

#include <QString>

#include "core/picture/plan/unit.h"
#include "widgets/plots/planner_comparison/attempt.h"

namespace arenascope {

/// The columns of a comparison. `total`: the sum of the peaks of all memories.
struct StandingColumn {
    enum Index : std::uint8_t {
        planner,
        family,
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

/// The format of byte amounts. All have the same number of decimals, so that they are easy to compare.
struct AmountFormat {
    Unit unit = Unit::kibibytes;
    int decimals = 0;
};

/// The format that suits all amounts of these attempts: the most decimals that one of them needs. Linear.
[[nodiscard]] AmountFormat amount_format(const std::vector<Attempt>& attempts, Unit unit);

/// What the times depend on: "measured alone", "beside up to 3 other runs".
[[nodiscard]] QString measured_words(std::size_t beside);

/// True if a column holds numbers.
[[nodiscard]] bool is_figure(int column);

[[nodiscard]] QString title_of(int column, Unit unit);
/// An explanation of the title; empty if it needs none.
[[nodiscard]] QString meaning_of(int column);

/// The text of a cell; empty if the attempt has no such figure.
[[nodiscard]] QString text_of(const Attempt& attempt, int column, AmountFormat format);
/// The tooltip of a cell, with exact bytes and reasons.
[[nodiscard]] QString tooltip_of(const Attempt& attempt, int column, AmountFormat format);

/// True if an attempt comes before another one when sorted by a column. Figures sort by value. An attempt without a
/// figure comes last in both sort orders.
[[nodiscard]] bool comes_before(const Attempt& one, const Attempt& other, int column, Qt::SortOrder order);

}  // namespace arenascope
