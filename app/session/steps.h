#pragma once

#include <vector>

#include <QString>

#include "app/session/open_plan.h"

namespace arenascope {

/// Navigation through the steps of the open trace.
class Steps {
public:
    /// The plan must outlive this.
    explicit Steps(OpenPlan& plan) : plan_(plan) {}

    /// The chief steps of the trace; empty without one.
    [[nodiscard]] const std::vector<FrameIndex>& chief_steps() const;
    /// The position of the chief step that is or encloses the shown step; −1: none.
    [[nodiscard]] int chief_position() const;
    /// True if the shown step has not placed all buffers yet, and the run places all of them.
    [[nodiscard]] bool is_under_way() const;
    /// The shown step if it placed a single buffer; otherwise null.
    [[nodiscard]] const Frame* placement_shown() const;

    /// The steps that the slider and the keys walk. While a group, a rearrangement or a pass is shown, these are its
    /// siblings and itself; otherwise the chief steps.
    [[nodiscard]] const std::vector<FrameIndex>& row() const;
    /// The position of the shown step in row(); −1: none.
    [[nodiscard]] int position() const;
    /// Whether the shown step is no chief step, but a group, a rearrangement or a pass.
    [[nodiscard]] bool is_between_chief_steps() const;
    /// Names the shown step: "iteration 3 of 12, group 1" (see StepTitles). Empty: no step is shown.
    [[nodiscard]] QString place() const;
    /// The numbers of the steps that were recorded: "iterations 0 to 12". Empty: there is no run.
    [[nodiscard]] QString recorded() const;

    void show(int chief_position);
    /// Shows the step at a position of row().
    void show_in_row(int position);
    /// The step beyond an end of row(), on the level around it. After the last step of the row, this is the step that
    /// encloses the row and ends then; before the first one, the step before that. none(): there is none.
    ///
    ///   iteration 3      ┌──────── iteration 4 ────────┐
    ///        ◀────────── group 1    group 2 ──────────▶ iteration 4
    [[nodiscard]] FrameIndex beyond_row(bool forward) const;
    void show_beyond_row(bool forward);
    /// Steps into the groups and rearrangements of the shown step, and out of them. False: there is no such step.
    bool go_in();
    bool go_out();
    /// Shows the step with the largest drop of the peak. False: no step lowered it.
    bool show_largest_drop();

private:
    /// The steps that are walked from a step of the trace, see row().
    [[nodiscard]] const std::vector<FrameIndex>& row_of(FrameIndex frame) const;
    /// Shows the step that `next` gives for the shown one. False: there is none.
    bool go(FrameIndex (Replay::*next)(FrameIndex) const);

    OpenPlan& plan_;
};

}  // namespace arenascope
