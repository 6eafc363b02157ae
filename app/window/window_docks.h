#pragma once

#include <QList>

#include "core/picture/unit.h"

class QDockWidget;
class QMainWindow;
class QMenu;

namespace arenascope {

class BufferTable;
class CoreTable;
class ImportPanel;
class Inspector;
class IterationList;
class LiveSet;
class OperatorTable;
class OverlapList;
class PeakChainList;
class SharingView;
class Summary;

/// The docks of the window. Each contains one widget, and users can move and close it.
struct WindowDocks {
    explicit WindowDocks(QMainWindow& window);

    /// Puts every dock at its default position. Call it when the window has its size.
    void arrange(QMainWindow& window) const;
    void add_to(QMenu& menu) const;
    /// Makes the table of cores available, or hides it if there is only one memory.
    void offer_cores(bool offered) const;
    void set_unit(Unit unit) const;
    /// Scrolls every table and list to its first row.
    void scroll_to_top() const;

    IterationList* iterations;
    Summary* summary;
    Inspector* inspector;
    PeakChainList* peak_chain;
    LiveSet* live_set;
    BufferTable* buffers;
    OverlapList* overlaps;
    OperatorTable* operators;
    ImportPanel* import;
    SharingView* sharing;
    CoreTable* cores;

    QDockWidget* iterations_dock;
    QDockWidget* summary_dock;
    QDockWidget* inspector_dock;
    QDockWidget* peak_chain_dock;
    QDockWidget* live_set_dock;
    QDockWidget* buffers_dock;
    QDockWidget* overlaps_dock;
    QDockWidget* operators_dock;
    QDockWidget* import_dock;
    QDockWidget* sharing_dock;
    QDockWidget* cores_dock;

    [[nodiscard]] QList<QDockWidget*> all() const;
};

}  // namespace arenascope
