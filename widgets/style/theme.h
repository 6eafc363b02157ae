#pragma once

#include <functional>

#include <QColor>
#include <QPalette>

#include "core/picture/palette.h"

class QWidget;

namespace arenascope {

[[nodiscard]] QColor qt_color(Color color);

/// The palette for every native control, made from the product's own tokens.
[[nodiscard]] QPalette qt_palette(Theme theme);

/// The theme that a palette is of, be it the application's or what a widget inherits of it.
[[nodiscard]] Theme theme_of(const QPalette& palette);

/// Calls `apply` now, and again whenever the palette of the widget becomes one of another theme: as it does where the
/// application gets another palette. What `apply` itself changes of the palette is not told. `apply` dies with the
/// widget.
void follow_theme(QWidget& widget, std::function<void(Theme)> apply);

/// Whether the desktop prefers dark: read from the palette that the platform gave at start.
[[nodiscard]] Theme system_theme();

}  // namespace arenascope
