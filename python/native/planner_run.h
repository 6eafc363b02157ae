#pragma once

#include <pybind11/pybind11.h>

namespace arenascope {

/// Adds to the module what plans and asks for planners.
void add_planner_run(pybind11::module_& module);

}  // namespace arenascope
