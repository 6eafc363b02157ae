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
#include <utility>

#include <CLI/CLI.hpp>

#include "app/command_line/all_planners.h"
#include "app/command_line/arguments.h"
#include "app/command_line/command_description.h"
#include "app/command_line/message.h"
#include "app/command_line/shown_layout.h"
#include "app/command_line/sub_commands.h"
#include "app/command_line/work_progress.h"
#include "app/session/exit_status.h"
#include "core/analysis/debugging/step_field.h"
#include "core/base/error/out_of_memory.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/decimal_number.h"
#include "core/format/reading.h"
#include "core/format/registry.h"
#include "core/format/writing.h"
#include "core/model/network/lever.h"
#include "core/picture/terminal/text_picture.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

/// The arguments of all sub-commands. The parser fills in one of them.
struct Arguments {
    std::vector<std::string> files;
    bool reuse_window = false;
    InfoArguments info;
    PlanArguments plan;
    CheckArguments check;
    ExplainArguments explain;
    CompareArguments compare;
    ConvertArguments convert;
    ExportArguments picture;
    TraceArguments trace;
    ShowArguments show;
    AdviseArguments advise;
    SweepArguments sweep;
    PlannersArguments planners;
};

struct NamedGate {
    std::string_view name;
    GateFormat format;
};
constexpr NamedGate gate_formats[] = {
    {"sarif", GateFormat::sarif}, {"junit", GateFormat::junit}, {"github", GateFormat::github}};

/// Adds an option whose text `take` reads. It gives what is wrong with the text; empty: nothing.
CLI::Option* add_read(CLI::App& command, const std::string& names, const std::string& type, const std::string& meaning,
                      const std::function<std::string(const std::string& text)>& take) {
    const auto read = [names, take](const std::string& text) {
        if (const std::string wrong = take(text); !wrong.empty()) {
            throw CLI::ValidationError(names, wrong);
        }
    };
    return command.add_option_function<std::string>(names, read, meaning)->type_name(type);
}

/// Adds an option for a number of at least `lowest`, in the same notation in every locale.
template <class Number, class Target>
void add_number(CLI::App& command, const std::string& name, Target& target, Number lowest, const std::string& meaning) {
    add_read(command, name, "NUMBER", meaning, [&target, lowest](const std::string& text) {
        Number number = {};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        bool complete = error == std::errc() && end == text.data() + text.size();
        if constexpr (std::is_integral_v<Number>) {
            const auto whole = complete ? std::nullopt : whole_number(text);
            complete = complete || (whole && std::in_range<Number>(*whole));
            number = whole && complete ? static_cast<Number>(*whole) : number;
        }
        if (complete && number >= lowest && number <= std::numeric_limits<Number>::max()) {
            target = number;
            return std::string();
        }
        std::ostringstream least;
        least << lowest;
        return in_quotes(text) + " is not " + (std::is_integral_v<Number> ? "an integer" : "a number") +
               " of at least " + least.str();
    });
}

/// Adds an option for an amount of memory with an optional unit.
void add_bytes(CLI::App& command, const std::string& name, std::optional<Bytes>& bytes, const std::string& meaning) {
    add_read(command, name, "BYTES", meaning, [&bytes](const std::string& text) {
        const auto amount = parse_bytes(text);
        bytes = amount ? std::optional(Bytes(*amount)) : bytes;
        return amount ? std::string() : to_string(amount.error());
    });
}

/// Adds an option for a file to write.
CLI::Option* add_output(CLI::App& command, const std::string& names, std::string& path, const std::string& meaning) {
    return add_read(command, names, "FILE", meaning, [&path](const std::string& text) {
        path = text;
        return std::string(text.empty() ? "the file name is empty; give a file name" : "");
    });
}

void add_quiet(CLI::App& command, FileArguments& common) {
    command.add_flag("--quiet", common.quiet, "print errors only, and no text report");
}

