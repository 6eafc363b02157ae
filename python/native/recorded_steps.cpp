#include "python/native/recorded_steps.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/debugging/step_search.h"
#include "core/trace/step_layout.h"
#include "core/trace/trace_player.h"
#include "python/native/placed_layout.h"
#include "python/native/python_error.h"
#include "python/native/python_text.h"
#include "python/native/waited_run.h"

namespace arenascope {
namespace {

namespace py = pybind11;

using Placed = std::shared_ptr<PlacedLayout>;

RecordedRun run_of(const PlacedLayout& placed) {
    if (!placed.trace) {
        raise({placed.origin->name, 0, "the steps of the run were not recorded", "plan with record=True"});
    }
    return {placed.problem.get(), placed.trace.get(), placed.layout.get()};
}

/// A row for each step where the condition holds: frame, path, kind, peak, note.
py::list hit_rows(const PlacedLayout& placed, const std::string& where) {
    const RecordedRun run = run_of(placed);
    const auto condition = StepExpression::condition(where, scope_of(run));
    if (!condition) {
        Error error = condition.error();
        error.cause = "condition: " + error.cause;
        raise(error);
    }
    WaitedRun waited({});
    const StopToken stop = waited.stop();
    const auto hits = waited.result_of([&] { return all_hits(run, *condition, [&](std::size_t) { return !stop(); }); });
    const IndexedVector<FrameIndex, std::string> paths = frame_paths(*run.trace);
    py::list rows;
    for (const StepHit& hit : hits.value()) {
        const Frame& frame = run.trace->frames[hit.frame];
        rows.append(py::make_tuple(hit.frame.value(), python_text(paths[hit.frame]), python_text(name_of(frame.kind)),
                                   hit.peak.value(), python_text(frame.note)));
    }
    return rows;
}

/// The layout at the end of a frame.
Placed layout_at(const Placed& placed, std::size_t number) {
    const RecordedRun run = run_of(*placed);
    if (number >= run.trace->frames.size()) {
        raise({placed->origin->name, 0, "the trace has no frame " + std::to_string(number), {}});
    }
    TracePlayer player(*run.trace);
    player.go_to(FrameIndex(number));
    PlacedLayout step = *placed;
    step.layout = std::make_shared<const Layout>(step_layout(player.layout(*run.problem), *run.result, *run.problem));
    step.trace = nullptr;
    step.run = std::nullopt;
    step.claims = {};
    return std::make_shared<PlacedLayout>(std::move(step));
}

}  // namespace

void add_recorded_steps(py::module_& module) {
    module.def("hit_rows", [](const Placed& placed, const std::string& where) { return hit_rows(*placed, where); });
    module.def("layout_at", &layout_at);
    module.def("dropped_steps", [](const Placed& placed) { return dropped_frames(*run_of(*placed).trace); });
}

}  // namespace arenascope
