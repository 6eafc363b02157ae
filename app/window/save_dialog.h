#pragma once

#include <QStringList>

class QWidget;

namespace arenascope {

/// Asks where to save, and proposes a path. `filters` are file types with suffix, such as "Trace (*.json)". A name
/// without a suffix gets the suffix of the chosen type. Empty: cancelled.
[[nodiscard]] QString choose_path_to_save(QWidget* window, const QString& title, const QString& proposed,
                                          const QStringList& filters);

}  // namespace arenascope
