#include "app/command_line/plan_command.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

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

constexpr std::string_view layout_flag = "-o";
constexpr std::string_view trace_flag = "--trace";
constexpr std::string_view deployment_flag = "--set deploy";

/// Where a run's results go, by the switch that says so.
struct Target {
    std::string_view flag;
    std::string path;  ///< "-": standard output
};

Expected<std::vector<Target>> targets_of(const PlanArguments& arguments) {
    return deployment_file(arguments.common).map([&](const std::string& deployment) {
        std::vector<Target> targets = {
            {layout_flag, arguments.output}, {trace_flag, arguments.trace}, {deployment_flag, deployment}};
        std::erase_if(targets, [](const Target& target) { return target.path.empty(); });
        return targets;
    });
}

bool takes_standard_output(const std::vector<Target>& targets) {
    return std::any_of(targets.begin(), targets.end(), [](const Target& target) { return target.path == "-"; });
}

/// Whether both name one file, there or not yet. A device or a pipe takes whatever is written to it.
bool is_same_file(const std::string& first, const std::string& second) {
    std::error_code unknown;
    const auto whole = [&unknown](const std::string& path) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, unknown), unknown);
    };
    const auto path = whole(first);
    const bool is_other = std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown);
    return !is_other && path == whole(second);
}

/// What is wrong with where the results shall go: told before planning, not after.
Expected<void> check_targets(const std::vector<Target>& targets, bool json) {
    std::int64_t streams = json ? 1 : 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const Target& target = targets[i];
        if (target.path == "-") {
            ++streams;
            continue;
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (targets[j].path != "-" && is_same_file(targets[j].path, target.path)) {
                return failure(Error{
                    target.path, 0,
                    std::string(targets[j].flag) + " and " + std::string(target.flag) + " would both write this file",
                    "give each a file of its own"});
            }
        }
        if (auto valid = target.flag == layout_flag ? check_plan_path(target.path) : check_target(target.path);
            !valid) {
            return valid;
        }
    }
    if (streams > 1 && takes_standard_output(targets)) {
        return failure("standard output is asked for twice", "let one of -o, --trace, --set deploy and --json have it");
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

Expected<void> write_results(const std::vector<Target>& targets, const Plan& plan) {
    for (const Target& target : targets) {
        auto written = target.flag == layout_flag
                           ? write_document(target.path, plan.problem, plan.result.layout, plan.provenance)
                       : target.flag == trace_flag
                           ? (plan.trace ? write_trace(target.path, plan.problem, plan.result.layout, *plan.trace)
                                         : Expected<void>())
                           : write_deployment(target.path, plan.problem, plan.result.layout);
        if (!written) {
            return written;
        }
    }
    return {};
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
    const auto targets = targets_of(arguments);
    const auto valid = targets ? check_targets(*targets, arguments.common.json) : tl::unexpected(targets.error());
    if (!valid) {
        report(valid.error());
        return ExitStatus::unusable;
    }
    const Error stopped{source_name(arguments.common.file), 0, "stopped before any layout was found",
                        "give it more time"};
    const auto document = open_document(arguments.common, arguments.common.file);
    if (!document) {
        report(stop_requested() ? stopped : document.error());
        return stop_requested() ? ExitStatus::stopped : ExitStatus::unusable;
    }
    const bool deploys = std::any_of(targets->begin(), targets->end(),
                                     [](const Target& target) { return target.flag == deployment_flag; });
    if (deploys && !document->problem.graph) {
        report({source_name(arguments.common.file), 0, "it holds no network, so that there is nothing to deploy",
                "give a model, or leave --set deploy out"});
        return ExitStatus::unusable;
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
    if (const auto written = write_results(*targets, *plan); !written) {
        report(written.error());
        return ExitStatus::unusable;
    }
    report_dropped(arguments, *plan);
    if (!takes_standard_output(*targets) &&
        !print(arguments.common.json ? json_text(plan_json(*plan)) : plan_text(*plan))) {
        return ExitStatus::unusable;
    }
    if (!fits(plan->problem, plan->result.layout)) {
        report(misfit(arguments.common.file, *plan));
        return ExitStatus::finding;
    }
    return ExitStatus::fine;
}

}  // namespace arenascope
