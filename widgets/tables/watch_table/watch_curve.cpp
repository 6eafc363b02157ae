#include "widgets/tables/watch_table/watch_curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace arenascope {
namespace {

/// The numbers of the moments of a column, of those that have one.
struct ColumnNumbers {
    double first = 0;
    double last = 0;
    double smallest = 0;
    double largest = 0;
};

std::optional<ColumnNumbers> numbers_in(const WatchCurve& curve, std::size_t begin, std::size_t end) {
    std::optional<ColumnNumbers> column;
    for (std::size_t moment = begin; moment < end; ++moment) {
        const double number = curve.numbers[moment];
        if (std::isnan(number)) {
            continue;
        }
        if (!column) {
            column = ColumnNumbers{number, number, number, number};
        }
        column->last = number;
        column->smallest = std::min(column->smallest, number);
        column->largest = std::max(column->largest, number);
    }
    return column;
}

}  // namespace

std::optional<WatchCurve> watch_curve(std::vector<double> numbers, Bytes threshold) {
    WatchCurve curve;
    for (std::size_t moment = 0; moment < numbers.size(); ++moment) {
        if (std::isnan(numbers[moment])) {
            continue;
        }
        if (curve.count++ == 0) {
            curve.smallest = moment;
            curve.largest = moment;
        }
        curve.smallest = numbers[moment] < numbers[curve.smallest] ? moment : curve.smallest;
        curve.largest = numbers[moment] > numbers[curve.largest] ? moment : curve.largest;
    }
    if (curve.count == 0) {
        return std::nullopt;
    }
    const auto limit = static_cast<double>(threshold.value());
    if (numbers[curve.smallest] <= limit && limit <= numbers[curve.largest]) {
        curve.threshold = limit;
    }
    curve.numbers = std::move(numbers);
    return curve;
}

double curve_x(std::size_t moment, std::size_t moments, const QRectF& area) {
    return area.left() + (static_cast<double>(moment) + 0.5) / static_cast<double>(moments) * area.width();
}

std::size_t moment_at(double x, std::size_t moments, const QRectF& area) {
    const double share = std::clamp((x - area.left()) / std::max(1.0, area.width()), 0.0, 1.0);
    return std::min(static_cast<std::size_t>(share * static_cast<double>(moments)), moments - 1);
}

double curve_y(const WatchCurve& curve, double number, const QRectF& area) {
    const double smallest = curve.numbers[curve.smallest];
    const double largest = curve.numbers[curve.largest];
    const double share = largest > smallest ? (number - smallest) / (largest - smallest) : 0.5;
    return area.bottom() - share * area.height();
}

std::vector<QPolygonF> curve_lines(const WatchCurve& curve, const QRectF& area) {
    std::vector<QPolygonF> lines;
    const std::size_t moments = curve.numbers.size();
    const std::size_t columns = std::min(moments, static_cast<std::size_t>(std::max(1.0, std::floor(area.width()))));
    const double wide = area.width() / static_cast<double>(columns);
    bool is_open = false;
    for (std::size_t column = 0; column < columns; ++column) {
        const auto numbers = numbers_in(curve, column * moments / columns, (column + 1) * moments / columns);
        if (numbers && !is_open) {
            lines.emplace_back();
        }
        is_open = numbers.has_value();
        if (!numbers) {
            continue;
        }
        const double left = area.left() + static_cast<double>(column) * wide;
        lines.back() << QPointF(left, curve_y(curve, numbers->first, area));
        if (numbers->smallest < numbers->largest) {
            lines.back() << QPointF(left + wide / 2, curve_y(curve, numbers->smallest, area))
                         << QPointF(left + wide / 2, curve_y(curve, numbers->largest, area));
        }
        lines.back() << QPointF(left + wide, curve_y(curve, numbers->last, area));
    }
    return lines;
}

}  // namespace arenascope
