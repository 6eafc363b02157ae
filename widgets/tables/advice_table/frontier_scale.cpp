#include "widgets/tables/advice_table/frontier_scale.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <QLineF>

namespace arenascope {

QPointF FrontierScale::place_of(const AdviceOption& option) const {
    const double share = (option.extra_work - least_work) / (most_work - least_work);
    return {area.left() + share * area.width(), y_of(option.peak - Offset(0))};
}

double FrontierScale::y_of(Bytes bytes) const {
    return area.bottom() - static_cast<double>(bytes.value()) / static_cast<double>(top.value()) * area.height();
}

Bytes FrontierScale::bytes_at(double y) const {
    const auto whole = static_cast<double>(top.value());
    const double share = std::clamp((area.bottom() - y) / std::max(area.height(), 1.0), 0.0, 1.0);
    const double pixel = std::max(whole / std::max(area.height(), 1.0), 1.0);
    const auto round = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(pixel)));
    const auto near = static_cast<std::int64_t>(std::llround(share * whole / static_cast<double>(round)));
    return Bytes(std::clamp(near * round, std::int64_t{1}, top.value()));
}

FrontierScale frontier_scale(const Advice& advice, std::optional<Bytes> capacity, QRectF area) {
    constexpr double room = 1.08;
    constexpr double least_width = 1;  // per cent of work
    FrontierScale scale{area};
    std::int64_t highest = capacity.value_or(Bytes(1)).value();
    scale.most_work = 0;
    for (const AdviceOption& option : advice.options) {
        highest = std::max(highest, option.peak.value());
        scale.least_work = std::min(scale.least_work, option.extra_work);
        scale.most_work = std::max(scale.most_work, option.extra_work);
    }
    scale.most_work = std::max(scale.most_work * room, scale.least_work + least_width);
    // Above 2^62 bytes there is no room to be added.
    constexpr auto most = static_cast<double>(std::int64_t{1} << 62);
    scale.top =
        Bytes(std::max(highest, static_cast<std::int64_t>(std::min(static_cast<double>(highest) * room, most))));
    return scale;
}

std::optional<std::size_t> option_near(const FrontierScale& scale, const Advice& advice, QPointF place, double reach) {
    std::optional<std::size_t> nearest;
    for (std::size_t i = 0; i < advice.options.size(); ++i) {
        const double distance = QLineF(scale.place_of(advice.options[i]), place).length();
        if (distance <= reach) {
            nearest = i;
            reach = distance;
        }
    }
    return nearest;
}

}  // namespace arenascope
