#include "core/picture/plan/pixel_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace arenascope {
namespace {

constexpr std::uint32_t opaque = 0xFF000000U;

std::uint32_t value_of(Color color) {
    return opaque | (static_cast<std::uint32_t>(color.red) << 16U) | (static_cast<std::uint32_t>(color.green) << 8U) |
           color.blue;
}

std::int32_t modulo(std::int32_t value, std::int32_t divisor) {
    const std::int32_t remainder = value % divisor;
    return remainder < 0 ? remainder + divisor : remainder;
}

struct CodeColors {
    std::uint32_t plain = 0;
    std::uint32_t mark = 0;
    Pattern pattern = Pattern::plain;
};

/// The rows of a pattern until it repeats: for each pixel, whether it is marked.
class PatternRows {
public:
    PatternRows(Pattern pattern, std::int32_t period, std::int32_t columns, std::int32_t scale)
        : columns_(columns),
          period_(period),
          marks_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(period)) {
        std::size_t i = 0;
        for (std::int32_t row = 0; row < period; ++row) {
            for (std::int32_t column = 0; column < columns; ++column, ++i) {
                marks_[i] = is_marked(pattern, column, row, scale) ? 1 : 0;
            }
        }
    }

    [[nodiscard]] const std::uint8_t* row(std::int32_t row) const {
        return marks_.data() + static_cast<std::size_t>(row % period_) * static_cast<std::size_t>(columns_);
    }

private:
    std::int32_t columns_;
    std::int32_t period_;
    std::vector<std::uint8_t> marks_;
};

/// In pixels of the source; at least the tolerance with which rectangles become pixels.
constexpr double source_border = 2e-6;
/// Scales that differ by less show no difference.
constexpr long double least_change = 1e-9L;

/// Half-open; empty: the pixel is not all in the source.
struct SourceCells {
    std::int32_t from = 0;
    std::int32_t to = 0;
    friend bool operator==(const SourceCells&, const SourceCells&) = default;
};

bool is_empty(SourceCells cells) {
    return cells.from >= cells.to;
}

/// One axis of both grids: positions grow with the pixels.
struct GridAxis {
    Stretch shown;
    std::int32_t cells = 0;
    Stretch source;
    std::int32_t source_cells = 0;
};

/// By pixel of the target, the pixels of the source.
std::vector<SourceCells> source_cells(const GridAxis& axis) {
    std::vector<SourceCells> result(static_cast<std::size_t>(std::max(axis.cells, 0)));
    const long double own = length(axis.shown) / axis.cells;
    const long double other = length(axis.source) / axis.source_cells;
    if (!(own > 0) || !(other > 0)) {
        return result;
    }
    const auto position = [&](std::int32_t edge) {
        return static_cast<double>((axis.shown.from - axis.source.from + own * edge) / other);
    };
    const bool is_moved = std::abs(own / other - 1) < least_change;
    const auto count = static_cast<double>(axis.source_cells);
    for (std::int32_t i = 0; i < axis.cells; ++i) {
        SourceCells& cells = result[static_cast<std::size_t>(i)];
        const double from = position(i);
        const double to = position(i + 1);
        if (is_moved) {
            const double nearest = std::round(from);
            if (nearest >= 0 && nearest < count) {
                cells = {static_cast<std::int32_t>(nearest), static_cast<std::int32_t>(nearest) + 1};
            }
        } else if (from >= -source_border && to <= count + source_border) {
            cells = {static_cast<std::int32_t>(std::max(0.0, std::floor(from - source_border))),
                     static_cast<std::int32_t>(std::min(count, std::ceil(to + source_border)))};
        }
    }
    return result;
}

/// Rows run downwards.
Stretch downwards(Stretch bytes) {
    return {-bytes.to, -bytes.from};
}

/// The higher of two codes, with the marks of both.
std::uint8_t higher(std::uint8_t a, std::uint8_t b) {
    constexpr std::uint8_t marks = conflict_inside | conflict_edge;
    return static_cast<std::uint8_t>(std::max(a & layer_bits, b & layer_bits) | ((a | b) & marks));
}

