#include "app/window/window_docks.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>

#include "app/window/import_panel.h"
#include "widgets/buffer_table/buffer_table.h"
#include "widgets/core_table/core_table.h"
#include "widgets/inspector/inspector.h"
#include "widgets/iteration_list/iteration_list.h"
#include "widgets/live_set/live_set.h"
#include "widgets/operator_table/operator_table.h"
#include "widgets/overlap_list/overlap_list.h"
#include "widgets/peak_chain/peak_chain_list.h"
#include "widgets/sharing_view/sharing_view.h"
#include "widgets/style/section_header.h"
#include "widgets/summary/summary.h"

namespace arenascope {
namespace {

QDockWidget* dock(QMainWindow& window, const QString& title, const char* name, QWidget* content) {
    auto* made = new QDockWidget(title, &window);
    made->setObjectName(QLatin1String(name));
    made->setWidget(content);
    // The widget has its own header with title and figures, so the dock needs no title bar.
    if (auto* header = content->findChild<SectionHeader*>()) {
        made->setTitleBarWidget(header);
    }
    return made;
}

QString dock_words(const char* text) {
    return QCoreApplication::translate("WindowDocks", text);
}

}  // namespace

WindowDocks::WindowDocks(QMainWindow& window)
    : iterations(new IterationList),
      summary(new Summary),
      inspector(new Inspector),
      peak_chain(new PeakChainList),
      live_set(new LiveSet),
      buffers(new BufferTable),
      overlaps(new OverlapList),
      operators(new OperatorTable),
      import(new ImportPanel),
      sharing(new SharingView),
      cores(new CoreTable),
      iterations_dock(
          dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Iterations")), "iterations", iterations)),
      summary_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Summary")), "summary", summary)),
      inspector_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Inspector")), "inspector", inspector)),
      peak_chain_dock(
          dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Why the Peak Is Here")), "peak_chain", peak_chain)),
      live_set_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Live Set")), "live_set", live_set)),
      buffers_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Buffers")), "buffers", buffers)),
      overlaps_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Overlap Check")), "overlaps", overlaps)),
      operators_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Operators")), "operators", operators)),
      import_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Import")), "import", import)),
      sharing_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Sharing")), "sharing", sharing)),
      cores_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Cores")), "cores", cores)) {
    // The side columns reach down to the status bar. The tables are only below the plan.
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setDockNestingEnabled(true);
}

void WindowDocks::arrange(QMainWindow& window) const {
    for (QDockWidget* each : all()) {
        each->setFloating(false);
        window.removeDockWidget(each);
    }
    window.addDockWidget(Qt::LeftDockWidgetArea, iterations_dock);
    window.addDockWidget(Qt::LeftDockWidgetArea, summary_dock);
    window.addDockWidget(Qt::LeftDockWidgetArea, import_dock);
    window.addDockWidget(Qt::RightDockWidgetArea, inspector_dock);
    window.addDockWidget(Qt::RightDockWidgetArea, peak_chain_dock);
    window.addDockWidget(Qt::RightDockWidgetArea, live_set_dock);
    window.addDockWidget(Qt::RightDockWidgetArea, sharing_dock);
    window.tabifyDockWidget(iterations_dock, import_dock);
    window.tabifyDockWidget(peak_chain_dock, live_set_dock);
    window.tabifyDockWidget(live_set_dock, sharing_dock);
    window.addDockWidget(Qt::BottomDockWidgetArea, buffers_dock);
    window.addDockWidget(Qt::BottomDockWidgetArea, overlaps_dock);
    window.addDockWidget(Qt::BottomDockWidgetArea, operators_dock);
    window.tabifyDockWidget(buffers_dock, overlaps_dock);
    window.tabifyDockWidget(overlaps_dock, operators_dock);
    window.addDockWidget(Qt::BottomDockWidgetArea, cores_dock);
    window.tabifyDockWidget(operators_dock, cores_dock);
    for (QDockWidget* each : all()) {
        each->setVisible(each != cores_dock || cores_dock->toggleViewAction()->isVisible());
    }
    iterations_dock->raise();
    peak_chain_dock->raise();
    buffers_dock->raise();
    // Sizes are shares of the window, so that the picture gets enough space on a small screen.
    window.resizeDocks({iterations_dock, inspector_dock},
                       {std::min(310, window.width() * 3 / 16), std::min(320, window.width() * 7 / 32)},
                       Qt::Horizontal);
    window.resizeDocks({buffers_dock}, {window.height() / 4}, Qt::Vertical);
    window.resizeDocks({iterations_dock, summary_dock}, {420, 280}, Qt::Vertical);
    window.resizeDocks({inspector_dock, peak_chain_dock}, {380, 320}, Qt::Vertical);
}

void WindowDocks::add_to(QMenu& menu) const {
    for (QDockWidget* each : all()) {
        menu.addAction(each->toggleViewAction());
    }
}

void WindowDocks::offer_cores(bool offered) const {
    // A dock that the user closed stays closed as long as there are several memories.
    if (offered != cores_dock->toggleViewAction()->isVisible()) {
        cores_dock->toggleViewAction()->setVisible(offered);
        cores_dock->setVisible(offered);
        cores_dock->raise();
    }
}

void WindowDocks::scroll_to_top() const {
    for (const QDockWidget* dock : all()) {
        for (auto* rows : dock->findChildren<QAbstractItemView*>()) {
            rows->scrollToTop();
        }
    }
}

void WindowDocks::set_unit(Unit unit) const {
    iterations->set_unit(unit);
    summary->set_unit(unit);
    inspector->set_unit(unit);
    peak_chain->set_unit(unit);
    live_set->set_unit(unit);
    buffers->set_unit(unit);
    overlaps->set_unit(unit);
    operators->set_unit(unit);
    import->set_unit(unit);
    sharing->set_unit(unit);
    cores->set_unit(unit);
}

QList<QDockWidget*> WindowDocks::all() const {
    return {iterations_dock, summary_dock,   inspector_dock, peak_chain_dock, live_set_dock, buffers_dock,
            overlaps_dock,   operators_dock, import_dock,    sharing_dock,    cores_dock};
}

}  // namespace arenascope
