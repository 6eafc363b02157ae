#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/error.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/planner/option.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// What a planner hands out. `kind` of the command line's `planners`.
enum class PlannerKind : std::uint8_t { offsets, shared_objects, exact, tuner };

[[nodiscard]] std::string_view name_of(PlannerKind kind);

/// How far a run is.
struct Progress {
    std::uint64_t work = 0;            ///< done so far
    std::uint64_t work_limit = 0;      ///< the budget; 0 where there is none
    Offset best_peak;                  ///< of the best complete layout so far; 0 where there is none
    const Layout* improved = nullptr;  ///< the best layout, only when it is better than at the last call
    Bytes lower_bound;                 ///< proved so far; 0 where the planner proves none on the way
};

/// Told at a bounded amount of work, on the planner's own thread.
using ProgressSink = std::function<void(const Progress&)>;

/// Asked at a bounded amount of work; true means: hand out the best so far.
using StopToken = std::function<bool()>;

/// What one planner asks of another: to plan a part of its problem.
struct PartOrder {
    std::string planner;    ///< name in the registry
    std::int64_t work = 0;  ///< its limit of work, where it has one; 0: its own default
    std::uint64_t seed = 0;
    int threads = 1;
    ProgressSink progress;  ///< may be empty
    StopToken stop;         ///< may be empty
};

struct PlanResult;

/// Plans a part by the planner that is named, with its own default options. The errors are those of run_planner().
using PlanByName = std::function<Expected<PlanResult>(const Problem& part, const PartOrder& order)>;

/// The planner where none is named.
inline constexpr std::string_view default_planner = "peak-suppression";

/// Everything that a planner may depend on: the same request gives the same result, byte for byte, unless the
/// stop token cut it short.
struct PlanRequest {
    const Problem& problem;  ///< validated
    OptionValues options;
    std::uint64_t seed = 0;
    int threads = 1;
    ProgressSink progress;          ///< may be empty
    StopToken stop;                 ///< may be empty
    TraceSink* trace = nullptr;     ///< may be null
    const Layout* given = nullptr;  ///< where the file has placed the buffers; null: nowhere
    /// A time limit is the budget: a planner with budgets (see OptionSpec) goes on, in turns that are as long as those
    /// say, until it has reached its goal or the stop token ends it. Only with a stop token.
    bool until_stopped = false;
    PlanByName plan_by_name = {};  ///< for planners that hand parts on to others; else it may be empty
};

/// A buffer that found no room below the capacity of its region, which is why the layout is not whole.
struct Misfit {
    BufferIndex buffer;
    Bytes missing;            ///< the least that the capacity would have to be larger by
    Bytes largest_free_area;  ///< throughout its lifetime
    friend bool operator==(const Misfit&, const Misfit&) = default;
};

/// The size that a planner gave to a buffer whose size was left to it.
struct ChosenSize {
    BufferIndex buffer;
    Bytes size;
    friend bool operator==(const ChosenSize&, const ChosenSize&) = default;
};

/// The region that a planner put a buffer into instead of its own.
struct ChosenRegion {
    BufferIndex buffer;
    RegionIndex region;
    friend bool operator==(const ChosenRegion&, const ChosenRegion&) = default;
};

struct PlanResult {
    Layout layout;                            ///< of planners of shared objects also with those
    Bytes threshold;                          ///< of the problem as planned
    std::optional<Bytes> threshold_unshared;  ///< where memory is shared on purpose: of the problem without that
    Bytes lower_bound;                        ///< proved: no layout is lower
    std::optional<Offset> initial_peak;       ///< tuners: peak of the first placement
    std::uint64_t iterations = 0;
    Goal goal = Goal::complete;  ///< what ended the run
    std::uint64_t work = 0;
    bool reproducible = true;                ///< false where the stop token cut it short
    std::vector<Misfit> misfits = {};        ///< in the order in which they found no room
    std::vector<ChosenSize> sizes = {};      ///< of variable scratch; they become those of the problem as planned
    std::vector<ChosenRegion> regions = {};  ///< of scratch that wants another part of the heap: these, too
    std::vector<KeyValue> choices = {};      ///< what the planner decided of itself, in words of the method
};

/// What a planner is, for the command line and the window alike.
struct PlannerDescription {
    std::string_view name;  ///< as on the command line
    PlannerKind kind;
    std::string_view summary;  ///< one line
    std::vector<OptionSpec> options;
};

/// One strategy. Adding one is a file that defines such a value and a line in the registry.
struct Planner {
    PlannerDescription description;
    std::function<Expected<PlanResult>(const PlanRequest&)> plan;
};

}  // namespace arenascope
