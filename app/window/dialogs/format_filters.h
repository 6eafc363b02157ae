#pragma once

#include <QString>

namespace arenascope {

/// The filters of a dialog that opens files: all that can be opened, then one for each group of formats (see
/// format_groups), then every file.
[[nodiscard]] QString format_filters();

}  // namespace arenascope
