#pragma once

#include <vector>

#include <QToolBar>

#include "app/window/frame/window_mode.h"
#include "core/picture/plan/coloring.h"
#include "core/planner/planner.h"

class QActionGroup;
class QComboBox;
class QPushButton;

namespace arenascope {

struct WindowActions;
class PlannerBox;
class Transport;

/// The tool bar: open, tune, step, check, colours, export. In the mode Inspect only what changes or leaves the picture,
/// and the steps of a run where there are any; the menus have the rest.
class WindowToolBar final : public QToolBar {
    Q_OBJECT

public:
    /// The choices of planner and colouring stay in step with the actions.
    explicit WindowToolBar(const WindowActions& actions, QWidget* parent = nullptr);

    [[nodiscard]] Transport& transport() const { return *transport_; }
    [[nodiscard]] QString planner() const;
    /// Offers other planners. The chosen one stays, or else the default is chosen.
    void offer_planners(const std::vector<PlannerDescription>& planners);
    void choose_planner(const QString& name);
    /// Offers the colours that the problem has. A colour that it lacks gives way to its default. Null: no plan is open;
    /// Inspect then offers to open one, and nothing else.
    void offer_colors(const Problem* problem);
    /// Shows the tools that a mode needs.
    void set_mode(WindowMode mode);
    /// Sets the text of the check button.
    void set_check_text(const QString& text);
    /// Sets the colours of the style sheet. Call it again when the application's palette changes.
    void apply_palette();

signals:
    void planner_chosen(const QString& name);
    void color_by_chosen(ColorBy by);

protected:
    bool event(QEvent* event) override;

private:
    void connect_choices(const WindowActions& actions);
    void show_tools();
    void show_steps();
    void give_focus() const;
    /// Uses short forms if the long ones do not fit.
    void fit();
    void set_short(bool is_short);
    [[nodiscard]] int least_width() const;

    QActionGroup* color_actions_;
    QAction* open_;
    QAction* options_;
    QAction* tune_action_;
    QAction* export_;
    QAction* before_steps_ = nullptr;  ///< a separator
    bool has_plan_ = false;
    QList<QAction*> widgets_of_other_modes_;  ///< that Inspect leaves to the menus
    QAction* steps_ = nullptr;                ///< holds the transport
    WindowMode mode_ = WindowMode::debug;
    Transport* transport_;
    PlannerBox* planners_;
    QComboBox* colors_;
    QPushButton* check_;
    bool is_short_ = false;
    int saved_width_ = 0;  ///< what the short forms save, in pixels
};

}  // namespace arenascope
