#pragma once

#include <QWidget>

namespace arenascope {

struct WindowActions;

/// The modes of the window side by side, the current one filled. It stands at the right end of the menu bar.
class ModeSwitch final : public QWidget {
    Q_OBJECT

public:
    explicit ModeSwitch(const WindowActions& actions, QWidget* parent = nullptr);

    /// Sets the colours of the style sheet. Call it again when the application's palette changes.
    void apply_palette();
};

}  // namespace arenascope
