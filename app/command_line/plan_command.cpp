#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <system_error>

#include "app/command_line/all_planners.h"
#include "app/command_line/arguments.h"
#include "app/command_line/core_report.h"
#include "app/command_line/gate_report.h"
#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/plan_report.h"
#include "app/command_line/stop_signal.h"
#include "app/command_line/sub_commands.h"
#include "app/command_line/verdict_report.h"
#include "app/command_line/work_progress.h"
#include "app/session/no_room.h"
#include "core/base/file/atomic_file.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/format/writing.h"
#include "core/trace/trace_recorder.h"

namespace arenascope {
namespace {

constexpr std::string_view layout_flag = "-o";
constexpr std::string_view trace_flag = "--trace";
constexpr std::string_view deployment_flag = "--set deploy";
constexpr std::string_view deploying_planner = "operator-sharing";

/// A file for a result, and the option that names it.
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

/// Whether both paths name the same file, which need not exist. Devices and pipes never count as the same.
bool is_same_file(const std::string& first, const std::string& second) {
    std::error_code unknown;
    const auto canonical = [&unknown](const std::string& path) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, unknown), unknown);
    };
    const auto path = canonical(first);
    const bool is_other = std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown);
    return !is_other && path == canonical(second);
}

/// Checks the targets before planning.
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
                    "give each its own file"});
            }
        }
        if (const auto format = plan_format_of(target.path); target.flag == layout_flag && !format) {
            return tl::unexpected(format.error());
        }
    }
    if (streams > 1 && takes_standard_output(targets)) {
        return failure("two results would go to standard output",
                       "use standard output for only one of -o, --trace, --set deploy and --json");
    }
    return {};
}

/// Whether all targets can be written now.
Expected<void> check_writable(const std::vector<Target>& targets) {
    for (const Target& target : targets) {
        if (auto writable = check_target(target.path); !writable) {
            return writable;
        }
    }
    return {};
}

/// The frames that a trace does not have: "3 iterations, 12 groups".
std::string dropped_words(const Trace& trace) {
    std::string words;
    for (std::size_t kind = 0; kind < frame_kind_count; ++kind) {
        if (const std::uint64_t count = trace.dropped[kind]; count > 0) {
            words += (words.empty() ? "" : ", ") + grouped(count) + " ";
            words += std::string(name_of(static_cast<FrameKind>(kind))) +
                     (count == 1                                        ? ""
                      : static_cast<FrameKind>(kind) == FrameKind::pass ? "es"
                                                                        : "s");
        }
    }
    return words;
}

/// Notes the frames that the trace does not have, because it became too large.
void report_dropped(const PlanArguments& arguments, const Plan& plan) {
    if (plan.trace && dropped_frames(*plan.trace) > 0) {
        note(arguments.common,
             {arguments.trace, 0,
              "to keep the trace below " + std::to_string(TraceRecorder::default_byte_limit / 1'000'000) +
                  " MB of memory, these were not kept: " + dropped_words(*plan.trace),
              "all iterations and the result are kept, and every step in the trace is exact"});
    }
}

Expected<void> write_results(const FileArguments& common, const std::vector<Target>& targets, const Plan& plan,
                             AddressColumn addresses, const Annotations& annotations) {
    for (const Target& target : targets) {
        const WritingProgress shown(common, target.path);
        auto written =
            target.flag == layout_flag
                ? write_document(target.path, plan.problem, plan.result.layout, plan.provenance, addresses, annotations)
            : target.flag == trace_flag
                ? (plan.trace ? write_trace(target.path, plan.problem, plan.result.layout, *plan.trace, annotations)
                              : Expected<void>())
                : write_deployment(target.path, plan.problem, plan.result.layout);
        if (!written) {
            return written;
        }
    }
    return {};
}

/// Notes what the format of the layout file cannot store. How a plan was made is not part of a layout.
void report_lost_layout(const PlanArguments& arguments, const Plan& plan, Annotations annotations) {
    if (!arguments.output.empty()) {
        annotations.hand_edits.clear();
        report_lost(arguments.common, arguments.output,
                    lost_in(arguments.output, plan.problem, plan.result.layout, false,
                            arguments.addresses ? AddressColumn::written : AddressColumn::left_out, annotations));
    }
}

bool is_wanted(const std::vector<Target>& targets, std::string_view flag) {
    return std::any_of(targets.begin(), targets.end(), [flag](const Target& target) { return target.flag == flag; });
}

/// Whether the plan is good, and what would be better.
struct PlanVerdict {
    Verdict verdict;
    std::vector<Remedy> remedies;
};

using Clock = std::chrono::steady_clock;

