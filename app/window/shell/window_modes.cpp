#include "app/window/shell/window_modes.h"

#include <chrono>

#include <QDockWidget>

#include "app/window/frame/window_settings.h"
#include "app/window/shell/dock_arrangement.h"

namespace arenascope {
namespace {

QStringList offered_docks(const WindowDocks& docks) {
    QStringList offered;
    for (const WindowDock* row : docks.rows) {
        if (row->is_offered() || row->is_closed()) {
            offered << row->dock->objectName();
        }
    }
    return offered;
}

}  // namespace

WindowModes::WindowModes(const WindowFrame& frame) : WindowPart(frame), choices_(*actions_.modes) {
    for (QAction* choice : choices_.actions()) {
        // Screen readers check the button of a mode, which triggers nothing, and could uncheck that of the current one.
        connect(choice, &QAction::toggled, this, [this, choice](bool on) {
            if (on) {
                choose(static_cast<WindowMode>(choice->data().toInt()));
            } else {
                QMetaObject::invokeMethod(
                    this, [this] { choices_.actions().at(static_cast<qsizetype>(mode_))->setChecked(true); },
                    Qt::QueuedConnection);
            }
        });
    }
    connect(actions_.reset_mode, &QAction::triggered, this, &WindowModes::reset);
    constexpr auto between_looks = std::chrono::seconds(10);
    keeping_.setInterval(between_looks);
    connect(&keeping_, &QTimer::timeout, this, &WindowModes::save_changes);
    keeping_.start();
}

void WindowModes::save_changes() {
    // While the picture is alone, there are no docks to keep.
    if (!window_.isVisible() || actions_.picture_only->isChecked()) {
        return;
    }
    const QByteArray now = window_.saveState() + window_.saveGeometry();
    if (!kept_.isEmpty() && now != kept_) {
        save();
        window_settings::save_geometry(window_);
    }
    kept_ = now;
}

bool WindowModes::restore() {
    mode_ = window_settings::mode();
    choices_.actions().at(static_cast<qsizetype>(mode_))->setChecked(true);
    return show_docks();
}

void WindowModes::save() const {
    window_settings::set_mode(mode_);
    window_settings::set_dock_state(mode_, {window_.saveState(docks_.state_version()), offered_docks(docks_)});
}

void WindowModes::choose(WindowMode mode) {
    if (mode == mode_) {
        return;
    }
    save();
    mode_ = mode;
    choices_.actions().at(static_cast<qsizetype>(mode_))->setChecked(true);
    show_docks();
}

void WindowModes::reset() {
    arrange_docks(window_, docks_, mode_);
    emit arranged();
}

bool WindowModes::show_docks() {
    const window_settings::DockState kept = window_settings::dock_state(mode_);
    // A dock that the saved positions do not know keeps its place in this arrangement.
    arrange_docks(window_, docks_, mode_);
    const bool restored = window_.restoreState(kept.positions, docks_.state_version());
    if (restored) {
        for (const WindowDock* row : docks_.rows) {
            // The plan may be another one than the one for which the positions were saved.
            if (!row->is_offered()) {
                row->set_closed(kept.offered.contains(row->dock->objectName()) && row->dock->isHidden());
                row->dock->hide();
            } else if (!kept.offered.contains(row->dock->objectName())) {
                row->dock->setVisible(row->sight() != DockSight::closed);
            }
        }
    }
    emit arranged();
    return restored;
}

}  // namespace arenascope
