#include "python/native/placed_layout.h"

#include <string_view>
#include <type_traits>
#include <utility>

#include "core/analysis/explain/plan_summary.h"
#include "core/base/error/quotation.h"
#include "core/base/file/atomic_file.h"
#include "core/check/overlap_checker.h"
#include "core/format/writing.h"
#include "core/picture/report/plan_svg.h"
#include "python/native/python_error.h"
#include "python/native/python_text.h"

namespace arenascope {
namespace {

namespace py = pybind11;

using Placed = std::shared_ptr<PlacedLayout>;

// The offsets of a layout are seen by Python as they are: every sixteenth byte begins one.
static_assert(std::is_standard_layout_v<OptionalPlacement> && sizeof(Offset) == sizeof(std::int64_t));

/// The offsets as Python's buffer protocol shows them: 64-bit integers, read only. An unplaced buffer has −2⁶³.
py::buffer_info offsets_of(const PlacedLayout& placed) {
    const auto& placements = placed.layout->placements;
    return {const_cast<OptionalPlacement*>(placements.data()),  // Python reads it alone
            sizeof(std::int64_t),
            "q",
            1,
            {static_cast<py::ssize_t>(placements.size())},
            {static_cast<py::ssize_t>(sizeof(OptionalPlacement))},
            true};
}

std::string file_title_of(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

Expected<std::string> svg_of(const PlacedLayout& placed, Theme theme) {
    return plan_svg(*placed.problem, *placed.layout,
                    {file_title_of(placed.origin->name), verdict_text(placed), placed.provenance, theme});
}

Expected<void> write_picture(const std::string& path, const PlacedLayout& placed) {
    return svg_of(placed, Theme::light).and_then([&](const std::string& svg) { return write_atomically(path, svg); });
}

Expected<void> saved(const PlacedLayout& placed, const std::string& path) {
    if (path.ends_with(".svg")) {
        return write_picture(path, placed);
    }
    if (path.ends_with(".arenatrace")) {
        return placed.trace
                   ? write_trace(path, *placed.problem, *placed.layout, *placed.trace, placed.annotations)
                   : failure(Error{path, 0, "the steps of the run were not recorded", "plan with record=True"});
    }
    auto format = plan_format_of(path);
    if (!format) {
        Error error = format.error();
        error.cure += "; .svg writes the picture";
        return failure(std::move(error));
    }
    return write_document(path, *placed.problem, *placed.layout, placed.provenance, AddressColumn::left_out,
                          placed.annotations);
}

py::object number_or_none(const std::optional<Offset>& number) {
    return number ? py::object(py::int_(number->value())) : py::object(py::none());
}

py::dict run_figures(const PlacedLayout& placed) {
    py::dict figures;
    if (placed.run) {
        figures["initial_peak"] = number_or_none(placed.run->initial_peak);
        figures["iterations"] = placed.run->iterations;
        figures["goal"] = python_text(name_of(placed.run->goal));
        figures["seconds"] = placed.run->seconds;
    }
    return figures;
}

bool is_optimal(const PlacedLayout& placed) {
    const OpenSizes open = open_sizes(placed.origin->document);
    return is_complete(*placed.layout) && open.unknown + open.left_out == 0 &&
           peak(*placed.problem, *placed.layout).value() == placed.lower_bound.value();
}

py::object planner_of(const PlacedLayout& placed) {
    return placed.provenance ? py::object(python_text(placed.provenance->planner)) : py::object(py::none());
}

py::list unplaced_names(const PlacedLayout& placed) {
    py::list names;
    for (std::size_t i = 0; i < placed.layout->placements.size(); ++i) {
        if (!placed.layout->placements[i]) {
            names.append(python_text(placed.problem->buffers[i].name.view()));
        }
    }
    return names;
}

py::list notes_of(const PlacedLayout& placed) {
    py::list notes;
    for (const std::string& note : placed.run ? placed.run->notes : placed.origin->document.notes) {
        notes.append(python_text(note));
    }
    return notes;
}

}  // namespace

Placed given_layout(const std::shared_ptr<const OpenedProblem>& opened) {
    const Document& document = opened->document;
    PlacedLayout placed;
    placed.origin = opened;
    placed.problem = std::shared_ptr<const Problem>(opened, &document.problem);
    placed.layout = std::shared_ptr<const Layout>(opened, &document.layout);
    placed.provenance = document.provenance;
    if (document.trace) {
        placed.trace = std::shared_ptr<const Trace>(opened, &*document.trace);
    }
    placed.annotations = annotations_of(document);
    placed.threshold = plan_height(document.problem, document.layout).threshold;
    placed.lower_bound = placed.threshold;
    return std::make_shared<PlacedLayout>(std::move(placed));
}

Placed planned_layout(std::shared_ptr<const OpenedProblem> origin, Plan plan) {
    PlacedLayout placed;
    placed.annotations = after_planning(annotations_of(origin->document), origin->document.problem, plan.problem);
    placed.origin = std::move(origin);
    placed.threshold = plan.result.threshold;
    placed.lower_bound = plan.result.lower_bound;
    placed.claims = {std::move(plan.result.misfits), plan.result.lower_bound};
    placed.run = RunFigures{plan.result.initial_peak, plan.result.iterations, plan.result.goal, plan.seconds,
                            std::move(plan.result.notes)};
    placed.problem = std::make_shared<const Problem>(std::move(plan.problem));
    placed.layout = std::make_shared<const Layout>(std::move(plan.result.layout));
    placed.provenance = std::move(plan.provenance);
    if (plan.trace) {
        placed.trace = std::make_shared<const Trace>(std::move(*plan.trace));
    }
    return std::make_shared<PlacedLayout>(std::move(placed));
}

std::string verdict_text(const PlacedLayout& placed) {
    const Document& document = placed.origin->document;
    const CheckReport report = check(*placed.problem, *placed.layout, 1);
    FileFacts facts;
    facts.format = document.format;
    facts.left_out = document.left_out;
    facts.is_model = document.import.has_value();
    facts.switches = placed.origin->switches;
    facts.misfits = placed.claims.misfits;
    facts.lower_bound = placed.claims.lower_bound;
    return verdict_on_file({.problem = placed.problem.get(), .layout = placed.layout.get(), .check = &report}, facts)
        .text();
}

void add_placed_layout(py::module_& module) {
    module.def("given_layout", [](const std::shared_ptr<OpenedProblem>& opened) { return given_layout(opened); });
    py::class_<PlacedLayout, Placed>(module, "PlacedLayout", py::buffer_protocol())
        .def_buffer([](PlacedLayout& self) { return offsets_of(self); })
        .def("__len__", [](const PlacedLayout& self) { return self.layout->placements.size(); })
        .def_property_readonly("peak",
                               [](const PlacedLayout& self) { return peak(*self.problem, *self.layout).value(); })
        .def_property_readonly("threshold", [](const PlacedLayout& self) { return self.threshold.value(); })
        .def_property_readonly("lower_bound", [](const PlacedLayout& self) { return self.lower_bound.value(); })
        .def_property_readonly("optimal", &is_optimal)
        .def_property_readonly("complete", [](const PlacedLayout& self) { return is_complete(*self.layout); })
        .def_property_readonly(
            "fits",
            [](const PlacedLayout& self) { return self.claims.misfits.empty() && fits(*self.problem, *self.layout); })
        .def_property_readonly("planner", &planner_of)
        .def_property_readonly(
            "reproducible", [](const PlacedLayout& self) { return !self.provenance || self.provenance->reproducible; })
        .def_property_readonly("recorded", [](const PlacedLayout& self) { return self.trace != nullptr; })
        .def_property_readonly(
            "origin",
            [](const PlacedLayout& self) {
                return std::const_pointer_cast<OpenedProblem>(self.origin);  // Python changes nothing of it
            })
        .def("run_figures", &run_figures)
        .def("unplaced", &unplaced_names)
        .def("notes", &notes_of)
        .def("verdict",
             [](const PlacedLayout& self) {
                 const std::string text = [&] {
                     const py::gil_scoped_release released;
                     return verdict_text(self);
                 }();
                 return python_text(text);
             })
        .def("svg",
             [](const PlacedLayout& self, bool is_dark) {
                 auto svg = [&] {
                     const py::gil_scoped_release released;
                     return svg_of(self, is_dark ? Theme::dark : Theme::light);
                 }();
                 return python_text(value_of(std::move(svg)));
             })
        .def("save", [](const PlacedLayout& self, const std::string& path) {
            const auto done = [&] {
                const py::gil_scoped_release released;
                return saved(self, path);
            }();
            if (!done) {
                raise(about(path, done.error()));
            }
        });
}

}  // namespace arenascope
