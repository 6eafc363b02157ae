#pragma once

#include <QString>

namespace arenascope {

/// The sample that comes with the program: beside an installed program, or in the folder that it was built from.
/// Empty where neither is there.
[[nodiscard]] QString sample_file();

}  // namespace arenascope
