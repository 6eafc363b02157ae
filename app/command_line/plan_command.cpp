#include "app/command_line/plan_command.h"

#include "app/command_line/json_text.h"
#include "core/error/quotation.h"
#include "core/format/document.h"
#include "core/format/file_content.h"
#include "core/memory/live_profile.h"
#include "core/picture/unit.h"

namespace arenascope {
namespace {

Json buffers_json(const Plan& plan) {
    Json buffers = Json::array();
    for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
        const Buffer& buffer = plan.problem.buffers[i];
        const auto& placement = plan.result.layout.placements[i];
        Json entry = {{"name", buffer.name},
                      {"begin", buffer.lifetime.begin.value()},
                      {"end", buffer.lifetime.end.value()},
                      {"size", buffer.size.value()},
                      {"offset", placement ? Json(placement->offset.value()) : Json()},
                      {"region", plan.problem.regions[buffer.region.value()].name}};
        if (!plan.result.object_of_buffer.empty()) {
            entry["object"] = plan.result.object_of_buffer[i].value();
        }
        buffers.push_back(std::move(entry));
    }
    return buffers;
}

Json plan_json(const Plan& plan) {
    const Offset top = peak(plan.problem, plan.result.layout);
    Json json = {{"planner", plan.provenance.planner},
                 {"peak", top.value()},
                 {"threshold", plan.result.threshold.value()},
                 {"lower_bound", plan.result.lower_bound.value()},
                 {"optimal", top.value() == plan.result.lower_bound.value()},
                 {"initial_peak", plan.result.initial_peak ? Json(plan.result.initial_peak->value()) : Json()},
                 {"iterations", plan.result.iterations},
                 {"goal", name_of(plan.result.goal)},
                 {"work", plan.result.work},
                 {"seed", plan.provenance.seed},
                 {"reproducible", plan.provenance.reproducible},
                 {"fits", fits(plan.problem, plan.result.layout)},
                 {"seconds", plan.seconds},
                 {"buffers", buffers_json(plan)}};
    if (plan.trace) {
        json["dropped_frames"] = plan.trace->dropped_frames;
    }
    if (!plan.result.objects.empty()) {
        Json objects = Json::array();
        for (const Bytes size : plan.result.objects) {
            objects.push_back(size.value());
        }
        json["objects"] = std::move(objects);
    }
    if (plan.result.threshold_unshared) {
        json["threshold_unshared"] = plan.result.threshold_unshared->value();
        add_sharing(json, plan.problem, plan.result.layout);
    }
    return json;
}

std::string plan_text(const Plan& plan) {
    const Offset top = peak(plan.problem, plan.result.layout);
    const Unit unit = unit_for(plan.result.threshold);
    std::string text = plan.provenance.planner + ": peak " + amount_text(top.value(), unit) + ", threshold " +
                       amount_text(plan.result.threshold.value(), unit) + " (" +
                       percent_text(fragmentation(top, plan.result.threshold), true) + ")";
    if (plan.result.initial_peak) {
        text += ", first placement " + amount_text(plan.result.initial_peak->value(), unit);
    }
    text += ", ended by " + std::string(name_of(plan.result.goal)) + " after " +
            grouped(static_cast<std::int64_t>(plan.result.iterations)) + " adjustments\n";
    return text;
}

/// Where the switch `deploy` wants the shortened execution list; empty where it is not given.
std::string deployment_file(const Plan& plan) {
    for (const auto& [key, value] : plan.provenance.options) {
        if (key == "deploy") {
            return value;
        }
    }
    return {};
}

Expected<void> write_results(const PlanArguments& arguments, const Plan& plan) {
    if (!arguments.output.empty()) {
        if (auto written = write_document(arguments.output, plan.problem, plan.result.layout, plan.provenance);
            !written) {
            return written;
        }
    }
    if (const std::string deployment = deployment_file(plan); !deployment.empty()) {
        if (auto written = write_deployment(deployment, plan.problem, plan.result.layout); !written) {
            return written;
        }
    }
    if (!arguments.trace.empty() && plan.trace) {
        return write_trace(arguments.trace, plan.problem, plan.result.layout, *plan.trace);
    }
    return {};
}

/// What a trace does not hold, because it would have become too large.
void report_dropped(const PlanArguments& arguments, const Plan& plan) {
    if (plan.trace && plan.trace->dropped_frames > 0) {
        report({arguments.trace, 0,
                grouped(static_cast<std::int64_t>(plan.trace->dropped_frames)) +
                    " rearrangements were not recorded: the trace had reached its size limit",
                "iterations and groups are all there"});
    }
}

/// What is wrong with where the results shall go: told before planning, not after.
Expected<void> check_outputs(const PlanArguments& arguments) {
    const int streams = (arguments.output == "-" ? 1 : 0) + (arguments.trace == "-" ? 1 : 0);
    if (streams + (arguments.common.json ? 1 : 0) > 1 && streams > 0) {
        return failure("standard output is asked for twice", "let one of -o, --trace and --json have it");
    }
    if (auto layout = arguments.output.empty() ? Expected<void>() : check_plan_path(arguments.output); !layout) {
        return layout;
    }
    return arguments.trace.empty() ? Expected<void>() : check_target(arguments.trace);
}

/// The first region that the plan does not fit, and by how much.
Error misfit(const std::string& file, const Plan& plan) {
    for (std::size_t i = 0; i < plan.problem.regions.size(); ++i) {
        const Region& region = plan.problem.regions[i];
        const Offset top = peak(plan.problem, plan.result.layout, RegionIndex(i));
        if (region.capacity && top.value() > region.capacity->value()) {
            return {source_name(file), 0,
                    "the peak of " + grouped(top.value()) + " B in region " + in_quotes(region.name) +
                        " passes its capacity of " + grouped(region.capacity->value()) + " B by " +
                        grouped(top.value() - region.capacity->value()) + " B",
                    "raise the capacity or try other options"};
        }
    }
    return {source_name(file), 0, "the plan does not fit the capacity", {}};
}

}  // namespace

