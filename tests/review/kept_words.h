#pragma once

#include <QString>

namespace arenascope {
class MainWindow;
}

namespace arenascope::test {

/// What a window holds beside its layout that a kill must not take, in words: file, breakpoints, watches, notes, and
/// the view with mode, shown part, selection and step of the run.
[[nodiscard]] QString kept_words(MainWindow& window);

/// Keeps settings, journals and what is remembered of files in the folder of a file, where two processes share them.
void keep_settings_beside(const QString& file);

}  // namespace arenascope::test
