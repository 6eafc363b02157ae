#include "core/picture/plan/overlap_marks.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace arenascope {
namespace {

/// The cost of one SVG element, in lines of a pattern.
constexpr std::size_t box_cost = 8;

constexpr double number_margin = 4;        ///< beside a number, in pixels
constexpr int most_shifts = 8;             ///< places of a number that are tried
constexpr double least_beside_frames = 6;  ///< a frame along an edge hides a thinner overlap, in pixels

bool are_few(const OverlapMarks& marks) {
    return marks.pairs.size() <= few_overlaps;
}

/// Whether a marked cell is near an unmarked one, within the width of the outline.
bool is_border(const std::vector<std::uint8_t>& codes, const Canvas& canvas, std::int32_t column, std::int32_t row) {
    const auto is_marked = [&](std::int32_t x, std::int32_t y) {
        return x >= 0 && y >= 0 && x < canvas.columns() && y < canvas.rows() &&
               codes[static_cast<std::size_t>(y) * static_cast<std::size_t>(canvas.columns()) +
                     static_cast<std::size_t>(x)] != 0;
    };
    for (std::int32_t distance = 1; distance <= canvas.scale(); ++distance) {
        if (!is_marked(column - distance, row) || !is_marked(column + distance, row) ||
            !is_marked(column, row - distance) || !is_marked(column, row + distance)) {
            return true;
        }
    }
    return false;
}

/// All areas, and the outline of each pair. A pair that is too small to be seen is enlarged.
std::vector<std::uint8_t> codes_of_few(const OverlapMarks& marks, const Canvas& canvas) {
    constexpr std::size_t inside = 0;
    constexpr std::size_t edge = 1;
    Raster raster(canvas.columns(), canvas.rows());
    for (const MemoryRectangle& area : marks.areas) {
        raster.add(canvas.cells_of(area), inside);
    }
    for (const MemoryRectangle& pair : marks.pairs) {
        const CellRange cells = canvas.widened_cells_of(pair);
        if (cells != canvas.cells_of(pair)) {
            raster.add(cells, inside);
        }
        add_outline(raster, cells, canvas.scale(), edge);
    }
    std::vector<std::uint8_t> codes = std::move(raster).codes();
    for (std::uint8_t& code : codes) {
        code = code == 0 ? 0 : code == inside + 1 ? conflict_inside : conflict_edge;
    }
    return codes;
}

/// All areas together, and the outline of their union.
std::vector<std::uint8_t> codes_of_many(const OverlapMarks& marks, const Canvas& canvas) {
    Raster raster(canvas.columns(), canvas.rows());
    for (const MemoryRectangle& area : marks.areas) {
        raster.add(canvas.widened_cells_of(area), 0);
    }
    const std::vector<std::uint8_t> covered = std::move(raster).codes();
    std::vector<std::uint8_t> codes(covered.size(), 0);
    std::size_t i = 0;
    for (std::int32_t row = 0; row < canvas.rows(); ++row) {
        for (std::int32_t column = 0; column < canvas.columns(); ++column, ++i) {
            if (covered[i] != 0) {
                codes[i] = is_border(covered, canvas, column, row) ? conflict_edge : conflict_inside;
            }
        }
    }
    return codes;
}

FilledBox hatched(const Box& box, Color color) {
    return {box, {}, {}, 1, Pattern::cross_hatch, color};
}

/// A part of a horizontal or vertical line.
struct Side {
    std::int32_t line;
    std::int32_t from;
    std::int32_t to;
};

/// The parts of box sides that are not shared with a neighbour. The boxes do not overlap, so along each line every
/// second part between two ends is an outer side.
std::vector<Side> outer(std::vector<std::pair<std::int32_t, std::int32_t>> ends) {
    std::sort(ends.begin(), ends.end());
    std::vector<Side> sides;
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
        const auto& [line, from] = ends[i];
        const std::int32_t to = ends[i + 1].second;
        if (!sides.empty() && sides.back().line == line && sides.back().to == from) {
            sides.back().to = to;
        } else if (from < to) {
            sides.push_back({line, from, to});
        }
    }
    return sides;
}

