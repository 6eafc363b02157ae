#include "app/command_line/explain_command.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/command_line/allocator_report.h"
#include "app/command_line/improvement_report.h"
#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/sharing_report.h"
#include "app/command_line/stop_signal.h"
#include "app/command_line/text_table.h"
#include "core/analysis/explain/peak_report.h"
#include "core/analysis/improvement/layout_improvement.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/format/document.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/picture/plan/unit.h"

namespace arenascope {
namespace {

/// The region named by `--region`; empty: none was named.
Expected<std::optional<RegionIndex>> chosen_region(const ExplainArguments& arguments, const Problem& problem) {
    if (arguments.region.empty()) {
        return std::nullopt;
    }
    std::string names;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const std::string& name = problem.regions[i].name;
        if (name == arguments.region) {
            return RegionIndex(i);
        }
        names += (names.empty() ? "" : ", ") + name;
    }
    return failure(Error{source_name(arguments.common.file), 0, "there is no region " + in_quotes(arguments.region),
                         "the regions are: " + names});
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
    if (has_segment_regions(plan.problem)) {
        return failure(Error{source_name(arguments.common.file), 0,
                             "nobody planned the addresses of a recorded allocator, so there is nothing to improve",
                             "plan the allocations, and improve that plan"});
    }
    ImprovementOrder order{.region = region, .stop = stop_requested};
    for (const std::string& name : arguments.buffers) {
        const auto found = std::ranges::find(plan.problem.buffers, name, &Buffer::name);
        if (found == plan.problem.buffers.end()) {
            return failure(Error{source_name(arguments.common.file), 0, "there is no buffer " + in_quotes(name),
                                 "give the name of a buffer of the file"});
        }
        order.buffers.emplace_back(static_cast<std::size_t>(found - plan.problem.buffers.begin()));
    }
    return find_improvements(plan.problem, plan.layout, order);
}

Json explanation_json(const LoadedPlan& plan, const PeakReport& explanation, const std::vector<std::string>& notes) {
    const auto name = [&](BufferIndex buffer) { return plan.problem.buffers[buffer].name; };
    Json chain = Json::array();
    for (const PeakChainLink& link : explanation.chain) {
        chain.push_back({{"name", name(link.buffer)},
                         {"offset", link.offset.value()},
                         {"size", link.size.value()},
                         {"hole_below", link.hole_below.value()}});
    }
    Json holes = Json::array();
    for (const Hole& hole : explanation.holes) {
        holes.push_back({{"begin", hole.steps.begin.value()},
                         {"end", hole.steps.end.value()},
                         {"from", hole.bytes.from.value()},
                         {"to", hole.bytes.to.value()},
                         {"bytes", size(hole.bytes).value()}});
    }
    Json live = Json::array();
    for (const LiveShare& share : explanation.live) {
        live.push_back(name(share.buffer));
    }
    Json unplaced = Json::array();
    for (const BufferIndex buffer : explanation.unplaced) {
        unplaced.push_back(name(buffer));
    }
    Json regions = Json::array();
    for (std::size_t i = 0; i < explanation.regions.size(); ++i) {
        const RegionHeight& height = explanation.regions[RegionIndex(i)];
        regions.push_back({{"name", plan.problem.regions[i].name},
                           {"peak", height.peak ? Json(height.peak->value()) : Json()},
                           {"threshold", height.threshold.value()},
                           {"peak_step", height.peak_step.value()},
                           {"unplaced", height.unplaced}});
    }
    return {{"region", plan.problem.regions[explanation.region].name},
            {"peak", explanation.peak.value()},
            {"threshold", explanation.threshold.value()},
            {"peak_step", explanation.peak_step.value()},
            {"planned", plan.planned},
            {"chain", std::move(chain)},
            {"holes", std::move(holes)},
            {"live_at_threshold", std::move(live)},
            {"unplaced", std::move(unplaced)},
            {"regions", std::move(regions)},
            {"notes", notes}};
}

bool is_reproducible(const LoadedPlan& plan) {
    return !plan.provenance || plan.provenance->reproducible;
}

/// The greatest number of decimals of some amounts.
template <class Range, class Amount>
int decimals_of_all(const Range& range, Unit unit, const Amount& amount) {
    int decimals = 0;
    for (const auto& each : range) {
        decimals = std::max(decimals, decimals_of(amount(each), unit));
    }
    return decimals;
}

/// The links of the chain, top down.
std::string chain_text(const LoadedPlan& plan, const std::vector<PeakChainLink>& chain, Unit unit) {
    const int offset = decimals_of_all(chain, unit, [](const PeakChainLink& link) { return link.offset.value(); });
    const int size = decimals_of_all(chain, unit, [](const PeakChainLink& link) { return link.size.value(); });
    const int hole = decimals_of_all(chain, unit, [](const PeakChainLink& link) { return link.hole_below.value(); });
    std::vector<std::vector<std::string>> rows;
    for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
        rows.push_back({visible(plan.problem.buffers[link->buffer].name),
                        number_text(link->offset.value(), unit, offset), number_text(link->size.value(), unit, size)});
        if (link->hole_below > Bytes(0)) {
            rows.back().push_back(number_text(link->hole_below.value(), unit, hole));
        }
    }
    const std::string after = " " + name_of(unit);
    return table_text(
        {{"  ", false, {}}, {"  offset ", true, after}, {", size ", true, after}, {", over a hole of ", true, after}},
        rows);
}

