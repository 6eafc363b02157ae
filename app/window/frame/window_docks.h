#pragma once

#include <QList>

#include "core/picture/plan/table_unit.h"

class QDockWidget;
class QMainWindow;
class QMenu;

namespace arenascope {

class BufferHistoryView;
class BufferTable;
class CandidateTable;
class ChangeTable;
class CoreTable;
class DebugPanel;
class ImportPanel;
class ImprovementTable;
class Inspector;
class IterationList;
class FreeAreaHistogram;
class LiveSet;
class MakerTable;
class NetworkView;
class NoteList;
class OperatorTable;
class OverlapList;
class PeakChainList;
class PlaceTable;
class PlanTotalsView;
class SegmentTable;
class SharingMatrixView;
class SharingView;
class Summary;
class TrialTable;

/// The docks of the window. Each contains one widget, and users can move and close it.
struct WindowDocks {
    explicit WindowDocks(QMainWindow& window);

    void add_to(QMenu& menu) const;
    /// Makes the table of cores available under its title, or hides it if there is only one memory.
    void offer_cores(bool offered) const;
    /// Makes the table of candidates available, or hides it if the run recorded none. It comes behind the other tables.
    void offer_candidates(bool offered) const;
    /// Makes the table of trials available, or hides it if the plan has none.
    void offer_trials(bool offered) const;
    /// Makes the table of segments available and brings it to the front, or hides it if the plan has no segments of an
    /// allocator.
    void offer_segments(bool offered) const;
    /// The same of the table of makers, if the plan has any.
    void offer_makers(bool offered) const;
    /// Makes the reasons of the peak and of sharing available, or hides them: nobody planned the addresses of a
    /// recorded allocator.
    void offer_reasons(bool offered) const;
    void set_unit(Unit unit, UnitRule rule) const;
    /// Scrolls every table and list to its first row.
    void scroll_to_top() const;

    IterationList* iterations;
    Summary* summary;
    Inspector* inspector;
    PeakChainList* peak_chain;
    LiveSet* live_set;
    FreeAreaHistogram* free_areas;
    BufferTable* buffers;
    OverlapList* overlaps;
    OperatorTable* operators;
    ImportPanel* import;
    SharingView* sharing;
    CoreTable* cores;
    CandidateTable* candidates;
    TrialTable* trials;
    NetworkView* network;
    SharingMatrixView* sharing_matrix;
    SegmentTable* segments;
    PlaceTable* places;
    BufferHistoryView* history;
    MakerTable* makers;
    DebugPanel* debugging;
    ImprovementTable* improvements;
    ChangeTable* changes;
    PlanTotalsView* totals;
    NoteList* notes;

    QDockWidget* iterations_dock;
    QDockWidget* summary_dock;
    QDockWidget* inspector_dock;
    QDockWidget* peak_chain_dock;
    QDockWidget* live_set_dock;
    QDockWidget* free_areas_dock;
    QDockWidget* buffers_dock;
    QDockWidget* overlaps_dock;
    QDockWidget* operators_dock;
    QDockWidget* import_dock;
    QDockWidget* sharing_dock;
    QDockWidget* cores_dock;
    QDockWidget* candidates_dock;
    QDockWidget* trials_dock;
    QDockWidget* network_dock;
    QDockWidget* sharing_matrix_dock;
    QDockWidget* segments_dock;
    QDockWidget* places_dock;
    QDockWidget* history_dock;
    QDockWidget* makers_dock;
    QDockWidget* debugging_dock;
    QDockWidget* improvements_dock;
    QDockWidget* changes_dock;
    QDockWidget* totals_dock;
    QDockWidget* notes_dock;

    [[nodiscard]] QList<QDockWidget*> all() const;

private:
    static void offer(QDockWidget& dock, bool offered);
    /// The same, but it does not come to the front.
    static void offer_behind(QDockWidget& dock, bool offered);
};

}  // namespace arenascope
