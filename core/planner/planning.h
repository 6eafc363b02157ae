#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/planner/planner.h"
#include "core/planner/run_pause.h"

namespace arenascope {

/// Puts a sink between the planner and the recorder of its run. It must pass everything on. `problem`: as it is
/// planned, with its threshold. Both it and the recorder outlive the sink.
using TraceWatch =
    std::function<Expected<std::unique_ptr<TraceSink>>(TraceSink& recorder, const Problem& problem, Bytes threshold)>;

/// A user's order to plan: a planner, its options and the limits of the run.
struct PlanOrder {
    std::string planner;  ///< name in the registry; with `external` its text, which is then only shown
    /// A planner that is not in the registry. Only a user's own order sets it: the text in a file never becomes one.
    std::shared_ptr<const Planner> external = {};
    std::vector<KeyValue> settings;  ///< for the planner's own options and common_options()
    std::uint64_t seed = 0;
    int threads = 1;
    std::optional<Bytes> capacity;  ///< replaces the capacity of every region
    ProgressSink progress;
    StopToken stop;
    /// Limit of the planning time; empty: none. At the limit the run returns its best layout so far. Under a limit,
    /// budgets that the user did not set do not end the run.
    std::optional<double> time_limit_seconds;
    bool record = false;               ///< whether to record a trace
    std::size_t trace_byte_limit = 0;  ///< of the trace, see TraceRecorder; 0: its default
    TraceWatch watch = {};             ///< looks at the steps while they are recorded, see stop_at(); may be empty
    /// Holds the threads of the run, and may end it; null: it never pauses. What it holds up counts neither for the
    /// time limit nor as time of planning.
    std::shared_ptr<RunPause> pause = {};
};

/// A finished run with all data needed to show, save and repeat it.
struct Plan {
    Problem problem;  ///< with the alignment, the pins and the capacity of the order
    PlanResult result;
    Provenance provenance;
    std::optional<Trace> trace;
    double seconds = 0.0;  ///< wall clock of planning alone
};

/// Options of every planner that gives offsets: `alignment` and `pins`.
[[nodiscard]] const std::vector<OptionSpec>& common_options();

/// A planner's own options followed by the common ones.
[[nodiscard]] std::vector<OptionSpec> all_options(const PlannerDescription& planner);

/// Every planner of the registry with all its options.
[[nodiscard]] std::vector<PlannerDescription> described_planners();

/// Plans a problem anew. `given` holds the placements from the file; they are ignored unless `pins=file` is set. Pinned
/// buffers that share memory on purpose keep sharing it, and the result declares their groups. Errors: an unknown
/// planner, a wrong option, options that make the problem invalid, pins that cannot be kept (see check_pins()), or an
/// unsound result (see check_soundness()).
[[nodiscard]] Expected<Plan> run_planner(const Problem& problem, const Layout& given, const PlanOrder& order);

/// The error for a run that was stopped before any layout was complete. It names neither a file nor a cure.
[[nodiscard]] Error stopped_too_early();

}  // namespace arenascope
