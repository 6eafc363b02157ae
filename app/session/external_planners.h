#pragma once

#include <string>
#include <vector>

#include "core/format/external/external_list.h"

namespace arenascope {

/// The external planners in the settings of the user, in the order of their names. Window and command line share them.
/// What is no valid entry any more is left out. Nothing else adds to them: no file is ever searched for planners.
[[nodiscard]] std::vector<NamedExternal> kept_external_planners();

/// Keeps a planner; one of that name is replaced. False: the settings cannot be written.
[[nodiscard]] bool keep_external_planner(const NamedExternal& planner);

/// Removes a planner. False: there is none of that name, or the settings cannot be written.
[[nodiscard]] bool forget_external_planner(const std::string& name);

}  // namespace arenascope
