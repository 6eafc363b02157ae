#include "app/command_line/arguments.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "app/command_line/message.h"
#include "app/command_line/stop_signal.h"
#include "app/command_line/text_table.h"
#include "app/command_line/work_progress.h"
#include "app/session/external_choice.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/base/text/decimal_number.h"
#include "core/base/text/plain_text.h"
#include "core/format/import_check.h"
#include "core/format/reading.h"
#include "core/format/writing.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

constexpr std::string_view deployment_key = "deploy";

/// Whether some planner accepts the setting. If planners have the key, the error is about its value.
Expected<void> check_setting(const KeyValue& setting) {
    Expected<void> result =
        failure("there is no option " + in_quotes(setting.first),
                "arenascope planners lists the options of the planners and of the import of models");
    for (const Planner& planner : planners()) {
        const auto specs = all_options(planner.description);
        const bool has_key =
            std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& spec) { return spec.key == setting.first; });
        if (!has_key) {
            continue;
        }
        const auto value = OptionValues::from(specs, {setting});
        if (value) {
            return {};
        }
        result = tl::unexpected(value.error());
    }
    return result;
}

Expected<ImportOptions> options_of(const FileArguments& common) {
    return settings_of(common).and_then([](const Settings& all) { return import_options(all.import); });
}

Expected<Document> open_with(const FileArguments& common, const std::string& file, const ImportOptions& options) {
    const ReadingProgress shown(common, file);
    return read_document(file, options, shown.callback());
}

}  // namespace

Expected<std::vector<KeyValue>> parse_settings(const std::vector<std::string>& settings) {
    std::vector<KeyValue> pairs;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0) {
            return failure("--set " + in_quotes(setting) + " has no value", "write --set KEY=VALUE");
        }
        pairs.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    return pairs;
}

Expected<Settings> settings_of(const FileArguments& common) {
    auto all = parse_settings(common.settings);
    if (!all) {
        return tl::unexpected(all.error());
    }
    Settings settings;
    for (KeyValue& setting : *all) {
        if (setting.first == deployment_key) {
            if (setting.second.empty()) {
                return failure("--set deploy= names no file", "write --set deploy=FILE");
            }
            settings.deployment = std::move(setting.second);
            continue;
        }
        (is_import_key(setting.first) ? settings.import : settings.planner).push_back(std::move(setting));
    }
    return settings;
}

Expected<Document> open_one_of_two(const FileArguments& common, const std::string& file) {
    return options_of(common).and_then([&](ImportOptions options) {
        options.is_for_another_file_too = true;
        return open_with(common, file, options);
    });
}

Expected<void> check_import(const FileArguments& common, std::initializer_list<const Document*> documents) {
    const auto options = options_of(common);
    if (!options) {
        return tl::unexpected(options.error());
    }
    return check_import(documents, *options, source_name(common.file));
}

Expected<Document> open_document(const FileArguments& common, const std::string& file) {
    auto document =
        options_of(common).and_then([&](const ImportOptions& options) { return open_with(common, file, options); });
    if (document) {
        if (const auto known = check_import(common, {&*document}); !known) {
            return tl::unexpected(known.error());
        }
    }
    return document;
}

Expected<Document> open_and_report(const FileArguments& common) {
    auto document = open_document(common, common.file);
    if (document) {
        report_open_sizes(common, *document, common.file);
        report_notes(common, *document, common.file);
    }
    return document;
}

bool is_strict_finding(const FileArguments& common, const Document& document) {
    return common.strict && has_uncertain_sizes(document);
}

void report_open_sizes(const FileArguments& common, const Document& document, const std::string& file) {
    const auto report = [&](std::size_t count, const char* singular, const char* plural, const char* cure) {
        if (count > 0) {
            note(common, {source_name(file), 0, count == 1 ? singular : grouped(count) + plural, cure});
        }
    };
    const OpenSizes sizes = open_sizes(document);
    report(sizes.unknown, "1 tensor has no known size, so that no figure counts it",
           " tensors have no known size, so that no figure counts them", "arenascope info lists them");
    report(sizes.left_out, "1 value is left out, so that no figure counts it",
           " values are left out, so that no figure counts them", "arenascope info says why");
    report(sizes.assumed, "1 dimension is left open and was assumed", " dimensions are left open and were assumed",
           "arenascope info says how to set them");
    report(sizes.bounded, "1 size depends on the data and is taken at its largest",
           " sizes depend on the data and are taken at their largest", "arenascope info lists them");
}

void report_notes(const FileArguments& common, const Document& document, const std::string& file) {
    report_switch_notes(common, document);
    for (const std::string& text : document.notes) {
        const bool is_reported =
            std::any_of(document.switch_notes.begin(), document.switch_notes.end(),
                        [&text](const std::string& switch_note) { return switch_note.ends_with(text); });
        if (!is_reported) {
            note(common, {source_name(file), 0, text, {}});
        }
    }
}

