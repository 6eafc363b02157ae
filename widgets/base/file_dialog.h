#pragma once

#include <QStringList>

class QWidget;

// The only place that makes dialogs for files. They are read-only: they choose a file, and can neither delete nor
// rename nor move one, nor make a folder. A desktop's own dialog, where Qt shows that one, gets the same wish.

namespace arenascope {

/// Asks for a file to read. `place`: the file or folder that is shown at first; empty: the folder that was used last.
/// `filters`: kinds of files, such as "Models (*.onnx);;All files (*)"; empty: all files. Empty result: cancelled.
[[nodiscard]] QString choose_path_to_open(QWidget* parent, const QString& title, const QString& place,
                                          const QString& filters = {});

/// Asks where to save, and proposes a path. `filters` are file types with suffix, such as "Trace (*.json)". A name
/// without a suffix gets the suffix of the chosen type. Empty result: cancelled.
[[nodiscard]] QString choose_path_to_save(QWidget* parent, const QString& title, const QString& proposed,
                                          const QStringList& filters);

}  // namespace arenascope
