#include "app/window/frame/window_docks.h"

#include <QAbstractItemView>
#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>

#include "app/window/frame/debug_panel.h"
#include "app/window/frame/import_panel.h"
#include "widgets/base/section_header.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/panels/plan_totals/plan_totals_view.h"
#include "widgets/panels/sharing_view/sharing_view.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/picture/network_view/network_view.h"
#include "widgets/plots/buffer_history/buffer_history_view.h"
#include "widgets/plots/free_area_histogram/free_area_histogram.h"
#include "widgets/plots/sharing_matrix/sharing_matrix_view.h"
#include "widgets/plots/stack_flame/stack_flame.h"
#include "widgets/tables/advice_table/advice_table.h"
#include "widgets/tables/buffer_table/buffer_table.h"
#include "widgets/tables/candidate_table/candidate_table.h"
#include "widgets/tables/change_table/change_table.h"
#include "widgets/tables/core_table/core_table.h"
#include "widgets/tables/improvement_table/improvement_table.h"
#include "widgets/tables/iteration_list/iteration_list.h"
#include "widgets/tables/live_set/live_set.h"
#include "widgets/tables/maker_table/maker_table.h"
#include "widgets/tables/note_list/note_list.h"
#include "widgets/tables/operator_table/operator_table.h"
#include "widgets/tables/overlap_list/overlap_list.h"
#include "widgets/tables/peak_chain/peak_chain_list.h"
#include "widgets/tables/place_table/place_table.h"
#include "widgets/tables/segment_table/segment_table.h"
#include "widgets/tables/trial_table/trial_table.h"

namespace arenascope {
namespace {

constexpr int least_dock_letters = 16;
constexpr int least_dock_lines = 4;
const char* const sight_property = "sight";
const char* const closed_property = "closed";

/// A dock that opens below the picture gets a share of the window. Qt would give it as much as its content wants.
void set_opening_height(QDockWidget& dock, double share) {
    auto* window = qobject_cast<QMainWindow*>(dock.parentWidget());
    if (window == nullptr || dock.isFloating() || window->dockWidgetArea(&dock) != Qt::BottomDockWidgetArea) {
        return;
    }
    for (auto* other : window->findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (other != &dock && other->isVisible() && window->dockWidgetArea(other) == Qt::BottomDockWidgetArea) {
            return;  // the others have a height already
        }
    }
    window->resizeDocks({&dock}, {static_cast<int>(window->height() * share)}, Qt::Vertical);
}

}  // namespace

WindowDock::WindowDock(WindowDocks& docks, const char* id, const QString& title, QWidget* content,
                       const DockPlaces& in_modes)
    : dock(new QDockWidget(title, &docks.window)), places(in_modes) {
    docks.rows.push_back(this);
    dock->setObjectName(QLatin1String(id));
    dock->setWidget(content);
    // Contents scroll or leave something out, so that the window fits on a small screen.
    content->setMinimumSize(least_dock_letters * content->fontMetrics().averageCharWidth(),
                            least_dock_lines * content->fontMetrics().lineSpacing());
    // The widget has its own header with title and figures, so the dock needs no title bar.
    if (auto* header = content->findChild<SectionHeader*>()) {
        dock->setTitleBarWidget(header);
    }
    // A dock that was closed comes back behind another one of its stack.
    QObject::connect(dock->toggleViewAction(), &QAction::triggered, dock, [this](bool shown) {
        if (shown) {
            set_opening_height(*dock, opening_share);
            dock->raise();
        }
    });
}

void WindowDock::bring_to_front() const {
    const bool opens = dock->isHidden();
    dock->show();
    dock->raise();
    if (opens) {
        set_opening_height(*dock, opening_share);
    }
}

bool WindowDock::is_in_front() const {
    return dock->isVisible() && (dock->isFloating() || dock->geometry().intersects(dock->parentWidget()->rect()));
}

void WindowDock::offer(bool offered) const {
    if (offered != is_offered()) {
        offer_behind(offered);
        if (sight() < DockSight::rare) {
            dock->raise();
        }
    }
}

void WindowDock::offer_behind(bool offered) const {
    if (offered == is_offered()) {
        return;
    }
    if (!offered) {
        // Before the window is seen, all docks are hidden.
        set_closed(dock->window()->isVisible() && dock->isHidden());
    }
    dock->toggleViewAction()->setVisible(offered);
    dock->setVisible(offered && sight() != DockSight::closed && !is_closed());
}

bool WindowDock::is_offered() const {
    return dock->toggleViewAction()->isVisible();
}

void WindowDock::set_closed(bool closed) const {
    dock->setProperty(closed_property, closed);
}

bool WindowDock::is_closed() const {
    return dock->property(closed_property).toBool();
}

void WindowDock::set_sight(DockSight sight) const {
    set_closed(false);
    dock->setProperty(sight_property, static_cast<int>(sight));
}

DockSight WindowDock::sight() const {
    return static_cast<DockSight>(dock->property(sight_property).toInt());
}

template <class Content>
Dock<Content>::Dock(WindowDocks& docks, const char* id, const QString& title, const DockPlaces& in_modes)
    : Dock(docks, id, title, in_modes, new Content) {}

template <class Content>
Dock<Content>::Dock(WindowDocks& docks, const char* id, const QString& title, const DockPlaces& in_modes,
                    Content* content)
    : WindowDock(docks, id, title, content, in_modes), content_(content) {
    if constexpr (requires(Content & content) { content.set_unit(Unit()); }) {
        set_unit = [content = content_](Unit unit) { content->set_unit(unit); };
    }
}

WindowDocks::WindowDocks(QMainWindow& main_window) : window(main_window) {
    // The side columns reach down to the status bar. The tables are only below the plan.
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setDockNestingEnabled(true);
    overlaps.opening_share = overlaps_share;
}

void WindowDocks::add_to(QMenu& menu) const {
    for (QDockWidget* each : all()) {
        menu.addAction(each->toggleViewAction());
    }
}

void WindowDocks::scroll_to_top() const {
    for (const QDockWidget* dock : all()) {
        for (auto* view : dock->findChildren<QAbstractItemView*>()) {
            view->scrollToTop();
        }
    }
}

void WindowDocks::set_unit(Unit unit) const {
    for (const WindowDock* row : rows) {
        if (row->set_unit) {
            row->set_unit(unit);
        }
    }
}

QList<QDockWidget*> WindowDocks::all() const {
    QList<QDockWidget*> docks;
    for (const WindowDock* row : rows) {
        docks << row->dock;
    }
    return docks;
}

int WindowDocks::state_version() const {
    constexpr int docks_of_version_zero = 11;  // each dock that is added raises the version
    return static_cast<int>(rows.size()) - docks_of_version_zero;
}

}  // namespace arenascope
