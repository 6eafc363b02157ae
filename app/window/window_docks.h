#pragma once

#include <QList>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace arenascope {

class BufferTable;
class Inspector;
class IterationList;
class LiveSet;
class OverlapList;
class PeakChainList;
class Summary;

/// The window's docks: each holds one widget, can be moved, closed and put back.
struct WindowDocks {
    explicit WindowDocks(QMainWindow& window);

    /// Puts every dock where it stands at the first start.
    void arrange(QMainWindow& window) const;
    void add_to(QMenu& menu) const;

    IterationList* iterations;
    Summary* summary;
    Inspector* inspector;
    PeakChainList* peak_chain;
    LiveSet* live_set;
    BufferTable* buffers;
    OverlapList* overlaps;

    QDockWidget* iterations_dock;
    QDockWidget* summary_dock;
    QDockWidget* inspector_dock;
    QDockWidget* peak_chain_dock;
    QDockWidget* live_set_dock;
    QDockWidget* buffers_dock;
    QDockWidget* overlaps_dock;

    [[nodiscard]] QList<QDockWidget*> all() const;
};

}  // namespace arenascope
