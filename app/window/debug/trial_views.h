#pragma once

#include "app/window/frame/window_part.h"
#include "core/planner/heap_trial.h"

namespace arenascope {

/// Connects the table of trials to the session. Choosing a scratch buffer in it selects the buffer; a trial can become
/// the plan. The dock exists only for plans whose scratch was placed here.
class TrialViews final : public WindowPart {
    Q_OBJECT

public:
    explicit TrialViews(const WindowFrame& frame);

private:
    void show_plan();
    void show_selection();
    /// Plans the scratch again with the choices of a trial, around the tensors of the open plan.
    void place_as_in(const HeapTrial& trial);
};

}  // namespace arenascope
