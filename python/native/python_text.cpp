#include "python/native/python_text.h"

#include <variant>

namespace arenascope {

namespace py = pybind11;

py::str python_text(std::string_view text) {
    PyObject* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
    if (made == nullptr) {
        throw py::error_already_set();
    }
    return py::reinterpret_steal<py::str>(made);
}

std::string bytes_of_text(py::handle text) {
    if (!PyUnicode_Check(text.ptr())) {
        throw py::type_error("a name must be a str, not " + std::string(Py_TYPE(text.ptr())->tp_name));
    }
    const auto bytes =
        py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape"));
    if (!bytes) {
        throw py::error_already_set();
    }
    return std::string(bytes);
}

py::list python_rows(const FactTable& facts) {
    py::list rows;
    for (const std::vector<FactValue>& row : facts.rows) {
        py::dict members;
        for (std::size_t i = 0; i < facts.keys.size(); ++i) {
            py::object value = py::none();
            if (const auto* number = std::get_if<std::int64_t>(&row[i])) {
                value = py::int_(*number);
            } else if (const auto* text = std::get_if<std::string>(&row[i])) {
                value = python_text(*text);
            }
            members[python_text(facts.keys[i])] = std::move(value);
        }
        rows.append(std::move(members));
    }
    return rows;
}

}  // namespace arenascope