/// The highest codes of some rows of the source.
void join_rows(const PixelGrid& source, SourceCells rows, std::vector<std::uint8_t>& line) {
    const auto columns = static_cast<std::size_t>(source.columns);
    std::fill(line.begin(), line.end(), std::uint8_t{0});
    for (std::int32_t row = rows.from; row < rows.to; ++row) {
        const std::uint8_t* codes = source.codes.data() + static_cast<std::size_t>(row) * columns;
        for (std::size_t column = 0; column < columns; ++column) {
            line[column] = higher(line[column], codes[column]);
        }
    }
}

}  // namespace

bool is_marked(Pattern pattern, std::int32_t column, std::int32_t row, std::int32_t scale) {
    switch (pattern) {
        case Pattern::plain:
            return false;
        case Pattern::hatch:
            return modulo(column + row, hatch_distance * scale) < scale;
        case Pattern::cross_hatch:
            return modulo(column + row, hatch_distance * scale) < scale ||
                   modulo(column - row, hatch_distance * scale) < scale;
        case Pattern::falling_hatch:
            return modulo(column - row, falling_distance * scale) < scale;
        case Pattern::dots:
            break;
    }
    // Every other row of dots is shifted by half the distance.
    const std::int32_t distance = dot_distance * scale;
    const std::int32_t line = row / distance;
    return modulo(row, distance) < scale && modulo(column + (line % 2) * (distance / 2), distance) < scale;
}

Color color_of(const RiskStyle& style, CellPart part) {
    switch (part) {
        case CellPart::inside:
            return style.fill;
        case CellPart::edge:
            return style.edge;
        case CellPart::small:
            break;
    }
    const auto mixed = [](std::uint8_t fill, std::uint8_t edge) {
        return static_cast<std::uint8_t>((fill * 13 + edge * 7) / 20);
    };
    return {mixed(style.fill.red, style.edge.red), mixed(style.fill.green, style.edge.green),
            mixed(style.fill.blue, style.edge.blue)};
}

std::vector<std::uint32_t> colors_of(const PixelGrid& grid) {
    std::array<CodeColors, layer_bits + 1> table{};
    for (std::size_t i = 0; i < grid.styles.size() && i < most_classes; ++i) {
        const RiskStyle& style = grid.styles[i];
        for (const CellPart part : {CellPart::inside, CellPart::small, CellPart::edge}) {
            const Pattern pattern = part == CellPart::edge ? Pattern::plain : style.pattern;
            table[layer_of(i, part) + 1] = {value_of(color_of(style, part)), value_of(style.mark), pattern};
        }
    }
    const std::uint32_t conflict = value_of(grid.conflict);
    std::vector<std::uint32_t> colors(grid.codes.size(), 0);
    // A division for each pixel would dominate the cost. Patterns repeat, so their rows are computed once.
    const std::int32_t columns = grid.columns;
    const PatternRows hatch(Pattern::hatch, hatch_distance * grid.scale, columns, grid.scale);
    const PatternRows cross(Pattern::cross_hatch, hatch_distance * grid.scale, columns, grid.scale);
    const PatternRows dots(Pattern::dots, 2 * dot_distance * grid.scale, columns, grid.scale);
    const PatternRows falling(Pattern::falling_hatch, falling_distance * grid.scale, columns, grid.scale);
    std::size_t i = 0;
    for (std::int32_t row = 0; row < grid.rows; ++row) {
        const std::uint8_t* hatched = hatch.row(row);
        const std::uint8_t* crossed = cross.row(row);
        const std::uint8_t* dotted = dots.row(row);
        const std::uint8_t* fallen = falling.row(row);
        for (std::int32_t column = 0; column < columns; ++column, ++i) {
            const std::uint8_t code = grid.codes[i];
            if (code == 0) {
                continue;
            }
            const CodeColors& entry = table[code & layer_bits];
            const bool marked = (entry.pattern == Pattern::hatch && hatched[column] != 0) ||
                                (entry.pattern == Pattern::dots && dotted[column] != 0) ||
                                (entry.pattern == Pattern::falling_hatch && fallen[column] != 0) ||
                                (entry.pattern == Pattern::cross_hatch && crossed[column] != 0);
            colors[i] = marked ? entry.mark : entry.plain;
            if ((code & conflict_edge) != 0 || ((code & conflict_inside) != 0 && crossed[column] != 0)) {
                colors[i] = conflict;
            }
        }
    }
    return colors;
}

