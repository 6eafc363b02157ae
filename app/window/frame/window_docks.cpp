#include "app/window/frame/window_docks.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QAction>
#include <QCoreApplication>
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
      free_areas(new FreeAreaHistogram),
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
      improvements(new ImprovementTable),
      changes(new ChangeTable),
      totals(new PlanTotalsView),
      notes(new NoteList),
      iterations_dock(
          dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Iterations")), "iterations", iterations)),
      summary_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Summary")), "summary", summary)),
      inspector_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Inspector")), "inspector", inspector)),
      peak_chain_dock(
          dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Why the Peak Is Here")), "peak_chain", peak_chain)),
      live_set_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Live Set")), "live_set", live_set)),
      free_areas_dock(
          dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Free Areas")), "free_areas", free_areas)),
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
      debugging_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Breakpoints")), "debugging", debugging)),
      improvements_dock(
          dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Improve")), "improvements", improvements)),
      changes_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Changes")), "changes", changes)),
      totals_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Totals")), "totals", totals)),
      notes_dock(dock(window, dock_words(QT_TRANSLATE_NOOP("WindowDocks", "Notes")), "notes", notes)) {
    // The side columns reach down to the status bar. The tables are only below the plan.
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setDockNestingEnabled(true);
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
    free_areas->set_unit(unit);
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
    improvements->set_unit(unit, rule);
    changes->set_unit(unit, rule);
    totals->set_unit(unit, rule);
}

QList<QDockWidget*> WindowDocks::all() const {
    return {iterations_dock,   summary_dock,    inspector_dock, peak_chain_dock, live_set_dock,
            buffers_dock,      overlaps_dock,   operators_dock, import_dock,     sharing_dock,
            cores_dock,        candidates_dock, trials_dock,    network_dock,    sharing_matrix_dock,
            segments_dock,     makers_dock,     places_dock,    history_dock,    debugging_dock,
            improvements_dock, changes_dock,    totals_dock,    free_areas_dock, notes_dock};
}

}  // namespace arenascope
