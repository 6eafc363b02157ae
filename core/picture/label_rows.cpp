#include "core/picture/label_rows.h"

#include <algorithm>
#include <cmath>

namespace arenascope {
namespace {

/// For each pixel row from `top` on, how many of the rows above it hold labels.
std::vector<std::int32_t> counts_above(const std::vector<LabelRows::Row>& rows, double top, double bottom) {
    std::vector<bool> holds(static_cast<std::size_t>(std::max(0.0, std::ceil(bottom - top))) + 1, false);
    for (const LabelRows::Row& row : rows) {
        const auto first = static_cast<std::size_t>(std::clamp(row.top - top, 0.0, bottom - top));
        const auto last = static_cast<std::size_t>(std::clamp(std::ceil(row.bottom - top), 0.0, bottom - top));
        std::fill(holds.begin() + static_cast<std::ptrdiff_t>(first),
                  holds.begin() + static_cast<std::ptrdiff_t>(std::max(first, last)), true);
    }
    std::vector<std::int32_t> counts{0};
    for (const bool each : holds) {
        counts.push_back(counts.back() + (each ? 1 : 0));
    }
    return counts;
}

}  // namespace

std::vector<Box> culprit_boxes(const std::vector<Container>& stack, const ShownRectangles& rectangles,
                               const Viewport& viewport) {
    const PixelScale across = step_scale(viewport);
    const PixelScale up = byte_scale(viewport);
    std::vector<Box> boxes;
    rectangles.for_each_in(viewport.view, [&](const MemoryRectangle& rectangle) {
        if (ends_above_threshold(stack, rectangle)) {
            boxes.push_back({across(rectangle.begin), up(rectangle.to), across(rectangle.end), up(rectangle.from)});
        }
        return true;
    });
    return boxes;
}

LabelRows::LabelRows(std::vector<Row> rows, const Viewport& viewport, const std::vector<Container>& stack,
                     const ShownRectangles& rectangles)
    : view_(viewport.box), rows_(std::move(rows)) {
    const auto count = static_cast<std::size_t>(std::max(0.0, std::ceil(width(view_))));
    columns_.assign(rows_.size(),
                    Columns{std::vector<Covered>(count, Covered::nothing), std::vector<bool>(count, false)});
    const PixelScale across = step_scale(viewport);
    const PixelScale up = byte_scale(viewport);
    const std::vector<std::int32_t> counts = counts_above(rows_, view_.top, view_.bottom);
    const auto last = static_cast<double>(counts.size() - 1);
    if (rows_.empty()) {
        return;
    }
    // Whether bytes lie in a row. Those of most of a million rectangles do not.
    const auto are_in_row = [&](std::int64_t from, std::int64_t to) {
        // Rows above the view hold nothing, even if a rectangle goes on there.
        const double top = std::max(up(to), view_.top);
        const double bottom = up(from);
        if (bottom <= view_.top || top >= view_.bottom) {
            return false;
        }
        // Neither is negative, so that a conversion rounds down. This is faster than calls of floor and ceil.
        const auto first = static_cast<std::size_t>(std::min(top - view_.top, last));
        const double past = std::min(bottom - view_.top, last);
        const auto whole = static_cast<std::size_t>(past);
        return counts[first] != counts[whole + (static_cast<double>(whole) < past ? 1 : 0)];
    };
    const auto mark_box = [&](double left, std::int64_t to, double right, std::int64_t from, auto is_culprit) {
        if (right <= view_.left || left >= view_.right || !are_in_row(from, to)) {
            return;
        }
        const Box box{left, std::max(up(to), view_.top), right, up(from)};
        const Covered what = is_culprit() ? Covered::culprit : Covered::buffer;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            if (box.top < rows_[row].bottom && box.bottom > rows_[row].top) {
                mark(row, box, what);
            }
        }
    };
    // Whether the covers of a leaf show that its rectangles need not be read.
    const auto lies_beside_rows = [&](const LevelNode& node) {
        bool is_in_row = node.first_child != node.last_child || !ShownRectangles::has_covers(node);
        if (!is_in_row) {
            rectangles.for_each_cover(
                node, [&](const Cover& cover) { is_in_row = is_in_row || are_in_row(cover.from, cover.to); });
        }
        return !is_in_row;
    };
    const auto mark_node = [&](const LevelNode& node) {
        const double left = across(node.begins.first);
        const double right = across(node.ends.last);
        if (right <= view_.left || left >= view_.right || !are_in_row(node.froms.first, node.tos.last)) {
            return Visit::skip;
        }
        // All its rectangles take the same column.
        const double column = std::floor(left - view_.left);
        if (!ShownRectangles::has_covers(node) || std::floor(across(node.begins.last) - view_.left) != column ||
            std::ceil(right - view_.left) > column + 1 || across(node.ends.first) <= view_.left ||
            across(node.begins.last) >= view_.right) {
            return lies_beside_rows(node) ? Visit::skip : Visit::descend;
        }
        rectangles.for_each_cover(node, [&](const Cover& cover) {
            mark_box(left, cover.to, right, cover.from, [&cover] { return cover.is_culprit; });
        });
        return Visit::skip;
    };
    rectangles.visit(viewport.view, mark_node, [&](const MemoryRectangle& rectangle) {
        mark_box(across(rectangle.begin), rectangle.to, across(rectangle.end), rectangle.from,
                 [&] { return ends_above_threshold(stack, rectangle); });
        return true;
    });
}

void LabelRows::mark(std::size_t row, const Box& box, Covered what) {
    std::vector<Covered>& covered = columns_[row].covered;
    const auto count = static_cast<double>(covered.size());
    // A thin rectangle still takes the pixel that it is drawn in.
    const double left = std::clamp(std::floor(box.left - view_.left), 0.0, std::max(0.0, count - 1));
    const double right = std::clamp(std::max(std::ceil(box.right - view_.left), left + 1), 0.0, count);
    for (auto column = static_cast<std::size_t>(left); column < static_cast<std::size_t>(right); ++column) {
        covered[column] = std::max(covered[column], what);
    }
}

void LabelRows::take(const Box& ground) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (ground.top < rows_[row].bottom && ground.bottom > rows_[row].top) {
            std::vector<bool>& taken = columns_[row].is_taken;
            const auto count = static_cast<double>(taken.size());
            const double left = std::clamp(std::floor(ground.left - view_.left), 0.0, count);
            const double right = std::clamp(std::ceil(ground.right - view_.left), 0.0, count);
            std::fill(taken.begin() + static_cast<std::ptrdiff_t>(left),
                      taken.begin() + static_cast<std::ptrdiff_t>(std::max(left, right)), true);
        }
    }
}

std::optional<double> LabelRows::place(std::size_t row, double label_width, bool at_right, Covered most) const {
    const Columns& columns = columns_[row];
    const auto count = static_cast<std::ptrdiff_t>(columns.covered.size());
    const auto needed = static_cast<std::ptrdiff_t>(std::ceil(label_width));
    std::ptrdiff_t free = 0;
    for (std::ptrdiff_t i = 0; i < count; ++i) {
        const std::ptrdiff_t column = at_right ? count - 1 - i : i;
        const auto position = static_cast<std::size_t>(column);
        free = columns.covered[position] <= most && !columns.is_taken[position] ? free + 1 : 0;
        if (free >= needed) {
            return view_.left + static_cast<double>(at_right ? column : column + 1 - needed);
        }
    }
    return std::nullopt;
}

}  // namespace arenascope
