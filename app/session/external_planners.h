#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/format/external/external_list.h"

namespace arenascope {

/// The external planners in the settings of the user, in the order of their names. Window and command line share them.
/// What is no valid entry any more is left out. Nothing else adds to them: no file is ever searched for planners.
[[nodiscard]] std::vector<NamedExternal> kept_external_planners();

/// Keeps a planner; one of that name is replaced. False: the settings cannot be written.
[[nodiscard]] bool keep_external_planner(const NamedExternal& planner);

/// The error for settings that cannot be written.
[[nodiscard]] Error settings_unwritten();

/// Keeps several. Errors: settings_unwritten().
[[nodiscard]] Expected<void> keep_external_planners(const std::vector<NamedExternal>& planners);

/// The planners of a list that the user has confirmed, one by one, and how many the list has.
struct ConfirmedExternals {
    std::vector<NamedExternal> confirmed;
    std::size_t listed = 0;
};

/// Reads a list that a team passes on (see parse_external_list()), and asks about each entry with its command. Keeps
/// and runs nothing. Errors: those of the file and the list.
[[nodiscard]] Expected<ConfirmedExternals> confirmed_externals(
    const std::string& path, const std::function<bool(const NamedExternal&)>& is_confirmed);

/// Removes a planner. False: there is none of that name, or the settings cannot be written.
[[nodiscard]] bool forget_external_planner(const std::string& name);

}  // namespace arenascope
