#include "widgets/plots/buffer_history/history_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QPainter>

#include "qt/painting/theme.h"

namespace arenascope {
namespace {

constexpr double side = 12.0;
constexpr double strip_height = 8.0;

Color tier_color(Tier tier, const Palette& tokens) {
    switch (tier) {
        case Tier::high:
            return tokens.high_over.fill;
        case Tier::medium:
            return tokens.medium_at.fill;
        case Tier::low:
            return tokens.low.fill;
        case Tier::none:
            break;
    }
    return tokens.none.fill;
}

}  // namespace

HistoryCurve::HistoryCurve(QWidget* parent) : RunCurve(0.5, parent) {
    setAccessibleName(tr("Offset of the buffer over the steps of the run"));
}

void HistoryCurve::set_moments(const std::vector<HistoryMoment>& moments, Bytes threshold) {
    frames_.clear();
    offsets_.clear();
    tiers_.clear();
    highest_ = 1;
    for (const HistoryMoment& moment : moments) {
        frames_.push_back(moment.frame);
        offsets_.push_back(moment.offset ? static_cast<double>(moment.offset->value())
                                         : std::numeric_limits<double>::quiet_NaN());
        tiers_.push_back(moment.tier);
        highest_ = std::fmax(highest_, offsets_.back());
    }
    const auto limit = static_cast<double>(threshold.value());
    threshold_ = limit <= highest_ ? std::optional(limit) : std::nullopt;
    if (std::ranges::none_of(tiers_, [](const std::optional<Tier>& tier) { return tier.has_value(); })) {
        tiers_.clear();
    }
    set_current(FrameIndex::none());
}

void HistoryCurve::set_current(FrameIndex frame) {
    shown_ = frame;
    update();
}

QRectF HistoryCurve::plot() const {
    return QRectF(rect()).adjusted(side, side / 2, -side, tiers_.empty() ? -side / 2 : -strip_height - side);
}

std::optional<QPointF> HistoryCurve::point(std::size_t moment) const {
    const double offset = offsets_[moment];
    return std::isnan(offset) ? std::nullopt
                              : std::optional(QPointF(offset_scale().x_of(moment), offset_scale().y_of(offset)));
}

void HistoryCurve::draw_tiers(QPainter& painter, const Palette& tokens) const {
    const QRectF area(side, height() - strip_height - side / 2, width() - 2 * side, strip_height);
    const double wide = area.width() / static_cast<double>(std::max<std::size_t>(1, tiers_.size()));
    std::size_t begin = 0;
    while (begin < tiers_.size()) {
        std::size_t end = begin + 1;
        while (end < tiers_.size() && tiers_[end] == tiers_[begin]) {
            ++end;
        }
        if (tiers_[begin]) {
            painter.fillRect(QRectF(area.left() + static_cast<double>(begin) * wide, area.top(),
                                    static_cast<double>(end - begin) * wide, area.height()),
                             qt_color(tier_color(*tiers_[begin], tokens)));
        }
        begin = end;
    }
}

void HistoryCurve::draw(QPainter& painter, const Palette& tokens) const {
    draw_levels(painter, tokens, offsets_, threshold_, offset_scale());
    draw_tiers(painter, tokens);
    const auto shown = std::ranges::find(frames_, shown_);
    if (shown != frames_.end()) {
        draw_shown_step(painter, tokens, offset_scale().x_of(static_cast<std::size_t>(shown - frames_.begin())),
                        plot().top(), plot().bottom());
    }
}

}  // namespace arenascope