void add_json(CLI::App& command, FileArguments& common) {
    command.add_flag("--json", common.json, "print one JSON object");
}

void add_format(CLI::App& command, FileArguments& common) {
    add_read(command, "--format", "FORMAT",
             "what standard output holds: text, json, or the findings as sarif, junit or github",
             [&common](const std::string& text) {
                 const auto* const found = std::ranges::find(gate_formats, text, &NamedGate::name);
                 common.json = common.json || text == "json";
                 common.gate = found != std::end(gate_formats) ? found->format : common.gate;
                 return found != std::end(gate_formats) || text == "json" || text == "text"
                            ? std::string()
                            : in_quotes(text) + " is no format; write text, json, sarif, junit or github";
             });
}

void add_common(CLI::App& command, FileArguments& common, bool with_json = true) {
    command
        .add_option("FILE", common.file,
                    "plan, problem, model, memory-operation sequence or trace; - is standard input")
        ->required();
    command
        .add_option("--set", common.settings,
                    "KEY=VALUE: option of the planner or of the import of models; arenascope planners lists them")
        ->allow_extra_args(false);
    add_number(command, "--seed", common.seed, std::uint64_t{0}, "seed of random numbers (default: 0)");
    add_number(command, "--threads", common.threads, 1, "maximum number of threads (default: all cores)");
    add_quiet(command, common);
    if (with_json) {
        add_json(command, common);
    }
}

void add_strict(CLI::App& command, FileArguments& common, const std::string& also = {}) {
    command.add_flag("--strict", common.strict, "exit with status 1 if sizes are unknown, assumed or left out" + also);
}

void add_planner(CLI::App& command, std::string& planner, const std::string& meaning) {
    planner = default_planner;
    command.add_option("--planner", planner, meaning + " (default: " + planner + ")");
}

const std::string planner_or_file =
    "planner for a problem, or " + std::string(file_as_planner) + " to show the file's own layout without planning";

void add_iteration(CLI::App& command, std::optional<std::string>& iteration) {
    command
        .add_option("--iteration", iteration,
                    "iteration of the trace to show; 0 is the first placement; 7.2 is group 2 of iteration 7, 7.2.15 "
                    "its rearrangement 15")
        ->type_name("K[.G[.R]]");
}

void add_addresses(CLI::App& command, bool& addresses) {
    command.add_flag("--addresses", addresses, "add a column to CSV: base of the region + offset");
}

void add_info(CLI::App& command, InfoArguments& info) {
    add_common(command, info.common);
    command.add_flag("--buffers", info.buffers, "print a line for each buffer, in the order of their names");
    add_strict(command, info.common);
    add_bytes(command, "--capacity", info.capacity, "capacity of each memory, instead of the file's");
}

void add_plan(CLI::App& command, PlanArguments& plan) {
    add_common(command, plan.common);
    add_format(command, plan.common);
    add_strict(command, plan.common);
    add_planner(command, plan.planner,
                "planner; " + std::string(all_planners) +
                    " runs every one in the order of arenascope planners, with a row as each ends; exec:COMMAND runs a "
                    "program of yours");
    command.add_flag("--with-external", plan.with_external,
                     "with --planner all: also run the external planners that you keep (see arenascope planners)");
    add_bytes(command, "--capacity", plan.capacity, "limit on the peak of each memory");
    add_number(command, "--time-limit", plan.time_limit_seconds, 0.0,
               "seconds after which planning stops with the best layout so far");
    add_output(command, "-o,--output", plan.output, "layout to write (" + plan_suffixes() + ")");
    add_addresses(command, plan.addresses);
    add_output(command, "--trace", plan.trace, "trace of the run to write (.arenatrace: binary, else JSON)");
}

