#pragma once

#include <vector>

#include "app/session/open_plan.h"

namespace arenascope {

/// The steps of the run whose trace is open: which one is shown, and the way to another.
class Steps {
public:
    /// The plan must outlive this.
    explicit Steps(OpenPlan& plan) : plan_(plan) {}

    /// The chief steps of the trace; empty without one.
    [[nodiscard]] const std::vector<FrameIndex>& chief_steps() const;
    /// Which of the chief steps is shown or encloses what is shown; −1: none.
    [[nodiscard]] int chief_position() const;
    /// Whether a step of a run is shown that has not placed all yet that the run places. Linear.
    [[nodiscard]] bool is_under_way() const;
    /// The step that is shown, where it put a single buffer into its place; null for any other.
    [[nodiscard]] const Frame* placement_shown() const;

    void show(int chief_position);
    /// Into the groups and rearrangements of the step that is shown, and out of them.
    void go_in();
    void go_out();
    /// Shows the step that lowered the peak most; false where none did.
    bool show_largest_drop();

private:
    OpenPlan& plan_;
};

}  // namespace arenascope
