#pragma once

#include <QObject>

#include "app/session/session.h"

class QWidget;

namespace arenascope {

struct WindowActions;
class Appearance;
class ComparisonDialog;
class OptionsDialog;
class ProgressPanel;
class ShownFigures;
class WindowToolBar;

/// The planning commands of the window: tune, planner options, progress and cancel, compare planners.
class PlanCommands final : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs. The progress panel is visible during a run.
    PlanCommands(QWidget& window, Session& session, const WindowActions& actions, WindowToolBar& tools,
                 ProgressPanel& progress, ShownFigures& figures, const Appearance& appearance,
                 QObject* parent = nullptr);

    [[nodiscard]] ComparisonDialog* comparison() const { return comparison_; }
    /// What the window plans with.
    [[nodiscard]] PlanOrder order() const;
    /// An order of an unknown planner is ignored.
    void set_order(const PlanOrder& order);

signals:
    /// The window plans with another planner, or has started a run.
    void order_changed();

private:
    void connect_actions(const WindowActions& actions);
    void follow_run(const WindowActions& actions);
    void tune();
    /// Plans a newly opened problem if nothing is placed. An incomplete plan is not changed.
    void tune_if_unplanned();
    [[nodiscard]] Bytes threshold_without_sharing() const;

    Session& session_;
    ShownFigures& figures_;
    WindowToolBar& tools_;
    ProgressPanel& progress_;
    OptionsDialog* options_;
    ComparisonDialog* comparison_;
    bool is_new_ = false;  ///< a file was opened, and it is not known yet whether anything is placed
};

}  // namespace arenascope