ExitStatus run_plan(const PlanArguments& arguments) {
    auto order = plan_order(arguments.common, arguments.planner, arguments.time_limit_seconds);
    if (!order) {
        report(order.error());
        return ExitStatus::unusable;
    }
    order->capacity = arguments.capacity;
    order->record = !arguments.trace.empty();
    if (const auto outputs = check_outputs(arguments); !outputs) {
        report(outputs.error());
        return ExitStatus::unusable;
    }
    const Error stopped{source_name(arguments.common.file), 0, "stopped before any layout was found",
                        "give it more time"};
    const auto document = open_document(arguments.common, arguments.common.file);
    if (!document) {
        report(stop_requested() ? stopped : document.error());
        return stop_requested() ? ExitStatus::stopped : ExitStatus::unusable;
    }
    const auto plan = run_planner(document->problem, document->layout, *order);
    if (!plan) {
        report(plan.error());
        return ExitStatus::unusable;
    }
    if (!is_complete(plan->result.layout)) {
        report(stopped);
        return ExitStatus::stopped;
    }
    if (const auto written = write_results(arguments, *plan); !written) {
        report(written.error());
        return ExitStatus::unusable;
    }
    report_dropped(arguments, *plan);
    const bool is_taken = arguments.output == "-" || arguments.trace == "-";
    if (!is_taken && !print(arguments.common.json ? json_text(plan_json(*plan)) : plan_text(*plan))) {
        return ExitStatus::unusable;
    }
    if (!fits(plan->problem, plan->result.layout)) {
        report(misfit(arguments.common.file, *plan));
        return ExitStatus::finding;
    }
    return ExitStatus::fine;
}

}  // namespace arenascope
