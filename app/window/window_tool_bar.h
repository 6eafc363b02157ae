#pragma once

#include <QToolBar>

#include "core/picture/coloring.h"

class QComboBox;
class QPushButton;

namespace arenascope {

struct WindowActions;
class Transport;

/// The tools that are always at hand: open, tune, step, check, colours, export.
class WindowToolBar final : public QToolBar {
    Q_OBJECT

public:
    /// The fields of planners and colours follow the actions, and the actions them.
    explicit WindowToolBar(const WindowActions& actions, QWidget* parent = nullptr);

    [[nodiscard]] Transport& transport() const { return *transport_; }
    [[nodiscard]] QString planner() const;
    void choose_planner(const QString& name);
    /// What the button says that checks the layout.
    void set_check_text(const QString& text);
    /// Colours what a style sheet colours; needed again when the application has another palette.
    void apply_palette();

signals:
    void planner_chosen(const QString& name);
    void color_by_chosen(ColorBy by);

private:
    void connect_choices(const WindowActions& actions);

    Transport* transport_;
    QComboBox* planners_;
    QComboBox* colors_;
    QPushButton* check_;
    QWidget* tune_;
};

}  // namespace arenascope
