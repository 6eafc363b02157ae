#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <QString>
#include <QStringList>

#include "app/session/view_state.h"

namespace arenascope {

// What the program remembers of the files that were open, in a folder with one small file for each of them. So windows
// and programs that have different files open do not get in each other's way. The newest 50 are kept.

struct RememberedFile {
    QString path;             ///< absolute
    std::string session;      ///< see this_session()
    std::int64_t at = 0;      ///< when it was remembered, in milliseconds since 1970
    std::int64_t closed = 0;  ///< when its window closed it, likewise; 0: it was open when it was remembered
    ViewState view;
};

/// Names this run of the program.
[[nodiscard]] const std::string& this_session();

/// Empty: nothing is remembered of the file. The same file has the same memory by whatever link it is opened.
[[nodiscard]] std::optional<RememberedFile> remembered(const QString& folder, const QString& path);

/// Keeps what is remembered of a file, atomically. Errors are ignored, because nothing of worth is lost. Flushes to the
/// disk, so use another thread.
void remember(const QString& folder, const RememberedFile& file);

/// The files that were open last: of the run of the program that ended last, those that were open when it died, or were
/// closed within half a minute before the last one. Files that are gone are left out. The last closed comes first.
[[nodiscard]] QStringList last_session(const QString& folder);

}  // namespace arenascope
