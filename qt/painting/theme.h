#pragma once

#include <QColor>
#include <QPalette>

#include "core/picture/plan/palette.h"

namespace arenascope {

[[nodiscard]] QColor qt_color(Color color);

/// The palette for all native controls, from the theme's colours.
[[nodiscard]] QPalette qt_palette(Theme theme);

/// The theme of a palette, be it the application's or the one that a widget inherits.
[[nodiscard]] Theme theme_of(const QPalette& palette);

/// The theme that the desktop prefers, read from the platform's palette at start.
[[nodiscard]] Theme system_theme();

}  // namespace arenascope
