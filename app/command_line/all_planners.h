#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/command_line/json_text.h"
#include "app/command_line/plan_arguments.h"
#include "core/planner/planning.h"

namespace arenascope {

/// The value of `--planner` that runs every planner.
inline constexpr std::string_view all_planners = "all";

/// The results of all planners for one problem.
struct AllPlanned {
    Json results = Json::array();  ///< as of one planner, without buffers; with `error` if it gave no layout
    std::string table;             ///< the same as text
    std::optional<Plan> best;      ///< lowest plan (see is_lower), the first among equals; empty: no layout
    std::optional<Error> refusal;  ///< error of the first planner if all refuse the problem
};

/// Runs all planners. Each gets the settings that it has options for, and the whole time limit. Error: a setting that
/// no planner has.
[[nodiscard]] Expected<AllPlanned> plan_by_all(const PlanArguments& arguments, const Document& document);

}  // namespace arenascope