/// The planner, if it ran with its default options.
std::string default_run_of(const PlanArguments& arguments, const Plan& plan) {
    const auto settings = settings_of(arguments.common);
    const auto is_common = [](const KeyValue& setting) {
        return std::ranges::any_of(common_options(), [&](const OptionSpec& spec) { return spec.key == setting.first; });
    };
    return settings && std::ranges::all_of(settings->planner, is_common) ? plan.provenance.planner : std::string();
}

/// Judges a plan of one planner, and looks for what helps until the time limit.
PlanVerdict judged_by_targets(const PlanArguments& arguments, const Document& document, const Plan& plan,
                              Clock::time_point begin) {
    PlanVerdict judged{verdict_on(arguments.common, document, plan), {}};
    std::optional<Clock::time_point> end;
    if (const auto limit = arguments.time_limit_seconds) {
        constexpr double longest = 1e9;  // as planning takes a limit
        end = begin +
              std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(*limit, longest)));
    }
    judged.remedies = remedies_for(judged.verdict, arguments.common, document.problem, document.layout,
                                   plan.result.layout, default_run_of(arguments, plan), arguments.capacity, end);
    if (const auto lower = known_lower(judged.remedies)) {
        judged.verdict = verdict_on(arguments.common, document, plan, lower);
    }
    return judged;
}

/// Writes the results of a plan to their targets, and its report to standard output.
ExitStatus write_and_report(const PlanArguments& arguments, const std::vector<Target>& targets,
                            const Document& document, const Plan& plan, const std::function<PlanVerdict()>& judge,
                            const std::function<Json(const PlanVerdict&)>& json,
                            const std::function<std::string(const PlanVerdict&)>& text) {
    const Annotations annotations = after_planning(annotations_of(document), document.problem, plan.problem);
    if (const auto written =
            write_results(arguments.common, targets, plan,
                          arguments.addresses ? AddressColumn::written : AddressColumn::left_out, annotations);
        !written) {
        return fail(arguments.common, written.error(), ExitStatus::unwritten);
    }
    report_dropped(arguments, plan);
    report_lost_layout(arguments, plan, annotations);
    const PlanVerdict judged = judge();
    const bool is_gate = arguments.common.gate != GateFormat::none;
    if (!takes_standard_output(targets) && !is_gate &&
        !print_result(
            arguments.common, [&] { return json(judged); }, [&] { return text(judged); })) {
        return ExitStatus::unwritten;
    }
    for (const std::string& sentence : plan.result.notes) {
        note(arguments.common, {source_name(arguments.common.file), 0, sentence, {}});
    }
    const bool has_room = plan.result.misfits.empty();
    const bool is_within = fits(plan.problem, plan.result.layout);
    const std::string cure = has_room && is_within
                                 ? std::string()
                                 : cure_by(judged.remedies, plan.problem, arguments.time_limit_seconds.has_value());
    std::vector<GateFinding> findings;
    const auto report = [&](const char* rule, const Error& error) {
        note(arguments.common, error);
        findings.push_back(gate_finding(rule, error));
        findings.back().file = arguments.common.file;
    };
    if (!has_room) {
        Error error = no_room(arguments.common.file, plan);
        error.cure = judged.remedies.empty() ? error.cure : cure;
        report("over-capacity", error);
    }
    if (!is_within) {
        report("over-capacity", misfit(arguments.common.file, plan, cure));
    }
    const bool is_uncertain = is_strict_finding(arguments.common, document);
    if (is_uncertain) {
        findings.push_back(
            {"uncertain", "sizes are unknown or assumed, which --strict does not accept", arguments.common.file});
    }
    if (is_gate && !takes_standard_output(targets) &&
        !print(
            gate_text(arguments.common, {"plan", arguments.common.file, judged.verdict.text(), std::move(findings)}))) {
        return ExitStatus::unwritten;
    }
    const bool is_fine = has_room && is_within && !is_uncertain;
    return is_fine ? ExitStatus::fine : ExitStatus::finding;
}

/// The error with the file that was planned. Options are checked before a file is read, so the planner's error is about
/// what the file holds.
Error about_file(const FileArguments& common, Error error) {
    if (error.source.empty()) {
        error.source = source_name(common.file);
    }
    return error;
}

