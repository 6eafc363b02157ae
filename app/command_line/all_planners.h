#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/command_line/json_text.h"
#include "app/command_line/sub_commands.h"
#include "core/format/document.h"
#include "core/planner/planning.h"

namespace arenascope {

/// The value of `--planner` that runs every planner.
inline constexpr std::string_view all_planners = "all";

/// The results of all planners for one problem.
struct AllPlanned {
    Json results = Json::array();  ///< as of one planner, without buffers; `error`: it gave no layout
    std::optional<Plan> best;      ///< lowest plan (see is_lower), the first among equals; empty: no layout
    std::optional<Error> refusal;  ///< error of the first planner if all refuse the problem
    std::size_t left_out = 0;      ///< runs left out, because a signal had stopped the one before
};

/// Takes lines of the table of results: the same as the results, as text.
using TableSink = std::function<void(const std::string& lines)>;

/// Runs all planners, in the order of compared_runs(). Each gets the settings that it has options for, and the whole
/// time limit. A row of the table is passed on as soon as its planner has ended, but none before the first layout: if
/// there is no layout at all, there is no table. Error: a setting that no planner has.
[[nodiscard]] Expected<AllPlanned> plan_by_all(const PlanArguments& arguments, const Document& document,
                                               const TableSink& table);

}  // namespace arenascope
