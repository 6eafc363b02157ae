#include "widgets/base/curve_scale.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace arenascope {
namespace {

/// The moments of a column that have the first, the smallest, the largest and the last number.
struct ColumnMoments {
    std::size_t first;
    std::size_t smallest;
    std::size_t largest;
    std::size_t last;
};

std::optional<ColumnMoments> moments_in(std::span<const double> numbers, std::size_t begin, std::size_t end) {
    std::optional<ColumnMoments> column;
    for (std::size_t moment = begin; moment < end; ++moment) {
        if (std::isnan(numbers[moment])) {
            continue;
        }
        if (!column) {
            column = {moment, moment, moment, moment};
        }
        column->smallest = numbers[moment] < numbers[column->smallest] ? moment : column->smallest;
        column->largest = numbers[moment] > numbers[column->largest] ? moment : column->largest;
        column->last = moment;
    }
    return column;
}

/// Whole pixels across, at least 1.
std::size_t columns_of(const CurveScale& scale) {
    return static_cast<std::size_t>(std::max(1.0, std::floor(scale.area.width())));
}

}  // namespace

double CurveScale::x_of(std::size_t moment) const {
    const double intervals = static_cast<double>(moments - 1) + 2 * inset;
    const double share = intervals > 0 ? (static_cast<double>(moment) + inset) / intervals : 0.5;
    return area.left() + share * area.width();
}

double CurveScale::y_of(double number) const {
    const double share = highest > lowest ? (number - lowest) / (highest - lowest) : 0.5;
    return area.bottom() - share * area.height();
}

std::size_t CurveScale::moment_at(double x) const {
    const auto last = static_cast<double>(moments - 1);
    const double share = (x - area.left()) / std::max(1.0, area.width());
    return static_cast<std::size_t>(std::clamp(std::round(share * (last + 2 * inset) - inset), 0.0, last));
}

std::vector<QPolygonF> level_lines(std::span<const double> numbers, const CurveScale& scale) {
    std::vector<QPolygonF> lines;
    const std::size_t moments = numbers.size();
    const std::size_t columns = std::min(moments, columns_of(scale));
    const double wide = scale.area.width() / static_cast<double>(columns);
    bool is_open = false;
    for (std::size_t column = 0; column < columns; ++column) {
        const auto found = moments_in(numbers, column * moments / columns, (column + 1) * moments / columns);
        if (found && !is_open) {
            lines.emplace_back();
        }
        is_open = found.has_value();
        if (!found) {
            continue;
        }
        const double left = scale.area.left() + static_cast<double>(column) * wide;
        lines.back() << QPointF(left, scale.y_of(numbers[found->first]));
        if (numbers[found->smallest] < numbers[found->largest]) {
            lines.back() << QPointF(left + wide / 2, scale.y_of(numbers[found->smallest]))
                         << QPointF(left + wide / 2, scale.y_of(numbers[found->largest]));
        }
        lines.back() << QPointF(left + wide, scale.y_of(numbers[found->last]));
    }
    return lines;
}

QPolygonF joined_line(std::span<const double> numbers, std::size_t begin, std::size_t end, const CurveScale& scale) {
    QPolygonF line;
    const std::size_t stride = std::max<std::size_t>(1, scale.moments / columns_of(scale));
    for (std::size_t first = begin; first < end; first += stride) {
        const auto found = moments_in(numbers, first, std::min(first + stride, end));
        if (!found) {
            continue;
        }
        const auto [left, right] = std::minmax(found->smallest, found->largest);
        line << QPointF(scale.x_of(left), scale.y_of(numbers[left]));
        if (left != right) {
            line << QPointF(scale.x_of(right), scale.y_of(numbers[right]));
        }
    }
    return line;
}

QPolygonF falling_line(std::span<const double> lowest, std::size_t begin, std::size_t end, const CurveScale& scale) {
    QPolygonF line;
    for (std::size_t i = begin; i < end; ++i) {
        if (std::isnan(lowest[i])) {
            continue;
        }
        const QPointF here(scale.x_of(i), scale.y_of(lowest[i]));
        const bool is_lower = line.isEmpty() || lowest[i] != lowest[i - 1];
        if (is_lower && !line.isEmpty()) {
            line << QPointF(here.x(), line.back().y());
        }
        if (is_lower || i + 1 == end) {
            line << here;
        }
    }
    return line;
}

}  // namespace arenascope
