#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/debugging/breakpoint.h"
#include "core/analysis/debugging/step_search.h"
#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"

namespace arenascope {

/// What a breakpoint found in a recorded run.
struct BreakpointFindings {
    std::optional<Error> error = {};        ///< of its condition or its line; it found nothing then
    std::optional<std::string> never = {};  ///< see never_holds()
    std::uint64_t held = 0;                 ///< steps at which the condition held; 0 while it is disabled
    std::uint64_t hits = 0;                 ///< the same without those that it ignores
    FrameIndex first = FrameIndex::none();  ///< its first hit; none(): it has none
};

/// A line that a logpoint wrote.
struct RunLine {
    FrameIndex frame;
    std::size_t breakpoint = 0;  ///< its position in the list
    std::string text;
    friend bool operator==(const RunLine&, const RunLine&) = default;
};

/// The values of a watch.
struct WatchFindings {
    std::optional<Error> error = {};
    IndexedVector<FrameIndex, std::string> words = {};  ///< see words_of(); empty for passes
    IndexedVector<FrameIndex, double> numbers = {};     ///< see number_of(); NaN where it has none
};

/// Everything that breakpoints and watches find in a recorded run.
///
///   step    0   1   2   3   4
///   hits        ●       ●   ●     steps at which the run stops, one for each breakpoint that stops there
///   lines           ≡             of the logpoints
struct RunFindings {
    std::vector<BreakpointFindings> breakpoints;   ///< in the order of the list
    std::vector<StepHit> hits;                     ///< in time order, and by breakpoint within a step
    std::vector<std::size_t> breakpoint_of_hit;    ///< by hit: the position of its breakpoint in the list
    std::vector<RunLine> lines;                    ///< in time order
    std::vector<WatchFindings> watches;            ///< in the order of the list
    IndexedVector<FrameIndex, std::string> paths;  ///< see frame_paths()
    std::vector<FrameIndex> main_steps;            ///< see chief_frames()
    Bytes threshold;                               ///< of the run
};

/// Walks the run once for all breakpoints and watches. One that cannot be read does not keep the others from working.
/// Empty: `poll` ended the search. Linear in the trace, plus what conditions and watches read of each step.
[[nodiscard]] std::optional<RunFindings> find_in_run(const RecordedRun& run, const std::vector<Breakpoint>& breakpoints,
                                                     const std::vector<std::string>& watches = {},
                                                     const SearchPoll& poll = {});

}  // namespace arenascope
