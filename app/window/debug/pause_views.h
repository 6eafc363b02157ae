#pragma once

#include <QObject>
#include <QTimer>

#include "app/session/session.h"

namespace arenascope {

struct WindowActions;
class PauseBar;
class ProgressPanel;

/// Shows that a run is paused, and lets it go on. The progress panel gives way to the bar.
class PauseViews final : public QObject {
    Q_OBJECT

public:
    PauseViews(Session& session, const WindowActions& actions, PauseBar& bar, ProgressPanel& progress,
               QObject* parent = nullptr);

private:
    void show(const PauseReport& report);
    void hide();

    Session& session_;
    const WindowActions& actions_;
    PauseBar& bar_;
    ProgressPanel& progress_;
    QTimer leaving_;  ///< active while the bar may still be needed, because a single step takes no time to speak of
};

}  // namespace arenascope
