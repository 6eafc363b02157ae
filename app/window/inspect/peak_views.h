#pragma once

#include "app/window/frame/dock_fill.h"
#include "app/window/frame/window_part.h"

namespace arenascope {

/// Connects the docks about the whole plan to the session: its figures, the explanation of its peak, and its free
/// areas.
class PeakViews final : public WindowPart {
    Q_OBJECT

public:
    explicit PeakViews(const WindowFrame& frame);

private:
    void show_figures();
    void show_free_areas();
    void show_explanation();

    DockFill explanation_;
    DockFill free_areas_;
};

}  // namespace arenascope
