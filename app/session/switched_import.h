#pragma once

#include <string>
#include <vector>

#include "core/analysis/verdict/remedy.h"

namespace arenascope {

/// Imports a file again and again, each time with other switches beside these. Each call reads the file anew. Errors:
/// those of reading, and of a switch that the format does not have.
[[nodiscard]] SwitchedImport switched_import(std::string path, std::vector<KeyValue> switches);

}  // namespace arenascope
