#pragma once

#include "app/window/frame/dock_fill.h"
#include "app/window/frame/window_part.h"

namespace arenascope {

/// Connects the picture of stacks to the session: it shows the step of the time cursor, and choosing code selects the
/// buffers that it made. The dock exists only for a recorded allocator and plans of its allocations.
class StackViews final : public WindowPart {
    Q_OBJECT

public:
    explicit StackViews(const WindowFrame& frame);

private:
    void show_plan();
    void show_step() const;

    DockFill stacks_;
};

}  // namespace arenascope
