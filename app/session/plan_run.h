#pragma once

#include <atomic>
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

/// One run of a planner on a thread of its own, with progress and cancel. Signals come on the thread of this object.
class PlanRun final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanRun)

public:
    explicit PlanRun(QObject* parent = nullptr) : QObject(parent) {}
    ~PlanRun() override;

    /// Whether `progressed` is to bring layouts, each of which is copied and classified; it is unless said otherwise.
    void set_previewing(bool previewing) { previewing_ = previewing; }
    /// Starts a run that records its trace; a run under way is cancelled first and its result dropped.
    void start(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> given, PlanOrder order);
    /// Asks the planner to hand out the best so far; `finished` comes soon after.
    void cancel();
    [[nodiscard]] bool is_running() const { return worker_.joinable() && !done_; }

signals:
    void started();
    /// At most twenty times a second, and so that whoever listens is busy with it for a quarter of the time at most.
    /// `best` is null where nothing better has come since, and where no layouts are wanted.
    void progressed(std::uint64_t work, std::uint64_t work_limit, Offset best_peak,
                    std::shared_ptr<const BestSoFar> best);
    void finished(std::shared_ptr<Expected<Plan>> plan);

private:
    void join();

    std::jthread worker_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
    bool done_ = true;
    bool previewing_ = true;
};

}  // namespace arenascope
