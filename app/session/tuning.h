#pragma once

#include <QObject>

#include "app/session/open_plan.h"
#include "app/session/plan_run.h"

namespace arenascope {

/// Plans the open problem, shows the best layout so far meanwhile, and makes the result the plan.
class Tuning final : public QObject {
    Q_OBJECT

public:
    /// The plan must outlive this.
    explicit Tuning(OpenPlan& plan, QObject* parent = nullptr);

    /// Starts a run; the result becomes what is shown, undoably. A run that was stopped replaces a whole plan of the
    /// same problem, one without overlaps, only by a lower peak; else kept() says so.
    void start(const PlanOrder& order);
    [[nodiscard]] PlanRun* run() { return &run_; }

signals:
    void failed(const Error& error);
    /// A run that was stopped found no lower peak than the plan has: what it found is dropped.
    void kept(Offset peak, Offset found);

private:
    /// Stops the run under way, whose result belongs to what was open before.
    void abandon();
    void show_best(const std::shared_ptr<const BestSoFar>& best);
    void take(Expected<Plan>& plan);
    void adopt(Plan plan);
    /// The peak of the plan as it stands, where it is whole and sound and the stopped run, over the same problem, did
    /// not get below it.
    [[nodiscard]] std::optional<Offset> better_peak_than(const Plan& stopped) const;

    OpenPlan& plan_;
    PlanRun run_;
    bool is_wanted_ = false;
    bool is_followed_ = false;  ///< until the person looks at something else
    bool is_showing_ = false;   ///< this shows a layout itself
};

}  // namespace arenascope
