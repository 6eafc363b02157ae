#pragma once

#include <deque>
#include <memory>
#include <vector>

#include <QObject>

#include "app/session/plan_run.h"

namespace arenascope {

/// Several planners on one problem, as many at the same time as the machine has processors for their threads, each with
/// progress and cancel. An *entry* is a planner's place among the orders. Signals come on the thread of this object.
class PlannerContest final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlannerContest)

public:
    explicit PlannerContest(QObject* parent = nullptr) : QObject(parent) {}
    ~PlannerContest() override;

    /// A contest under way is ended first and its results dropped.
    void start(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> given,
               std::vector<PlanOrder> orders);
    /// A planner that runs hands out the best so far; one that waits is left out.
    void cancel(std::size_t entry);
    void cancel_all();
    /// Ends it at once: nothing is told any more. Planners that run are asked to stop and not waited for.
    void abandon();
    [[nodiscard]] bool is_running() const { return !waiting_.empty() || running_ > 0; }

signals:
    void started(std::size_t entry);
    void progressed(std::size_t entry, std::uint64_t work, std::uint64_t work_limit);
    void finished(std::size_t entry, std::shared_ptr<Expected<Plan>> plan);
    void left_out(std::size_t entry);
    /// All entries have finished or were left out.
    void ended();

private:
    void start_next();

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> given_;
    std::vector<PlanOrder> orders_;
    std::vector<std::unique_ptr<PlanRun>> runs_;  ///< by entry; null: not started
    std::deque<std::size_t> waiting_;
    int running_ = 0;
    int threads_ = 0;  ///< of those that run
};

}  // namespace arenascope
