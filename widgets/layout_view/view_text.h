#pragma once

#include <QCoreApplication>
#include <QString>

#include "core/picture/drawing.h"

namespace arenascope {

// How the texts of a LayoutView are set.
inline constexpr TextStyle line_style{12, true};
inline constexpr TextStyle strip_style{12, false};
inline constexpr TextStyle tray_title_style{12, false};
inline constexpr TextStyle ghost_style{12, true};

/// A text of the layout view in the language of the window.
[[nodiscard]] inline QString view_text(const char* text) {
    return QCoreApplication::translate("arenascope::LayoutView", text);
}

}  // namespace arenascope
