#include "app/command_line/arguments.h"

#include <algorithm>
#include <csignal>
#include <thread>
#include <utility>

#include "app/command_line/message.h"
#include "core/error/quotation.h"
#include "core/file/file_content.h"
#include "core/format/reading.h"
#include "core/picture/unit.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

/// Set by the signal handler: the one thing that a handler may touch.
volatile std::sig_atomic_t signal_received = 0;

void note_signal(int) {
    signal_received = 1;
}

/// The first signal asks for the best so far, the second one ends the program. A read that waits for input is not
/// begun again, or nobody could leave it.
void listen_for_signals() {
    struct sigaction action = {};
    action.sa_handler = note_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    // A terminal that closes often sends it twice, so it never ends the program. `nohup` has it ignored, and so it
    // stays.
    struct sigaction given = {};
    if (::sigaction(SIGHUP, nullptr, &given) == 0 && given.sa_handler != SIG_IGN) {
        action.sa_flags = 0;
        ::sigaction(SIGHUP, &action, nullptr);
    }
}

constexpr std::string_view deployment_key = "deploy";

/// Whether some planner takes the setting. Of a key that one has, the error says what is wrong with the value.
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

}  // namespace

bool stop_requested() {
    return signal_received != 0;
}

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
        (is_import_key(setting.first) ? settings.import : settings.planner).push_back(std::move(setting));
    }
    return settings;
}

Expected<Document> open_one_of_two(const FileArguments& common, const std::string& file) {
    const auto settings = settings_of(common);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    const auto options = import_options(settings->import);
    if (!options) {
        return tl::unexpected(options.error());
    }
    return read_document(file, *options);
}

Expected<void> check_dimensions(const FileArguments& common, std::initializer_list<const Document*> documents) {
    const auto options = settings_of(common).and_then([](const Settings& all) { return import_options(all.import); });
    if (!options) {
        return tl::unexpected(options.error());
    }
    std::vector<std::string> names;
    for (const Document* document : documents) {
        names.insert(names.end(), document->dimensions.begin(), document->dimensions.end());
    }
    std::string list;
    for (const std::string& name : names) {
        list += (list.empty() ? "" : ", ") + in_quotes(name);
    }
    for (const auto& [name, extent] : options->dimensions) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            return failure(Error{source_name(common.file), 0,
                                 "it leaves no dimension open that is called " + in_quotes(name),
                                 list.empty() ? "it has no such names: leave dim.NAME out" : "the names are: " + list});
        }
    }
    return {};
}

Expected<Document> open_document(const FileArguments& common, const std::string& file) {
    auto document = open_one_of_two(common, file);
    if (document) {
        if (const auto known = check_dimensions(common, {&*document}); !known) {
            return tl::unexpected(known.error());
        }
    }
    return document;
}

bool is_strict_finding(const FileArguments& common, const Document& document) {
    return common.strict && has_uncertain_sizes(document);
}

void tell_open_sizes(const FileArguments& common, const Document& document, const std::string& file) {
    const auto tell = [&](std::size_t count, const char* one, const char* many, const char* cure) {
        if (count > 0) {
            note(common,
                 {source_name(file), 0, count == 1 ? one : grouped(static_cast<std::int64_t>(count)) + many, cure});
        }
    };
    const OpenSizes sizes = open_sizes(document);
    tell(sizes.unknown, "1 tensor has no known size, so that no figure counts it",
         " tensors have no known size, so that no figure counts them", "arenascope info lists them");
    tell(sizes.left_out, "1 value is left out, so that no figure counts it",
         " values are left out, so that no figure counts them", "arenascope info says why");
    tell(sizes.assumed, "1 dimension is left open and was assumed", " dimensions are left open and were assumed",
         "arenascope info tells how to give them");
    tell(sizes.bounded, "1 size depends on the data and is taken at its largest",
         " sizes depend on the data and are taken at their largest", "arenascope info lists them");
}

void tell_notes(const FileArguments& common, const Document& document, const std::string& file) {
    tell_switches(common, document);
    for (const std::string& text : document.notes) {
        const bool is_told = std::any_of(document.switch_notes.begin(), document.switch_notes.end(),
                                         [&text](const std::string& told) { return told.ends_with(text); });
        if (!is_told) {
            note(common, {source_name(file), 0, text, {}});
        }
    }
}

void tell_switches(const FileArguments& common, const Document& document) {
    for (const std::string& text : document.switch_notes) {
        note(common, {{}, 0, text, {}});
    }
}

Expected<void> check_settings(const FileArguments& common) {
    const auto settings = settings_of(common);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    for (const KeyValue& setting : settings->planner) {
        if (setting.first == deployment_key) {
            return failure("--set deploy writes nothing here", "arenascope plan writes the execution list");
        }
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
    const auto settings = settings_of(common);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    std::string file;
    for (const auto& [key, value] : settings->planner) {
        if (key == deployment_key && value.empty()) {
            return failure("--set deploy= names no file", "write --set deploy=FILE");
        }
        if (key == deployment_key) {
            file = value;
        }
    }
    return file;
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
    order.threads =
        common.threads > 0 ? common.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    listen_for_signals();
    order.stop = stop_requested;
    order.time_limit_seconds = time_limit_seconds;
    return order;
}

Expected<LoadedPlan> plan_if_needed(Document document, const FileArguments& common, const std::string& planner) {
    if (auto settings = check_settings(common); !settings) {
        return tl::unexpected(settings.error());
    }
    const bool is_as_it_is = planner == file_as_planner;
    if (const auto known = planner_named(planner); !is_as_it_is && !known) {
        return tl::unexpected(Error{known.error().source, 0, known.error().cause,
                                    known.error().cure + ", or " + std::string(file_as_planner)});
    }
    const bool is_placed = is_complete(document.layout) && !document.problem.buffers.empty();
    if (is_as_it_is || document.trace || is_placed) {
        return LoadedPlan{std::move(document.problem), std::move(document.layout), std::move(document.provenance),
                          std::move(document.trace), false};
    }
    auto order = plan_order(common, planner, std::nullopt);
    if (!order) {
        return tl::unexpected(order.error());
    }
    order->record = true;
    auto plan = run_planner(document.problem, document.layout, *order);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    return LoadedPlan{std::move(plan->problem), std::move(plan->result.layout), std::move(plan->provenance),
                      std::move(plan->trace), true};
}

}  // namespace arenascope
