#include "app/window/shell/dock_arrangement.h"

#include <algorithm>
#include <numeric>

#include <QAction>
#include <QDockWidget>
#include <QList>
#include <QMainWindow>
#include <QTabBar>

#include "app/window/frame/window_docks.h"

namespace arenascope {
namespace {

/// With fewer lines of text in the window, tables below the picture would have less than four rows.
constexpr int lines_for_tables_below = 49;
constexpr double tables_share = 0.31;
/// The share of the window's height that the picture keeps.
constexpr double picture_share = 0.45;
/// Height of the live curve, the axes and their labels, in lines of text.
constexpr int lines_below_picture = 9;
constexpr double network_share = 0.42;
constexpr double compared_share = 0.33;

void stack(QMainWindow& window, const QList<QDockWidget*>& docks) {
    for (qsizetype i = 1; i < docks.size(); ++i) {
        window.tabifyDockWidget(docks[i - 1], docks[i]);
    }
}

void add_stack(QMainWindow& window, Qt::DockWidgetArea area, const QList<QDockWidget*>& docks) {
    window.addDockWidget(area, docks.front());
    stack(window, docks);
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

/// The width at which the tabs within a dock show their titles with a count behind each.
int inner_tabs_width(const QDockWidget& dock) {
    const auto* tabs = dock.widget()->findChild<QTabBar*>();
    return tabs->sizeHint().width() + tabs->count() * tabs->fontMetrics().horizontalAdvance(QStringLiteral(" 9"));
}

int column_width(const QMainWindow& window, const QList<QDockWidget*>& widest_tabs) {
    return std::min(std::max(320, tabs_width(widest_tabs)), window.width() * 7 / 32);
}

int tables_height(const QMainWindow& window) {
    return static_cast<int>(window.height() * tables_share);
}

/// What a mode shows at first: the docks that it closes, those in front of their stacks, and sizes.
struct Sights {
    struct Sizes {
        Qt::Orientation orientation;
        QList<QDockWidget*> docks;
        QList<int> pixels;
    };
    QList<QDockWidget*> closed;
    QList<QDockWidget*> front;
    QList<Sizes> sizes;
};

/// Divides the height of the window between docks that stand one above the other.
Sights::Sizes column(const QMainWindow& window, const QList<QDockWidget*>& docks, const QList<int>& parts) {
    const int whole = std::accumulate(parts.begin(), parts.end(), 0);
    QList<int> heights;
    for (const int part : parts) {
        heights << window.height() * part / whole;
    }
    return {Qt::Vertical, docks, heights};
}

Sights arrange_to_inspect(QMainWindow& window, const WindowDocks& docks) {
    const QList<QDockWidget*> reasons{docks.peak_chain_dock, docks.live_set_dock, docks.sharing_dock};
    add_stack(window, Qt::LeftDockWidgetArea,
              {docks.iterations_dock, docks.makers_dock, docks.import_dock, docks.network_dock});
    window.addDockWidget(Qt::LeftDockWidgetArea, docks.summary_dock);
    add_stack(window, Qt::RightDockWidgetArea, {docks.inspector_dock, docks.places_dock, docks.history_dock});
    add_stack(window, Qt::RightDockWidgetArea,
              reasons + QList<QDockWidget*>{docks.segments_dock, docks.free_areas_dock});
    add_stack(window, Qt::BottomDockWidgetArea,
              {docks.buffers_dock, docks.overlaps_dock, docks.operators_dock, docks.cores_dock, docks.candidates_dock,
               docks.trials_dock, docks.sharing_matrix_dock, docks.debugging_dock});
    // Sizes are shares of the window, so that the picture gets enough space on a small screen.
    return {.closed = {docks.network_dock, docks.sharing_matrix_dock, docks.debugging_dock, docks.free_areas_dock},
            .front = {docks.iterations_dock, docks.summary_dock, docks.inspector_dock, docks.peak_chain_dock,
                      docks.buffers_dock},
            .sizes = {{Qt::Horizontal,
                       {docks.iterations_dock, docks.inspector_dock},
                       {std::min(310, window.width() * 3 / 16), column_width(window, reasons)}},
                      {Qt::Vertical, {docks.buffers_dock}, {tables_height(window)}},
                      column(window, {docks.iterations_dock, docks.summary_dock}, {3, 2}),
                      column(window, {docks.inspector_dock, docks.peak_chain_dock}, {6, 5})}};
}

Sights arrange_to_inspect_in_a_low_window(QMainWindow& window, const WindowDocks& docks) {
    const QList<QDockWidget*> runs{docks.iterations_dock, docks.import_dock};
    const QList<QDockWidget*> facts{docks.summary_dock, docks.peak_chain_dock};
    const QList<QDockWidget*> details{docks.inspector_dock, docks.live_set_dock, docks.sharing_dock, docks.cores_dock};
    const QList<QDockWidget*> tables{docks.buffers_dock, docks.overlaps_dock, docks.operators_dock, docks.trials_dock};
    add_stack(window, Qt::LeftDockWidgetArea,
              runs + QList<QDockWidget*>{docks.makers_dock, docks.debugging_dock, docks.network_dock});
    add_stack(window, Qt::LeftDockWidgetArea, facts + QList<QDockWidget*>{docks.segments_dock, docks.history_dock});
    add_stack(window, Qt::RightDockWidgetArea, details + QList<QDockWidget*>{docks.places_dock, docks.free_areas_dock});
    add_stack(window, Qt::RightDockWidgetArea,
              tables + QList<QDockWidget*>{docks.candidates_dock, docks.sharing_matrix_dock});
    return {
        .closed = {docks.network_dock, docks.sharing_matrix_dock, docks.history_dock, docks.places_dock,
                   docks.debugging_dock, docks.free_areas_dock},
        .front = {docks.iterations_dock, docks.summary_dock, docks.inspector_dock, docks.peak_chain_dock,
                  docks.buffers_dock},
        .sizes = {{Qt::Horizontal,
                   {docks.iterations_dock, docks.inspector_dock},
                   {std::max(tabs_width(runs), tabs_width(facts)), std::max(tabs_width(details), tabs_width(tables))}},
                  column(window, {docks.iterations_dock, docks.summary_dock}, {1, 1}),
                  column(window, {docks.inspector_dock, docks.buffers_dock}, {2, 3})}};
}

Sights arrange_to_debug(QMainWindow& window, const WindowDocks& docks) {
    const QList<QDockWidget*> reasons{docks.places_dock, docks.peak_chain_dock};
    add_stack(window, Qt::LeftDockWidgetArea,
              {docks.iterations_dock, docks.summary_dock, docks.makers_dock, docks.import_dock, docks.network_dock});
    add_stack(
        window, Qt::RightDockWidgetArea,
        {docks.inspector_dock, docks.live_set_dock, docks.sharing_dock, docks.segments_dock, docks.free_areas_dock});
    add_stack(window, Qt::RightDockWidgetArea, reasons);
    window.addDockWidget(Qt::RightDockWidgetArea, docks.history_dock);
    add_stack(window, Qt::BottomDockWidgetArea,
              {docks.debugging_dock, docks.buffers_dock, docks.overlaps_dock, docks.operators_dock, docks.cores_dock,
               docks.candidates_dock, docks.trials_dock, docks.sharing_matrix_dock});
    return {.closed = {docks.network_dock, docks.sharing_matrix_dock, docks.sharing_dock, docks.free_areas_dock},
            .front = {docks.iterations_dock, docks.inspector_dock, docks.places_dock, docks.history_dock,
                      docks.debugging_dock},
            .sizes = {
                {Qt::Horizontal,
                 {docks.iterations_dock, docks.inspector_dock},
                 {std::min(330, window.width() * 7 / 32), std::max(column_width(window, reasons), window.width() / 4)}},
                {Qt::Vertical, {docks.debugging_dock}, {tables_height(window)}},
                column(window, {docks.inspector_dock, docks.places_dock, docks.history_dock}, {4, 3, 3})}};
}

Sights arrange_to_debug_in_a_low_window(QMainWindow& window, const WindowDocks& docks) {
    const QList<QDockWidget*> runs{docks.iterations_dock, docks.summary_dock};
    const QList<QDockWidget*> stops{docks.debugging_dock, docks.buffers_dock};
    const QList<QDockWidget*> details{docks.inspector_dock, docks.history_dock};
    const QList<QDockWidget*> reasons{docks.places_dock, docks.peak_chain_dock};
    add_stack(window, Qt::LeftDockWidgetArea,
              runs + QList<QDockWidget*>{docks.makers_dock, docks.import_dock, docks.network_dock});
    add_stack(window, Qt::LeftDockWidgetArea,
              stops + QList<QDockWidget*>{docks.operators_dock, docks.candidates_dock, docks.trials_dock,
                                          docks.sharing_matrix_dock});
    add_stack(window, Qt::RightDockWidgetArea,
              details + QList<QDockWidget*>{docks.live_set_dock, docks.sharing_dock, docks.cores_dock,
                                            docks.free_areas_dock});
    add_stack(window, Qt::RightDockWidgetArea, reasons + QList<QDockWidget*>{docks.overlaps_dock, docks.segments_dock});
    return {.closed = {docks.network_dock, docks.sharing_matrix_dock, docks.sharing_dock, docks.import_dock,
                       docks.live_set_dock, docks.overlaps_dock, docks.operators_dock, docks.cores_dock,
                       docks.free_areas_dock},
            .front = {docks.iterations_dock, docks.inspector_dock, docks.places_dock, docks.debugging_dock},
            .sizes = {{Qt::Horizontal,
                       {docks.iterations_dock, docks.inspector_dock},
                       {std::max({tabs_width(runs), tabs_width(stops), inner_tabs_width(*docks.debugging_dock)}),
                        std::max(tabs_width(details), tabs_width(reasons))}},
                      column(window, {docks.iterations_dock, docks.debugging_dock}, {1, 1}),
                      column(window, {docks.inspector_dock, docks.places_dock}, {1, 1})}};
}

Sights arrange_beside_the_network(QMainWindow& window, const WindowDocks& docks) {
    const QList<QDockWidget*> details{docks.inspector_dock, docks.peak_chain_dock};
    add_stack(window, Qt::LeftDockWidgetArea,
              {docks.network_dock, docks.iterations_dock, docks.summary_dock, docks.makers_dock, docks.import_dock});
    window.addDockWidget(Qt::BottomDockWidgetArea, docks.operators_dock);
    window.splitDockWidget(docks.operators_dock, docks.inspector_dock, Qt::Horizontal);
    stack(window,
          {docks.operators_dock, docks.buffers_dock, docks.overlaps_dock, docks.cores_dock, docks.candidates_dock,
           docks.trials_dock, docks.sharing_matrix_dock, docks.debugging_dock, docks.segments_dock});
    stack(window, details + QList<QDockWidget*>{docks.live_set_dock, docks.sharing_dock, docks.places_dock,
                                                docks.history_dock, docks.free_areas_dock});
    const int network_width = static_cast<int>(window.width() * network_share);
    const int tables_width = (window.width() - network_width) * 3 / 5;
    return {.closed = {docks.iterations_dock, docks.summary_dock, docks.makers_dock, docks.import_dock,
                       docks.live_set_dock, docks.sharing_dock, docks.places_dock, docks.history_dock,
                       docks.sharing_matrix_dock, docks.debugging_dock, docks.segments_dock, docks.free_areas_dock},
            .front = {docks.network_dock, docks.operators_dock, docks.inspector_dock},
            .sizes = {{Qt::Horizontal,
                       {docks.network_dock, docks.operators_dock, docks.inspector_dock},
                       {network_width, tables_width, window.width() - network_width - tables_width}},
                      {Qt::Vertical, {docks.operators_dock}, {tables_height(window)}}}};
}

Sights arrange_beside_the_network_in_a_low_window(QMainWindow& window, const WindowDocks& docks) {
    add_stack(window, Qt::LeftDockWidgetArea,
              {docks.network_dock,   docks.iterations_dock, docks.summary_dock,   docks.makers_dock,
               docks.import_dock,    docks.operators_dock,  docks.buffers_dock,   docks.overlaps_dock,
               docks.cores_dock,     docks.candidates_dock, docks.trials_dock,    docks.sharing_matrix_dock,
               docks.debugging_dock, docks.segments_dock,   docks.inspector_dock, docks.peak_chain_dock,
               docks.live_set_dock,  docks.sharing_dock,    docks.places_dock,    docks.history_dock,
               docks.free_areas_dock});
    Sights sights{
        .closed = docks.all(),
        .front = {docks.network_dock},
        .sizes = {{Qt::Horizontal, {docks.network_dock}, {static_cast<int>(window.width() * network_share)}}}};
    for (QDockWidget* shown : {docks.network_dock, docks.inspector_dock, docks.operators_dock}) {
        sights.closed.removeOne(shown);
    }
    return sights;
}

/// Everything but the docks of a comparison is closed, so that both pictures have the whole width.
Sights only_changes_and_totals(QMainWindow& window, const WindowDocks& docks) {
    add_stack(window, Qt::LeftDockWidgetArea,
              {docks.iterations_dock, docks.summary_dock, docks.makers_dock, docks.import_dock, docks.network_dock});
    add_stack(window, Qt::RightDockWidgetArea,
              {docks.inspector_dock, docks.peak_chain_dock, docks.live_set_dock, docks.sharing_dock, docks.places_dock,
               docks.history_dock, docks.segments_dock, docks.free_areas_dock});
    Sights sights{.closed = docks.all(), .front = {docks.changes_dock}, .sizes = {}};
    sights.closed.removeOne(docks.changes_dock);
    sights.closed.removeOne(docks.totals_dock);
    return sights;
}

Sights arrange_to_compare(QMainWindow& window, const WindowDocks& docks) {
    Sights sights = only_changes_and_totals(window, docks);
    window.addDockWidget(Qt::BottomDockWidgetArea, docks.changes_dock);
    window.splitDockWidget(docks.changes_dock, docks.totals_dock, Qt::Horizontal);
    stack(window, {docks.changes_dock, docks.buffers_dock, docks.overlaps_dock, docks.operators_dock, docks.cores_dock,
                   docks.candidates_dock, docks.trials_dock, docks.sharing_matrix_dock, docks.debugging_dock});
    const int changes_width = window.width() * 3 / 5;
    sights.front << docks.totals_dock;
    sights.sizes = {
        {Qt::Horizontal, {docks.changes_dock, docks.totals_dock}, {changes_width, window.width() - changes_width}},
        {Qt::Vertical, {docks.changes_dock}, {static_cast<int>(window.height() * compared_share)}}};
    return sights;
}

Sights arrange_to_compare_in_a_low_window(QMainWindow& window, const WindowDocks& docks) {
    Sights sights = only_changes_and_totals(window, docks);
    stack(window, {docks.iterations_dock, docks.changes_dock, docks.totals_dock, docks.buffers_dock,
                   docks.overlaps_dock, docks.operators_dock, docks.cores_dock, docks.candidates_dock,
                   docks.trials_dock, docks.sharing_matrix_dock, docks.debugging_dock});
    sights.sizes = {{Qt::Horizontal, {docks.changes_dock}, {static_cast<int>(window.width() * compared_share)}}};
    return sights;
}

Sights arrange_for(QMainWindow& window, const WindowDocks& docks, WindowMode mode) {
    const bool is_low = window.height() < lines_for_tables_below * window.fontMetrics().lineSpacing();
    switch (mode) {
        case WindowMode::inspect:
            return is_low ? arrange_to_inspect_in_a_low_window(window, docks) : arrange_to_inspect(window, docks);
        case WindowMode::debug:
            return is_low ? arrange_to_debug_in_a_low_window(window, docks) : arrange_to_debug(window, docks);
        case WindowMode::compare:
            return is_low ? arrange_to_compare_in_a_low_window(window, docks) : arrange_to_compare(window, docks);
        case WindowMode::network:
            return is_low ? arrange_beside_the_network_in_a_low_window(window, docks)
                          : arrange_beside_the_network(window, docks);
    }
    return {};
}

}  // namespace

void arrange_docks(QMainWindow& window, const WindowDocks& docks, WindowMode mode) {
    for (QDockWidget* each : docks.all()) {
        each->setFloating(false);
        window.removeDockWidget(each);
    }
    Sights sights = arrange_for(window, docks, mode);
    // In every mode they come behind the inspector, when somebody asks for them.
    stack(window, {docks.inspector_dock, docks.improvements_dock, docks.notes_dock});
    sights.closed << docks.improvements_dock << docks.notes_dock;
    if (mode != WindowMode::compare) {
        stack(window, {docks.buffers_dock, docks.changes_dock, docks.totals_dock});
        sights.closed << docks.changes_dock << docks.totals_dock;
    }
    for (QDockWidget* each : docks.all()) {
        each->setVisible(!sights.closed.contains(each) && each->toggleViewAction()->isVisible());
    }
    for (QDockWidget* front : sights.front) {
        front->raise();
    }
    // Sizes come last: Qt forgets those of docks that are hidden.
    for (const Sights::Sizes& sizes : sights.sizes) {
        window.resizeDocks(sizes.docks, sizes.pixels, sizes.orientation);
    }
}

void share_height(QMainWindow& window, const WindowDocks& docks, int gained) {
    const double wanted = window.height() * picture_share + lines_below_picture * window.fontMetrics().lineSpacing();
    const int missing = std::max(0, static_cast<int>(wanted) - window.centralWidget()->height());
    const int change = gained > 0 ? static_cast<int>(gained * tables_share) : -missing;
    for (QDockWidget* each : docks.all()) {
        const bool is_below = window.dockWidgetArea(each) == Qt::BottomDockWidgetArea && !each->isFloating();
        // Docks behind the tab of another one are outside the window.
        if (change != 0 && is_below && each->isVisible() && each->geometry().intersects(window.rect())) {
            window.resizeDocks({each}, {std::max(1, each->height() + change)}, Qt::Vertical);
            return;
        }
    }
}

}  // namespace arenascope
