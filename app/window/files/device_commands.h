#pragma once

#include "app/window/frame/window_part.h"

namespace arenascope {

/// Writes what a device takes: the shown plan as a C header or inside a TFLite model, and a deployment.
class DeviceCommands final : public WindowPart {
    Q_OBJECT

public:
    explicit DeviceCommands(const WindowFrame& frame);

private:
    /// Enables both commands, or says why not.
    void follow_plan();
    /// Asks for a file, whose name says what is written.
    void export_plan();
    void write_header(const QString& path);
    /// Writes the plan into the open model, or into one that the user chooses. Where the open one refuses it, a notice
    /// offers to plan it for the runtime.
    void write_model(const QString& path);
    /// Imports the model as its runtime sees it, and plans it then.
    void plan_for_runtime();
    void take_import();
    /// Whether the shown plan is a whole one of operator-sharing, on a network.
    [[nodiscard]] bool can_deploy() const;
    void export_deployment();

    bool is_importing_ = false;  ///< for the runtime
};

}  // namespace arenascope
