#pragma once

#include <deque>
#include <memory>
#include <vector>

#include <QObject>

#include "app/session/plan_run.h"

namespace arenascope {

/// Runs several planners on one problem, each with progress and cancel. As many run in parallel as there are processors
/// for their threads, unless they run one at a time. An *entry* is the index of an order. Signals come on the thread of
/// this object.
class PlannerContest final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlannerContest)

public:
    explicit PlannerContest(QObject* parent = nullptr) : QObject(parent) {}
    ~PlannerContest() override;

    /// See PlanRun::set_guard().
    void set_guard(RunGuard guard) { guard_ = std::move(guard); }
    /// Abandons a contest under way first.
    void start(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> given,
               std::vector<PlanOrder> orders, bool one_at_a_time = false);
    /// While it waits, no further run starts: what the caller does meanwhile disturbs no run. Requires one at a time.
    void set_waiting(bool waits);
    /// A running planner stops with its best layout so far. A waiting planner is left out.
    void cancel(std::size_t entry);
    void cancel_all();
    /// Ends the contest immediately and without signals. Asks running planners to stop, but does not wait for them.
    void abandon();
    [[nodiscard]] bool is_running() const { return !waiting_.empty() || running_ > 0; }
    /// See PlanRun::most_beside(). The entry has been started.
    [[nodiscard]] std::size_t most_beside(std::size_t entry) const { return runs_[entry]->most_beside(); }

signals:
    void started(std::size_t entry);
    void progressed(std::size_t entry, std::uint64_t work, std::uint64_t work_limit);
    void finished(std::size_t entry, std::shared_ptr<Expected<Plan>> plan);
    void left_out(std::size_t entry);
    /// All entries have finished or are left out.
    void ended();

private:
    void start_next();

    RunGuard guard_;
    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> given_;
    std::vector<PlanOrder> orders_;
    std::vector<std::unique_ptr<PlanRun>> runs_;  ///< by entry; null: not started
    std::deque<std::size_t> waiting_;
    int running_ = 0;
    int threads_ = 0;  ///< sum over the running planners
    bool is_one_at_a_time_ = false;
    bool waits_ = false;
};

}  // namespace arenascope
