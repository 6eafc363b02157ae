#include "python/native/opened_problem.h"

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <pybind11/stl.h>

#include "core/analysis/explain/plan_summary.h"
#include "core/base/file/file_content.h"
#include "core/format/import_check.h"
#include "core/format/reading.h"
#include "core/format/registry.h"
#include "python/native/python_error.h"
#include "python/native/python_text.h"

namespace arenascope {
namespace {

namespace py = pybind11;

using Opened = std::shared_ptr<OpenedProblem>;

/// Reads with these options.
using Reader = std::function<Expected<Document>(const ImportOptions& options)>;

Expected<Document> opened_by(const Reader& read, const std::vector<KeyValue>& switches, const std::string& name) {
    return import_options(switches).and_then([&](const ImportOptions& options) {
        return read(options).and_then([&](Document document) {
            return check_import({&document}, options, name).map([&] { return std::move(document); });
        });
    });
}

SwitchedImport imported_again(Reader read, std::vector<KeyValue> switches) {
    return [read = std::move(read),
            switches = std::move(switches)](std::span<const KeyValue> further) -> Expected<ImportedPlan> {
        std::vector<KeyValue> all = switches;
        all.insert(all.end(), further.begin(), further.end());
        return import_options(all).and_then(read).map([](Document document) {
            ImportedPlan plan{std::move(document.problem), std::move(document.layout)};
            if (document.import) {
                plan.extra_traffic = document.import->extra_traffic;
                plan.parts_choices = std::move(document.import->parts_choices);
            }
            return plan;
        });
    };
}

Opened opened(Reader read, std::string name, std::vector<KeyValue> switches) {
    auto document = [&] {
        const py::gil_scoped_release released;
        return opened_by(read, switches, name);
    }();
    auto again = imported_again(std::move(read), switches);
    return std::make_shared<OpenedProblem>(
        OpenedProblem{value_of(std::move(document)), std::move(name), std::move(switches), std::move(again)});
}

Opened open_path(const std::string& path, std::vector<KeyValue> switches) {
    return opened([path](const ImportOptions& options) { return read_document(path, options); }, source_name(path),
                  std::move(switches));
}

Opened open_content(const py::bytes& content, const std::string& name, std::vector<KeyValue> switches) {
    // The bytes are kept for trials with other switches.
    const auto kept = std::make_shared<const std::string>(content);
    return opened([kept, name](const ImportOptions& options) { return parse_document(*kept, name, options); }, name,
                  std::move(switches));
}

/// A column of 64-bit integers, one for each buffer, as Python's buffer protocol gives it.
class Column {
public:
    Column(const py::object& values, const char* name, std::size_t rows, const std::string& source)
        : info_(py::buffer(values).request()) {
        if (info_.ndim != 1 || info_.itemsize != static_cast<py::ssize_t>(sizeof(std::int64_t)) ||
            (info_.format != "q" && info_.format != "l")) {
            raise({source, 0, std::string(name) + " is not a list of 64-bit integers", {}});
        }
        if (static_cast<std::size_t>(info_.size) != rows) {
            raise({source, 0,
                   std::string(name) + " has " + std::to_string(info_.size) + " entries, and there are " +
                       std::to_string(rows) + " names",
                   "give one entry for each buffer"});
        }
    }
    [[nodiscard]] std::int64_t operator[](std::size_t i) const {
        return *reinterpret_cast<const std::int64_t*>(static_cast<const char*>(info_.ptr) +
                                                      static_cast<py::ssize_t>(i) * info_.strides[0]);
    }

private:
    py::buffer_info info_;
};

/// The regions with these names, and the region of each buffer.
IndexedVector<RegionIndex, Region> named_regions(const std::vector<std::string>& of_buffers,
                                                 std::vector<RegionIndex>& indices) {
    IndexedVector<RegionIndex, Region> regions;
    std::unordered_map<std::string, RegionIndex> known;
    for (const std::string& name : of_buffers) {
        const auto [at, is_new] = known.try_emplace(name, RegionIndex(regions.size()));
        if (is_new) {
            regions.push_back(Region{.name = name});
        }
        indices.push_back(at->second);
    }
    return regions;
}

/// What a problem is made from. Lists that are None are left out.
struct ProblemColumns {
    py::list names;
    py::object begin;
    py::object end;
    py::object size;
    py::object alignment;
    py::object offset;
    std::optional<std::vector<std::string>> regions;
};

Opened made_from(const ProblemColumns& columns, std::optional<std::int64_t> capacity, const std::string& name) {
    const std::size_t rows = columns.names.size();
    const Column begin(columns.begin, "begin", rows, name);
    const Column end(columns.end, "end", rows, name);
    const Column size(columns.size, "size", rows, name);
    const auto optional = [&](const py::object& values, const char* what) {
        return values.is_none() ? std::nullopt : std::optional<Column>(std::in_place, values, what, rows, name);
    };
    const auto alignment = optional(columns.alignment, "alignment");
    const auto offset = optional(columns.offset, "offset");
    Document document;
    Problem& problem = document.problem;
    std::vector<RegionIndex> regions;
    if (columns.regions) {
        if (columns.regions->size() != rows) {
            raise({name, 0,
                   "region has " + std::to_string(columns.regions->size()) + " entries, and there are " +
                       std::to_string(rows) + " names",
                   "give one entry for each buffer"});
        }
        if (rows > 0) {
            problem.regions = named_regions(*columns.regions, regions);
        }
    }
    problem.buffers.reserve(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        Buffer buffer;
        buffer.name = bytes_of_text(columns.names[i]);
        buffer.lifetime = {Step(begin[i]), Step(end[i])};
        buffer.size = Bytes(size[i]);
        buffer.alignment = alignment ? Bytes((*alignment)[i]) : Bytes(1);
        buffer.region = regions.empty() ? RegionIndex(0) : regions[i];
        problem.buffers.push_back(std::move(buffer));
    }
    if (capacity) {
        set_capacity(problem, Bytes(*capacity));
    }
    if (const auto valid = validate(problem, name); !valid) {
        raise(valid.error());
    }
    document.layout = empty_layout(problem);
    for (std::size_t i = 0; offset && i < rows; ++i) {
        document.layout.placements[i] =
            OptionalPlacement(OptionalOffset(Offset((*offset)[i])), problem.buffers[i].region);
    }
    return std::make_shared<OpenedProblem>(OpenedProblem{std::move(document), name});
}

/// A list of numbers as bytes, which Python takes as a column of 64-bit integers.
template <class ValueOf>
py::bytes number_column(const Problem& problem, const ValueOf& value) {
    std::string bytes(problem.buffers.size() * sizeof(std::int64_t), '\0');
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const std::int64_t number = value(problem.buffers[i]);
        std::memcpy(bytes.data() + i * sizeof number, &number, sizeof number);
    }
    return bytes;
}

py::dict columns_of(const Problem& problem) {
    py::dict columns;
    columns["begin"] = number_column(problem, [](const Buffer& each) { return each.lifetime.begin.value(); });
    columns["end"] = number_column(problem, [](const Buffer& each) { return each.lifetime.end.value(); });
    columns["size"] = number_column(problem, [](const Buffer& each) { return each.size.value(); });
    columns["alignment"] =
        number_column(problem, [&](const Buffer& each) { return alignment_of(problem, each).value(); });
    return columns;
}

template <class TextOf>
py::list text_column(const Problem& problem, const TextOf& text) {
    py::list texts(problem.buffers.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        texts[i] = text(problem.buffers[i]);
    }
    return texts;
}

py::dict figures_of(const OpenedProblem& opened) {
    const Problem& problem = opened.document.problem;
    const PlanSummary summary = plan_summary(problem, opened.document.layout, opened.document.import.has_value());
    const OpenSizes open = open_sizes(opened.document);
    py::dict figures;
    figures["steps"] = (summary.steps.end - summary.steps.begin).value();
    figures["threshold"] = summary.height.threshold.value();
    figures["peak_step"] = summary.height.peak_step.value();
    figures["total_bytes"] = summary.total.value();
    figures["regions"] = python_rows(region_facts(problem, summary));
    figures["format"] = python_text(name_of(opened.document.format));
    figures["unknown_sizes"] = open.unknown + open.left_out;
    figures["assumed_dimensions"] = open.assumed;
    return figures;
}

}  // namespace