void add_check(CLI::App& command, CheckArguments& check) {
    add_common(command, check.common);
    add_format(command, check.common);
    add_strict(command, check.common, ", or if sharing is only inferred");
    command.add_option("--against", check.against, "problem or model to compare names, sizes and lifetimes with");
    add_bytes(command, "--capacity", check.capacity, "limit on every tail");
    add_bytes(command, "--alignment", check.alignment, "require offsets that are multiples of it");
    add_number(command, "--limit", check.limit, std::uint64_t{0},
               "maximum number of overlaps to list, 0 for all (default: " + std::to_string(check.limit) + ")");
}

void add_explain(CLI::App& command, ExplainArguments& explain) {
    add_common(command, explain.common);
    add_strict(command, explain.common);
    add_planner(command, explain.planner, planner_or_file);
    command.add_option("--region", explain.region, "region to explain (default: the one with the highest peak)")
        ->type_name("NAME");
    command.add_flag("--sharing", explain.sharing,
                     "also show what the output of each operator may and must not share memory with, and why");
    command.add_flag("--improve", explain.improve, "also list the small changes of the layout that lower the peak");
    command
        .add_option("--buffer", explain.buffers,
                    "with --improve: buffer to change; repeatable (default: those that carry the peak)")
        ->type_name("NAME")
        ->expected(1)
        ->take_all();
}

void add_compare(CLI::App& command, CompareArguments& compare) {
    add_common(command, compare.common);
    add_format(command, compare.common);
    command.add_option("SECOND", compare.second, "the second file")->required();
    add_output(command, "-o,--output", compare.picture,
               "picture of both plans to write (.png, .svg or .pdf), a report (.html), or a summary with a picture "
               "beside it (.md)");
    command.add_option(
        "--max-growth", compare.max_growth,
        "BYTES or PERCENT%: exit with status 1 if the peak of a region grows by more, or if check has findings "
        "for the second file");
}

void add_export(CLI::App& command, ExportArguments& picture) {
    add_common(command, picture.common, false);
    add_strict(command, picture.common);
    add_planner(command, picture.planner, planner_or_file);
    add_output(command, "-o,--output", picture.output, "picture to write (.png, .svg or .pdf), or report (.html)")
        ->required();
    command
        .add_option("--size", picture.size,
                    "width and height of a picture in pixels (default: 1600x1000), or the paper of a PDF: a4, letter")
        ->type_name("WxH");
    add_number(command, "--scale", picture.scale, 0.0, "factor on the size of a picture (default: 1)");
    command.add_option("--theme", picture.theme,
                       "light or dark (default: light; of a report: as the reader's browser)");
    command.add_option("--color-by", picture.color_by,
                       "risk, size, lifetime, kind, maker, maker-function or maker-file");
    add_iteration(command, picture.iteration);
    command.add_option("--free-areas", picture.free_areas, "step at which to show the free areas")->type_name("STEP");
    command.add_flag("--no-legend", picture.no_legend, "leave the legend out");
    command.add_flag("--no-caption", picture.no_caption, "leave out how the plan was made");
    command.add_flag("--no-notes", picture.no_notes, "leave out the notes that are pinned to the plan");
}

void add_convert(CLI::App& command, ConvertArguments& convert) {
    add_common(command, convert.common, false);
    command.get_option("FILE")->required(false);
    command.add_option("--generate", convert.generate, "KIND of problem to make up: sparse, dense, model or perfect")
        ->type_name("KIND");
    add_number(command, "--count", convert.count, std::uint64_t{1}, "buffers of a generated problem");
    add_output(command, "-o,--output", convert.output,
               "file to write (" + plan_suffixes() +
                   "; .arenatrace of a trace; .h: offsets for C; .tflite: the model in the order of the switches)");
    command.add_option("--into", convert.into, "TFLite model to write again with the plan inside, as -o OUT.tflite")
        ->type_name("MODEL");
    add_output(command, "--trace", convert.trace, "trace to write, of a trace (.arenatrace: binary, else JSON)");
    add_addresses(command, convert.addresses);
}

