#pragma once

#include <QApplication>

#include "qt/painting/theme.h"

namespace arenascope::test {

/// Gives the application the palette of a theme, as the window does, until it goes out of scope.
class ShownTheme {
public:
    explicit ShownTheme(Theme theme) { show(theme); }
    ~ShownTheme() { show(Theme::light); }
    ShownTheme(const ShownTheme&) = delete;
    ShownTheme& operator=(const ShownTheme&) = delete;

private:
    static void show(Theme theme) {
        QApplication::setPalette(qt_palette(theme));
        QCoreApplication::processEvents();  // it reaches the widgets with the next events
    }
};

}  // namespace arenascope::test
