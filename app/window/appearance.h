#pragma once

#include <QObject>

#include "app/session/session.h"
#include "core/picture/coloring.h"
#include "core/picture/palette.h"
#include "core/picture/unit.h"

namespace arenascope {

struct WindowActions;

/// How the window shows things: theme, unit and what colours stand for, as a person has chosen them in the menus or as
/// suits the plan.
class Appearance final : public QObject {
    Q_OBJECT

public:
    /// Takes over what was chosen in earlier sessions.
    Appearance(Session& session, const WindowActions& actions, QObject* parent = nullptr);

    [[nodiscard]] Theme theme() const { return theme_; }
    [[nodiscard]] Unit unit() const { return unit_; }
    [[nodiscard]] ColorBy color_by() const { return color_by_; }
    void set_color_by(ColorBy by);
    /// Gives the application its palette. Again, when the desktop has another theme.
    void apply_theme();
    void take_system_theme();
    void apply_unit();

signals:
    void theme_changed(Theme theme);
    /// Also where the unit is the same, for another plan.
    void unit_changed(Unit unit);
    void color_by_changed(ColorBy by);

private:
    Session& session_;
    const WindowActions& actions_;
    Theme system_theme_;
    Theme theme_;
    Unit unit_ = Unit::kibibytes;
    ColorBy color_by_ = ColorBy::risk;
};

}  // namespace arenascope
