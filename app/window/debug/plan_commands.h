#pragma once

#include <optional>

#include "app/window/frame/window_part.h"

namespace arenascope {

class ComparisonDialog;
class ExternalDialog;
class OptionsDialog;
class ProgressPanel;
class WindowToolBar;

/// The planning commands of the window: tune, planner options, progress and cancel, compare planners.
class PlanCommands final : public WindowPart {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs. The progress panel is visible during a run.
    PlanCommands(const WindowFrame& frame, WindowToolBar& tools, ProgressPanel& progress);

    [[nodiscard]] ComparisonDialog* comparison() const { return comparison_; }
    /// What the window plans with.
    [[nodiscard]] PlanOrder order() const;
    /// An order of an unknown planner is ignored.
    void set_order(const PlanOrder& order);

signals:
    /// The window plans with another planner, or has started a run.
    void order_changed();

private:
    void connect_actions();
    void follow_run();
    void tune();
    /// What the form says, with the program of an external planner. Empty: it cannot be run, and the bar says why.
    [[nodiscard]] std::optional<PlanOrder> runnable_order();
    /// The user keeps other external planners.
    void offer_externals();
    /// Plans a newly opened problem if nothing is placed. An incomplete plan is not changed.
    void tune_if_unplanned();

    WindowToolBar& tools_;
    ProgressPanel& progress_;
    OptionsDialog* options_;
    ComparisonDialog* comparison_;
    ExternalDialog* externals_;
};

}  // namespace arenascope
