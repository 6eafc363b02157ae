#pragma once

#include <QString>

namespace arenascope {

/// The path of the bundled sample, next to the installed program or in the source folder of the build. Empty: not
/// found.
[[nodiscard]] QString sample_file();

}  // namespace arenascope
