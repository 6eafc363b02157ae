#include <pybind11/pybind11.h>

#include "core/base/text/amount.h"
#include "python/native/opened_problem.h"
#include "python/native/placed_layout.h"
#include "python/native/plan_questions.h"
#include "python/native/planner_run.h"
#include "python/native/python_error.h"
#include "python/native/recorded_steps.h"

/// What the Python package calls. Its own classes have the words and the types; this module has the work.
PYBIND11_MODULE(_native, module) {
    module.doc() = "The core of Arenascope, for the package arenascope alone.";
    arenascope::add_opened_problem(module);
    arenascope::add_placed_layout(module);
    arenascope::add_planner_run(module);
    arenascope::add_plan_questions(module);
    arenascope::add_recorded_steps(module);
    module.def("parse_bytes",
               [](const std::string& text) { return arenascope::value_of(arenascope::parse_bytes(text)); });
    module.attr("version") = ARENASCOPE_VERSION;
}
