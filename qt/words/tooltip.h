#pragma once

#include <QString>

namespace arenascope {

/// A tooltip for a text that may contain names from a file. All characters are shown literally, even if the text looks
/// like HTML to Qt. Long names may break across lines, and excessively long ones are cut in the middle. Plain text in
/// short lines is unchanged. Linear.
[[nodiscard]] QString plain_tooltip(const QString& text);

}  // namespace arenascope
