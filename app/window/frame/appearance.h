#pragma once

#include <optional>
#include <utility>

#include <QObject>

#include "app/session/session.h"
#include "core/base/text/amount.h"
#include "core/picture/plan/coloring.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

struct WindowActions;

/// The theme, the unit and the colouring of the window. Users choose them in the menus; an automatic unit follows from
/// the plan.
class Appearance final : public QObject {
    Q_OBJECT

public:
    /// Restores the choices of earlier sessions.
    Appearance(Session& session, const WindowActions& actions, QObject* parent = nullptr);

    [[nodiscard]] Theme theme() const { return theme_; }
    [[nodiscard]] Unit unit() const { return unit_; }
    [[nodiscard]] ColorBy color_by() const { return color_by_; }
    void set_color_by(ColorBy by);
    /// Sets the application's palette. Call it again when the desktop changes its theme.
    void apply_theme();
    void take_system_theme();
    void apply_unit();

signals:
    void theme_changed(Theme theme);
    /// The unit has changed.
    void unit_changed(Unit unit);
    void color_by_changed(ColorBy by);

private:
    Session& session_;
    const WindowActions& actions_;
    Theme system_theme_;
    Theme theme_;
    Unit unit_ = Unit::kibibytes;
    std::optional<Unit> told_;  ///< by the last unit_changed()
    ColorBy color_by_ = ColorBy::risk;
};

}  // namespace arenascope
