#pragma once

#include <string_view>

#include <QString>

#include "core/base/error/quotation.h"

namespace arenascope {

/// A name or other text from a file as it is shown in the window and in pictures (see visible()).
[[nodiscard]] inline QString visible_text(std::string_view text) {
    return QString::fromStdString(visible(text));
}

/// The same for a QString, such as a file name.
[[nodiscard]] inline QString visible_text(const QString& text) {
    return visible_text(text.toStdString());
}

/// A text for a menu or a field label, where a single ampersand would mark the next letter.
[[nodiscard]] inline QString in_a_menu(QString text) {
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

}  // namespace arenascope
