#pragma once

#include <functional>
#include <vector>

#include <QCoreApplication>
#include <QList>

#include "app/window/frame/dock_place.h"
#include "core/base/text/amount.h"

class QDockWidget;
class QMainWindow;
class QMenu;

namespace arenascope {

struct WindowDocks;

/// A dock of the window, whatever it contains.
class WindowDock {
    Q_DISABLE_COPY_MOVE(WindowDock)

public:
    /// Opens the dock, in front of its stack.
    void bring_to_front() const;
    /// In front of its stack.
    [[nodiscard]] bool is_in_front() const;
    /// Makes the dock available, or hides it, because the plan has nothing for it. Where the arrangement has it behind
    /// its tab, it comes to the front; where few plans have something for it, only its tab comes; where it is closed,
    /// it stays so. A dock that the user closed stays closed.
    void offer(bool offered) const;
    /// The same, but it does not come to the front.
    void offer_behind(bool offered) const;
    /// False: the plan has nothing for it.
    [[nodiscard]] bool is_offered() const;
    /// Whether the user had closed a dock that is not offered, so that it stays closed when it is offered again.
    void set_closed(bool closed) const;
    [[nodiscard]] bool is_closed() const;
    /// How the arrangement that is shown has the dock.
    void set_sight(DockSight sight) const;
    [[nodiscard]] DockSight sight() const;

    QDockWidget* dock = nullptr;
    DockPlaces places{};
    /// Of the window's height, if it opens below the picture.
    double opening_share = tables_share;
    /// Empty: the content shows no amounts.
    std::function<void(Unit)> set_unit;

protected:
    WindowDock(WindowDocks& docks, const char* id, const QString& title, QWidget* content, const DockPlaces& in_modes);
};

/// A dock with its content, which it stands for.
template <class Content>
class Dock final : public WindowDock {
public:
    /// `id`: by which saved arrangements know the dock.
    Dock(WindowDocks& docks, const char* id, const QString& title, const DockPlaces& in_modes);

    [[nodiscard]] Content* operator->() const { return content_; }
    operator Content*() const { return content_; }  // NOLINT(google-explicit-constructor): as a pointer

private:
    Dock(WindowDocks& docks, const char* id, const QString& title, const DockPlaces& in_modes, Content* content);

    Content* content_;
};

/// The docks of the window: a row for each, in the order of the menu. Each contains one widget, and users can move and
/// close it. A row says where the dock is in the modes inspect, debug, compare and network, first in a high window,
/// then in a low one.
struct WindowDocks {
    Q_DECLARE_TR_FUNCTIONS(WindowDocks)
    Q_DISABLE_COPY_MOVE(WindowDocks)
    using enum DockStack;
    static constexpr auto front = &DockPlace::front;
    static constexpr auto open = &DockPlace::open;
    static constexpr auto rare = &DockPlace::rare;
    static constexpr auto closed = &DockPlace::closed;

    template <class Content, class... Place>
    Dock<Content> dock(const char* id, const QString& title, Place... in_modes) {
        static_assert(sizeof...(Place) == std::tuple_size_v<DockPlaces>, "a place for each mode, high and low");
        return Dock<Content>(*this, id, title, {in_modes...});
    }

public:
    QMainWindow& window;
    std::vector<const WindowDock*> rows;

