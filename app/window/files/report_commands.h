#pragma once

#include <string>

#include "app/window/frame/window_part.h"
#include "core/base/error/error.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Writes a report of the shown plan. A large plan takes a while, so another thread makes it; the plan that was shown
/// at the command is the one that is reported. Closing the plan abandons it.
class ReportCommands final : public WindowPart {
    Q_OBJECT

public:
    explicit ReportCommands(const WindowFrame& frame);

private:
    void choose_path();
    void write(const QString& path);
    void finish(const QString& path, const Expected<void>& written);

    BackgroundTask writing_{this};
};

}  // namespace arenascope