std::string holes_text(const std::vector<Hole>& holes, Unit unit) {
    const int decimals = decimals_of_all(holes, unit, [](const Hole& hole) { return size(hole.bytes).value(); });
    std::vector<std::vector<std::string>> rows;
    for (const Hole& hole : holes) {
        rows.push_back({grouped(hole.steps.begin.value()), grouped(hole.steps.end.value()),
                        grouped(hole.bytes.from.value()), grouped(hole.bytes.to.value()),
                        number_text(size(hole.bytes).value(), unit, decimals)});
    }
    return table_text({{"  steps [", true, {}},
                       {", ", true, ")"},
                       {"  bytes [", true, {}},
                       {", ", true, ")"},
                       {"  ", true, " " + name_of(unit)}},
                      rows);
}

/// "peak 6 B, threshold 5 B at step 7 (+20.0 %)".
std::string height_text(const RegionHeight& height, Unit unit) {
    const std::string peak = !height.peak ? "nothing placed"
                                          : "peak " + amount_text(height.peak->value(), unit) +
                                                (height.unplaced == 0 ? "" : " of the placed buffers");
    // A percentage would mean nothing if only some buffers are placed.
    return peak + ", threshold " + amount_text(height.threshold.value(), unit) + " at step " +
           grouped(height.peak_step.value()) +
           (height.unplaced == 0 ? " (" + percent_text(fragmentation(*height.peak, height.threshold), true) + ")" : "");
}

std::string unplaced_text(std::size_t count) {
    return grouped(static_cast<std::int64_t>(count)) + (count == 1 ? " buffer is" : " buffers are") + " not placed";
}

/// The regions that are not explained, each with its own figures; empty if there is no other.
std::string other_regions_text(const LoadedPlan& plan, const PeakReport& explanation, Unit unit) {
    std::string text;
    for (std::size_t i = 0; i < explanation.regions.size(); ++i) {
        if (RegionIndex(i) != explanation.region) {
            text += "  " + in_quotes(plan.problem.regions[i].name) + ": " +
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
    const bool has_several = plan.problem.regions.size() > 1;
    std::string text =
        (has_several ? "region " + in_quotes(plan.problem.regions[explanation.region].name) + ": " : std::string()) +
        height_text(explanation.regions[explanation.region], unit) + "\n";
    std::size_t unplaced = 0;
    for (const RegionHeight& height : explanation.regions) {
        unplaced += height.unplaced;
    }
    if (unplaced > 0) {
        const std::size_t here = explanation.regions[explanation.region].unplaced;
        text += unplaced_text(unplaced) +
                (has_several ? ", " + grouped(static_cast<std::int64_t>(here)) + " of them in this region" : "") + "\n";
    }
    text += plan.planned ? "the file is a problem: planned first" +
                               std::string(is_reproducible(plan) ? "" : ", stopped, not reproducible") + "\n"
                         : "";
    text += explanation.chain.empty() ? "\nno buffer carries the peak\n" : "\nchain that carries the peak, top down\n";
    text += chain_text(plan, explanation.chain, unit);
    text += explanation.holes.empty() ? "\nno holes under the chain\n" : "\nholes under the chain, largest first\n";
    return text + holes_text(explanation.holes, unit) + other_regions_text(plan, explanation, unit);
}

}  // namespace

ExitStatus run_explain(const ExplainArguments& arguments) {
    auto document = open_document(arguments.common, arguments.common.file);
    if (!document) {
        return fail(arguments.common, document.error());
    }
    report_open_sizes(arguments.common, *document, arguments.common.file);
    report_notes(arguments.common, *document, arguments.common.file);
    const bool is_finding = is_strict_finding(arguments.common, *document);
    if (arguments.sharing && !document->problem.graph) {
        return fail(arguments.common,
                    Error{source_name(arguments.common.file), 0, "--sharing needs operators, but the file has none",
                          "open a model, or a plan with its operators"});
    }
    const std::vector<std::string> notes = document->notes;
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
    const PeakReport explanation = peak_report(plan->problem, plan->layout, *region);
    const bool printed = print_result(
        arguments.common,
        [&] {
            Json json = explanation_json(*plan, explanation, notes);
            if (has_segment_regions(plan->problem)) {
                json["allocator"] = allocator_explanation_json(plan->problem, plan->layout);
            }
            if (arguments.sharing) {
                json["sharing"] = sharing_reasons_json(plan->problem);
            }
            if (*improved) {
                json["improvements"] = improvements_json(plan->problem, **improved);
            }
            return json;
        },
        [&] {
            // The chain of a peak says nothing about addresses that nobody planned.
            return (has_segment_regions(plan->problem) && !*region
                        ? allocator_explanation_text(plan->problem, plan->layout)
                        : explanation_text(*plan, explanation)) +
                   (arguments.sharing ? sharing_reasons_text(plan->problem) : std::string()) +
                   (*improved ? improvements_text(plan->problem, **improved, unit_for(explanation.threshold))
                              : std::string());
        });
    return !printed ? ExitStatus::unwritten : is_finding ? ExitStatus::finding : ExitStatus::fine;
}

}  // namespace arenascope
