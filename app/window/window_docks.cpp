#include "app/window/window_docks.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QTabBar>

#include "app/window/debug_panel.h"
#include "app/window/import_panel.h"
#include "widgets/buffer_history/buffer_history_view.h"
#include "widgets/buffer_table/buffer_table.h"
#include "widgets/candidate_table/candidate_table.h"
#include "widgets/core_table/core_table.h"
#include "widgets/inspector/inspector.h"
#include "widgets/iteration_list/iteration_list.h"
#include "widgets/live_set/live_set.h"
#include "widgets/maker_table/maker_table.h"
#include "widgets/network_view/network_view.h"
#include "widgets/operator_table/operator_table.h"
#include "widgets/overlap_list/overlap_list.h"
#include "widgets/peak_chain/peak_chain_list.h"
#include "widgets/place_table/place_table.h"
#include "widgets/segment_table/segment_table.h"
#include "widgets/sharing_matrix/sharing_matrix_view.h"
#include "widgets/sharing_view/sharing_view.h"
#include "widgets/style/section_header.h"
#include "widgets/summary/summary.h"
#include "widgets/trial_table/trial_table.h"

namespace arenascope {
namespace {

/// The share of the window's height that the picture keeps.
constexpr double picture_share = 0.45;
/// Height of the live curve, the axes and their labels, in lines of text.
constexpr int lines_below_picture = 9;
/// With fewer lines of text in the window, tables below the picture would have less than four rows.
constexpr int lines_for_tables_below = 49;
constexpr double tables_share = 0.31;
constexpr int least_dock_letters = 16;
constexpr int least_dock_lines = 4;

QDockWidget* dock(QMainWindow& window, const QString& title, const char* name, QWidget* content) {
    auto* made = new QDockWidget(title, &window);
    made->setObjectName(QLatin1String(name));
    made->setWidget(content);
    // Contents scroll or leave something out, so that the window fits on a small screen.
    content->setMinimumSize(least_dock_letters * content->fontMetrics().averageCharWidth(),
                            least_dock_lines * content->fontMetrics().lineSpacing());
    // The widget has its own header with title and figures, so the dock needs no title bar.
    if (auto* header = content->findChild<SectionHeader*>()) {
        made->setTitleBarWidget(header);
    }
    // A dock that was closed comes back behind another one of its stack.
    QObject::connect(made->toggleViewAction(), &QAction::triggered, made, [made](bool shown) {
        if (shown) {
            made->raise();
        }
    });
    return made;
}

void stack(QMainWindow& window, const QList<QDockWidget*>& docks) {
    for (qsizetype i = 1; i < docks.size(); ++i) {
        window.tabifyDockWidget(docks[i - 1], docks[i]);
    }
}

/// The width at which the tabs of these docks show their whole titles.
int tabs_width(const QList<QDockWidget*>& docks) {
    QTabBar tabs;
    tabs.setElideMode(Qt::ElideNone);
    for (const QDockWidget* each : docks) {
        tabs.addTab(each->windowTitle());
    }
    return tabs.sizeHint().width();
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
      candidates(new CandidateTable),
      trials(new TrialTable),
      network(new NetworkView),
      sharing_matrix(new SharingMatrixView),
      segments(new SegmentTable),
      places(new PlaceTable),
      history(new BufferHistoryView),
      makers(new MakerTable),
      debugging(new DebugPanel),
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
      cores_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Cores")), "cores", cores)),
      candidates_dock(
          dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Candidates")), "candidates", candidates)),
      trials_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Trials")), "trials", trials)),
      network_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Network")), "network", network)),
      sharing_matrix_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Sharing Matrix")), "sharing_matrix",
                               sharing_matrix)),
      segments_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Segments")), "segments", segments)),
      places_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Why Here")), "places", places)),
      history_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "History")), "history", history)),
      makers_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Makers")), "makers", makers)),
      debugging_dock(
          dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Breakpoints")), "debugging", debugging)) {
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
    const bool is_low = window.height() < lines_for_tables_below * window.fontMetrics().lineSpacing();
    is_low ? arrange_tables_beside(window) : arrange_tables_below(window);
    for (QDockWidget* each : all()) {
        const bool is_closed = each == network_dock || each == sharing_matrix_dock ||
                               (is_low && (each == history_dock || each == places_dock || each == debugging_dock));
        each->setVisible(!is_closed && each->toggleViewAction()->isVisible());
    }
    for (QDockWidget* front : {iterations_dock, summary_dock, inspector_dock, peak_chain_dock, buffers_dock}) {
        front->raise();
    }
}

