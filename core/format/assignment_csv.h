#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/network/core_assignment.h"

namespace arenascope {

/// Reads an assignment of operators to cores: CSV with the columns `operator` and `core`, one operator a row. Without a
/// header, the columns are in this order. A core is a number from 0 or the name of a region.
///
///   operator,core
///   conv1,0
///   conv2,1
///
/// Errors name the line: no rows, a missing cell, a cell without a column. `source` names the file in errors.
[[nodiscard]] Expected<std::vector<NamedCore>> parse_assignment_csv(std::string_view content,
                                                                    const std::string& source);

}  // namespace arenascope
