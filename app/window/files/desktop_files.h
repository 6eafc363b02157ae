#pragma once

#include <QDateTime>
#include <QString>

namespace arenascope {

/// The list of recent files that file managers and other programs of the desktop show.
[[nodiscard]] QString desktop_file_list();

/// Puts a file into that list, or moves it to its end. What other programs have written there stays. False: the list
/// cannot be read or written; it is left as it is. Source: "Desktop Bookmark Specification", freedesktop.org.
bool add_desktop_file(const QString& list, const QString& path, const QDateTime& moment);

}  // namespace arenascope