void add_trace(CLI::App& command, TraceArguments& trace) {
    add_common(command, trace.common);
    add_planner(command, trace.planner, "planner that runs first if the file is no trace");
    command
        .add_option("--where", trace.where,
                    "condition on a step, such as 'peak < before(peak)' or 'changed(offset(\"conv\"))'")
        ->required()
        ->type_name("EXPRESSION");
    command.add_flag("--follow", trace.follow, "follow a recording while its planner runs");
    std::string names =
        "A condition is about main steps, such as iterations. With .any behind a field, a call or a parenthesis\n"
        "(peak.any < 64k) it is about groups and rearrangements, too.\n\nNames in a condition\n";
    for (const auto list : {step_fields(), step_functions()}) {
        for (const StepTerm& one : list) {
            names += "  " + std::string(one.form) + ": " + std::string(one.meaning) + "\n";
        }
    }
    command.footer(names + "\n" + command.get_footer());
}

void add_show(CLI::App& command, ShowArguments& show) {
    add_common(command, show.common, false);
    add_planner(command, show.planner, planner_or_file);
    add_iteration(command, show.iteration);
    add_number(command, "--width", show.width, least_text_columns,
               "columns of the picture (default: those of the terminal, or 80)");
    command.add_option("--color", show.color, "auto, always or never; never shows letters (default: auto)");
    command.add_option("--theme", show.theme, "colours for a light or a dark terminal (default: dark)");
}

void add_advise(CLI::App& command, AdviseArguments& advise) {
    add_common(command, advise.common);
    add_bytes(command, "--capacity", advise.capacity, "capacity of each memory, instead of the file's");
    command
        .add_option("--allow", advise.allow,
                    "levers to try: " + names_of(all_levers) +
                        ", with commas between (default: all but types, which changes the results)")
        ->type_name("LEVERS");
    command
        .add_option("--max-extra-work", advise.most_extra_work,
                    "limit on the extra multiplications, as a share of those of the network (default: 20%)")
        ->type_name("PERCENT%");
    add_number(command, "--time-limit", advise.time_limit_seconds, 0.0,
               "seconds after which no further lever is tried");
}

void add_sweep(CLI::App& command, SweepArguments& sweep) {
    FileArguments& common = sweep.common;
    add_common(command, common);
    command.remove_option(command.get_option("FILE"));
    command.add_option("FILE", sweep.files, "files and folders; with --merge, tables")->required();
    add_planner(command, sweep.planners, "planners with commas between, or " + std::string(all_planners));
    add_output(command, "-o,--output", sweep.output, "table to write (.csv, .jsonl or .html)");
    add_number(command, "--jobs", sweep.jobs, 1, "files that are swept at the same time (default: all cores)");
    command.get_option("--threads")->description("threads of the planners for each file (default: 1)");
    command.add_flag("--resume", sweep.resume, "keep the lines of files that are in the table already, or were done");
    command.add_option("--shard", sweep.shard, "sweep every Nth file only, from the Kth on")->type_name("K/N");
    command.add_flag("--advise", sweep.advise, "also try the levers of advise on networks");
    command.add_flag("--with-external", sweep.with_external, "also run the external planners that you keep");
    command.add_flag("--merge", sweep.merge, "merge tables of sweeps with the same switches");
    add_bytes(command, "--capacity", sweep.capacity, "capacity of each memory, instead of the file's");
    add_number(command, "--time-limit", sweep.time_limit_seconds, 0.0,
               "seconds after which the work on a file is ended (default: 600)");
    add_bytes(command, "--memory-limit", sweep.memory_limit,
              "memory for the work on a file (default: that of the machine divided by the jobs)");
    command.add_flag("--worker", sweep.worker)->group("");
}

void add_planners(CLI::App& command, PlannersArguments& planners) {
    add_json(command, planners.common);
    add_quiet(command, planners.common);
    CLI::Option* const keep = command.add_option("--keep", planners.keep, "external planner to keep in your settings");
    keep->type_name("NAME=exec:COMMAND");
    CLI::Option* const forget = command.add_option("--forget", planners.forget, "external planner to remove from them");
    forget->type_name("NAME")->excludes(keep);
    command.add_option("--import", planners.import, "list of external planners; each command is shown and confirmed")
        ->type_name("FILE")
        ->excludes(keep)
        ->excludes(forget);
}