void WindowDocks::arrange_tables_below(QMainWindow& window) const {
    const QList<QDockWidget*> reasons{peak_chain_dock, live_set_dock, sharing_dock};
    window.addDockWidget(Qt::LeftDockWidgetArea, iterations_dock);
    window.addDockWidget(Qt::LeftDockWidgetArea, summary_dock);
    stack(window, {iterations_dock, makers_dock, import_dock, network_dock});
    window.addDockWidget(Qt::RightDockWidgetArea, inspector_dock);
    stack(window, {inspector_dock, places_dock, history_dock});
    window.addDockWidget(Qt::RightDockWidgetArea, peak_chain_dock);
    stack(window, reasons);
    stack(window, {reasons.back(), segments_dock});
    window.addDockWidget(Qt::BottomDockWidgetArea, buffers_dock);
    stack(window, {buffers_dock, overlaps_dock, operators_dock, cores_dock, candidates_dock, trials_dock,
                   sharing_matrix_dock, debugging_dock});
    // Sizes are shares of the window, so that the picture gets enough space on a small screen.
    window.resizeDocks(
        {iterations_dock, inspector_dock},
        {std::min(310, window.width() * 3 / 16), std::min(std::max(320, tabs_width(reasons)), window.width() * 7 / 32)},
        Qt::Horizontal);
    window.resizeDocks({buffers_dock}, {static_cast<int>(window.height() * tables_share)}, Qt::Vertical);
    window.resizeDocks({iterations_dock, summary_dock}, {420, 280}, Qt::Vertical);
    window.resizeDocks({inspector_dock, peak_chain_dock}, {380, 320}, Qt::Vertical);
}

void WindowDocks::arrange_tables_beside(QMainWindow& window) const {
    const QList<QDockWidget*> runs{iterations_dock, import_dock, debugging_dock};
    const QList<QDockWidget*> facts{summary_dock, peak_chain_dock};
    const QList<QDockWidget*> details{inspector_dock, live_set_dock, sharing_dock, cores_dock};
    const QList<QDockWidget*> tables{buffers_dock, overlaps_dock, operators_dock, trials_dock};
    window.addDockWidget(Qt::LeftDockWidgetArea, iterations_dock);
    window.addDockWidget(Qt::LeftDockWidgetArea, summary_dock);
    window.addDockWidget(Qt::RightDockWidgetArea, inspector_dock);
    window.addDockWidget(Qt::RightDockWidgetArea, buffers_dock);
    for (const auto& docks : {runs, facts, details, tables}) {
        stack(window, docks);
    }
    stack(window, {runs.back(), makers_dock, places_dock, network_dock});
    stack(window, {facts.back(), segments_dock, history_dock});
    stack(window, {tables.back(), candidates_dock, sharing_matrix_dock});
    window.resizeDocks(
        {iterations_dock, inspector_dock},
        {std::max(tabs_width(runs), tabs_width(facts)), std::max(tabs_width(details), tabs_width(tables))},
        Qt::Horizontal);
    window.resizeDocks({iterations_dock, summary_dock}, {1, 1}, Qt::Vertical);
    window.resizeDocks({inspector_dock, buffers_dock}, {2, 3}, Qt::Vertical);
}