void add_opened_problem(py::module_& module) {
    py::class_<OpenedProblem, Opened>(module, "OpenedProblem")
        .def("__len__", [](const OpenedProblem& self) { return self.document.problem.buffers.size(); })
        .def("columns", [](const OpenedProblem& self) { return columns_of(self.document.problem); })
        .def("names",
             [](const OpenedProblem& self) {
                 return text_column(self.document.problem,
                                    [](const Buffer& each) { return python_text(each.name.view()); });
             })
        .def("region_names",
             [](const OpenedProblem& self) {
                 const Problem& problem = self.document.problem;
                 return text_column(problem,
                                    [&](const Buffer& each) { return python_text(problem.regions[each.region].name); });
             })
        .def("kinds",
             [](const OpenedProblem& self) {
                 return text_column(self.document.problem,
                                    [](const Buffer& each) { return python_text(name_of(each.kind)); });
             })
        .def("figures", &figures_of)
        .def_property_readonly("name", [](const OpenedProblem& self) { return python_text(self.name); })
        .def_property_readonly("notes",
                               [](const OpenedProblem& self) {
                                   py::list notes;
                                   for (const std::string& note : self.document.notes) {
                                       notes.append(python_text(note));
                                   }
                                   return notes;
                               })
        .def_property_readonly("has_trace", [](const OpenedProblem& self) { return self.document.trace.has_value(); });
    module.def("open_path", &open_path);
    module.def("open_content", &open_content);
    module.def("made_problem",
               [](py::list names, py::object begin, py::object end, py::object size, py::object alignment,
                  py::object offset, std::optional<std::vector<std::string>> regions,
                  std::optional<std::int64_t> capacity, const std::string& name) {
                   return made_from({std::move(names), std::move(begin), std::move(end), std::move(size),
                                     std::move(alignment), std::move(offset), std::move(regions)},
                                    capacity, name);
               });
}

}  // namespace arenascope
