#pragma once

#include <QCoreApplication>
#include <QString>

#include "core/picture/plan/drawing.h"

namespace arenascope {

// The text styles of a LayoutView.
inline constexpr TextStyle line_style{12, true};
inline constexpr TextStyle strip_style{12, false};
inline constexpr TextStyle tray_title_style{12, false};
inline constexpr TextStyle ghost_style{12, true};

/// Translates a text of the layout view.
[[nodiscard]] inline QString view_text(const char* text) {
    return QCoreApplication::translate("arenascope::LayoutView", text);
}

/// Stands where rectangles will be.
[[nodiscard]] inline QString drawing_text() {
    return view_text("Drawing…");
}

}  // namespace arenascope