/// Ends the help of a command with examples.
void add_examples(CLI::App& command, const std::string& first, const std::string& second) {
    command.footer("Examples, in the directory of the source code:\n  " + first + "\n  " + second);
}

/// A sub-command. Its examples work as they stand where the samples are.
struct SubCommand {
    const char* name;
    const char* meaning;
    void (*add)(CLI::App& command, Arguments& all);
    ExitStatus (*run)(const Arguments& all);
    const char* first_example;
    const char* second_example;
};

/// The row of a sub-command whose arguments are `part`.
template <auto part, auto add, auto run>
constexpr SubCommand row(const char* name, const char* meaning, const char* first_example, const char* second_example) {
    return {name,
            meaning,
            [](CLI::App& command, Arguments& all) { add(command, all.*part); },
            [](const Arguments& all) { return run(all.*part); },
            first_example,
            second_example};
}

/// In the order of the help.
constexpr SubCommand sub_commands[] = {
    row<&Arguments::info, add_info, run_info>("info", "show what a file holds",
                                              "arenascope info samples/mobile_vision.json",
                                              "arenascope info samples/inception_cell.param --json"),
    row<&Arguments::plan, add_plan, run_plan>("plan", "plan a file with one planner, or with all",
                                              "arenascope plan samples/mobile_vision.json -o plan.json",
                                              "arenascope plan samples/mobile_vision.json --planner all"),
    row<&Arguments::check, add_check, run_check>(
        "check", "check a layout for overlaps, alignment and capacity", "arenascope check samples/placed.csv",
        "arenascope check samples/placed.csv --capacity 256KiB --alignment 64 --json"),
    row<&Arguments::explain, add_explain, run_explain>(
        "explain", "show which buffers carry the peak", "arenascope explain samples/placed.csv",
        "arenascope explain samples/mobile_vision.json --planner greedy-by-area"),
    row<&Arguments::compare, add_compare, run_compare>(
        "compare", "show how a second plan differs from a first",
        "arenascope compare samples/placed.csv samples/vendor_plan.csv -o both.svg",
        "arenascope plan samples/placed.csv -o - | arenascope compare samples/placed.csv - --max-growth 2%"),
    row<&Arguments::picture, add_export, run_export>(
        "export", "write a picture or a report of a plan; a problem is planned first",
        "arenascope export samples/placed.csv -o placed.png",
        "arenascope export samples/mobile_vision.json -o vision.svg --theme dark --color-by size"),
    row<&Arguments::convert, add_convert, run_convert>(
        "convert", "write a file in another format, or a generated problem",
        "arenascope convert samples/operations.csv -o buffers.csv",
        "arenascope convert --generate model --count 1000 --seed 1 -o network.csv"),
    row<&Arguments::trace, add_trace, run_trace>(
        "trace", "list the steps of a run at which a condition holds",
        "arenascope trace samples/mobile_vision.json --where 'peak <= threshold'",
        "arenascope trace samples/mobile_vision.json --where 'changed(tier(\"conv2_1/expand\"))'"),
    row<&Arguments::show, add_show, run_show>("show", "draw a plan in the terminal; a problem is planned first",
                                              "arenascope show samples/placed.csv",
                                              "arenascope show samples/mobile_vision.json --iteration 0 --color never"),
    row<&Arguments::advise, add_advise, run_advise>(
        "advise", "list what would make a network need less memory, and what it costs",
        "arenascope advise samples/inception_cell.param",
        "arenascope advise samples/inception_cell.param --capacity 160KiB --allow order,sharing"),
    row<&Arguments::sweep, add_sweep, run_sweep>(
        "sweep", "describe, check and plan many files into one table", "arenascope sweep samples -o samples.csv",
        "arenascope sweep samples --planner greedy-by-size,peak-suppression --resume -o samples.html"),
    row<&Arguments::planners, add_planners, run_planners>("planners", "list the planners and all options for --set",
                                                          "arenascope planners", "arenascope planners --json"),
};

