#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include <QObject>

#include "core/memory/risk.h"
#include "core/planner/planning.h"

namespace arenascope {

/// The best layout of a run under way, classified.
struct BestSoFar {
    Layout layout;
    IndexedVector<BufferIndex, Risk> risks;
};

/// One run of a planner on its own thread, with progress and cancel. Signals come on the thread of this object.
class PlanRun final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanRun)

public:
    explicit PlanRun(QObject* parent = nullptr) : QObject(parent) {}
    ~PlanRun() override;

    /// Whether `progressed` carries layouts (default: true). Each of them is copied and classified.
    void set_previewing(bool previewing) { previewing_ = previewing; }
    /// Starts a run that records its trace. Cancels a run under way first, and drops its result.
    void start(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> given, PlanOrder order);
    /// Asks the planner to stop with its best layout so far. `finished` follows soon.
    void cancel();
    [[nodiscard]] bool is_running() const { return !done_; }
    /// At most so many other runs of this program were under way at the same time as the last run. They share the
    /// processors and the memory with it, so its time may be longer than that of the same run alone.
    [[nodiscard]] std::size_t most_beside() const { return most_beside_; }

signals:
    void started();
    /// Emitted at most 20 times a second. If listeners are slow, emitted less often, so that they take at most a
    /// quarter of the time. `best` is null if there was no improvement since, or if previewing is off.
    void progressed(std::uint64_t work, std::uint64_t work_limit, Offset best_peak,
                    std::shared_ptr<const BestSoFar> best);
    void finished(std::shared_ptr<Expected<Plan>> plan);

private:
    void join();
    /// Counts this run among those under way, or no longer.
    void count(bool is_under_way);

    std::jthread worker_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
    bool done_ = true;
    bool previewing_ = true;
    std::size_t most_beside_ = 0;
};

}  // namespace arenascope
