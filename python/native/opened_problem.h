#pragma once

#include <memory>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "core/analysis/verdict/remedy.h"
#include "core/format/document.h"
#include "core/model/settings/option.h"

namespace arenascope {

/// A problem with where it comes from. It never changes, and what is made of it shares it.
struct OpenedProblem {
    Document document;
    std::string name;                     ///< of its file, for errors and commands; or what the user calls it
    std::vector<KeyValue> switches = {};  ///< of the import, as they were given
    SwitchedImport again = {};            ///< imports it with further switches; empty: it was not read
};

/// Adds the class to the module: reading, making from arrays, figures, buffers.
void add_opened_problem(pybind11::module_& module);

}  // namespace arenascope
