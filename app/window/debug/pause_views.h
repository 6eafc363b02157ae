#pragma once

#include <QTimer>

#include "app/window/frame/window_part.h"

namespace arenascope {

class PauseBar;
class ProgressPanel;

/// Shows that a run is paused, and lets it go on. The progress panel gives way to the bar.
class PauseViews final : public WindowPart {
    Q_OBJECT

public:
    PauseViews(const WindowFrame& frame, PauseBar& bar, ProgressPanel& progress);

private:
    void show(const PauseReport& report);
    void hide();

    PauseBar& bar_;
    ProgressPanel& progress_;
    QTimer leaving_;  ///< active while the bar may still be needed, because a single step takes no time to speak of
};

}  // namespace arenascope
