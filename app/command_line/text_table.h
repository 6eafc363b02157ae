#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/explain/fact_table.h"
#include "core/base/text/amount.h"

namespace arenascope {

/// The number of columns that UTF-8 text takes on a terminal: 2 for a wide character such as 語 or an emoji, 0 for a
/// combining mark. A byte that is not UTF-8 counts as one column. Linear.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// `text` cut to at most so many columns, never in the middle of a character; "…" stands for what is missing.
[[nodiscard]] std::string cut_to_columns(std::string_view text, std::size_t columns);

/// `text` with blanks up to `columns`, before it if it is right-aligned; longer text stays as it is.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns, bool right);

/// A column of a table, for example {"  offset ", true, " KiB"}.
struct TextColumn {
    std::string before;  ///< stands before each cell
    bool right = false;  ///< right-aligned, as numbers are
    std::string after;   ///< stands after each cell
};

/// One line for each row, in which the cells of a column line up. A row may have fewer cells than there are columns;
/// its line then ends earlier. An empty cell leaves `before` and `after` blank. No line ends with a blank.
[[nodiscard]] std::string table_text(const std::vector<TextColumn>& columns,
                                     const std::vector<std::vector<std::string>>& rows);

/// A column of the text of a FactTable: what stands before the figures of a key.
struct FactText {
    std::string before;
    std::string_view key;
    std::string after = {};
    bool is_amount = false;   ///< bytes, in the unit of the text, which then stands after them
    bool hides_zero = false;  ///< 0 is left blank
};

/// The figures of a list as lines. Numbers are grouped and line up.
[[nodiscard]] std::string facts_text(const FactTable& facts, const std::vector<FactText>& columns,
                                     Unit unit = Unit::bytes);

/// What `text_of` makes of each element, with commas between.
template <class Range, class TextOf>
[[nodiscard]] std::string listed(const Range& range, const TextOf& text_of) {
    std::string list;
    for (const auto& each : range) {
        list += (list.empty() ? "" : ", ") + std::string(text_of(each));
    }
    return list;
}

}  // namespace arenascope
