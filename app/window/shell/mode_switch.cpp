#include "app/window/shell/mode_switch.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QToolButton>

#include "app/window/frame/window_actions.h"

namespace arenascope {

ModeSwitch::ModeSwitch(const WindowActions& actions, QMenuBar& bar) : QWidget(bar.window()), room_(new QWidget) {
    setAccessibleName(tr("Mode"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 1, 4, 1);
    row->setSpacing(0);
    for (QAction* mode : actions.modes->actions()) {
        auto* button = new QToolButton;
        button->setDefaultAction(mode);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);  // a click leaves the focus where it is
        row->addWidget(button);
    }
    apply_palette();
    auto* room = new QHBoxLayout(room_);
    room->setContentsMargins(0, 0, 0, 0);
    room->addItem(new QSpacerItem(sizeHint().width(), sizeHint().height(), QSizePolicy::Fixed, QSizePolicy::Fixed));
    bar.setCornerWidget(room_);
    room_->installEventFilter(this);
    bar.installEventFilter(this);
    follow_room();
}

void ModeSwitch::apply_palette() {
    // Set it each time, because a style sheet keeps the colours of the palette at that time.
    setStyleSheet(
        QStringLiteral("QToolButton { border: none; border-radius: 3px; padding: 1px 12px; }"
                       "QToolButton:hover { background: palette(button); }"
                       "QToolButton:checked { background: palette(highlight); color: palette(highlighted-text); }"
                       "QToolButton:disabled { color: palette(mid); }"));
}

void ModeSwitch::follow_room() {
    setGeometry(QRect(room_->mapTo(window(), QPoint()), room_->size()));
    setVisible(!room_->isHidden() && !room_->parentWidget()->isHidden());
    raise();
}

bool ModeSwitch::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Move:
        case QEvent::Resize:
        case QEvent::Show:
        case QEvent::Hide:
            follow_room();
            break;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace arenascope
