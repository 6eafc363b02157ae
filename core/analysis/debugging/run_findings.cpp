#include "core/analysis/debugging/run_findings.h"

#include <limits>
#include <utility>

#include "core/analysis/debugging/step_walk.h"
#include "core/analysis/debugging/trace_facts.h"
#include "core/trace/trace_player.h"

namespace arenascope {
namespace {

/// Values that are listed together with where they stand in the user's list.
struct ReadableWatch {
    std::size_t position = 0;
    StepEvaluation evaluation;
};

/// Those of the breakpoints that can be read, with the position of each in the list.
struct ReadableBreakpoints {
    std::vector<Breakpoint> list;
    std::vector<std::size_t> positions;
};

ReadableBreakpoints readable_breakpoints(const RecordedRun& run, const std::vector<Breakpoint>& breakpoints,
                                         RunFindings& findings) {
    const StepScope scope = scope_of(run);
    const TraceFacts facts = facts_of(*run.trace, *run.problem);
    ReadableBreakpoints readable;
    for (std::size_t i = 0; i < breakpoints.size(); ++i) {
        BreakpointFindings& found = findings.breakpoints.emplace_back();
        const auto condition = StepExpression::condition(breakpoints[i].condition, scope);
        if (!condition) {
            found.error = condition.error();
            continue;
        }
        found.never = never_holds(*condition, facts, *run.problem);
        if (breakpoints[i].action == Breakpoint::Action::log) {
            if (const auto line = LogTemplate::parse(breakpoints[i].line, scope); !line) {
                found.error = line.error();
                continue;
            }
        }
        readable.list.push_back(breakpoints[i]);
        readable.positions.push_back(i);
    }
    return readable;
}

std::vector<ReadableWatch> readable_watches(const RecordedRun& run, const std::vector<std::string>& watches,
                                            RunFindings& findings) {
    std::vector<ReadableWatch> readable;
    for (std::size_t i = 0; i < watches.size(); ++i) {
        WatchFindings& found = findings.watches.emplace_back();
        auto expression = StepExpression::value(watches[i], scope_of(run));
        if (!expression) {
            found.error = expression.error();
            continue;
        }
        found.words.resize(run.trace->frames.size());
        found.numbers.assign(run.trace->frames.size(), std::numeric_limits<double>::quiet_NaN());
        readable.push_back(ReadableWatch{i, StepEvaluation(std::move(*expression))});
    }
    return readable;
}

void note_hit(RunFindings& findings, std::size_t breakpoint, FrameIndex frame) {
    BreakpointFindings& found = findings.breakpoints[breakpoint];
    if (++found.hits == 1) {
        found.first = frame;
    }
}

void note_value(WatchFindings& found, FrameIndex frame, const StepValue& value) {
    found.words[frame] = words_of(value);
    if (const auto number = number_of(value)) {
        found.numbers[frame] = *number;
    }
}

}  // namespace

std::optional<RunFindings> find_in_run(const RecordedRun& run, const std::vector<Breakpoint>& breakpoints,
                                       const std::vector<std::string>& watches, const SearchPoll& poll) {
    constexpr std::size_t steps_between_polls = 256;
    RunFindings findings;
    const ReadableBreakpoints readable = readable_breakpoints(run, breakpoints, findings);
    std::vector<ReadableWatch> watched = readable_watches(run, watches, findings);
    findings.paths = frame_paths(*run.trace);
    findings.main_steps = chief_frames(*run.trace);
    findings.threshold = run.trace->threshold;
    auto stops = BreakpointRun::of(readable.list, scope_of(run));
    if (!stops || (readable.list.empty() && watched.empty())) {
        return findings;
    }
    StepNeeds needs = stops->needs();
    needs.peak = true;
    for (const ReadableWatch& watch : watched) {
        needs.add(watch.evaluation.expression().needs());
    }
    StepWalk walk(*run.problem, *run.trace, needs, run.result);
    std::size_t visited = 0;
    while (const RecordedStep* step = walk.next()) {
        if (++visited % steps_between_polls == 0 && poll && !poll(visited)) {
            return std::nullopt;
        }
        const BreakReport& report = stops->next(*step);
        for (const std::size_t stop : report.stops) {
            findings.hits.push_back({step->frame, step->state->peak()});
            findings.breakpoint_of_hit.push_back(readable.positions[stop]);
            note_hit(findings, readable.positions[stop], step->frame);
        }
        for (const BreakReport::Line& line : report.lines) {
            findings.lines.push_back({step->frame, readable.positions[line.breakpoint], line.text});
            note_hit(findings, readable.positions[line.breakpoint], step->frame);
        }
        for (ReadableWatch& watch : watched) {
            note_value(findings.watches[watch.position], step->frame, watch.evaluation.next(*step));
        }
    }
    for (std::size_t i = 0; i < readable.positions.size(); ++i) {
        findings.breakpoints[readable.positions[i]].held = stops->hits(i);
    }
    return findings;
}

}  // namespace arenascope
