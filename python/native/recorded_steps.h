#pragma once

#include <pybind11/pybind11.h>

namespace arenascope {

/// Adds to the module what is asked of the recorded steps of a run.
void add_recorded_steps(pybind11::module_& module);

}  // namespace arenascope
