#include <algorithm>
#include <utility>
#include <vector>

#include "app/command_line/arguments.h"
#include "app/command_line/followed_run.h"
#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/stop_signal.h"
#include "app/command_line/sub_commands.h"
#include "app/command_line/text_table.h"
#include "app/command_line/work_progress.h"
#include "core/analysis/debugging/step_search.h"
#include "core/analysis/debugging/trace_facts.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/format/document.h"
#include "core/model/memory/live_profile.h"

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
    const Document& document = plan.document;
    return {&document.problem, &*document.trace, &document.layout};
}

/// The hits, for all forms of the report.
FactTable hit_facts(const FoundSteps& found) {
    const Trace& trace = *found.plan.document.trace;
    const IndexedVector<FrameIndex, std::string> paths = frame_paths(trace);
    FactTable facts{{"frame", "kind", "peak", "note"}, {}};
    for (const StepHit& hit : found.hits) {
        const Frame& frame = trace.frames[hit.frame];
        facts.rows.push_back({paths[hit.frame], std::string(name_of(frame.kind)), hit.peak.value(), frame.note});
    }
    return facts;
}

Json hits_json(const FoundSteps& found) {
    return {{"count", found.hits.size()},
            {"hits", facts_json(hit_facts(found))},
            {"dropped", dropped_frames(*found.plan.document.trace)},
            {"never", found.never ? Json(*found.never) : Json()},
            {"planned", found.plan.planned},
            {"notes", found.plan.document.notes}};
}

std::string hits_text(const FoundSteps& found) {
    return facts_text(hit_facts(found), {{"", "frame"}, {"  ", "kind"}, {"  peak ", "peak", " B"}, {"  ", "note"}});
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
    if (const auto dropped = static_cast<std::int64_t>(dropped_frames(*found.plan.document.trace)); dropped > 0) {
        note(arguments.common,
             {source, 0,
              grouped(dropped) + (dropped == 1 ? " step" : " steps") + " of the run were not kept in the trace",
              "the steps that it has are exact"});
    }
}

}  // namespace

ExitStatus run_trace(const TraceArguments& arguments) {
    if (arguments.follow) {
        return follow_run(arguments);
    }
    auto document = open_and_report(arguments.common);
    if (!document) {
        return fail(arguments.common, document.error());
    }
    // A mistake is told before a long run begins.
    const StepScope scope{&document->problem, threshold(document->problem)};
    if (const auto condition = StepExpression::condition(arguments.where, scope); !condition) {
        return fail(arguments.common, about_condition(condition.error()));
    }
    auto plan = document->trace ? plan_if_needed(std::move(*document), arguments.common, arguments.planner)
                                : plan_anew(std::move(*document), arguments.common, arguments.planner);
    if (!plan) {
        return fail(arguments.common, plan.error(), status_of_failed_planning());
    }
    if (!plan->document.trace) {
        return fail(arguments.common, Error{source_name(arguments.common.file), 0, "the planner recorded no steps",
                                            "use another --planner"});
    }
    const auto found = found_steps(std::move(*plan), arguments.where);
    if (!found) {
        return fail(arguments.common, found.error(), stop_requested() ? ExitStatus::stopped : ExitStatus::unusable);
    }
    report_gaps(arguments, *found);
    const bool printed = print_result(
        arguments.common, [&] { return hits_json(*found); }, [&] { return hits_text(*found); });
    return printed ? ExitStatus::fine : ExitStatus::unwritten;
}

}  // namespace arenascope