PixelGrid reduced(const PixelGrid& grid, std::int32_t columns, std::int32_t rows) {
    PixelGrid result;
    result.box = grid.box;
    result.columns = columns;
    result.rows = rows;
    result.styles = grid.styles;
    result.conflict = grid.conflict;
    result.scale = std::max(1, static_cast<std::int32_t>(
                                   std::lround(static_cast<double>(grid.scale) * columns / std::max(grid.columns, 1))));
    result.codes.resize(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), 0);
    std::size_t from = 0;
    for (std::int32_t row = 0; row < grid.rows; ++row) {
        const std::int64_t line = static_cast<std::int64_t>(row) * rows / grid.rows;
        std::uint8_t* target = result.codes.data() + line * columns;
        for (std::int32_t column = 0; column < grid.columns; ++column, ++from) {
            std::uint8_t& kept = target[static_cast<std::int64_t>(column) * columns / grid.columns];
            const std::uint8_t code = grid.codes[from];
            const auto marks = static_cast<std::uint8_t>((kept | code) & ~layer_bits);
            kept = static_cast<std::uint8_t>(std::max(kept & layer_bits, code & layer_bits) | marks);
        }
    }
    return result;
}

std::vector<CellRun> runs_of(const PixelGrid& grid) {
    std::vector<CellRun> runs;
    std::vector<std::size_t> open;  // runs that extend to the row above, from left to right
    std::vector<std::size_t> next;
    for (std::int32_t row = 0; row < grid.rows; ++row) {
        const std::uint8_t* line =
            grid.codes.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns);
        next.clear();
        std::size_t above = 0;
        for (std::int32_t left = 0; left < grid.columns;) {
            std::int32_t right = left + 1;
            while (right < grid.columns && line[right] == line[left]) {
                ++right;
            }
            if (line[left] != 0) {
                while (above < open.size() && runs[open[above]].left < left) {
                    ++above;
                }
                const bool continues = above < open.size() && runs[open[above]].left == left &&
                                       runs[open[above]].right == right && runs[open[above]].code == line[left];
                if (continues) {
                    runs[open[above]].bottom = row + 1;
                    next.push_back(open[above]);
                } else {
                    next.push_back(runs.size());
                    runs.push_back({left, row, right, row + 1, line[left]});
                }
            }
            left = right;
        }
        std::swap(open, next);
    }
    return runs;
}

void stretch(PixelGrid& grid, const View& view, const PixelGrid& source, const View& source_view) {
    const std::vector<SourceCells> columns =
        source_cells({view.steps, grid.columns, source_view.steps, source.columns});
    const std::vector<SourceCells> rows =
        source_cells({downwards(view.bytes), grid.rows, downwards(source_view.bytes), source.rows});
    const auto is_shown = [](SourceCells cells) { return !is_empty(cells); };
    const auto first = std::find_if(columns.begin(), columns.end(), is_shown) - columns.begin();
    const auto last = std::find_if(columns.rbegin(), columns.rend(), is_shown).base() - columns.begin();
    if (first >= last) {
        return;
    }
    std::vector<std::uint8_t> line(static_cast<std::size_t>(source.columns));
    SourceCells joined;
    const std::uint8_t* above = nullptr;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (is_empty(rows[row])) {
            continue;
        }
        std::uint8_t* codes = grid.codes.data() + row * static_cast<std::size_t>(grid.columns);
        if (above != nullptr && rows[row] == joined) {
            std::copy(above + first, above + last, codes + first);
        } else {
            join_rows(source, rows[row], line);
            joined = rows[row];
            for (std::ptrdiff_t column = first; column < last; ++column) {
                const SourceCells cells = columns[static_cast<std::size_t>(column)];
                codes[column] =
                    std::accumulate(line.begin() + cells.from, line.begin() + cells.to, std::uint8_t{0}, higher);
            }
        }
        above = codes;
    }
}

}  // namespace arenascope
