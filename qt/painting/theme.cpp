#include "qt/painting/theme.h"

#include <QGuiApplication>

namespace arenascope {

QColor qt_color(Color color) {
    return {color.red, color.green, color.blue};
}

QPalette qt_palette(Theme theme) {
    const Palette& tokens = palette(theme);
    QPalette result;
    result.setColor(QPalette::Window, qt_color(tokens.ground));
    result.setColor(QPalette::WindowText, qt_color(tokens.ink));
    result.setColor(QPalette::Base, qt_color(tokens.panel));
    result.setColor(QPalette::AlternateBase, qt_color(tokens.stripe));
    result.setColor(QPalette::Text, qt_color(tokens.ink));
    result.setColor(QPalette::PlaceholderText, qt_color(tokens.dim));
    result.setColor(QPalette::Button, qt_color(tokens.panel));
    result.setColor(QPalette::ButtonText, qt_color(tokens.ink));
    result.setColor(QPalette::BrightText, qt_color(tokens.risk_text));
    result.setColor(QPalette::Highlight, qt_color(tokens.accent));
    result.setColor(QPalette::HighlightedText, qt_color(tokens.accent_ink));
    result.setColor(QPalette::Link, qt_color(tokens.accent));
    result.setColor(QPalette::LinkVisited, qt_color(tokens.accent));
    result.setColor(QPalette::ToolTipBase, qt_color(tokens.panel));
    result.setColor(QPalette::ToolTipText, qt_color(tokens.ink));
    result.setColor(QPalette::Light, qt_color(tokens.line));
    result.setColor(QPalette::Midlight, qt_color(tokens.line));
    result.setColor(QPalette::Mid, qt_color(tokens.line));
    result.setColor(QPalette::Dark, qt_color(tokens.dim));
    result.setColor(QPalette::Shadow, qt_color(tokens.line));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        result.setColor(QPalette::Disabled, role, qt_color(tokens.dim));
    }
    return result;
}

Theme theme_of(const QPalette& palette) {
    // Panels, labels and style sheets have other colours of most roles; of tooltips none of them has.
    const bool is_dark =
        palette.color(QPalette::ToolTipBase).lightness() < palette.color(QPalette::ToolTipText).lightness();
    return is_dark ? Theme::dark : Theme::light;
}

Theme system_theme() {
    const QPalette given = QGuiApplication::palette();
    return given.color(QPalette::Window).lightness() < given.color(QPalette::WindowText).lightness() ? Theme::dark
                                                                                                     : Theme::light;
}

}  // namespace arenascope