/// The outline of the area that the runs cover.
std::vector<StraightLine> outline_of(const std::vector<CellRun>& runs, const Canvas& canvas, Color color) {
    std::vector<std::pair<std::int32_t, std::int32_t>> upright;
    std::vector<std::pair<std::int32_t, std::int32_t>> level;
    for (const CellRun& run : runs) {
        for (const std::int32_t column : {run.left, run.right}) {
            upright.emplace_back(column, run.top);
            upright.emplace_back(column, run.bottom);
        }
        for (const std::int32_t row : {run.top, run.bottom}) {
            level.emplace_back(row, run.left);
            level.emplace_back(row, run.right);
        }
    }
    std::vector<StraightLine> lines;
    for (const Side& side : outer(std::move(upright))) {
        const Box box = canvas.box_of({side.line, side.from, side.line, side.to, 0});
        lines.push_back({{box.left, box.top}, {box.left, box.bottom}, color, 1, Dash::solid});
    }
    for (const Side& side : outer(std::move(level))) {
        const Box box = canvas.box_of({side.from, side.line, side.to, side.line, 0});
        lines.push_back({{box.left, box.top}, {box.right, box.top}, color, 1, Dash::solid});
    }
    return lines;
}

PixelGrid grid_of(std::vector<std::uint8_t> codes, const Canvas& canvas, Color color) {
    PixelGrid grid;
    grid.box = canvas.box();
    grid.columns = canvas.columns();
    grid.rows = canvas.rows();
    grid.codes = std::move(codes);
    grid.conflict = color;
    grid.scale = canvas.scale();
    return grid;
}

void draw_few(Drawing& drawing, const OverlapMarks& marks, const Canvas& canvas, Color color) {
    for (const MemoryRectangle& area : marks.areas) {
        if (!is_empty(canvas.cells_of(area))) {
            drawing.add(hatched(canvas.near_box(area, 0), color));
        }
    }
    for (const MemoryRectangle& pair : marks.pairs) {
        if (!is_empty(canvas.cells_of(pair))) {
            const Box box = canvas.near_box(pair, least_outline_pixels);
            const Pattern pattern = box == canvas.near_box(pair, 0) ? Pattern::plain : Pattern::cross_hatch;
            drawing.add(FilledBox{box, {}, color, 1, pattern, color});
        }
    }
}

/// The cost of draw_few(), apart from the pairs.
std::size_t cost_of_areas(const OverlapMarks& marks, const Canvas& canvas) {
    std::size_t cost = 0;
    for (const MemoryRectangle& area : marks.areas) {
        cost += is_empty(canvas.cells_of(area)) ? 0 : shape_cost(canvas.near_box(area, 0), Pattern::cross_hatch);
    }
    return cost;
}

}  // namespace

std::size_t shape_cost(const Box& box, Pattern pattern) {
    const double across = width(box);
    const double up = height(box);
    double lines = 0;
    switch (pattern) {
        case Pattern::plain:
            break;
        case Pattern::hatch:
            lines = (across + up) / hatch_distance;
            break;
        case Pattern::cross_hatch:
            lines = 2 * (across + up) / hatch_distance;
            break;
        case Pattern::falling_hatch:
            lines = (across + up) / falling_distance;
            break;
        case Pattern::dots:
            lines = across * up / (dot_distance * dot_distance);
            break;
    }
    return box_cost + static_cast<std::size_t>(lines);
}

std::vector<std::uint8_t> overlap_codes(const OverlapMarks& marks, const Canvas& canvas) {
    return are_few(marks) ? codes_of_few(marks, canvas) : codes_of_many(marks, canvas);
}

