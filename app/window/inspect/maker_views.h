#pragma once

#include <QString>

#include "app/window/frame/dock_fill.h"
#include "app/window/frame/window_part.h"

namespace arenascope {

/// Connects the table of makers to the window: it has the colours of the picture, and choosing a maker filters the
/// buffers. The dock exists only for a recorded allocator and plans of its allocations.
class MakerViews final : public WindowPart {
    Q_OBJECT

public:
    explicit MakerViews(const WindowFrame& frame);

private:
    void show_plan();
    void show_colors();
    void ask_for_library_code();

    DockFill makers_;
    QString chosen_;  ///< the filter of the chosen maker
    bool has_run_ = false;
};

}  // namespace arenascope
