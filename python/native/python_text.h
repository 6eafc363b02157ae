#pragma once

#include <string>
#include <string_view>

#include <pybind11/pybind11.h>

#include "core/analysis/explain/fact_table.h"

namespace arenascope {

/// A name of a file as a `str`. A name may be any bytes: those that are not UTF-8 become lone surrogates, as Python has
/// them in paths (`surrogateescape`).
[[nodiscard]] pybind11::str python_text(std::string_view text);

/// The bytes of a `str` that python_text() may have made. Throws a TypeError for anything else.
[[nodiscard]] std::string bytes_of_text(pybind11::handle text);

/// The figures of a list: a `dict` for each row, with all keys.
[[nodiscard]] pybind11::list python_rows(const FactTable& facts);

}  // namespace arenascope
