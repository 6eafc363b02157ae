#pragma once

#include <QString>

namespace arenascope {

/// A tooltip of a text that may hold names from a file, so that each letter is shown as it is: Qt takes a text that
/// begins like HTML for HTML. Lines may break within a long name; what nobody would read is cut in the middle. A plain
/// text of short lines does not change. Linear.
[[nodiscard]] QString plain_tooltip(const QString& text);

}  // namespace arenascope