ExitStatus run_by_all(const PlanArguments& arguments, const std::vector<Target>& targets, const Document& document) {
    const bool has_table = !arguments.common.json && arguments.common.gate == GateFormat::none &&
                           !arguments.common.quiet && !takes_standard_output(targets) &&
                           !lacks_all_sizes(document.problem);
    if (has_table && !targets.empty()) {
        // If nobody reads the rest of the table, the layout is still to be written.
        std::signal(SIGPIPE, SIG_IGN);
    }
    bool is_printed = true;
    auto all = plan_by_all(arguments, document,
                           [&](const std::string& lines) { is_printed = is_printed && (!has_table || print(lines)); });
    if (!all) {
        return fail(arguments.common, all.error());
    }
    if (all->refusal) {
        return fail(arguments.common, about_file(arguments.common, *all->refusal));
    }
    if (!all->best) {
        return fail(arguments.common, stopped_without_layout(arguments.common), ExitStatus::stopped);
    }
    if (all->left_out > 0) {
        note(arguments.common, {source_name(arguments.common.file),
                                0,
                                "stopped by a signal: " + grouped(all->left_out) +
                                    (all->left_out == 1 ? " planner" : " planners") + " did not run",
                                {}});
    }
    const ExitStatus status = write_and_report(
        arguments, targets, document, *all->best,
        [&] {
            return PlanVerdict{verdict_on(arguments.common, document, *all->best), {}};
        },
        [&](const PlanVerdict& judged) {
            return Json{{"results", std::move(all->results)},
                        {"verdict", verdict_json(judged.verdict, all->best->problem)}};
        },
        [&](const PlanVerdict& judged) {
            // The table has been printed, so the verdict on its lowest plan ends the report.
            return lacks_all_sizes(document.problem) ? plan_text(*all->best, document, judged.verdict)
                                                     : judged.verdict.text() + "\n";
        });
    return is_printed ? status : ExitStatus::unwritten;
}

ExitStatus run_by_one(const PlanArguments& arguments, const std::vector<Target>& targets, const Document& document,
                      const PlanOrder& order) {
    const Clock::time_point begin = Clock::now();
    const auto plan = run_with_progress(document, arguments.common, order);
    if (!plan) {
        return fail(arguments.common, about_file(arguments.common, plan.error()));
    }
    if (!is_complete(plan->result.layout) && plan->result.misfits.empty()) {
        return fail(arguments.common, stopped_without_layout(arguments.common, &*plan), ExitStatus::stopped);
    }
    return write_and_report(
        arguments, targets, document, *plan, [&] { return judged_by_targets(arguments, document, *plan, begin); },
        [&](const PlanVerdict& judged) {
            Json json = plan_json(*plan, document);
            json["verdict"] = verdict_json(judged.verdict, plan->problem, judged.remedies);
            json["buffers"] = buffers_json(*plan);
            add_candidates(json, *plan);
            return json;
        },
        [&](const PlanVerdict& judged) { return plan_text(*plan, document, judged.verdict); });
}

}  // namespace

ExitStatus run_plan(const PlanArguments& arguments) {
    auto order = plan_order(arguments.common, arguments.planner, arguments.time_limit_seconds);
    if (!order) {
        return fail(arguments.common, order.error());
    }
    order->capacity = arguments.capacity;
    order->record = !arguments.trace.empty() || (arguments.common.json && needs_trace(*order));
    const auto targets = targets_of(arguments);
    const auto valid = targets ? check_targets(*targets, arguments.common.json) : tl::unexpected(targets.error());
    if (!valid) {
        return fail(arguments.common, valid.error());
    }
    if (const auto writable = check_writable(*targets); !writable) {
        return fail(arguments.common, writable.error(), ExitStatus::unwritten);
    }
    const bool by_all = arguments.planner == all_planners;
    if (arguments.with_external && !by_all) {
        return fail(arguments.common, {{},
                                       0,
                                       "--with-external adds the external planners of your settings to all planners",
                                       "give --planner all, too"});
    }
    if (by_all && (is_wanted(*targets, trace_flag) || is_wanted(*targets, deployment_flag))) {
        return fail(arguments.common, {{}, 0, "--planner all writes no trace and no deployment", "name one planner"});
    }
    if (is_wanted(*targets, deployment_flag) && arguments.planner != deploying_planner) {
        return fail(arguments.common, {{},
                                       0,
                                       arguments.planner + " writes no deployment",
                                       "use --planner " + std::string(deploying_planner) + ", or remove --set deploy"});
    }
    const auto document = open_and_report(arguments.common);
    if (!document) {
        return stop_requested() ? fail(arguments.common, stopped_without_layout(arguments.common), ExitStatus::stopped)
                                : fail(arguments.common, document.error());
    }
    if (is_wanted(*targets, deployment_flag) && !document->problem.graph) {
        return fail(arguments.common, {source_name(arguments.common.file), 0, "the file has no network to deploy",
                                       "give a model, or remove --set deploy"});
    }
    return by_all ? run_by_all(arguments, *targets, *document) : run_by_one(arguments, *targets, *document, *order);
}

}  // namespace arenascope
