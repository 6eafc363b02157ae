#include "app/command_line/plan_command.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>

#include "app/command_line/all_planners.h"
#include "app/command_line/core_report.h"
#include "app/command_line/json_text.h"
#include "app/command_line/plan_report.h"
#include "core/format/document.h"
#include "core/format/file_content.h"
#include "core/picture/unit.h"

namespace arenascope {
namespace {

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

bool is_wanted(const std::vector<Target>& targets, std::string_view flag) {
    return std::any_of(targets.begin(), targets.end(), [flag](const Target& target) { return target.flag == flag; });
}

Error stopped(const PlanArguments& arguments) {
    Error error = stopped_too_early();
    error.source = source_name(arguments.common.file);
    error.cure = "give it more time";
    return error;
}

/// Writes what is asked for of a plan, and tells what it came to by `told`.
ExitStatus hand_out(const PlanArguments& arguments, const std::vector<Target>& targets, const Plan& plan,
                    const std::function<std::string()>& told) {
    if (const auto written = write_results(targets, plan); !written) {
        report(written.error());
        return ExitStatus::unusable;
    }
    report_dropped(arguments, plan);
    if (!takes_standard_output(targets) && !print(told())) {
        return ExitStatus::unusable;
    }
    const bool has_room = plan.result.misfits.empty();
    const bool is_within = fits(plan.problem, plan.result.layout);
    if (!has_room) {
        report(no_room(arguments.common.file, plan));
    }
    if (!is_within) {
        report(misfit(arguments.common.file, plan));
    }
    return has_room && is_within ? ExitStatus::fine : ExitStatus::finding;
}

ExitStatus run_by_all(const PlanArguments& arguments, const std::vector<Target>& targets, const Document& document) {
    auto all = plan_by_all(arguments, document);
    if (!all) {
        report(all.error());
        return ExitStatus::unusable;
    }
    if (all->refusal) {
        report(*all->refusal);
        return ExitStatus::unusable;
    }
    if (!all->best) {
        report(stopped(arguments));
        return ExitStatus::stopped;
    }
    return hand_out(arguments, targets, *all->best, [&] {
        return arguments.common.json ? json_text({{"results", std::move(all->results)}}) : all->table;
    });
}

ExitStatus run_by_one(const PlanArguments& arguments, const std::vector<Target>& targets, const Document& document,
                      const PlanOrder& order) {
    const auto plan = run_planner(document.problem, document.layout, order);
    if (!plan) {
        report(plan.error());
        return ExitStatus::unusable;
    }
    if (!is_complete(plan->result.layout) && plan->result.misfits.empty()) {
        report(stopped(arguments));
        return ExitStatus::stopped;
    }
    return hand_out(arguments, targets, *plan, [&] {
        if (!arguments.common.json) {
            return plan_text(*plan);
        }
        Json json = plan_json(*plan);
        json["buffers"] = buffers_json(*plan);
        return json_text(json);
    });
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
    const bool by_all = arguments.planner == all_planners;
    if (by_all && (is_wanted(*targets, trace_flag) || is_wanted(*targets, deployment_flag))) {
        report({{}, 0, "--planner all leaves no trace and deploys nothing", "give the name of one planner"});
        return ExitStatus::unusable;
    }
    const auto document = open_document(arguments.common, arguments.common.file);
    if (!document) {
        report(stop_requested() ? stopped(arguments) : document.error());
        return stop_requested() ? ExitStatus::stopped : ExitStatus::unusable;
    }
    tell_open_sizes(*document, arguments.common.file);
    tell_switches(*document);
    if (is_wanted(*targets, deployment_flag) && !document->problem.graph) {
        report({source_name(arguments.common.file), 0, "it holds no network, so that there is nothing to deploy",
                "give a model, or leave --set deploy out"});
        return ExitStatus::unusable;
    }
    return by_all ? run_by_all(arguments, *targets, *document) : run_by_one(arguments, *targets, *document, *order);
}

}  // namespace arenascope
