#pragma once

#include <memory>
#include <optional>

#include <QObject>

#include "app/session/shown_plan.h"
#include "core/base/error/error.h"
#include "core/model/memory/quantity.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// The shown plan with two verdicts: the result of the overlap check, and the explanation of the peak.
///
/// A small plan is judged immediately. A large plan is judged on another thread and has no verdict until that ends.
class Judgement final : public QObject {
    Q_OBJECT

public:
    explicit Judgement(QObject* parent = nullptr);

    /// Never null; no_plan() while nothing is open.
    [[nodiscard]] const std::shared_ptr<const ShownPlan>& plan() const { return plan_; }
    /// Swaps the shown plan, and emits nothing. Drops verdicts on the former plan that are still being computed.
    void exchange(std::shared_ptr<const ShownPlan>& other) noexcept;
    /// Computes the missing verdicts, and emits a signal for each verdict. See ShownPlan::is_preview for what a preview
    /// gets.
    void judge();
    /// Checks the plan again. A preview is not checked.
    void check();
    /// Sets the region whose peak is explained. Empty: the region with the highest peak.
    void explain_region(std::optional<RegionIndex> region);

signals:
    void report_changed();
    void explanation_changed();
    /// The check or the explanation failed.
    void failed(const Error& error);

private:
    [[nodiscard]] bool can_check() const { return plan_ != no_plan() && !plan_->is_preview; }
    [[nodiscard]] bool can_explain() const { return can_check() || plan_->is_paused; }
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
