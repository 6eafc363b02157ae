#include "core/picture/plan/page_table.h"

#include <algorithm>

#include "core/base/text/amount.h"
#include "core/picture/plan/label.h"

namespace arenascope {
namespace {

constexpr double column_gap = 18;
constexpr double most_name_share = 0.5;  ///< of the width, for the column of names

}  // namespace

double draw_table(Drawing& drawing, const PageTable& table, double left, double right, double top,
                  std::size_t most_lines, TextStyle style, const Palette& tokens, const MeasureText& measure) {
    const bool is_cut = table.left_out > 0 || table.rows.size() + 1 > most_lines;
    const std::size_t other_lines = is_cut ? 2 : 1;  // the titles, and how many rows there are besides
    if (table.rows.empty() || most_lines <= other_lines) {
        return top;
    }
    const std::size_t shown = std::min(table.rows.size(), most_lines - other_lines);
    const TextStyle bold{style.size, true};
    std::vector<double> widths;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        double widest = measure(table.columns[column].title, bold);
        for (std::size_t row = 0; row < shown; ++row) {
            widest = std::max(widest, measure(table.rows[row][column], style));
        }
        widths.push_back(column == 0 ? std::min(widest, (right - left) * most_name_share) : widest);
    }
    double y = top;
    const auto write_row = [&](const auto& text_of, TextStyle look, Color color) {
        y += line_height(style);
        double x = left;
        for (std::size_t column = 0; column < table.columns.size() && x + widths[column] <= right; ++column) {
            const bool is_number = table.columns[column].is_number;
            drawing.add(DrawnText{{is_number ? x + widths[column] : x, y - style.size / 2},
                                  elided_in_middle(text_of(column), widths[column] + 1, look, measure),
                                  look,
                                  color,
                                  is_number ? DrawnText::Align::right : DrawnText::Align::left});
            x += widths[column] + column_gap;
        }
    };
    write_row([&](std::size_t column) { return table.columns[column].title; }, bold, tokens.dim);
    for (std::size_t row = 0; row < shown; ++row) {
        write_row([&](std::size_t column) { return table.rows[row][column]; }, style, tokens.ink);
    }
    if (const std::size_t more = table.left_out + table.rows.size() - shown; more > 0) {
        y += line_height(style);
        drawing.add(DrawnText{
            {left, y - style.size / 2}, "… and " + grouped(more) + " more", style, tokens.dim, DrawnText::Align::left});
    }
    return y;
}

}  // namespace arenascope
