#include "core/picture/plan/stretched_grid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/picture/plan/pixel_grid.h"

namespace arenascope {
namespace {

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
