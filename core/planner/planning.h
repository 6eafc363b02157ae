#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/planner/planner.h"

namespace arenascope {

/// What a person asks for when planning: a planner, its switches, and what bounds the run.
struct PlanOrder {
    std::string planner;             ///< name in the registry
    std::vector<KeyValue> settings;  ///< of the planner's own options and of common_options()
    std::uint64_t seed = 0;
    int threads = 1;
    std::optional<Bytes> capacity;  ///< replaces the capacity of every region
    ProgressSink progress;
    StopToken stop;
    /// Of planning: the run then stops at it with the best so far, and budgets that are not set do not end it.
    std::optional<double> time_limit_seconds;
    bool record = false;  ///< whether a trace is wanted
};

/// A finished run with everything that it takes to show, save and repeat it.
struct Plan {
    Problem problem;  ///< as planned: with the alignment, pins and capacity that were asked for
    PlanResult result;
    Provenance provenance;
    std::optional<Trace> trace;
    double seconds = 0.0;  ///< wall clock of planning alone
};

/// Switches that every planner of offsets takes: `alignment` and `pins`.
[[nodiscard]] const std::vector<OptionSpec>& common_options();

/// A planner's own options followed by the common ones.
[[nodiscard]] std::vector<OptionSpec> all_options(const PlannerDescription& planner);

/// Every planner of the registry with all options that it takes.
[[nodiscard]] std::vector<PlannerDescription> described_planners();

/// Plans a problem anew. `given` are the placements that the file came with: they are ignored but for `pins=file`.
/// Pinned buffers that share memory on purpose stay so: the result declares their groups. Errors: an unknown planner,
/// an option that is wrong, a problem that the switches make invalid, pins that cannot be kept (see check_pins()), or a
/// result that is not sound (see check_soundness()).
[[nodiscard]] Expected<Plan> run_planner(const Problem& problem, const Layout& given, const PlanOrder& order);

/// What is to be said of a run whose layout is not complete. Names no file and no cure.
[[nodiscard]] Error stopped_too_early();

}  // namespace arenascope
