#pragma once

#include <memory>
#include <optional>

#include <QObject>

#include "app/session/shown_plan.h"
#include "core/error/error.h"
#include "core/memory/quantity.h"
#include "widgets/background/background_task.h"

namespace arenascope {

/// The plan that is shown, with the verdicts on it: what the overlap check finds, and why the peak is where it is.
///
/// A small plan is judged at once. A large one is judged on another thread, and has no verdict until it is there.
class Judgement final : public QObject {
    Q_OBJECT

public:
    explicit Judgement(QObject* parent = nullptr);

    /// Never null; no_plan() while nothing is open.
    [[nodiscard]] const std::shared_ptr<const ShownPlan>& plan() const { return plan_; }
    /// Puts another plan in its place, and emits nothing. What is found out about the former one is dropped.
    void exchange(std::shared_ptr<const ShownPlan>& other) noexcept;
    /// Finds the verdicts that the plan has not yet, and announces all of them. A preview gets none.
    void judge();
    /// Checks the plan again. A preview is not checked.
    void check();
    /// Whose peak is explained from now on; none: that of the region with the highest one.
    void explain_region(std::optional<RegionIndex> region);

signals:
    void report_changed();
    void explanation_changed();
    /// The plan can not be checked, or its peak not explained.
    void failed(const Error& error);

private:
    [[nodiscard]] bool can_judge() const { return plan_ != no_plan() && !plan_->is_preview; }
    void explain();
    template <class Verdict, class Find>
    void find_verdict(BackgroundTask& task, std::shared_ptr<const Verdict> ShownPlan::*verdict,
                      bool ShownPlan::*has_failed, Find find, void (Judgement::*changed)());

    std::shared_ptr<const ShownPlan> plan_ = no_plan();
    std::optional<RegionIndex> region_;
    BackgroundTask checking_{this};
    BackgroundTask explaining_{this};
};

}  // namespace arenascope
