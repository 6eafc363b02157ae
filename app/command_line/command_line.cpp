#include "app/command_line/command_line.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <limits>
#include <memory>
#include <sstream>
#include <string_view>
#include <type_traits>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "app/command_line/all_planners.h"
#include "app/command_line/arguments.h"
#include "app/command_line/check_command.h"
#include "app/command_line/compare_command.h"
#include "app/command_line/convert_command.h"
#include "app/command_line/explain_command.h"
#include "app/command_line/export_command.h"
#include "app/command_line/info_command.h"
#include "app/command_line/message.h"
#include "app/command_line/plan_command.h"
#include "app/command_line/planners_command.h"
#include "app/command_line/usage_error.h"
#include "app/exit_status.h"
#include "core/error/out_of_memory.h"
#include "core/error/quotation.h"
#include "core/file/file_content.h"
#include "core/format/reading.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

/// What `export` is given, as text that is still to be read.
struct ExportArguments {
    FileArguments common;
    std::string planner;
    std::string output;
    std::string size = "1600x1000";
    double scale = 1.0;
    std::string theme = "light";
    std::string color_by = "risk";
    std::optional<std::uint64_t> iteration;
    std::optional<std::int64_t> free_areas;
};

/// The arguments of all sub-commands; one of them is filled by the parser.
struct Arguments {
    std::vector<std::string> files;
    FileArguments info;
    PlanArguments plan;
    CheckArguments check;
    ExplainArguments explain;
    CompareArguments compare;
    ConvertArguments convert;
    ExportArguments picture;
    FileArguments planners;
};

/// An option that takes a number of at least `lowest`, spelt the same in every locale.
template <class Number, class Target>
void add_number(CLI::App& command, const std::string& name, Target& target, Number lowest, const std::string& meaning) {
    command
        .add_option_function<std::string>(
            name,
            [&target, name, lowest](const std::string& text) {
                Number number = {};
                const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
                const bool whole = error == std::errc() && end == text.data() + text.size();
                if (!whole || !(number >= lowest && number <= std::numeric_limits<Number>::max())) {
                    std::ostringstream least;
                    least << lowest;
                    throw CLI::ValidationError(name, in_quotes(text) + " is no " +
                                                         (std::is_integral_v<Number> ? "whole number" : "number") +
                                                         " from " + least.str() + " up");
                }
                target = number;
            },
            meaning)
        ->type_name("NUMBER");
}

void add_quiet(CLI::App& command, FileArguments& common) {
    command.add_flag("--quiet", common.quiet, "print errors only, and no text report");
}

void add_json(CLI::App& command, FileArguments& common) {
    command.add_flag("--json", common.json, "print one JSON object");
}

void add_common(CLI::App& command, FileArguments& common, bool with_json = true) {
    command
        .add_option("FILE", common.file,
                    "a plan, a problem, a memory-operation sequence or a trace; - is standard input")
        ->required();
    command
        .add_option("--set", common.settings,
                    "KEY=VALUE: an option of the planner, or of the import of a model (see planners)")
        ->allow_extra_args(false);
    add_number(command, "--seed", common.seed, std::uint64_t{0}, "for planners that draw at random");
    add_number(command, "--threads", common.threads, 1, "threads at most (default: all cores)");
    add_quiet(command, common);
    if (with_json) {
        add_json(command, common);
    }
}

void add_strict(CLI::App& command, FileArguments& common) {
    command.add_flag("--strict", common.strict, "exit 1 where sizes are unknown, assumed or left out");
}

/// An option that takes an amount of memory with an optional unit.
void add_bytes(CLI::App& command, const std::string& name, std::optional<Bytes>& bytes, const std::string& meaning) {
    command
        .add_option_function<std::string>(
            name,
            [&bytes, name](const std::string& text) {
                const auto amount = parse_bytes(text);
                if (!amount) {
                    throw CLI::ValidationError(name, to_string(amount.error()));
                }
                bytes = Bytes(*amount);
            },
            meaning)
        ->type_name("BYTES");
}

/// An option that names a file to write.
CLI::Option* add_output(CLI::App& command, const std::string& names, std::string& path, const std::string& meaning) {
    return command
        .add_option_function<std::string>(
            names,
            [&path, names](const std::string& text) {
                if (text.empty()) {
                    throw CLI::ValidationError(names, "the name of the file is empty; name a file");
                }
                path = text;
            },
            meaning)
        ->type_name("FILE");
}

void add_planner(CLI::App& command, std::string& planner) {
    planner = default_planner;
    command.add_option("--planner", planner,
                       "strategy for a problem, or " + std::string(file_as_planner) +
                           ": show what the file has placed and plan nothing (default: " + planner + ")");
}

