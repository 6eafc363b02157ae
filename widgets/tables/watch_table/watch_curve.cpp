#include "widgets/tables/watch_table/watch_curve.h"

#include <cmath>
#include <utility>

namespace arenascope {

CurveScale WatchCurve::scale(const QRectF& area) const {
    return {area, numbers.size(), numbers[smallest], numbers[largest]};
}

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

}  // namespace arenascope
