#pragma once

#include "app/window/frame/window_part.h"
#include "core/analysis/debugging/buffer_condition.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// The commands that debug the selected buffer: its history, who lies below it, and breakpoints on what happens to it.
class BufferCommands final : public WindowPart {
    Q_OBJECT

public:
    explicit BufferCommands(const WindowFrame& frame);

private:
    void enable() const;
    /// Adds a breakpoint, and shows it with its hits in the open run.
    void break_when(BufferEvent event);
    void select_below();

    BackgroundTask finding_{this};
};

}  // namespace arenascope
