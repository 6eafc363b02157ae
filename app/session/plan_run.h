#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QObject>

#include "app/session/former_runs.h"
#include "app/session/pause_desk.h"
#include "app/session/run_mark.h"
#include "core/analysis/debugging/breaking_sink.h"
#include "core/analysis/explain/layout_figures.h"
#include "core/model/memory/order_places.h"
#include "core/model/tiers/risk.h"
#include "core/planner/planning.h"

namespace arenascope {

/// The best layout of a run under way, classified.
struct BestSoFar {
    /// Linear.
    BestSoFar(const Problem& problem, Layout found, IndexedVector<BufferIndex, Risk> risks_of_it)
        : layout(std::move(found)), risks(std::move(risks_of_it)), figures(layout_figures(problem, layout, risks)) {}

    Layout layout;
    IndexedVector<BufferIndex, Risk> risks;
    LayoutFigures figures;
    std::shared_ptr<const OrderPlaces> order = {};  ///< null: the placing order is not known
};

/// Where a run stands still.
struct PauseReport {
    std::vector<std::uint64_t> path;  ///< see StepPause, as all of these
    std::string reason;
    std::vector<std::size_t> breakpoints;  ///< empty: the end of a single step
    std::string condition;
    std::uint64_t hits = 0;
    std::optional<Offset> best;
    std::shared_ptr<const BestSoFar> shown;  ///< never null: the layout of the step, perhaps incomplete
};

/// One run of a planner on its own thread, with progress, pauses and cancel. Signals come on the thread of this object.
///
///   start ─▶ running ──── finished ─▶ done
///            │  ▲ ▲                            Destroying it, starting anew and cancel() end a pause, too.
///     paused ▼  │ │ resumed
///            paused: resume(), step(), cancel()
class PlanRun final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanRun)

public:
    explicit PlanRun(QObject* parent = nullptr) : QObject(parent) {}
    ~PlanRun() override;

    /// Whether `progressed` carries layouts (default: true). Each of them is copied and classified.
    void set_previewing(bool previewing) { previewing_ = previewing; }
    /// Whether runs that start later record their traces (default: true).
    void set_recording(bool recording) { recording_ = recording; }
    /// What is done around each run for the case that its planner crashes. Empty: nothing.
    void set_guard(RunGuard guard) { guard_ = std::move(guard); }
    /// Starts a run, and pauses where breakpoints stop it, see stop_at(). Cancels a run under way first, and drops its
    /// result. Does not wait for its end.
    void start(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> given, PlanOrder order,
               std::vector<Breakpoint> breakpoints = {});
    /// The breakpoints have changed: those of the run under way that are not in this list any more stop it no longer.
    /// New ones wait for the next run.
    void keep_stopping_at(const std::vector<Breakpoint>& breakpoints);
    /// A paused run goes on: until a breakpoint stops it, or until its next step has ended. Nothing happens otherwise.
    void resume() { answer(PauseAnswer::resume); }
    void step() { answer(PauseAnswer::step); }
    /// Asks the planner to stop with its best layout so far. `finished` follows soon. A large problem without any
    /// layout so far is not waited for: `finished` comes at once, with stopped_too_early().
    void cancel();
    /// Also while it is paused.
    [[nodiscard]] bool is_running() const { return !done_; }
    /// Whether the last run started with a breakpoint of this condition.
    [[nodiscard]] bool has_breakpoint(const std::string& condition) const;
    /// Where it stands still; null: it does not.
    [[nodiscard]] const std::shared_ptr<const PauseReport>& pause() const { return pause_; }
    /// At most so many other runs of this program were under way at the same time as the last run. They share the
    /// processors and the memory with it, so its time may be longer than that of the same run alone.
    [[nodiscard]] std::size_t most_beside() const { return most_beside_; }

signals:
    void started();
    /// Emitted at most 20 times a second. If listeners are slow, emitted less often, so that they take at most a
    /// quarter of the time. `best` is null if there was no improvement since, or if previewing is off.
    void progressed(std::uint64_t work, std::uint64_t work_limit, Offset best_peak,
                    std::shared_ptr<const BestSoFar> best);
    /// All threads of the planner wait from here on.
    void paused(std::shared_ptr<const PauseReport> report);
    /// The pause has ended, whatever ended it.
    void resumed();
    void finished(std::shared_ptr<Expected<Plan>> plan);

private:
    /// Cancels the run and forgets it. Its thread ends by itself.
    void abandon();
    /// Ends the run without a result.
    void end_without_layout();
    void answer(PauseAnswer answer);
    void end_pause();
    /// Sets what the order tells and asks while it runs.
    void connect_order(PlanOrder& order, const std::shared_ptr<const Problem>& problem);
    [[nodiscard]] PauseSink pause_sink(std::shared_ptr<const Problem> problem);
    /// Counts this run among those under way, or no longer.
    void count(bool is_under_way);

    std::shared_ptr<RunThread> worker_;  ///< null: there was no run
    std::shared_ptr<PauseDesk> desk_;    ///< one for each run, so that it tells runs apart
    RunGuard guard_;
    std::vector<Breakpoint> breakpoints_;  ///< those that the run started with
    std::shared_ptr<const PauseReport> pause_;
    bool done_ = true;
    bool is_large_ = false;    ///< the problem of the run
    bool has_layout_ = false;  ///< the run has told a peak
    bool previewing_ = true;
    bool recording_ = true;
    std::size_t most_beside_ = 0;
};

}  // namespace arenascope
