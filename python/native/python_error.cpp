#include "python/native/python_error.h"

#include <pybind11/pybind11.h>

#include "python/native/python_text.h"

namespace arenascope {

namespace py = pybind11;

void raise(const Error& error) {
    const py::object type = py::module_::import("arenascope.error").attr("Error");
    const auto text_or_none = [](const std::string& text) {
        return text.empty() ? py::object(py::none()) : py::object(python_text(text));
    };
    const py::object line = error.line > 0 ? py::object(py::int_(error.line)) : py::object(py::none());
    const py::object made = type(python_text(error.cause), text_or_none(error.cure), text_or_none(error.source), line);
    PyErr_SetObject(type.ptr(), made.ptr());
    throw py::error_already_set();
}

Error about(const std::string& file, Error error) {
    if (error.source.empty()) {
        error.source = file;
    }
    return error;
}

}  // namespace arenascope
