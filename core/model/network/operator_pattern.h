#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/model/memory/graph.h"

namespace arenascope {

/// Whether a pattern of a rule file names an operator, by its type or by its name. It may contain * and ?; without
/// them, upper and lower case are the same.
[[nodiscard]] bool matches_operator(const Operator& one, const std::string& pattern);

/// The note about the rules of a file that match no operator, for example "rules: no operator has the type or the name
/// 'Conf' (line 1)". Empty if there are none. `unmatched` holds their patterns by line.
[[nodiscard]] std::string note_of_unmatched(const std::string& source,
                                            const std::map<std::int64_t, std::string>& unmatched);

}  // namespace arenascope