void report_switch_notes(const FileArguments& common, const Document& document) {
    for (const std::string& text : document.switch_notes) {
        note(common, {{}, 0, text, {}});
    }
}

Expected<void> check_settings(const FileArguments& common) {
    const auto settings = settings_of(common);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    if (!settings->deployment.empty()) {
        return failure("--set deploy has no effect here", "use arenascope plan to write the deployment");
    }
    for (const KeyValue& setting : settings->planner) {
        if (auto taken = check_setting(setting); !taken) {
            return taken;
        }
    }
    if (const auto import = import_options(settings->import); !import) {
        return tl::unexpected(import.error());
    }
    return {};
}

Expected<void> check_standard_input(const FileArguments& common, const std::string& second) {
    return common.file == "-" && second == "-"
               ? failure("standard input is named twice", "give one of the two as a file")
               : Expected<void>();
}

Expected<std::string> deployment_file(const FileArguments& common) {
    return settings_of(common).map([](const Settings& all) { return all.deployment; });
}

int thread_count(const FileArguments& common) {
    return common.threads > 0 ? common.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Expected<PlanOrder> plan_order(const FileArguments& common, const std::string& planner,
                               std::optional<double> time_limit_seconds) {
    auto settings = settings_of(common);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    PlanOrder order;
    order.planner = planner;
    order.settings = std::move(settings->planner);
    order.seed = common.seed;
    order.threads = thread_count(common);
    handle_stop_signals();
    order.stop = stop_requested;
    order.time_limit_seconds = time_limit_seconds;
    return choose_external(order).map([&] { return std::move(order); });
}

Expected<Plan> run_with_progress(const Document& document, const FileArguments& common, PlanOrder order,
                                 std::size_t number, std::size_t count) {
    const RunProgress shown(common, document.problem, order.planner, number, count);
    order.progress = shown.callback();
    return run_planner(document.problem, document.layout, order);
}

Error stopped_without_layout(const FileArguments& common, const Plan* plan) {
    Error error = stopped_too_early();
    if (plan != nullptr && is_external_planner(plan->provenance.planner) && !plan->result.notes.empty()) {
        error.cause = plan->result.notes.front();
    }
    error.source = source_name(common.file);
    error.cure = "give it more time";
    return error;
}

ExitStatus status_of_failed_planning() {
    return stop_requested() ? ExitStatus::stopped : ExitStatus::unusable;
}

void report_lost(const FileArguments& common, const std::string& path, const std::string& lost) {
    if (!lost.empty()) {
        const bool is_standard_output = path == "-";
        const auto format = plan_format_of(path);
        note(common, {is_standard_output ? "standard output" : path, 0, "this format cannot store " + lost,
                      format && *format == FileFormat::plan_json ? "keep the file that was read, too"
                      : is_standard_output                       ? "write a .json file to keep it"
                                                                 : "write .json to keep it"});
    }
}

Expected<LoadedPlan> plan_anew(Document document, const FileArguments& common, const std::string& planner) {
    auto order = plan_order(common, planner, std::nullopt);
    if (!order) {
        return tl::unexpected(order.error());
    }
    order->record = true;
    auto plan = run_with_progress(document, common, *order);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    if (!is_complete(plan->result.layout) && plan->result.misfits.empty()) {
        return tl::unexpected(stopped_without_layout(common, &*plan));
    }
    Annotations kept = after_planning(annotations_of(document), document.problem, plan->problem);
    document.problem = std::move(plan->problem);
    document.layout = std::move(plan->result.layout);
    document.provenance = std::move(plan->provenance);
    document.trace = std::move(plan->trace);
    document.hand_edits = std::move(kept.hand_edits);
    document.pinned_notes = std::move(kept.pinned_notes);
    document.bookmarks = std::move(kept.bookmarks);
    return LoadedPlan{std::move(document),
                      true,
                      std::move(plan->result.notes),
                      {std::move(plan->result.misfits), plan->result.lower_bound}};
}

Expected<LoadedPlan> plan_if_needed(Document document, const FileArguments& common, const std::string& planner) {
    if (auto settings = check_settings(common); !settings) {
        return tl::unexpected(settings.error());
    }
    const bool shows_own_layout = planner == file_as_planner;
    if (const auto known = planner_named(planner); !shows_own_layout && !known && !is_external_choice(planner)) {
        return tl::unexpected(Error{known.error().source, 0, known.error().cause,
                                    known.error().cure + ", or " + std::string(file_as_planner)});
    }
    const bool is_placed = is_complete(document.layout) && !document.problem.buffers.empty();
    return shows_own_layout || document.trace || is_placed ? LoadedPlan{std::move(document)}
                                                           : plan_anew(std::move(document), common, planner);
}

}  // namespace arenascope
