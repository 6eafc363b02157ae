#include "python/native/planner_run.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "python/native/opened_problem.h"
#include "python/native/placed_layout.h"
#include "python/native/python_error.h"
#include "python/native/python_text.h"
#include "python/native/waited_run.h"

namespace arenascope {
namespace {

namespace py = pybind11;

/// The arguments of a run as Python gives them.
struct RunWish {
    std::string planner;
    std::vector<KeyValue> settings;
    std::optional<double> time_limit;  ///< seconds
    std::uint64_t seed = 0;
    std::optional<std::int64_t> capacity;
    int threads = 0;  ///< 0: all cores
    bool record = false;
    std::function<void(const Progress&)> deliver;  ///< may be empty
};

int threads_of(int wish) {
    return wish > 0 ? wish : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::shared_ptr<PlacedLayout> planned(const std::shared_ptr<OpenedProblem>& opened, const RunWish& wish) {
    WaitedRun run(wish.deliver);
    PlanOrder order;
    order.planner = wish.planner;
    order.settings = wish.settings;
    order.seed = wish.seed;
    order.threads = threads_of(wish.threads);
    order.capacity = wish.capacity ? std::optional(Bytes(*wish.capacity)) : std::nullopt;
    order.progress = run.progress();
    order.stop = run.stop();
    order.time_limit_seconds = wish.time_limit;
    order.record = wish.record;
    auto plan = run.result_of([&] { return run_planner(opened->document.problem, opened->document.layout, order); });
    if (!plan) {
        raise(about(opened->name, plan.error()));
    }
    if (!is_complete(plan->result.layout) && plan->result.misfits.empty()) {
        Error error = about(opened->name, stopped_too_early());
        error.cure = "give it more time";
        raise(error);
    }
    return planned_layout(opened, std::move(*plan));
}

py::list option_rows(const PlannerDescription& planner) {
    py::list rows;
    for (const OptionSpec& spec : planner.options) {
        if (planner.kind == PlannerKind::shared_objects && spec.key == "pins") {
            continue;  // such planners refuse them
        }
        rows.append(py::make_tuple(python_text(spec.key), python_text(name_of(spec.type)),
                                   python_text(spec.default_value), python_text(whole_meaning(spec))));
    }
    return rows;
}

py::list planner_rows() {
    py::list rows;
    for (const PlannerDescription& planner : described_planners()) {
        rows.append(py::make_tuple(python_text(planner.name), python_text(name_of(planner.kind)),
                                   python_text(planner.summary), option_rows(planner)));
    }
    return rows;
}

}  // namespace

void add_planner_run(py::module_& module) {
    module.def("planner_rows", &planner_rows);
    module.def("plan", [](const std::shared_ptr<OpenedProblem>& opened, std::string planner,
                          std::vector<KeyValue> settings, std::optional<double> time_limit, std::uint64_t seed,
                          std::optional<std::int64_t> capacity, int threads, bool record, const py::object& progress) {
        RunWish wish{std::move(planner), std::move(settings), time_limit, seed, capacity, threads, record, {}};
        if (!progress.is_none()) {
            wish.deliver = [&progress](const Progress& now) {
                progress(now.work, now.work_limit, now.best_peak.value(), now.lower_bound.value());
            };
        }
        return planned(opened, wish);
    });
}

}  // namespace arenascope
