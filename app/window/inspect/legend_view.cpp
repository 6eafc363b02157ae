#include "app/window/inspect/legend_view.h"

#include <utility>

#include <QEvent>

#include "app/window/frame/window_settings.h"
#include "widgets/picture/layout_view/layout_legend.h"
#include "widgets/picture/picture_legend/picture_legend.h"

namespace arenascope {
namespace {

constexpr int tall_window_lines = 36;  ///< lower windows have one row

}  // namespace

LegendView::LegendView(const WindowFrame& frame, const LayoutView& other, PictureLegend& legend)
    : WindowPart(frame), other_(other), legend_(legend) {
    actions_.legend->setChecked(window_settings::shows_legend());
    connect(actions_.legend, &QAction::toggled, this, [this](bool shown) {
        window_settings::shows_legend.set(shown);
        show_now();
    });
    connect(&view_, &LayoutView::picture_changed, this, &LegendView::show_later);
    connect(&other_, &LayoutView::picture_changed, this, &LegendView::show_later);
    legend_.window()->installEventFilter(this);
    fit_rows();
    show_now();
}

bool LegendView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        fit_rows();
    }
    return QObject::eventFilter(watched, event);
}

void LegendView::fit_rows() {
    const bool is_tall = legend_.window()->height() >= tall_window_lines * legend_.fontMetrics().lineSpacing();
    legend_.set_most_rows(is_tall ? 2 : 1);
}

void LegendView::show_later() {
    if (!std::exchange(is_waiting_, true)) {
        QMetaObject::invokeMethod(this, &LegendView::show_now, Qt::QueuedConnection);
    }
}

void LegendView::show_now() {
    is_waiting_ = false;
    const LayoutPicture& picture = view_.picture();
    std::vector<LegendEntry> entries = joined_legends(layout_legend(picture), layout_legend(other_.picture()));
    legend_.setVisible(actions_.legend->isChecked() && !entries.empty());
    legend_.set_entries(std::move(entries), picture.content().theme);
}

}  // namespace arenascope
