#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error/error.h"
#include "core/graph/core_assignment.h"

namespace arenascope {

/// Reads which operator runs on which core: CSV with the columns `operator` and `core`, a row each. Without a header
/// the columns stand in that order. A core is a number from 0 or a region's name.
///
///   operator,core
///   conv1,0
///   conv2,1
///
/// Errors, each with its line: no row, a cell that is missing or too much. `source` names the file.
[[nodiscard]] Expected<std::vector<NamedCore>> parse_assignment_csv(std::string_view content,
                                                                    const std::string& source);

}  // namespace arenascope
