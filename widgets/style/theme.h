#pragma once

#include <functional>

#include <QColor>
#include <QPalette>

#include "core/picture/palette.h"

class QWidget;

namespace arenascope {

[[nodiscard]] QColor qt_color(Color color);

/// The palette for all native controls, from the theme's colours.
[[nodiscard]] QPalette qt_palette(Theme theme);

/// The theme of a palette, be it the application's or the one that a widget inherits.
[[nodiscard]] Theme theme_of(const QPalette& palette);

/// Calls `apply` now, and again whenever the palette of the widget changes to another theme. That happens when the
/// application gets another palette. Changes that `apply` itself makes to the palette are ignored. The widget must
/// have no style sheet: Qt would keep its palette from then on. `apply` dies with the widget.
void follow_theme(QWidget& widget, std::function<void(Theme)> apply);

/// The theme that the desktop prefers, read from the platform's palette at start.
[[nodiscard]] Theme system_theme();

}  // namespace arenascope
