#pragma once

#include "app/window/frame/window_part.h"

namespace arenascope {

class Transport;

/// Connects the views that step through a run to the session: the list of iterations, the transport and the menu.
class StepViews final : public WindowPart {
    Q_OBJECT

public:
    StepViews(const WindowFrame& frame, Transport& transport);

private:
    void show_trace();
    [[nodiscard]] Bytes threshold_of_plan() const;
    void show_running();
    void show_position();
    /// How the shown plan was edited by hand, as a sentence; empty: it was not.
    [[nodiscard]] QString edited_remark() const;
    void show_row();

    Transport& transport_;
};

}  // namespace arenascope
