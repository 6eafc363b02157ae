#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/debugging/breakpoint.h"
#include "core/model/memory/layout.h"
#include "core/model/tiers/risk.h"
#include "core/planner/planning.h"

namespace arenascope {

/// A step at which a run under way stands still. It owns what it holds, so that another thread can show it.
struct StepPause {
    std::vector<std::uint64_t> path;  ///< see path_text()
    FrameKind kind = FrameKind::iteration;
    std::string reason;                    ///< see reason_text()
    std::vector<std::size_t> breakpoints;  ///< positions of those that stop here, ascending; empty: a single step
    std::string condition;                 ///< of the first of them
    std::uint64_t hits = 0;                ///< of the first of them so far, this one and ignored ones included
    Layout layout;                         ///< as the step ended; may be incomplete
    std::vector<Risk> risks;               ///< by buffer, see RecordedStep::risks; empty: the step has none
    std::vector<BufferIndex> order;        ///< the placing order of the step; empty: it has none
    OptionalOffset best;                   ///< see RecordedStep::best
};

/// What a run does after a pause.
enum class PauseAnswer : std::uint8_t {
    resume,  ///< until a breakpoint stops it again
    step,    ///< until the next step of any kind has ended
    cancel,  ///< end with the best layout so far
};

/// Called on the planner's thread, which waits until it returns.
using PauseSink = std::function<PauseAnswer(StepPause)>;

/// Whether the breakpoint at this position still stops the run. Called on the planner's thread, at each of its hits.
using StopFilter = std::function<bool(std::size_t breakpoint)>;

/// Lets a run stop where breakpoints say so: sets `record`, `watch` and `pause` of the order. Nothing is added if no
/// breakpoint is enabled and stops; logpoints write nothing. A wrong condition is an error of the run, as in
/// BreakpointRun. Without a hit, the layout and the trace are those without breakpoints, byte for byte. `still_stops`:
/// for breakpoints that are disabled during the run; empty: all stop it.
///
///   planner ─▶ this ─▶ recorder            each step costs O(n) for n buffers, and what the conditions read
///               └─▶ StepState ─▶ conditions ─▶ hit: every thread waits, `pause` answers
void stop_at(PlanOrder& order, std::vector<Breakpoint> breakpoints, PauseSink pause, StopFilter still_stops = {});

}  // namespace arenascope
