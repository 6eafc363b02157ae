#include "widgets/picture/picture_legend/picture_legend.h"

#include <algorithm>
#include <span>
#include <utility>

#include <QEvent>
#include <QFontInfo>
#include <QHelpEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>

#include "qt/painting/picture_painter.h"
#include "qt/painting/theme.h"
#include "qt/words/meaning.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr double side_margin = 12;
constexpr double row_margin = 2;  ///< above and below the rows

std::size_t makers_in(std::span<const LegendEntry> entries) {
    std::size_t makers = 0;
    for (const LegendEntry& entry : entries) {
        makers += entry.makers;
    }
    return makers;
}

}  // namespace

PictureLegend::PictureLegend(QWidget* parent) : QWidget(parent), measure_(picture_text_measure()) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Legend of the picture"));
}

void PictureLegend::set_entries(std::vector<LegendEntry> entries, Theme theme) {
    entries_ = std::move(entries);
    theme_ = theme;
    setAccessibleDescription(all_names());
    updateGeometry();
    update();
}

void PictureLegend::set_most_rows(int rows) {
    if (std::exchange(most_rows_, rows) != rows) {
        updateGeometry();
        update();
    }
}

TextStyle PictureLegend::style() const {
    return {static_cast<double>(QFontInfo(font()).pixelSize()), false};
}

FittedLegend PictureLegend::shown(int width) const {
    const TextStyle text = style();
    const double most = (most_rows_ + 0.5) * line_height(text);
    return fitted_legend(entries_, side_margin, width - side_margin, most, text, measure_);
}

QString PictureLegend::all_names() const {
    QStringList names;
    for (const LegendEntry& entry : entries_) {
        names << visible_text(entry.name);
    }
    return names.join(QStringLiteral(", "));
}

QString PictureLegend::tooltip_at(QPoint position) const {
    const FittedLegend all = shown(width());
    for (std::size_t i = 0; i < all.entries.size(); ++i) {
        if (!contains(all.rows.grounds[i], {position.x() + 0.5, position.y() + 0.5 - row_margin})) {
            continue;
        }
        if (i < all.kept) {
            return legend_meaning(all.entries[i]);
        }
        const bool has_makers = makers_in(std::span<const LegendEntry>(entries_).subspan(all.kept)) > 0;
        return has_makers ? tr("The dock Makers lists all of them.") + QLatin1Char('\n') + all_names() : all_names();
    }
    return all_names();
}

QSize PictureLegend::sizeHint() const {
    return {400, heightForWidth(std::max(width(), 400))};
}

QSize PictureLegend::minimumSizeHint() const {
    return {0, 0};
}

int PictureLegend::heightForWidth(int width) const {
    return entries_.empty() ? 0 : static_cast<int>(shown(width).rows.height + 2 * row_margin);
}

bool PictureLegend::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), plain_tooltip(tooltip_at(help->pos())), this);
        return true;
    }
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
    return QWidget::event(event);
}

void PictureLegend::paintEvent(QPaintEvent* /*event*/) {
    const Palette& tokens = arenascope::palette(theme_);
    const FittedLegend all = shown(width());
    Drawing drawing;
    draw(drawing, all.entries, all.rows, row_margin, style(), tokens);
    QPainter painter(this);
    painter.fillRect(rect(), qt_color(tokens.panel));
    paint(painter, drawing, Medium::pixels);
}

QString legend_meaning(const LegendEntry& entry) {
    if (entry.risk) {
        return risk_meaning(*entry.risk);
    }
    switch (entry.mark) {
        case LegendMark::none:
            break;
        case LegendMark::scratch:
            return PictureLegend::tr("Scratch: memory that one operator uses while it runs.");
        case LegendMark::threshold:
            return threshold_meaning();
        case LegendMark::overlap:
            return PictureLegend::tr("Overlap: two buffers use the same bytes at the same step.");
        case LegendMark::sharing:
            return PictureLegend::tr(
                "Shared on purpose: the plan lets these buffers use the same bytes. In an accelerator's arena, the "
                "accelerator decides what lies where.");
        case LegendMark::fast_part:
            return PictureLegend::tr("Fast part: memory that is faster than the rest of the heap.");
        case LegendMark::transfer:
            return PictureLegend::tr("In transfer: the copy of a buffer in another memory.");
        case LegendMark::takeover:
            return PictureLegend::tr(
                "The usage graph: which buffer may take over the memory of which. A solid arrow is a takeover of this "
                "plan.");
        case LegendMark::grown:
            return PictureLegend::tr("The bytes by which the buffer of this iteration makes its object larger.");
        case LegendMark::candidate:
            return PictureLegend::tr("Where the planner could place the buffer of this iteration.");
        case LegendMark::group:
            return PictureLegend::tr("In the group: the tuner rearranged these buffers together in the step shown.");
        case LegendMark::moved:
            return PictureLegend::tr("Moved: the buffer lies elsewhere than in the previous iteration of the run.");
        case LegendMark::former:
            return PictureLegend::tr(
                "Its place before: where a moved buffer lay in the previous iteration of the run.");
        case LegendMark::absent:
            return PictureLegend::tr("No segment: the allocator does not hold this memory then.");
        case LegendMark::free_area:
            return PictureLegend::tr("Free area: bytes that no buffer uses at the step shown.");
    }
    return visible_text(entry.name);
}

}  // namespace arenascope