void add_plan(CLI::App& app, PlanArguments& plan) {
    CLI::App& command = *app.add_subcommand("plan", "plan a file by one planner, or by all");
    add_common(command, plan.common);
    add_strict(command, plan.common);
    plan.planner = default_planner;
    command.add_option(
        "--planner", plan.planner,
        "strategy, or all of them side by side: " + std::string(all_planners) + " (default: " + plan.planner + ")");
    add_bytes(command, "--capacity", plan.capacity, "bytes that the peak must not pass");
    add_number(command, "--time-limit", plan.time_limit_seconds, 0.0,
               "seconds after which the best so far is handed out");
    add_output(command, "-o,--output", plan.output, "layout to write (.csv or .json)");
    add_output(command, "--trace", plan.trace, "trace of the run to write (.json)");
}

void add_check(CLI::App& app, CheckArguments& check) {
    CLI::App& command = *app.add_subcommand("check", "check a layout for overlaps, alignment and capacity");
    add_common(command, check.common);
    add_strict(command, check.common);
    command.add_option("--against", check.against, "problem whose names, sizes and lifetimes must be the same");
    add_bytes(command, "--capacity", check.capacity, "bytes that no tail may pass");
    add_bytes(command, "--alignment", check.alignment, "every offset must be a multiple of it");
    add_number(command, "--limit", check.limit, std::uint64_t{0},
               "overlaps to list at most, 0 for all (default: " + std::to_string(check.limit) + ")");
}

void add_explain(CLI::App& app, ExplainArguments& explain) {
    CLI::App& command = *app.add_subcommand("explain", "show which buffers carry the peak");
    add_common(command, explain.common);
    add_strict(command, explain.common);
    add_planner(command, explain.planner);
    command.add_option("--region", explain.region, "region to explain (default: the one with the highest peak)")
        ->type_name("NAME");
}

void add_compare(CLI::App& app, CompareArguments& compare) {
    CLI::App& command = *app.add_subcommand("compare", "show what a second plan changes against a first");
    add_common(command, compare.common);
    command.add_option("SECOND", compare.second, "the second file")->required();
    add_output(command, "-o,--output", compare.picture, "picture of both on one scale to write (.png, .svg or .pdf)");
    command.add_option("--max-growth", compare.max_growth,
                       "BYTES or PERCENT%: exit 1 when the peak of a region grew by more, or check finds something in "
                       "the second file");
}

void add_export(CLI::App& app, ExportArguments& picture) {
    CLI::App& command = *app.add_subcommand("export", "write a picture of a plan; a problem is planned first");
    add_common(command, picture.common, false);
    add_strict(command, picture.common);
    add_planner(command, picture.planner);
    add_output(command, "-o,--output", picture.output, "picture to write (.png, .svg or .pdf)")->required();
    command.add_option("--size", picture.size, "width and height in pixels, as 1600x1000")->type_name("WxH");
    add_number(command, "--scale", picture.scale, 0.0, "factor on the size");
    command.add_option("--theme", picture.theme, "light or dark");
    command.add_option("--color-by", picture.color_by, "risk, size, lifetime or kind");
    add_number(command, "--iteration", picture.iteration, std::uint64_t{0},
               "step of the trace, from 0, the first placement");
    command
        .add_option("--free-areas", picture.free_areas, "step of the plan whose free areas are shown with their sizes")
        ->type_name("STEP");
}

/// The request that the arguments make, or what is wrong with them.
Expected<ExportRequest> export_request(const ExportArguments& arguments) {
    auto settings = with_size({}, arguments.size);
    if (!settings) {
        return tl::unexpected(settings.error());
    }
    const auto theme = theme_named(arguments.theme);
    if (!theme) {
        return tl::unexpected(theme.error());
    }
    const auto color_by = color_by_named(arguments.color_by);
    if (!color_by) {
        std::string names;
        for (const std::string_view name : color_by_names()) {
            names += (names.empty() ? "" : ", ") + std::string(name);
        }
        return failure("there is nothing to colour by called " + in_quotes(arguments.color_by), "use one of: " + names);
    }
    settings->scale = arguments.scale;
    settings->theme = *theme;
    if (auto valid = validate(*settings); !valid) {
        return tl::unexpected(valid.error());
    }
    ExportRequest request;
    request.output = arguments.output;
    request.settings = *settings;
    request.color_by = *color_by;
    request.iteration = arguments.iteration;
    request.free_areas = arguments.free_areas;
    request.title = file_title(arguments.common.file);
    request.source = source_name(arguments.common.file);
    return request;
}

/// The file's own layout, or a new one where it has none; the caption says which.
ExitStatus run_export(const ExportArguments& arguments) {
    auto request = export_request(arguments);
    if (!request) {
        return fail(arguments.common, request.error());
    }
    if (const auto refused = refuse_picture_path(arguments.common, arguments.output)) {
        return *refused;
    }
    auto document = open_document(arguments.common, arguments.common.file);
    if (!document) {
        return fail(arguments.common, document.error());
    }
    tell_open_sizes(arguments.common, *document, arguments.common.file);
    tell_notes(arguments.common, *document, arguments.common.file);
    const bool is_finding = is_strict_finding(arguments.common, *document);
    if (document->left_out > 0) {
        request->note = "without " + std::to_string(document->left_out) + " values left out · ";
    }
    auto plan = plan_if_needed(std::move(*document), arguments.common, arguments.planner);
    if (!plan) {
        return fail(arguments.common, plan.error());
    }
    request->note += plan->planned ? "planned for this picture" : "layout of the file";
    Document shown;
    shown.problem = std::move(plan->problem);
    shown.layout = std::move(plan->layout);
    shown.provenance = std::move(plan->provenance);
    shown.trace = std::move(plan->trace);
    const ExitStatus otherwise = is_finding ? ExitStatus::finding : ExitStatus::fine;
    return export_picture_of(arguments.common, *request, shown).value_or(otherwise);
}

