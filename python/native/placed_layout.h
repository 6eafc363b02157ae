#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "core/format/annotations.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/file_verdict.h"
#include "core/planner/planning.h"
#include "core/trace/trace.h"
#include "python/native/opened_problem.h"

namespace arenascope {

/// How a planner's run ended.
struct RunFigures {
    std::optional<Offset> initial_peak;
    std::uint64_t iterations = 0;
    Goal goal = Goal::none;
    double seconds = 0;
    std::vector<std::string> notes;
};

/// A layout of a problem, with all that shows, saves and judges it. It never changes, because Python may hold a view of
/// its offsets. The large parts are shared.
struct PlacedLayout {
    std::shared_ptr<const OpenedProblem> origin;
    std::shared_ptr<const Problem> problem;  ///< as it was planned
    std::shared_ptr<const Layout> layout;
    std::optional<Provenance> provenance = {};
    std::shared_ptr<const Trace> trace = {};  ///< null: not recorded
    Annotations annotations = {};
    Bytes threshold = {};
    Bytes lower_bound = {};  ///< proved
    PlannerClaims claims = {};
    std::optional<RunFigures> run = {};  ///< empty: no planner made it here
};

/// The placements that came with the problem. They stay in it, and nothing is copied.
[[nodiscard]] std::shared_ptr<PlacedLayout> given_layout(const std::shared_ptr<const OpenedProblem>& opened);

/// A finished run of a planner on the problem.
[[nodiscard]] std::shared_ptr<PlacedLayout> planned_layout(std::shared_ptr<const OpenedProblem> origin, Plan plan);

/// The verdict on it, in one text.
[[nodiscard]] std::string verdict_text(const PlacedLayout& placed);

/// Adds the class to the module: offsets, figures, files and the picture.
void add_placed_layout(pybind11::module_& module);

}  // namespace arenascope
