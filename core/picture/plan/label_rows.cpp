#include "core/picture/plan/label_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace arenascope {
namespace {

/// The lowest value for which `holds` is true. It is false below some value, and true from there on. The highest value
/// if there is none.
std::int64_t first_that(const auto& holds) {
    std::int64_t first = std::numeric_limits<std::int64_t>::min();
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    while (first < last) {
        const std::int64_t middle = std::midpoint(first, last);
        if (holds(middle)) {
            last = middle;
        } else {
            first = middle + 1;
        }
    }
    return first;
}

/// The bytes that touch a row. Compared with integers, so that nothing is mapped for most of a million rectangles.
struct RowBytes {
    std::int64_t least_to = 0;    ///< the lowest upper end of such bytes
    std::int64_t first_from = 0;  ///< the lowest position from which on bytes do not touch it
    [[nodiscard]] bool touch(std::int64_t from, std::int64_t to) const { return to >= least_to && from < first_from; }
};

/// For the part of a row in view. `up` maps bytes to pixels.
RowBytes bytes_of(const LabelRows::Row& row, const Box& view, const PixelScale& up) {
    const double top = std::max(row.top, view.top);
    const double bottom = std::min(row.bottom, view.bottom);
    if (top >= bottom) {
        return {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    }
    return {first_that([&](std::int64_t to) { return up(to) < bottom; }),
            first_that([&](std::int64_t from) { return up(from) <= top; })};
}

/// Whether a rectangle of a node may end above the threshold of its container.
bool may_end_above_threshold(const std::vector<Container>& stack, const LevelNode& node) {
    return std::ranges::any_of(stack, [&node](const Container& container) {
        return container.shift + container.lowest <= node.froms.last &&
               node.tos.last - container.shift > container.threshold.value();
    });
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
    if (rows_.empty()) {
        return;
    }
    std::vector<RowBytes> bytes;
    for (const Row& row : rows_) {
        bytes.push_back(bytes_of(row, view_, up));
    }
    const auto are_in_row = [&bytes](std::int64_t from, std::int64_t to) {
        return std::ranges::any_of(bytes, [&](const RowBytes& row) { return row.touch(from, to); });
    };
    const auto mark_box = [&](double left, std::int64_t to, double right, std::int64_t from, auto is_culprit) {
        if (right <= view_.left || left >= view_.right) {
            return;
        }
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            if (bytes[row].touch(from, to)) {
                mark(row, left, right, is_culprit() ? Covered::culprit : Covered::buffer);
            }
        }
    };
    // Whether the covers of a leaf show that its rectangles need not be read.
    const auto lies_beside_rows = [&](const LevelNode& node) {
        bool is_in_row =
            node.first_child != node.last_child || !ShownRectangles::has_covers(node) || node.axis != CoverAxis::bytes;
        if (!is_in_row) {
            rectangles.for_each_cover(
                node, [&](const Cover& cover) { is_in_row = is_in_row || are_in_row(cover.from, cover.to); });
        }
        return !is_in_row;
    };
    // Whether nothing in a node could change a row.
    const auto is_marked = [&](const LevelNode& node, double left, double right) {
        const Covered most = may_end_above_threshold(stack, node) ? Covered::culprit : Covered::buffer;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            if (bytes[row].touch(node.froms.first, node.tos.last) && !is_marked_between(row, left, right, most)) {
                return false;
            }
        }
        return true;
    };
    const auto mark_from_bytes = [&](const LevelNode& node, double left, double right) {
        // All its rectangles take the same column.
        const double column = std::floor(left - view_.left);
        if (std::floor(across(node.begins.last) - view_.left) != column || std::ceil(right - view_.left) > column + 1 ||
            across(node.ends.first) <= view_.left || across(node.begins.last) >= view_.right) {
            return false;
        }
        rectangles.for_each_cover(node, [&](const Cover& cover) {
            mark_box(left, cover.to, right, cover.from, [&cover] { return cover.is_culprit; });
        });
        return true;
    };
    const auto mark_from_steps = [&](const LevelNode& node) {
        // All its rectangles touch the same rows.
        const std::int64_t from = node.froms.last;
        const std::int64_t to = node.tos.first;
        if (std::ranges::any_of(bytes, [&](const RowBytes& row) {
                return row.touch(node.froms.first, node.tos.last) && !row.touch(from, to);
            })) {
            return false;
        }
        rectangles.for_each_cover(node, [&](const Cover& cover) {
            const auto is_culprit = [&cover] { return cover.is_culprit; };
            mark_box(across(cover.from), to, across(cover.to), from, is_culprit);
            mark_box(across(cover.edge), to, across(cover.to), from, is_culprit);
        });
        return true;
    };
    const auto mark_node = [&](const LevelNode& node) {
        const double left = across(node.begins.first);
        const double right = across(node.ends.last);
        if (right <= view_.left || left >= view_.right || !are_in_row(node.froms.first, node.tos.last) ||
            is_marked(node, left, right)) {
            return Visit::skip;
        }
        const bool is_done =
            ShownRectangles::has_covers(node) &&
            (node.axis == CoverAxis::bytes ? mark_from_bytes(node, left, right) : mark_from_steps(node));
        return is_done || lies_beside_rows(node) ? Visit::skip : Visit::descend;
    };
    rectangles.visit(viewport.view, mark_node, [&](const MemoryRectangle& rectangle) {
        mark_box(across(rectangle.begin), rectangle.to, across(rectangle.end), rectangle.from,
                 [&] { return ends_above_threshold(stack, rectangle); });
        return true;
    });
}

std::span<Covered> LabelRows::columns_between(std::size_t row, double left_end, double right_end) {
    std::vector<Covered>& covered = columns_[row].covered;
    const auto count = static_cast<double>(covered.size());
    // A thin rectangle still takes the pixel that it is drawn in.
    const double left = std::clamp(std::floor(left_end - view_.left), 0.0, std::max(0.0, count - 1));
    const double right = std::clamp(std::max(std::ceil(right_end - view_.left), left + 1), 0.0, count);
    return std::span(covered).subspan(static_cast<std::size_t>(left), static_cast<std::size_t>(right - left));
}

void LabelRows::mark(std::size_t row, double left_end, double right_end, Covered what) {
    for (Covered& column : columns_between(row, left_end, right_end)) {
        column = std::max(column, what);
    }
}

bool LabelRows::is_marked_between(std::size_t row, double left_end, double right_end, Covered what) {
    return std::ranges::all_of(columns_between(row, left_end, right_end),
                               [what](Covered column) { return column >= what; });
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
