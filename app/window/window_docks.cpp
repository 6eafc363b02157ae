#include "app/window/window_docks.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>

#include "widgets/buffer_table/buffer_table.h"
#include "widgets/inspector/inspector.h"
#include "widgets/iteration_list/iteration_list.h"
#include "widgets/live_set/live_set.h"
#include "widgets/overlap_list/overlap_list.h"
#include "widgets/peak_chain/peak_chain_list.h"
#include "widgets/style/section_header.h"
#include "widgets/summary/summary.h"

namespace arenascope {
namespace {

QDockWidget* dock(QMainWindow& window, const QString& title, const char* name, QWidget* content) {
    auto* made = new QDockWidget(title, &window);
    made->setObjectName(QLatin1String(name));
    made->setWidget(content);
    // The widget's own header says what the dock is, with its figures: a title bar above it would say it twice.
    if (auto* header = content->findChild<SectionHeader*>()) {
        made->setTitleBarWidget(header);
    }
    return made;
}

QString words(const char* text) {
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
      iterations_dock(dock(window, words(QT_TRANSLATE_NOOP("WindowDocks", "Iterations")), "iterations", iterations)),
      summary_dock(dock(window, words(QT_TRANSLATE_NOOP("WindowDocks", "Summary")), "summary", summary)),
      inspector_dock(dock(window, words(QT_TRANSLATE_NOOP("WindowDocks", "Inspector")), "inspector", inspector)),
      peak_chain_dock(
          dock(window, words(QT_TRANSLATE_NOOP("WindowDocks", "Why the peak is here")), "peak_chain", peak_chain)),
      live_set_dock(dock(window, words(QT_TRANSLATE_NOOP("WindowDocks", "Live set")), "live_set", live_set)),
      buffers_dock(dock(window, words(QT_TRANSLATE_NOOP("WindowDocks", "Buffers")), "buffers", buffers)),
      overlaps_dock(dock(window, words(QT_TRANSLATE_NOOP("WindowDocks", "Overlap check")), "overlaps", overlaps)) {
    // The side columns go down to the status bar, the tables stand under the plan alone.
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setDockNestingEnabled(true);
    arrange(window);
}

void WindowDocks::arrange(QMainWindow& window) const {
    for (QDockWidget* each : all()) {
        each->setFloating(false);
        window.removeDockWidget(each);
    }
    window.addDockWidget(Qt::LeftDockWidgetArea, iterations_dock);
    window.addDockWidget(Qt::LeftDockWidgetArea, summary_dock);
    window.addDockWidget(Qt::RightDockWidgetArea, inspector_dock);
    window.addDockWidget(Qt::RightDockWidgetArea, peak_chain_dock);
    window.addDockWidget(Qt::RightDockWidgetArea, live_set_dock);
    window.tabifyDockWidget(peak_chain_dock, live_set_dock);
    window.addDockWidget(Qt::BottomDockWidgetArea, buffers_dock);
    window.addDockWidget(Qt::BottomDockWidgetArea, overlaps_dock);
    window.tabifyDockWidget(buffers_dock, overlaps_dock);
    for (QDockWidget* each : all()) {
        each->show();
    }
    peak_chain_dock->raise();
    buffers_dock->raise();
    window.resizeDocks({iterations_dock, inspector_dock}, {280, 320}, Qt::Horizontal);
    window.resizeDocks({buffers_dock}, {220}, Qt::Vertical);
    window.resizeDocks({iterations_dock, summary_dock}, {420, 280}, Qt::Vertical);
    window.resizeDocks({inspector_dock, peak_chain_dock}, {380, 320}, Qt::Vertical);
}

void WindowDocks::add_to(QMenu& menu) const {
    for (QDockWidget* each : all()) {
        menu.addAction(each->toggleViewAction());
    }
}

QList<QDockWidget*> WindowDocks::all() const {
    return {iterations_dock, summary_dock, inspector_dock, peak_chain_dock, live_set_dock, buffers_dock, overlaps_dock};
}

}  // namespace arenascope
