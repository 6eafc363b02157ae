#pragma once

#include <QStringList>

class QWidget;

namespace arenascope {

/// Asks where to save, with the path that is proposed. `filters` are types with their suffix, as in "Trace (*.json)";
/// a name without a suffix gets that of the chosen one. Empty where nobody chose a path.
[[nodiscard]] QString choose_path_to_save(QWidget* window, const QString& title, const QString& proposed,
                                          const QStringList& filters);

}  // namespace arenascope