    Dock<class IterationList> iterations =
        dock<IterationList>("iterations", tr("Iterations"), closed(left, 1), closed(left, 1), front(left, 1),
                            front(left, 1), closed(left, 1), closed(left, 1), closed(left, 2), closed(left, 2));
    Dock<class Summary> summary =
        dock<Summary>("summary", tr("Summary"), closed(left_lower, 1), closed(left, 2), open(left, 2), open(left, 2),
                      closed(left, 2), closed(left, 2), closed(left, 3), closed(left, 3));
    Dock<class Inspector> inspector =
        dock<Inspector>("inspector", tr("Inspector"), front(right, 1), front(right, 1), front(right, 1),
                        front(right, 1), closed(right, 1), closed(right, 1), front(bottom_right, 1), open(left, 15));
    Dock<class PeakChainList> peak_chain = dock<PeakChainList>(
        "peak_chain", tr("Why the Peak Is Here"), closed(right_lower, 1), closed(right, 2), open(right_middle, 2),
        open(right_lower, 2), closed(right, 2), closed(right, 2), open(bottom_right, 2), closed(left, 16));
    Dock<class LiveSet> live_set =
        dock<LiveSet>("live_set", tr("Live Set"), closed(right_lower, 2), closed(right, 3), open(right, 2),
                      closed(right, 3), closed(right, 3), closed(right, 3), closed(bottom_right, 3), closed(left, 17));
    Dock<class BufferTable> buffers =
        dock<BufferTable>("buffers", tr("Buffers"), closed(bottom, 1), closed(right, 14), open(bottom, 2),
                          open(left_lower, 2), closed(bottom, 2), closed(left, 8), open(bottom, 2), closed(left, 7));
    Dock<class OverlapList> overlaps =
        dock<OverlapList>("overlaps", tr("Overlap Check"), closed(bottom, 2), closed(right, 15), open(bottom, 3),
                          closed(right_lower, 3), closed(bottom, 3), closed(left, 9), open(bottom, 3), closed(left, 8));
    Dock<class OperatorTable> operators = dock<OperatorTable>(
        "operators", tr("Operators"), closed(bottom, 3), closed(right, 16), open(bottom, 4), closed(left_lower, 3),
        closed(bottom, 4), closed(left, 10), front(bottom, 1), open(left, 6));
    Dock<class ImportPanel> import =
        dock<ImportPanel>("import", tr("Import"), closed(left, 3), closed(left, 3), open(left, 4), closed(left, 4),
                          closed(left, 4), closed(left, 4), closed(left, 5), closed(left, 5));
    Dock<class SharingView> sharing = dock<SharingView>(
        "sharing", tr("Sharing"), closed(right_lower, 3), closed(right, 4), closed(right, 3), closed(right, 4),
        closed(right, 4), closed(right, 4), closed(bottom_right, 4), closed(left, 18));
    Dock<class CoreTable> cores =
        dock<CoreTable>("cores", tr("Cores"), rare(right, 2), rare(right, 5), open(bottom, 5), closed(right, 5),
                        closed(bottom, 5), closed(left, 11), open(bottom, 4), closed(left, 9));
    Dock<class CandidateTable> candidates = dock<CandidateTable>(
        "candidates", tr("Candidates"), closed(bottom, 5), closed(right, 17), rare(bottom, 6), rare(left_lower, 4),
        closed(bottom, 6), closed(left, 12), rare(bottom, 5), closed(left, 10));
    Dock<class TrialTable> trials =
        dock<TrialTable>("trials", tr("Trials"), rare(right, 3), rare(right, 6), open(bottom, 7), rare(left_lower, 5),
                         closed(bottom, 7), closed(left, 13), open(bottom, 6), closed(left, 11));
    Dock<class NetworkView> network =
        dock<NetworkView>("network", tr("Network"), closed(left, 4), closed(left, 4), closed(left, 5), closed(left, 5),
                          closed(left, 5), closed(left, 5), front(left, 1), front(left, 1));
    Dock<class SharingMatrixView> sharing_matrix = dock<SharingMatrixView>(
        "sharing_matrix", tr("Sharing Matrix"), closed(bottom, 7), closed(right, 18), closed(bottom, 8),
        closed(left_lower, 6), closed(bottom, 8), closed(left, 14), closed(bottom, 7), closed(left, 12));
    Dock<class SegmentTable> segments = dock<SegmentTable>("segments", tr("Segments"), rare(right, 5), rare(right, 7),
                                                           rare(right, 4), rare(right_lower, 4), closed(right, 7),
                                                           closed(right, 7), closed(bottom, 9), closed(left, 14));
    Dock<class MakerTable> makers =
        dock<MakerTable>("makers", tr("Makers"), open(right, 4), open(right, 8), rare(left, 3), rare(left, 3),
                         closed(left, 3), closed(left, 3), closed(left, 4), closed(left, 4));
    Dock<class StackFlame> stacks = dock<StackFlame>("stacks", tr("Stacks"), closed(bottom, 4), closed(right, 22),
                                                     closed(bottom, 11), closed(left_lower, 9), closed(bottom, 10),
                                                     closed(left, 16), closed(bottom, 12), closed(left, 26));
    Dock<class PlaceTable> places = dock<PlaceTable>("places", tr("Why Here"), closed(right, 6), closed(right, 9),
                                                     front(right_middle, 1), front(right_lower, 1), closed(right, 5),
                                                     closed(right, 5), closed(bottom_right, 5), closed(left, 19));
    Dock<class BufferHistoryView> history = dock<BufferHistoryView>(
        "history", tr("History"), closed(right, 7), closed(right, 10), front(right_lower, 1), open(right, 2),
        closed(right, 6), closed(right, 6), closed(bottom_right, 6), closed(left, 20));
    Dock<class DebugPanel> debugging = dock<DebugPanel>(
        "debugging", tr("Breakpoints"), closed(bottom, 8), closed(right, 19), front(bottom, 1), front(left_lower, 1),
        closed(bottom, 9), closed(left, 15), closed(bottom, 8), closed(left, 13));
    Dock<class ImprovementTable> improvements = dock<ImprovementTable>(
        "improvements", tr("Improve"), closed(right, 8), closed(right, 11), closed(right, 6), closed(right, 7),
        closed(right, 9), closed(right, 9), closed(bottom_right, 8), closed(left, 22));
    Dock<class AdviceTable> advice = dock<AdviceTable>(
        "advice", tr("What Would Make It Fit"), closed(right, 11), closed(right, 23), closed(right, 9),
        closed(right, 9), closed(right, 11), closed(right, 11), closed(bottom_right, 10), closed(left, 27));
    Dock<class ChangeTable> changes = dock<ChangeTable>("changes", tr("Changes"), closed(bottom, 9), closed(right, 20),
                                                        closed(bottom, 9), closed(left_lower, 7), front(bottom, 1),
                                                        front(left, 6), closed(bottom, 10), closed(left, 24));
    Dock<class PlanTotalsView> totals = dock<PlanTotalsView>(
        "totals", tr("Totals"), closed(bottom, 10), closed(right, 21), closed(bottom, 10), closed(left_lower, 8),
        front(bottom_right, 1), open(left, 7), closed(bottom, 11), closed(left, 25));
    Dock<class FreeAreaHistogram> free_areas = dock<FreeAreaHistogram>(
        "free_areas", tr("Free Areas"), closed(right, 9), closed(right, 12), closed(right, 5), closed(right, 6),
        closed(right, 8), closed(right, 8), closed(bottom_right, 7), closed(left, 21));
    Dock<class NoteList> notes =
        dock<NoteList>("notes", tr("Notes"), closed(right, 10), closed(right, 13), closed(right, 7), closed(right, 8),
                       closed(right, 10), closed(right, 10), closed(bottom_right, 9), closed(left, 23));

    explicit WindowDocks(QMainWindow& main_window);

    [[nodiscard]] QList<QDockWidget*> all() const;
    void add_to(QMenu& menu) const;
    void set_unit(Unit unit) const;
    /// Scrolls every table and list to its first row.
    void scroll_to_top() const;
    /// The version of saved arrangements, for QMainWindow::saveState(). An older one would hide a new dock.
    [[nodiscard]] int state_version() const;
};

}  // namespace arenascope
