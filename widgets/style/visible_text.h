#pragma once

#include <string_view>

#include <QString>

#include "core/error/quotation.h"

namespace arenascope {

/// A name or another text from a file as the window and pictures show it (see visible()).
[[nodiscard]] inline QString visible_text(std::string_view text) {
    return QString::fromStdString(visible(text));
}

/// The same of a text that is Qt's already, such as a file's name.
[[nodiscard]] inline QString visible_text(const QString& text) {
    return visible_text(text.toStdString());
}

/// A text as a menu or the label of a field shows it, where a single ampersand would mark the letter behind it.
[[nodiscard]] inline QString in_a_menu(QString text) {
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

}  // namespace arenascope
