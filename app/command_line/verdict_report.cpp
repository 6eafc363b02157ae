#include "app/command_line/verdict_report.h"

#include <algorithm>
#include <utility>

#include "app/command_line/arguments.h"
#include "app/command_line/stop_signal.h"
#include "app/command_line/work_progress.h"
#include "app/session/switched_import.h"
#include "core/base/text/amount.h"
#include "core/check/contradictions.h"

namespace arenascope {
namespace {

FileFacts facts_of(const Document& document, std::span<const KeyValue> switches, const PlannerClaims& claims) {
    return {.format = document.format,
            .left_out = document.left_out,
            .is_model = document.import.has_value(),
            .switches = switches,
            .misfits = claims.misfits,
            .lower_bound = claims.lower_bound};
}

Verdict judged(const FileArguments& common, const Document& document, VerdictInput input,
               const PlannerClaims& claims = {}) {
    const Settings settings = settings_of(common).value_or(Settings());
    return verdict_on_file(std::move(input), facts_of(document, settings.import, claims));
}

/// What a planner made overlaps nowhere, but the file may contradict itself about its operators.
CheckReport planned_report(const Problem& problem, const Layout& layout) {
    CheckReport report;
    report.contradictions = contradictions(problem, layout);
    return report;
}

Json busiest_json(const BusyStep& busiest, const Problem& problem) {
    return {{"step", busiest.step.value()},
            {"live", busiest.live.value()},
            {"buffers", json_list(busiest.largest, [&](BufferIndex index) -> Json {
                 return {{"name", problem.buffers[index].name}, {"size", problem.buffers[index].size.value()}};
             })}};
}

}  // namespace

Verdict verdict_on(const FileArguments& common, const Document& document, const CheckReport* check,
                   std::vector<std::string> other_findings) {
    return judged(common, document,
                  {.problem = &document.problem,
                   .layout = &document.layout,
                   .check = check,
                   .other_findings = std::move(other_findings)});
}

Verdict checked_verdict_on(const FileArguments& common, const Document& document) {
    const CheckReport report = check(document.problem, document.layout, 0);
    return verdict_on(common, document, &report);
}

Verdict verdict_on(const FileArguments& common, const Document& document, const Plan& plan,
                   std::optional<KnownLayout> known_lower) {
    const CheckReport report = planned_report(plan.problem, plan.result.layout);
    return judged(
        common, document,
        {.problem = &plan.problem, .layout = &plan.result.layout, .check = &report, .known_lower = known_lower},
        {plan.result.misfits, plan.result.lower_bound});
}

Verdict verdict_on(const Document& document, const ShownLayout& shown, const CheckReport& check,
                   std::span<const KeyValue> switches, const PlannerClaims& claims) {
    const bool is_inner_step = !shown.step_title.empty();
    FileFacts facts = facts_of(document, switches, claims);
    if (is_inner_step) {
        facts.misfits = {};
    }
    return verdict_on_file({.problem = &document.problem,
                            .layout = &shown.layout,
                            .check = &check,
                            .step = shown.step_title,
                            .is_under_way = is_inner_step && is_complete(document.layout)},
                           facts);
}

Verdict verdict_on(const FileArguments& common, const LoadedPlan& plan, std::optional<KnownLayout> known_lower) {
    const Document& document = plan.document;
    const CheckReport report =
        plan.planned ? planned_report(document.problem, document.layout) : check(document.problem, document.layout, 0);
    return judged(
        common, document,
        {.problem = &document.problem, .layout = &document.layout, .check = &report, .known_lower = known_lower},
        plan.claims);
}

Json verdict_json(const Verdict& verdict, const Problem& problem, std::span<const Remedy> remedies) {
    Json json = {{"state", name_of(verdict.state)},
                 {"text", verdict.text()},
                 {"excess", number_or_null(verdict.excess)},
                 {"free", number_or_null(verdict.free)},
                 {"remedies", json_list(remedies,
                                        [](const Remedy& remedy) -> Json {
                                            return {{"kind", name_of(remedy.kind)},
                                                    {"label", remedy.label},
                                                    {"peak", remedy.peak.value()},
                                                    {"fits", remedy.fits},
                                                    {"command", text_or_null(remedy.command)}};
                                        })},
                 {"region", verdict.region ? Json(problem.regions[*verdict.region].name) : Json()}};
    if (!verdict.busiest.largest.empty()) {
        json["busiest"] = busiest_json(verdict.busiest, problem);
    }
    return json;
}

std::vector<Remedy> remedies_for(const Verdict& verdict, const FileArguments& common, const Problem& problem,
                                 const Layout& given, const Layout& today, const std::string& made_by,
                                 std::optional<Bytes> capacity,
                                 std::optional<std::chrono::steady_clock::time_point> end) {
    const bool is_too_much = verdict.state == VerdictState::cannot_fit || verdict.state == VerdictState::over_capacity;
    const auto settings = settings_of(common);
    if (!is_too_much || !settings || common.file == "-") {
        return {};
    }
    RemedyOrder order;
    order.problem = &problem;
    order.given = &given;
    order.today = &today;
    order.made_by = made_by;
    order.capacity = capacity;
    order.seed = common.seed;
    order.threads = thread_count(common);
    order.with_moves = false;
    order.command = plan_command(common.file, settings->import);
    order.import = switched_import(common.file, settings->import);
    for (const KeyValue& setting : settings->planner) {
        const auto is_it = [&](const OptionSpec& spec) { return spec.key == setting.first; };
        if (std::ranges::any_of(common_options(), is_it)) {
            order.settings.push_back(setting);
        }
    }
    order.stop = [end] { return stop_requested() || (end && std::chrono::steady_clock::now() >= *end); };
    const WorkProgress shown(common, "looking for a plan that fits");
    return remedies(order);
}

std::optional<KnownLayout> known_lower(std::span<const Remedy> remedies) {
    const auto found = std::ranges::find(remedies, RemedyKind::planner, &Remedy::kind);
    return found == remedies.end() ? std::nullopt : std::optional(KnownLayout{found->peak, found->fits});
}

std::string cure_by(std::span<const Remedy> remedies, const Problem& problem, bool is_limited) {
    if (remedies.empty()) {
        return problem.buffers.size() > most_buffers_of_remedies ? "raise the capacity or try other options"
               : is_limited                                      ? "raise the capacity or give it more time"
                            : "raise the capacity: nothing that was tried needs less";
    }
    const Remedy& best = remedies.front();
    const std::string peak = grouped(best.peak) + " B";
    const std::string how = best.kind == RemedyKind::order   ? "another order of the operators"
                            : best.kind == RemedyKind::split ? "running chains of operators part by part"
                                                             : best.planner;
    return best.fits ? how + " fits, with " + peak + ": " + best.command
                     : "raise the capacity: the lowest plan that was found needs " + peak + ", by " + how;
}

}  // namespace arenascope
