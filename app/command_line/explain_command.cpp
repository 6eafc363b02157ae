#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "app/command_line/advice_report.h"
#include "app/command_line/allocator_report.h"
#include "app/command_line/arguments.h"
#include "app/command_line/explain_report.h"
#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/stop_signal.h"
#include "app/command_line/sub_commands.h"
#include "app/command_line/text_table.h"
#include "app/command_line/verdict_report.h"
#include "core/analysis/explain/peak_report.h"
#include "core/analysis/improvement/layout_improvement.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/format/document.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/called_buffers.h"
#include "core/model/memory/live_profile.h"

namespace arenascope {
namespace {

/// The region named by `--region`; empty: none was named.
Expected<std::optional<RegionIndex>> chosen_region(const ExplainArguments& arguments, const Problem& problem) {
    if (arguments.region.empty()) {
        return std::nullopt;
    }
    const auto found = std::ranges::find(problem.regions, arguments.region, &Region::name);
    if (found != problem.regions.end()) {
        return RegionIndex(static_cast<std::size_t>(found - problem.regions.begin()));
    }
    return failure(Error{source_name(arguments.common.file), 0, "there is no region " + in_quotes(arguments.region),
                         "the regions are: " + listed(problem.regions, std::mem_fn(&Region::name))});
}

/// The report of `--improve`; nothing without it.
Expected<std::optional<ImprovementReport>> improvements(const ExplainArguments& arguments, const LoadedPlan& plan,
                                                        std::optional<RegionIndex> region) {
    if (!arguments.improve && !arguments.buffers.empty()) {
        return failure("--buffer names what --improve changes, but --improve is missing", "add --improve");
    }
    if (!arguments.improve) {
        return std::nullopt;
    }
    if (has_segment_regions(plan.document.problem)) {
        return failure(Error{source_name(arguments.common.file), 0,
                             "nobody planned the addresses of a recorded allocator, so there is nothing to improve",
                             "plan the allocations, and improve that plan"});
    }
    ImprovementOrder order{.region = region, .stop = stop_requested};
    for (const std::string& name : arguments.buffers) {
        const auto found = buffer_called(plan.document.problem, name);
        if (!found) {
            return failure(Error{source_name(arguments.common.file), 0, found.error().cause, found.error().cure});
        }
        order.buffers.push_back(*found);
    }
    return find_improvements(plan.document.problem, plan.document.layout, order);
}

/// What `--improve` says of the levers. Empty outside: it was not asked, or the file is no network that can be read
/// again.
std::optional<std::optional<AdviceOption>> improving_lever(const ExplainArguments& arguments, const LoadedPlan& plan,
                                                           const PeakReport& explanation) {
    const auto& graph = plan.document.problem.graph;
    if (!arguments.improve || !arguments.buffers.empty() || arguments.common.file == "-" || !graph ||
        graph->operators.empty() || plan.document.problem.regions.size() > 1) {
        return std::nullopt;
    }
    const auto settings = settings_of(arguments.common);
    const auto found = best_lever(
        advice_order(arguments.common.file, plan.document, settings ? settings->import : std::vector<KeyValue>()),
        explanation.peak);
    return found ? std::optional(*found) : std::nullopt;
}

Json explanation_json(const LoadedPlan& plan, const PeakReport& explanation) {
    const Problem& problem = plan.document.problem;
    FactTable chain = chain_facts(problem, explanation.chain);
    std::ranges::reverse(chain.rows);
    Json regions = Json::array();
    for (std::size_t i = 0; i < explanation.regions.size(); ++i) {
        const RegionHeight& height = explanation.regions[RegionIndex(i)];
        regions.push_back({{"name", problem.regions[i].name},
                           {"peak", number_or_null(height.peak)},
                           {"threshold", height.threshold.value()},
                           {"peak_step", height.peak_step.value()},
                           {"unplaced", height.unplaced}});
    }
    return {{"region", problem.regions[explanation.region].name},
            {"peak", explanation.peak.value()},
            {"threshold", explanation.threshold.value()},
            {"peak_step", explanation.peak_step.value()},
            {"planned", plan.planned},
            {"chain", facts_json(chain)},
            {"holes", facts_json(hole_facts(explanation.holes))},
            {"live_at_threshold",
             json_list(explanation.live, [&](const LiveShare& share) { return problem.buffers[share.buffer].name; })},
            {"unplaced", names_of(problem, explanation.unplaced)},
            {"regions", std::move(regions)},
            {"notes", plan.document.notes}};
}

bool is_reproducible(const LoadedPlan& plan) {
    return !plan.document.provenance || plan.document.provenance->reproducible;
}

/// "peak 6 B, threshold 5 B at step 7 (+20.0 %)".
std::string height_text(const RegionHeight& height, Unit unit) {
    const std::string peak = !height.peak ? "nothing placed"
                                          : "peak " + amount_text(*height.peak, unit) +
                                                (height.unplaced == 0 ? "" : " of the placed buffers");
    // A percentage would mean nothing if only some buffers are placed.
    return peak + ", threshold " + amount_text(height.threshold, unit) + " at step " + grouped(height.peak_step) +
           (height.unplaced == 0 ? " (" + percent_text(fragmentation(*height.peak, height.threshold), true) + ")" : "");
}

std::string unplaced_text(std::size_t count) {
    return counted(count, "buffer is", "buffers are") + " not placed";
}

/// The regions that are not explained, each with its own figures; empty if there is no other.
std::string other_regions_text(const LoadedPlan& plan, const PeakReport& explanation, Unit unit) {
    std::string text;
    for (std::size_t i = 0; i < explanation.regions.size(); ++i) {
        if (RegionIndex(i) != explanation.region) {
            text += "  " + in_quotes(plan.document.problem.regions[i].name) + ": " +
                    height_text(explanation.regions[RegionIndex(i)], unit) +
                    (explanation.regions[RegionIndex(i)].unplaced == 0
                         ? ""
                         : ", " + unplaced_text(explanation.regions[RegionIndex(i)].unplaced)) +
                    "\n";
        }
    }
    return text.empty() ? text : "\nthe other regions, each with its own threshold; --region explains one\n" + text;
}

std::string explanation_text(const LoadedPlan& plan, const PeakReport& explanation) {
    const Unit unit = unit_for(explanation.threshold);
    const bool has_several = plan.document.problem.regions.size() > 1;
    std::string text =
        (has_several ? "region " + in_quotes(plan.document.problem.regions[explanation.region].name) + ": "
                     : std::string()) +
        height_text(explanation.regions[explanation.region], unit) + "\n";
    std::size_t unplaced = 0;
    for (const RegionHeight& height : explanation.regions) {
        unplaced += height.unplaced;
    }
    if (unplaced > 0) {
        const std::size_t here = explanation.regions[explanation.region].unplaced;
        text += unplaced_text(unplaced) + (has_several ? ", " + grouped(here) + " of them in this region" : "") + "\n";
    }
    text += plan.planned ? "the file is a problem: planned first" +
                               std::string(is_reproducible(plan) ? "" : ", stopped, not reproducible") + "\n"
                         : "";
    text += explanation.chain.empty() ? "\nno buffer carries the peak\n" : "\nchain that carries the peak, top down\n";
    text += facts_text(chain_facts(plan.document.problem, explanation.chain),
                       {{"  ", "name"},
                        {"  offset ", "offset", {}, true},
                        {", size ", "size", {}, true},
                        {", over a hole of ", "hole_below", {}, true, true}},
                       unit);
    text += explanation.holes.empty() ? "\nno holes under the chain\n" : "\nholes under the chain, largest first\n";
    return text +
           facts_text(hole_facts(explanation.holes),
                      {{"  steps [", "begin"},
                       {", ", "end", ")"},
                       {"  bytes [", "from"},
                       {", ", "to", ")"},
                       {"  ", "bytes", {}, true}},
                      unit) +
           other_regions_text(plan, explanation, unit);
}

/// The verdict on the explained layout, and what helps where it does not fit.
std::pair<Verdict, std::vector<Remedy>> judged_with_remedies(const FileArguments& common, const LoadedPlan& plan) {
    const Document& document = plan.document;
    std::optional<KnownLayout> lower;
    std::vector<Remedy> helping;
    Verdict verdict = verdict_on(common, plan, lower);
    // A planner ignores the layout of a file that it had to plan.
    helping = remedies_for(
        verdict, common, document.problem, plan.planned ? empty_layout(document.problem) : document.layout,
        document.layout,
        plan.planned && settings_of(common)->planner.empty() ? document.provenance->planner : std::string(),
        std::nullopt);
    if (lower = known_lower(helping); lower) {
        verdict = verdict_on(common, plan, lower);
    }
    return {std::move(verdict), std::move(helping)};
}

}  // namespace

ExitStatus run_explain(const ExplainArguments& arguments) {
    auto document = open_and_report(arguments.common);
    if (!document) {
        return fail(arguments.common, document.error());
    }
    const bool is_finding = is_strict_finding(arguments.common, *document);
    if (arguments.sharing && !document->problem.graph) {
        return fail(arguments.common,
                    Error{source_name(arguments.common.file), 0, "--sharing needs operators, but the file has none",
                          "open a model, or a plan with its operators"});
    }
    const auto region = chosen_region(arguments, document->problem);
    if (!region) {
        return fail(arguments.common, region.error());
    }
    const auto plan = plan_if_needed(std::move(*document), arguments.common, arguments.planner);
    if (!plan) {
        return fail(arguments.common, plan.error(), status_of_failed_planning());
    }
    const auto improved = improvements(arguments, *plan, *region);
    if (!improved) {
        return fail(arguments.common, improved.error());
    }
    const PeakReport explanation = peak_report(plan->document.problem, plan->document.layout, *region);
    const auto lever = improving_lever(arguments, *plan, explanation);
    // Lambdas of Clang 14 take no structured bindings.
    const auto judged = judged_with_remedies(arguments.common, *plan);
    const Verdict& verdict = judged.first;
    const std::vector<Remedy>& helping = judged.second;
    const bool printed = print_result(
        arguments.common,
        [&] {
            Json json = explanation_json(*plan, explanation);
            json["verdict"] = verdict_json(verdict, plan->document.problem, helping);
            if (has_segment_regions(plan->document.problem)) {
                json["allocator"] = allocator_explanation_json(plan->document.problem, plan->document.layout);
            }
            if (arguments.sharing) {
                json["sharing"] = sharing_reasons_json(plan->document.problem);
            }
            if (*improved) {
                json["improvements"] = improvements_json(plan->document.problem, **improved);
            }
            if (lever) {
                json["lever"] = *lever ? option_json(**lever) : Json();
            }
            return json;
        },
        [&] {
            // The chain of a peak says nothing about addresses that nobody planned.
            return verdict.text() + "\n" +
                   (has_segment_regions(plan->document.problem) && !*region
                        ? allocator_explanation_text(plan->document.problem, plan->document.layout)
                        : explanation_text(*plan, explanation)) +
                   (arguments.sharing ? sharing_reasons_text(plan->document.problem) : std::string()) +
                   (*improved ? improvements_text(plan->document.problem, **improved, unit_for(explanation.threshold))
                              : std::string()) +
                   (lever ? best_lever_text(*lever, unit_for(explanation.threshold)) : std::string());
        });
    return !printed ? ExitStatus::unwritten : is_finding ? ExitStatus::finding : ExitStatus::fine;
}

}  // namespace arenascope
