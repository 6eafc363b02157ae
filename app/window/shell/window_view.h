#pragma once

#include "app/session/view_state.h"
#include "app/window/frame/window_part.h"

namespace arenascope {

class PlanCommands;
class WindowModes;

/// What the window shows of a plan beside the plan itself, as one value: read for a journal and for the memory of
/// files, and shown again.
class WindowView final : public WindowPart {
    Q_OBJECT

public:
    /// All must outlive this.
    WindowView(const WindowFrame& frame, WindowModes& modes, PlanCommands& plans);

    [[nodiscard]] ViewState state() const;
    /// Plans from now on as the state says; without a planner in it, as a new window does. Call it before a plan
    /// without offsets is planned.
    void restore_order(const ViewState& state);
    /// Shows the rest of the state, for the open plan. A selected buffer that it lacks is left out, and so is the mode
    /// *Compare*, because it needs a second plan. The step of a run is shown only if the run has as many steps.
    void restore_view(const ViewState& state, bool with_mode);
    /// Shows the colours and the free areas of a state; those of a new window, if it has none.
    void restore_colors(const ViewState& state);
    /// Shows the step of a state, if the run has as many steps. False: it has not.
    bool restore_step(const ViewState& state);

signals:
    /// Something of the state may have changed.
    void changed();

private:
    WindowModes& modes_;
    PlanCommands& plans_;
};

}  // namespace arenascope
