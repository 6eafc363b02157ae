#include "app/command_line/trace_command.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/stop_signal.h"
#include "app/command_line/text_table.h"
#include "app/command_line/work_progress.h"
#include "core/analysis/debugging/step_search.h"
#include "core/analysis/debugging/trace_facts.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/format/document.h"
#include "core/model/memory/live_profile.h"
#include "core/picture/plan/unit.h"

namespace arenascope {
namespace {

/// A run, and the steps at which the condition holds.
struct FoundSteps {
    LoadedPlan plan;
    std::vector<StepHit> hits;
    std::optional<std::string> never;  ///< why the condition can hold nowhere in this run; empty: it might
};

Error about_condition(const Error& error) {
    return {{}, 0, "--where: " + error.cause, error.cure};
}

RecordedRun run_of(const LoadedPlan& plan) {
    return {&plan.problem, &*plan.trace, &plan.layout};
}

Json hits_json(const FoundSteps& found, const std::vector<std::string>& notes) {
    const Trace& trace = *found.plan.trace;
    const IndexedVector<FrameIndex, std::string> paths = frame_paths(trace);
    Json hits = Json::array();
    for (const StepHit& hit : found.hits) {
        const Frame& frame = trace.frames[hit.frame];
        hits.push_back({{"frame", paths[hit.frame]},
                        {"kind", name_of(frame.kind)},
                        {"peak", hit.peak.value()},
                        {"note", frame.note}});
    }
    return {{"count", found.hits.size()},       {"hits", std::move(hits)},
            {"dropped", dropped_frames(trace)}, {"never", found.never ? Json(*found.never) : Json()},
            {"planned", found.plan.planned},    {"notes", notes}};
}

std::string hits_text(const FoundSteps& found) {
    const Trace& trace = *found.plan.trace;
    const IndexedVector<FrameIndex, std::string> paths = frame_paths(trace);
    std::vector<std::vector<std::string>> rows;
    for (const StepHit& hit : found.hits) {
        const Frame& frame = trace.frames[hit.frame];
        rows.push_back({paths[hit.frame], std::string(name_of(frame.kind)), grouped(hit.peak.value())});
        if (!frame.note.empty()) {
            rows.back().push_back(visible(frame.note));
        }
    }
    return table_text({{"", false, {}}, {"  ", false, {}}, {"  peak ", true, " B"}, {"  ", false, {}}}, rows);
}

Expected<FoundSteps> found_steps(LoadedPlan plan, const std::string& where) {
    const RecordedRun run = run_of(plan);
    const auto condition = StepExpression::condition(where, scope_of(run));
    if (!condition) {
        return tl::unexpected(about_condition(condition.error()));
    }
    auto hits = all_hits(run, *condition, [](std::size_t) { return !stop_requested(); });
    if (!hits) {
        return failure("stopped before all steps were searched");
    }
    auto never = never_holds(*condition, facts_of(*run.trace, *run.problem), *run.problem);
    return FoundSteps{std::move(plan), std::move(*hits), std::move(never)};
}

/// Notes why nothing was found, and what the trace does not have.
void report_gaps(const TraceArguments& arguments, const FoundSteps& found) {
    const std::string source = source_name(arguments.common.file);
    if (found.never) {
        note(arguments.common, {source, 0, "no step can be found: " + *found.never, {}});
    }
    if (const auto dropped = static_cast<std::int64_t>(dropped_frames(*found.plan.trace)); dropped > 0) {
        note(arguments.common,
             {source, 0,
              grouped(dropped) + (dropped == 1 ? " step" : " steps") + " of the run were not kept in the trace",
              "the steps that it has are exact"});
    }
}

}  // namespace

ExitStatus run_trace(const TraceArguments& arguments) {
    auto document = open_document(arguments.common, arguments.common.file);
    if (!document) {
        return fail(arguments.common, document.error());
    }
    report_open_sizes(arguments.common, *document, arguments.common.file);
    report_notes(arguments.common, *document, arguments.common.file);
    // A mistake is told before a long run begins.
    const StepScope scope{&document->problem, threshold(document->problem)};
    if (const auto condition = StepExpression::condition(arguments.where, scope); !condition) {
        return fail(arguments.common, about_condition(condition.error()));
    }
    const std::vector<std::string> notes = document->notes;
    auto plan = document->trace ? plan_if_needed(std::move(*document), arguments.common, arguments.planner)
                                : plan_anew(*document, arguments.common, arguments.planner);
    if (!plan) {
        return fail(arguments.common, plan.error(), status_of_failed_planning());
    }
    if (!plan->trace) {
        return fail(arguments.common, Error{source_name(arguments.common.file), 0, "the planner recorded no steps",
                                            "use another --planner"});
    }
    const auto found = found_steps(std::move(*plan), arguments.where);
    if (!found) {
        return fail(arguments.common, found.error(), stop_requested() ? ExitStatus::stopped : ExitStatus::unusable);
    }
    report_gaps(arguments, *found);
    const bool printed = print_result(
        arguments.common, [&] { return hits_json(*found, notes); }, [&] { return hits_text(*found); });
    return printed ? ExitStatus::fine : ExitStatus::unwritten;
}

}  // namespace arenascope
