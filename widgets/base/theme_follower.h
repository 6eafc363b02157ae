#pragma once

#include <functional>

#include "core/picture/plan/palette.h"

class QWidget;

namespace arenascope {

/// Calls `apply` now, and again whenever the palette of the widget changes to another theme. That happens when the
/// application gets another palette. Changes that `apply` itself makes to the palette are ignored. The widget must
/// have no style sheet: Qt would keep its palette from then on. `apply` dies with the widget.
void follow_theme(QWidget& widget, std::function<void(Theme)> apply);

}  // namespace arenascope
