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
class WindowToolBar;

/// What the window does to plan: tunes with a planner and its options, shows how the run goes, compares planners.
class PlanCommands final : public QObject {
    Q_OBJECT

public:
    /// Dialogs belong to `window`. The progress panel is shown while a run is under way.
    PlanCommands(QWidget& window, Session& session, const WindowActions& actions, WindowToolBar& tools,
                 ProgressPanel& progress, const Appearance& appearance, QObject* parent = nullptr);

    [[nodiscard]] ComparisonDialog* comparison() const { return comparison_; }

private:
    void connect_actions(const WindowActions& actions);
    void follow_run(QAction& cancel);
    void tune();
    /// Plans a problem that was opened to be looked at. A plan with gaps is somebody's work: it is shown as it is.
    void tune_if_unplanned();

    Session& session_;
    WindowToolBar& tools_;
    ProgressPanel& progress_;
    OptionsDialog* options_;
    ComparisonDialog* comparison_;
};

}  // namespace arenascope
