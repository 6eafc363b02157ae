#include "widgets/plots/memory_map/memory_map.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "qt/painting/theme.h"
#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr double column_share = 0.58;  ///< of the width; the rest is for addresses
constexpr int name_margin = 6;
constexpr int lines_high = 16;
/// A capacity that lies higher than so many times what is used would leave no room for what is used.
constexpr double most_free_part = 2.0;

int y_in(AddressRange shown, int height, Offset offset) {
    const auto whole = static_cast<double>(std::max<std::int64_t>(1, size(shown).value()));
    const double part = static_cast<double>((offset - shown.from).value()) / whole;
    return height - static_cast<int>(part * height + 0.5);
}

}  // namespace

std::vector<MapLabel> map_labels(const std::vector<MemoryBand>& bands, AddressRange shown, int height, int line) {
    std::vector<Offset> bounds;
    for (const MemoryBand& band : bands) {
        bounds.push_back(band.bytes.from);
        bounds.push_back(band.bytes.to);
    }
    std::ranges::sort(bounds);
    bounds.erase(std::ranges::unique(bounds).begin(), bounds.end());
    std::vector<MapLabel> labels;
    if (bounds.empty()) {
        return labels;
    }
    const MapLabel top{y_in(shown, height, bounds.back()), bounds.back()};
    for (const Offset bound : bounds) {
        const MapLabel label{y_in(shown, height, bound), bound};
        const bool is_apart = labels.empty() || labels.back().y - label.y >= line;
        if (is_apart && (bound == top.offset || label.y - top.y >= line)) {
            labels.push_back(label);
        }
    }
    return labels;
}

MemoryMap::MemoryMap(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<const Problem>()),
      layout_(std::make_shared<const Layout>()),
      risks_(std::make_shared<const IndexedVector<BufferIndex, Risk>>()) {
    setMouseTracking(true);
    setAccessibleName(tr("Memory at the step"));
    follow_theme(*this, [this](Theme theme) {
        theme_ = theme;
        update();
    });
}

QSize MemoryMap::sizeHint() const {
    return {20 * fontMetrics().averageCharWidth(), lines_high * fontMetrics().lineSpacing()};
}

void MemoryMap::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                         std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks, RegionIndex region) {
    problem_ = std::move(problem);
    layout_ = std::move(layout);
    risks_ = std::move(risks);
    region_ = region;
    names_.set_problem(problem_);
    bands_.clear();
    refresh();
}

void MemoryMap::set_step(Step step) {
    if (step != step_) {
        step_ = step;
        refresh();
    }
}

void MemoryMap::set_unit(Unit unit) {
    unit_ = unit;
    update();
}

void MemoryMap::refresh() {
    task_.run(
        problem_->buffers.size(),
        [problem = problem_, layout = layout_, region = region_, step = step_] {
            return memory_bands(*problem, *layout, region, step);
        },
        [this](std::vector<MemoryBand> bands) {
            bands_ = std::move(bands);
            update();
        });
    update();
}

std::optional<Offset> MemoryMap::capacity() const {
    if (region_.value() >= problem_->regions.size() || bands_.empty()) {
        return std::nullopt;
    }
    const auto& bytes = problem_->regions[region_].capacity;
    const Offset top = bands_.back().bytes.to;
    const bool is_near =
        bytes && static_cast<double>(bytes->value()) <= most_free_part * static_cast<double>(top.value());
    return is_near ? std::optional(Offset(bytes->value())) : std::nullopt;
}

AddressRange MemoryMap::shown() const {
    if (bands_.empty()) {
        return {Offset(0), Offset(1)};
    }
    Offset top = bands_.front().bytes.to;
    for (const MemoryBand& band : bands_) {
        top = std::max(top, band.bytes.to);
    }
    return {bands_.front().bytes.from, std::max(top, capacity().value_or(top))};
}

QRect MemoryMap::column() const {
    const int half_line = fontMetrics().height() / 2 + 1;
    return {panel_margins.left(), half_line, static_cast<int>(width() * column_share), height() - 2 * half_line};
}

int MemoryMap::y_of(Offset offset) const {
    const QRect place = column();
    return place.top() + y_in(shown(), place.height(), offset);
}