void add_convert(CLI::App& app, ConvertArguments& convert) {
    CLI::App& command = *app.add_subcommand("convert", "write a file in another format");
    add_common(command, convert.common, false);
    add_output(command, "-o,--output", convert.output, "file to write (.csv or .json)")->required();
}

void add_sub_commands(CLI::App& app, Arguments& arguments) {
    CLI::App& info = *app.add_subcommand("info", "show what a file holds");
    add_common(info, arguments.info);
    add_strict(info, arguments.info);
    add_plan(app, arguments.plan);
    add_check(app, arguments.check);
    add_explain(app, arguments.explain);
    add_compare(app, arguments.compare);
    add_export(app, arguments.picture);
    add_convert(app, arguments.convert);
    CLI::App& planners =
        *app.add_subcommand("planners", "list the planners and the import of models with their options for --set");
    add_json(planners, arguments.planners);
    add_quiet(planners, arguments.planners);
    app.require_subcommand(0, 1);
    app.add_option("FILE", arguments.files, "files to open in the window");
}

/// Names of the sub-commands of `app`.
std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) {
        names.push_back(command->get_name());
    }
    return names;
}

/// The sub-command that was given; empty: none.
std::string given_command(const CLI::App& app) {
    const auto given = app.get_subcommands();
    return given.empty() ? std::string() : given.front()->get_name();
}

ExitStatus run_chosen(const CLI::App& app, const Arguments& arguments) {
    if (app.got_subcommand("info")) {
        return run_info(arguments.info);
    }
    if (app.got_subcommand("plan")) {
        return run_plan(arguments.plan);
    }
    if (app.got_subcommand("check")) {
        return run_check(arguments.check);
    }
    if (app.got_subcommand("explain")) {
        return run_explain(arguments.explain);
    }
    if (app.got_subcommand("compare")) {
        return run_compare(arguments.compare);
    }
    if (app.got_subcommand("export")) {
        return run_export(arguments.picture);
    }
    if (app.got_subcommand("convert")) {
        return run_convert(arguments.convert);
    }
    return run_planners(arguments.planners);
}

/// What to do where there is not enough memory for a sub-command.
std::string what_takes_less(const std::string& command) {
    return command == "export" ? "give a smaller --size or --scale, or raise the limit on memory"
                               : "close other programs, raise the limit on memory, or give a smaller file";
}

/// The version, and a line for each format that this build leaves out.
std::string version_text() {
    std::string text = "arenascope " ARENASCOPE_VERSION;
    for (const FileFormat format : missing_formats()) {
        text += "\ndoes not read " + std::string(name_of(format)) + ": it was built without " +
                std::string(needed_for(format));
    }
    return text;
}

/// Makes each failure to write an error that can be told.
void prepare_streams() {
    // The first file to be opened would take the number of a stream that is closed, and results would go into it.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) == -1) {
            // Opened the wrong way round on purpose: what uses it still fails.
            (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    // A file that passes a size limit is a failed write, not an end without a word.
    std::signal(SIGXFSZ, SIG_IGN);
}

/// What --json asks for before the arguments have been understood.
FileArguments asks_for_json(int argc, char** argv) {
    FileArguments common;
    common.json =
        std::any_of(argv, argv + argc, [](const char* argument) { return argument == std::string_view("--json"); });
    return common;
}

}  // namespace

int run_command_line(int argc, char** argv,
                     const std::function<int(int&, char**, const std::vector<std::string>&)>& open_window) {
    prepare_streams();
    CLI::App app("Arenascope: a visual debugger for tensor memory layouts.\nWithout a sub-command it opens the window.",
                 "arenascope");
    app.set_version_flag("--version", version_text());
    Arguments arguments;
    add_sub_commands(app, arguments);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) {
            return static_cast<int>(fail(asks_for_json(argc, argv), usage_error(error.what(), given_command(app),
                                                                                arguments.files, command_names(app))));
        }
        std::ostringstream text;
        app.exit(error, text, text);
        return static_cast<int>(print(text.str()) ? ExitStatus::fine : ExitStatus::unwritten);
    }
    if (const std::string command = given_command(app); !command.empty()) {
        const auto status = within_memory("for arenascope " + command, what_takes_less(command),
                                          [&]() -> Expected<ExitStatus> { return run_chosen(app, arguments); });
        return static_cast<int>(status ? *status : fail(asks_for_json(argc, argv), status.error()));
    }
    if (const auto missing = missing_file(arguments.files, command_names(app))) {
        return static_cast<int>(fail({}, *missing));
    }
    return open_window(argc, argv, arguments.files);
}

}  // namespace arenascope
