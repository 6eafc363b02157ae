#pragma once

#include <pybind11/pybind11.h>

namespace arenascope {

/// Adds to the module what is asked of layouts: whether one is sound, why its peak is where it is, how two differ, and
/// how a network would need less. Answers are made of dicts, lists and numbers; the Python package gives them names.
void add_plan_questions(pybind11::module_& module);

}  // namespace arenascope
