#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/settings/option.h"
#include "core/planner/heap_trial.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// The kind of result that a planner gives; the `kind` that `arenascope planners` prints.
enum class PlannerKind : std::uint8_t { offsets, shared_objects, exact, tuner };

[[nodiscard]] std::string_view name_of(PlannerKind kind);

/// What a planner is for, in the order of every list. The sections of docs/planners.md have the same titles.
enum class PlannerFamily : std::uint8_t { searching, greedy, operator_sharing, shared_objects, cores_and_scratch };

/// "Searching planners", a heading.
[[nodiscard]] std::string_view title_of(PlannerFamily family);

/// What the planners of a family have in common, in one line.
[[nodiscard]] std::string_view summary_of(PlannerFamily family);

/// The progress of a run.
struct Progress {
    std::uint64_t work = 0;
    /// The budget, or the number of buffers if the planner places each one once and counts them; 0: not known.
    std::uint64_t work_limit = 0;
    Offset best_peak;                  ///< of the best complete layout so far; 0: none yet
    const Layout* improved = nullptr;  ///< the best layout if it has improved since the last call, else null
    Bytes lower_bound;                 ///< proved so far; 0: none
};

/// Progress callback, called on the planner's thread, or on one that takes turns with it, after a bounded amount of
/// work.
using ProgressSink = std::function<void(const Progress&)>;

/// Called after a bounded amount of work. True: the planner must end and return its best layout so far.
using StopToken = std::function<bool()>;

/// Called with the work so far. It may hold the run for a while.
using TurnSink = std::function<void(std::uint64_t work)>;

/// An order from one planner to another: plan a part of the problem.
struct PartOrder {
    std::string planner;    ///< name in the registry
    std::int64_t work = 0;  ///< work limit, for planners that have one; 0: their default
    std::uint64_t seed = 0;
    int threads = 1;
    ProgressSink progress;  ///< may be empty
    StopToken stop;         ///< may be empty
};

struct PlanResult;

/// Plans a part with the planner that the order names, with default options. The errors are those of run_planner().
using PlanByName = std::function<Expected<PlanResult>(const Problem& part, const PartOrder& order)>;

/// Used when the user names no planner.
inline constexpr std::string_view default_planner = "peak-suppression";

/// Everything that a planner may depend on. The same request gives the same result, byte for byte, unless the stop
/// token ends the run.
struct PlanRequest {
    const Problem& problem;  ///< validated
    OptionValues options;
    std::uint64_t seed = 0;
    int threads = 1;
    ProgressSink progress;          ///< may be empty
    StopToken stop;                 ///< may be empty
    TraceSink* trace = nullptr;     ///< may be null
    const Layout* given = nullptr;  ///< the offsets from the file; null: the file has none
    /// The layout of the file if it is a complete and sound one of `problem` without any sharing, for planners that
    /// search: they start from it, too, so that no region ends higher. Null: there is none, or the planner keeps to a
    /// source.
    const Layout* own_start = nullptr;
    /// The best layout of all fast strategies (see race()), where the caller has run them. Null: nobody has.
    const Layout* raced = nullptr;
    /// The stop token replaces the budgets (see OptionSpec). The planner repeats turns of the budgets' length until it
    /// reaches its goal or the stop token ends the run. Requires a stop token.
    bool until_stopped = false;
    /// Called at points of the run that the request alone decides, so that a planner of planners can hold it there.
    TurnSink turn = {};
    PlanByName plan_by_name = {};  ///< for planners that delegate parts to other planners; may be empty for all others
};

/// A buffer that does not fit below the capacity of its region, which leaves the layout incomplete.
struct Misfit {
    BufferIndex buffer;
    Bytes missing;            ///< the smallest increase of the capacity that would make it fit
    Bytes largest_free_area;  ///< the largest area that is free throughout the buffer's lifetime
    friend bool operator==(const Misfit&, const Misfit&) = default;
};

/// The size that a planner gave to a buffer of variable size.
struct ChosenSize {
    BufferIndex buffer;
    Bytes size;
    friend bool operator==(const ChosenSize&, const ChosenSize&) = default;
};

/// The region that a planner chose for a buffer instead of the buffer's own.
struct ChosenRegion {
    BufferIndex buffer;
    RegionIndex region;
    friend bool operator==(const ChosenRegion&, const ChosenRegion&) = default;
};

struct PlanResult {
    Layout layout;                            ///< includes the shared objects, for planners of those
    Bytes threshold;                          ///< of the problem as planned
    std::optional<Bytes> threshold_unshared;  ///< of the problem without sharing; empty: no memory is shared on purpose
    /// The peak without sharing, by falling size into the smallest gap; empty: the planner does not share memory.
    std::optional<Offset> peak_unshared = {};
    Bytes lower_bound;                   ///< proved: no layout is lower
    std::optional<Offset> initial_peak;  ///< tuners: peak of the first placement
    std::uint64_t iterations = 0;
    Goal goal = Goal::complete;  ///< why the run ended
    std::uint64_t work = 0;
    bool reproducible = true;            ///< false: the stop token ended the run early
    std::vector<Misfit> misfits = {};    ///< in the order in which placing failed
    std::vector<ChosenSize> sizes = {};  ///< of variable scratch; the planned problem takes them over
    /// Of scratch moved to another part of the heap; the planned problem takes them over.
    std::vector<ChosenRegion> regions = {};
    std::vector<KeyValue> choices = {};          ///< decisions of the planner, in the method's words
    std::vector<std::string> notes = {};         ///< sentences about the layout that the user should read
    std::optional<HeapTrials> heap_trials = {};  ///< planners of scratch: what was tried
};

/// The description of a planner, for the command line and for the window.
struct PlannerDescription {
    std::string_view name;  ///< as on the command line
    PlannerFamily family;
    PlannerKind kind;
    std::string_view summary;  ///< one line
    std::vector<OptionSpec> options;
    /// The planner places every buffer once, whatever the stop token says, and then improves the layout, which may take
    /// long. Every other planner may end without a layout.
    bool improves = false;
    /// The planner may move scratch to the part of another speed in its heap.
    bool moves_scratch = false;
    /// The planner gets the sharing groups of the file with the problem, and may lay their members over each other.
    bool takes_groups = false;
};

/// A planning strategy. A new one needs a file that defines such a value and a line in the registry.
struct Planner {
    PlannerDescription description;
    std::function<Expected<PlanResult>(const PlanRequest&)> plan;
};

}  // namespace arenascope
