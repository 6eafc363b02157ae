#pragma once

#include <QString>
#include <QStringList>

namespace arenascope {

/// The sample that the program opens without a file.
inline const QString first_sample = QStringLiteral("mobile_vision.json");

/// The path of a sample, by the name of its file: next to the installed program, in the source folder of the build, or
/// else a copy in the user's cache, made of the one within the program. Empty: the copy could not be written, or there
/// is no such sample.
[[nodiscard]] QString sample_file(const QString& name = first_sample);

/// As sample_file(), looked for in these folders first.
[[nodiscard]] QString sample_file_in(const QStringList& folders, const QString& name = first_sample);

/// Whether a path is that of a sample, which belongs to the program.
[[nodiscard]] bool is_sample(const QString& path);

}  // namespace arenascope