std::vector<OverlapNumber> overlap_numbers(const OverlapMarks& marks, const Canvas& canvas, TextStyle style,
                                           const MeasureText& measure) {
    std::vector<OverlapNumber> numbers;
    if (!are_few(marks)) {
        return numbers;
    }
    const Box& view = canvas.box();
    for (std::size_t i = 0; i < marks.pairs.size(); ++i) {
        if (is_empty(canvas.cells_of(marks.pairs[i]))) {
            continue;
        }
        const Box exact = canvas.exact_box(marks.pairs[i]);
        const Point at = middle({std::max(exact.left, view.left), std::max(exact.top, view.top),
                                 std::min(exact.right, view.right), std::min(exact.bottom, view.bottom)});
        const double wide = measure(std::to_string(i + 1), style) + 2 * number_margin;
        const double high = line_height(style);
        Box ground{at.x - wide / 2, at.y - high / 2, at.x + wide / 2, at.y + high / 2};
        const auto shift = [&ground](double across, double down) {
            ground = {ground.left + across, ground.top + down, ground.right + across, ground.bottom + down};
        };
        shift(std::max(0.0, view.left - ground.left) - std::max(0.0, ground.right - view.right),
              std::max(0.0, view.top - ground.top) - std::max(0.0, ground.bottom - view.bottom));
        const auto is_free = [&] {
            return std::ranges::none_of(
                numbers, [&ground](const OverlapNumber& other) { return intersects(ground, other.ground); });
        };
        for (int tries = 0; tries < most_shifts && !is_free(); ++tries) {
            shift(wide, 0);
        }
        if (is_free() && ground.right <= view.right + 1) {
            numbers.push_back({i + 1, ground});
        }
    }
    return numbers;
}

void draw_numbers(Drawing& drawing, std::span<const OverlapNumber> numbers, const OverlapMarks& marks,
                  std::span<const MemoryRectangle> selected, const Canvas& canvas, TextStyle style,
                  const Palette& tokens) {
    auto numbered = numbers.begin();  // in the order of the pairs
    for (std::size_t i = 0; i < marks.pairs.size() && are_few(marks); ++i) {
        const MemoryRectangle& pair = marks.pairs[i];
        const bool has_number = numbered != numbers.end() && numbered->number == i + 1;
        numbered += has_number ? 1 : 0;
        const Box exact = canvas.exact_box(pair);
        const bool is_thin = std::min(width(exact), height(exact)) < least_beside_frames;
        const auto holds_pair = [&pair](const MemoryRectangle& each) {
            return each.begin <= pair.begin && pair.end <= each.end && each.from <= pair.from && pair.to <= each.to;
        };
        if (is_thin && !is_empty(canvas.cells_of(pair)) && (has_number || std::ranges::any_of(selected, holds_pair))) {
            const Box box = canvas.near_box(pair, least_beside_frames);
            drawing.add(FilledBox{.box = box, .fill = tokens.conflict, .edge = tokens.ink, .mark = {}});
        }
    }
    for (const OverlapNumber& each : numbers) {
        drawing.add(FilledBox{.box = each.ground, .fill = tokens.panel, .edge = tokens.conflict, .mark = {}});
        drawing.add(DrawnText{middle(each.ground),
                              std::to_string(each.number),
                              {style.size, true},
                              tokens.ink,
                              DrawnText::Align::center});
    }
}

void draw_shapes(Drawing& drawing, const OverlapMarks& marks, const Canvas& canvas, Color color) {
    if (marks.areas.empty()) {
        return;
    }
    // A single pair with gaps may have very many areas.
    if (are_few(marks) && cost_of_areas(marks, canvas) <= most_shape_cost) {
        draw_few(drawing, marks, canvas, color);
        return;
    }
    PixelGrid grid = grid_of(overlap_codes(marks, canvas), canvas, color);
    if (are_few(marks)) {
        drawing.add(std::make_shared<const PixelGrid>(std::move(grid)));
        return;
    }
    PixelGrid covered = grid;
    std::replace_if(
        covered.codes.begin(), covered.codes.end(), [](std::uint8_t code) { return code != 0; }, std::uint8_t{1});
    const std::vector<CellRun> runs = runs_of(covered);
    std::size_t cost = 0;
    for (const CellRun& run : runs) {
        cost += shape_cost(canvas.box_of(run), Pattern::cross_hatch);
    }
    if (cost > most_shape_cost) {
        drawing.add(std::make_shared<const PixelGrid>(std::move(grid)));
        return;
    }
    for (const CellRun& run : runs) {
        drawing.add(hatched(canvas.box_of(run), color));
    }
    for (StraightLine& line : outline_of(runs, canvas, color)) {
        drawing.add(line);
    }
}

}  // namespace arenascope
