#pragma once

#include <QColor>
#include <QPalette>

#include "core/picture/palette.h"

namespace arenascope {

[[nodiscard]] QColor qt_color(Color color);

/// The palette for every native control, made from the product's own tokens.
[[nodiscard]] QPalette qt_palette(Theme theme);

/// Whether the desktop prefers dark: read from the palette that the platform gave at start.
[[nodiscard]] Theme system_theme();

}  // namespace arenascope