void WindowDocks::share_height(QMainWindow& window, int gained) const {
    const double wanted = window.height() * picture_share + lines_below_picture * window.fontMetrics().lineSpacing();
    const int missing = std::max(0, static_cast<int>(wanted) - window.centralWidget()->height());
    const int change = gained > 0 ? static_cast<int>(gained * tables_share) : -missing;
    for (QDockWidget* each : all()) {
        const bool is_below = window.dockWidgetArea(each) == Qt::BottomDockWidgetArea && !each->isFloating();
        // Docks behind the tab of another one are outside the window.
        if (change != 0 && is_below && each->isVisible() && each->geometry().intersects(window.rect())) {
            window.resizeDocks({each}, {std::max(1, each->height() + change)}, Qt::Vertical);
            return;
        }
    }
}

void WindowDocks::add_to(QMenu& menu) const {
    for (QDockWidget* each : all()) {
        menu.addAction(each->toggleViewAction());
    }
}

void WindowDocks::offer(QDockWidget& dock, bool offered) {
    // A dock that the user closed stays closed as long as there is something to show.
    if (offered != dock.toggleViewAction()->isVisible()) {
        dock.toggleViewAction()->setVisible(offered);
        dock.setVisible(offered);
        dock.raise();
    }
}

void WindowDocks::offer_cores(bool offered) const {
    // The tab says the same word as the heading of the table.
    cores_dock->setWindowTitle(cores->title());
    offer(*cores_dock, offered);
}

void WindowDocks::offer_behind(QDockWidget& dock, bool offered) {
    if (offered != dock.toggleViewAction()->isVisible()) {
        dock.toggleViewAction()->setVisible(offered);
        dock.setVisible(offered);
    }
}

void WindowDocks::offer_candidates(bool offered) const {
    offer_behind(*candidates_dock, offered);
}

void WindowDocks::offer_reasons(bool offered) const {
    offer_behind(*peak_chain_dock, offered);
    offer_behind(*sharing_dock, offered);
}

void WindowDocks::offer_trials(bool offered) const {
    offer(*trials_dock, offered);
}

void WindowDocks::offer_segments(bool offered) const {
    const bool leaves = !offered && segments_dock->toggleViewAction()->isVisible();
    offer(*segments_dock, offered);
    if (leaves) {
        peak_chain_dock->raise();  // not the last one of the stack, which has nothing to say without a network
    }
}

void WindowDocks::offer_makers(bool offered) const {
    offer(*makers_dock, offered);
}

void WindowDocks::scroll_to_top() const {
    for (const QDockWidget* dock : all()) {
        for (auto* rows : dock->findChildren<QAbstractItemView*>()) {
            rows->scrollToTop();
        }
    }
}

void WindowDocks::set_unit(Unit unit, UnitRule rule) const {
    iterations->set_unit(unit);
    summary->set_unit(unit);
    inspector->set_unit(unit, rule);
    peak_chain->set_unit(unit, rule);
    live_set->set_unit(unit, rule);
    buffers->set_unit(unit, rule);
    overlaps->set_unit(unit, rule);
    operators->set_unit(unit, rule);
    import->set_unit(unit);
    sharing->set_unit(unit);
    cores->set_unit(unit, rule);
    candidates->set_unit(unit);
    trials->set_unit(unit, rule);
    network->set_unit(unit);
    segments->set_unit(unit, rule);
    places->set_unit(unit, rule);
    history->set_unit(unit, rule);
    makers->set_unit(unit, rule);
    debugging->set_unit(unit);
}

QList<QDockWidget*> WindowDocks::all() const {
    return {iterations_dock, summary_dock,    inspector_dock, peak_chain_dock, live_set_dock,
            buffers_dock,    overlaps_dock,   operators_dock, import_dock,     sharing_dock,
            cores_dock,      candidates_dock, trials_dock,    network_dock,    sharing_matrix_dock,
            segments_dock,   makers_dock,     places_dock,    history_dock,    debugging_dock};
}

}  // namespace arenascope
