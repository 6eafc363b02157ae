#include "app/window/shell/mode_switch.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include "app/window/frame/window_actions.h"

namespace arenascope {

ModeSwitch::ModeSwitch(const WindowActions& actions, QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 1, 4, 1);
    row->setSpacing(0);
    for (QAction* mode : actions.modes->actions()) {
        auto* button = new QToolButton;
        button->setDefaultAction(mode);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);  // as the menus beside it
        row->addWidget(button);
    }
    apply_palette();
}

void ModeSwitch::apply_palette() {
    // Set it each time, because a style sheet keeps the colours of the palette at that time.
    setStyleSheet(
        QStringLiteral("QToolButton { border: none; border-radius: 3px; padding: 1px 12px; }"
                       "QToolButton:hover { background: palette(button); }"
                       "QToolButton:checked { background: palette(highlight); color: palette(highlighted-text); }"
                       "QToolButton:disabled { color: palette(mid); }"));
}

}  // namespace arenascope
