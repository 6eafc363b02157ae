#pragma once

#include <QString>
#include <QStringList>

namespace arenascope {

/// The path of the sample: next to the installed program, in the source folder of the build, or else a copy in the
/// user's cache, made of the one within the program. Empty: the copy could not be written.
[[nodiscard]] QString sample_file();

/// As sample_file(), looked for in these folders first.
[[nodiscard]] QString sample_file_in(const QStringList& folders);

}  // namespace arenascope
