#pragma once

#include <QString>
#include <QStringList>

namespace arenascope {

/// The filters of a dialog that opens files: all that can be opened, then one for each group of formats (see
/// format_groups), then every file.
[[nodiscard]] QString format_filters();

/// The file types of a dialog that saves a plan, one for each format that is written.
[[nodiscard]] QStringList plan_file_types();

}  // namespace arenascope