const MemoryBand* MemoryMap::band_at(QPoint point) const {
    const QRect place = column();
    if (point.x() < place.left() || point.x() > place.right()) {
        return nullptr;
    }
    // The upper one of two that overlap lies in front.
    const auto found = std::find_if(bands_.rbegin(), bands_.rend(), [&](const MemoryBand& band) {
        return y_of(band.bytes.to) <= point.y() && point.y() < y_of(band.bytes.from);
    });
    return found == bands_.rend() ? nullptr : &*found;
}

QString MemoryMap::words(const MemoryBand& band) const {
    const QString name = band.buffer == BufferIndex::none() ? tr("free") : names_.full(band.buffer);
    return tr("%1: %2, from %3 to before %4")
        .arg(name, exact_bytes(arenascope::size(band.bytes).value()), grouped_text(band.bytes.from.value()),
             grouped_text(band.bytes.to.value()));
}

void MemoryMap::paint_band(QPainter& painter, const MemoryBand& band) const {
    const QRect place = column();
    const int top = y_of(band.bytes.to);
    const QRect area(place.left(), top, place.width(), std::max(1, y_of(band.bytes.from) - top));
    const Palette& tokens = arenascope::palette(theme_);
    const bool is_free = band.buffer == BufferIndex::none();
    const bool has_risk = !is_free && band.buffer.value() < risks_->size();
    const RiskStyle& style = has_risk ? style_of(tokens, (*risks_)[band.buffer]) : tokens.none;
    painter.fillRect(area, qt_color(is_free ? tokens.plot : style.fill));
    painter.setPen(qt_color(is_free ? tokens.line : style.edge));
    painter.drawRect(area.adjusted(0, 0, -1, is_free ? -1 : 0));
    if (area.height() < painter.fontMetrics().height()) {
        return;
    }
    const QString amount = amount_words(arenascope::size(band.bytes).value(), unit_);
    const QString name = is_free ? tr("free") : names_(band.buffer);
    const int room = area.width() - 2 * name_margin;
    const QFontMetrics letters = painter.fontMetrics();
    const QString whole = tr("%1 · %2").arg(name, amount);
    painter.setPen(qt_color(is_free ? tokens.dim : style.text));
    painter.drawText(
        area.adjusted(name_margin, 0, -name_margin, 0), Qt::AlignCenter,
        letters.horizontalAdvance(whole) <= room ? whole : letters.elidedText(name, Qt::ElideMiddle, room));
}

void MemoryMap::paintEvent(QPaintEvent*) {
    if (bands_.empty()) {
        return;
    }
    QPainter painter(this);
    for (const MemoryBand& band : bands_) {
        paint_band(painter, band);
    }
    const QRect place = column();
    const Palette& tokens = arenascope::palette(theme_);
    const int line = painter.fontMetrics().height();
    const int left = place.right() + name_margin;
    const auto label_at = [&](int y, const QString& text) {
        painter.drawText(QRect(left, y - line / 2, width() - left, line), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, width() - left));
    };
    std::optional<int> capacity_y;
    if (const auto end = capacity()) {
        capacity_y = y_of(*end);
        painter.fillRect(place.left() - name_margin, *capacity_y - 1, place.width() + 2 * name_margin, 2,
                         qt_color(tokens.ink));
        painter.setPen(qt_color(tokens.ink));
        label_at(*capacity_y, tr("capacity"));
    }
    painter.setPen(qt_color(tokens.dim));
    for (const MapLabel& label : map_labels(bands_, shown(), place.height(), line)) {
        const int y = place.top() + label.y;
        if (!capacity_y || std::abs(y - *capacity_y) >= line) {
            label_at(y, number_words(label.offset.value(), Unit::hexadecimal));
        }
    }
}

void MemoryMap::mousePressEvent(QMouseEvent* event) {
    const MemoryBand* band = band_at(event->position().toPoint());
    if (band != nullptr && band->buffer != BufferIndex::none()) {
        emit chosen(band->buffer);
    }
}

bool MemoryMap::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const MemoryBand* band = band_at(help->pos());
        band != nullptr ? QToolTip::showText(help->globalPos(), plain_tooltip(words(*band)), this)
                        : QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

}  // namespace arenascope
