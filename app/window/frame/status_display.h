#pragma once

#include "app/window/frame/window_part.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

class FittingLabel;
class WindowToolBar;

/// Updates the window title, the status bar, and the text of the check button.
class StatusDisplay final : public WindowPart {
    Q_OBJECT

public:
    StatusDisplay(const WindowFrame& frame, WindowToolBar& tools);

    /// Names the overlap that is shown, counted from 0, and what the two share; −1: none. Screen readers read it out.
    void set_overlap(int position);
    /// Says which of the buffers that were sought is selected, until another one is.
    void set_found(const QString& words);

private:
    void hide_stale_tooltip() const;
    void show_title();
    [[nodiscard]] bool is_paused() const;
    /// What the title says of a run under way.
    [[nodiscard]] QString running_words() const;
    /// The planner with the step that is shown, and whether it was edited; empty: the plan of a file.
    [[nodiscard]] QString shown_plan_words() const;
    void show_check();
    void show_findings(const CheckReport& report);
    /// The faults that the check found, one text for each kind.
    [[nodiscard]] QStringList faults_of(const CheckReport& report) const;
    /// Which overlap is shown, of whom, how large and when. Empty: none is.
    [[nodiscard]] QString overlap_words() const;
    /// How many buffers moved, and which of them the picture outlines.
    [[nodiscard]] QString moved_words() const;
    /// Shows findings in a colour, the most important first.
    void show_check_state(Color color, QStringList findings);
    void show_figures();
    /// What an allocator recorded: events, allocations, segments and the device.
    [[nodiscard]] QStringList recorded_figures(const Problem& problem) const;
    void show_hovered();
    [[nodiscard]] QString amount(std::int64_t bytes) const;

    WindowToolBar& tools_;
    FittingLabel* check_;
    FittingLabel* hovered_;
    FittingLabel* figures_;
    int overlap_ = -1;
    QString found_;  ///< see set_found(); empty: nothing was sought
};

}  // namespace arenascope
