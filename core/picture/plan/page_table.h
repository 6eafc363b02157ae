#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/picture/plan/drawing.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

/// A column of a table on a page.
struct PageColumn {
    std::string title;
    bool is_number = false;  ///< stands right-aligned
};

/// A table on a page, such as the changes of a comparison.
struct PageTable {
    std::vector<PageColumn> columns;             ///< the first holds names, and gives way where there is no room
    std::vector<std::vector<std::string>> rows;  ///< a text for each column
    std::size_t left_out = 0;                    ///< rows that are not in `rows`
};

/// Draws as much of a table as fits in `most_lines` lines and between `left` and `right`, from `top` on. If not all
/// rows fit, the last line counts the others. Gives the lower end; `top` if there is no room for a row.
double draw_table(Drawing& drawing, const PageTable& table, double left, double right, double top,
                  std::size_t most_lines, TextStyle style, const Palette& tokens, const MeasureText& measure);

}  // namespace arenascope
