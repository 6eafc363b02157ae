#include "app/window/legend_view.h"

#include <utility>

#include "app/window/window_actions.h"
#include "app/window/window_settings.h"
#include "widgets/layout_view/layout_legend.h"
#include "widgets/layout_view/layout_view.h"
#include "widgets/picture_legend/picture_legend.h"

namespace arenascope {

LegendView::LegendView(const LayoutView& view, PictureLegend& legend, const WindowActions& actions, QObject* parent)
    : QObject(parent), view_(view), legend_(legend), actions_(actions) {
    actions_.legend->setChecked(window_settings::shows_legend());
    connect(actions_.legend, &QAction::toggled, this, [this](bool shown) {
        window_settings::set_shows_legend(shown);
        show_now();
    });
    connect(&view_, &LayoutView::picture_changed, this, &LegendView::show_later);
    show_now();
}

void LegendView::show_later() {
    if (!std::exchange(is_waiting_, true)) {
        QMetaObject::invokeMethod(this, &LegendView::show_now, Qt::QueuedConnection);
    }
}

void LegendView::show_now() {
    is_waiting_ = false;
    const LayoutPicture& picture = view_.picture();
    std::vector<LegendEntry> entries = layout_legend(picture);
    legend_.setVisible(actions_.legend->isChecked() && !entries.empty());
    legend_.set_entries(std::move(entries), picture.content().theme);
}

}  // namespace arenascope