void add_sub_commands(CLI::App& app, Arguments& arguments) {
    for (const SubCommand& each : sub_commands) {
        CLI::App& command = *app.add_subcommand(each.name, each.meaning);
        add_examples(command, each.first_example, each.second_example);
        each.add(command, arguments);
    }
    app.require_subcommand(0, 1);
    app.add_option("FILE", arguments.files, "files to open in the window");
    app.add_flag("--reuse-window", arguments.reuse_window,
                 "open them in the program that already has windows on this display, if there is one");
    add_examples(app, "arenascope samples/mobile_vision.json",
                 "arenascope plan samples/mobile_vision.json -o plan.json");
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
    const auto* const chosen =
        std::ranges::find_if(sub_commands, [&](const SubCommand& each) { return app.got_subcommand(each.name); });
    return chosen->run(arguments);
}

/// How to need less memory for a sub-command.
std::string cure_for_lack_of_memory(const std::string& command) {
    return command == "export" ? "give a smaller --size or --scale, or raise the limit on memory"
                               : "close other programs, raise the limit on memory, or give a smaller file";
}

/// The version, and a line for each format that this build cannot read.
std::string version_text() {
    std::string text = "arenascope " ARENASCOPE_VERSION;
    for (const FileFormat format : missing_formats()) {
        text += "\ndoes not read " + std::string(name_of(format)) + ": it was built without " +
                std::string(format_of(format).needs);
    }
    return text;
}

/// Makes sure that every failed write is reported.
void prepare_streams() {
    // If a standard stream is closed, the next file opened would get its number, and results would go into that file.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) == -1) {
            // Opened in the wrong direction on purpose, so that using the stream still fails.
            (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    // Exceeding a file size limit becomes a failed write instead of ending the program silently.
    std::signal(SIGXFSZ, SIG_IGN);
}

/// Whether --json is given, before the arguments are parsed.
FileArguments with_json_option(int argc, char** argv) {
    FileArguments common;
    common.json =
        std::any_of(argv, argv + argc, [](const char* argument) { return argument == std::string_view("--json"); });
    return common;
}

}  // namespace

int run_command_line(int argc, char** argv, const OpenWindow& open_window) {
    prepare_streams();
    CLI::App app("Arenascope: a visual debugger for tensor memory layouts.\nWithout a sub-command it opens the window.",
                 "arenascope");
    app.set_version_flag("--version", version_text());
    const CLI::Option* const describe = app.add_flag("--describe")->group("");  // hidden, for manual and completions
    Arguments arguments;
    add_sub_commands(app, arguments);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) {
            return static_cast<int>(
                fail(with_json_option(argc, argv),
                     usage_error(error.what(), given_command(app), arguments.files, command_names(app))));
        }
        std::ostringstream text;
        app.exit(error, text, text);
        return static_cast<int>(print(text.str()) ? ExitStatus::fine : ExitStatus::unwritten);
    }
    if (describe->count() > 0) {
        const bool is_printed = print(command_description(app).dump(2) + "\n");
        return static_cast<int>(is_printed ? ExitStatus::fine : ExitStatus::unwritten);
    }
    if (const std::string command = given_command(app); !command.empty()) {
        const auto status = within_memory("for arenascope " + command, cure_for_lack_of_memory(command),
                                          [&]() -> Expected<ExitStatus> { return run_chosen(app, arguments); });
        return static_cast<int>(status ? *status : fail(with_json_option(argc, argv), status.error()));
    }
    if (const auto missing = missing_file(arguments.files, command_names(app))) {
        return static_cast<int>(fail({}, *missing));
    }
    return open_window(argc, argv, {arguments.files, arguments.reuse_window});
}

}  // namespace arenascope
