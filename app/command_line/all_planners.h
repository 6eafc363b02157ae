#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/command_line/json_text.h"
#include "app/command_line/plan_arguments.h"
#include "core/planner/planning.h"

namespace arenascope {

/// What `--planner` takes in the place of a name.
inline constexpr std::string_view all_planners = "all";

/// A problem planned by every planner in turn.
struct AllPlanned {
    Json results = Json::array();  ///< as of one planner, without buffers; of one that gave nothing, its `error`
    std::string table;             ///< the same for people
    std::optional<Plan>
        best;  ///< the lowest (see is_lower), the first among equals; none where no planner gave a layout
    std::optional<Error> refusal;  ///< what the first one says, where all of them refuse the problem
};

/// Plans by all planners, each with those of the settings that it takes, and with the whole time limit. Errors: a
/// setting that no planner takes.
[[nodiscard]] Expected<AllPlanned> plan_by_all(const PlanArguments& arguments, const Document& document);

}  // namespace arenascope
