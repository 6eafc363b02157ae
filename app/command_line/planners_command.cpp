#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/sub_commands.h"
#include "app/session/external_planners.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/model/network/import_options.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

bool is_bounded(const OptionSpec& option) {
    return option.maximum != OptionSpec{}.maximum;
}

Json option_json(const OptionSpec& option) {
    Json json = {{"key", option.key},
                 {"type", name_of(option.type)},
                 {"default", option.default_value},
                 {"meaning", whole_meaning(option)}};
    if (option.type == OptionType::integer || option.type == OptionType::bytes) {
        json["minimum"] = option.minimum;
        if (is_bounded(option)) {
            json["maximum"] = option.maximum;
        }
        json["unit"] = option.type == OptionType::bytes ? "bytes" : option.unit;
    }
    if (!option.choices.empty()) {
        json["choices"] = option.choices;
    }
    return json;
}

std::string option_text(const OptionSpec& option) {
    std::string bounds;
    if (option.type == OptionType::integer || option.type == OptionType::bytes) {
        const std::string_view unit = option.type == OptionType::bytes ? "bytes" : option.unit;
        bounds = is_bounded(option) ? grouped(option.minimum) + " to " + grouped(option.maximum)
                                    : "at least " + grouped(option.minimum);
        bounds = " (" + bounds + (unit.empty() ? "" : " ") + std::string(unit) + ")";
    }
    return "    --set " + std::string(option.key) + "=" + std::string(option.default_value) + "  " +
           whole_meaning(option) + bounds + "\n";
}

/// The import options with a variable key.
const OptionSpec shape_option = {.key = "shape.NAME",
                                 .type = OptionType::text,
                                 .default_value = "",
                                 .meaning = "shape of the input NAME of an ONNX or ncnn model, such as 1,128"};
const OptionSpec dimension_option = {.key = "dim.NAME",
                                     .type = OptionType::integer,
                                     .default_value = "",
                                     .meaning = "value of the open dimension NAME of an ONNX model",
                                     .minimum = 1};

/// The options of a planner. Planners of shared objects refuse pins, so theirs are left out.
std::vector<OptionSpec> usable_options(const PlannerDescription& planner) {
    auto options = all_options(planner);
    if (planner.kind == PlannerKind::shared_objects) {
        std::erase_if(options, [](const OptionSpec& option) { return option.key == "pins"; });
    }
    return options;
}

Json planners_json() {
    Json import = json_list(import_option_specs(), option_json);
    import.push_back(option_json(dimension_option));
    import.push_back(option_json(shape_option));
    const auto planner_json = [](const Planner& planner) -> Json {
        return {{"name", planner.description.name},
                {"family", title_of(planner.description.family)},
                {"kind", name_of(planner.description.kind)},
                {"summary", planner.description.summary},
                {"options", json_list(usable_options(planner.description), option_json)}};
    };
    const auto external_json = [](const NamedExternal& kept) -> Json {
        return {{"name", kept.name}, {"command", kept.text}};
    };
    return {{"planners", json_list(planners(), planner_json)},
            {"import", std::move(import)},
            {"external", json_list(kept_external_planners(), external_json)}};
}

std::string planners_text() {
    std::string text;
    std::optional<PlannerFamily> family;
    for (const Planner& planner : planners()) {
        if (planner.description.family != family) {
            family = planner.description.family;
            text += (text.empty() ? "" : "\n") + std::string(title_of(*family)) + ": " +
                    std::string(summary_of(*family)) + "\n";
        }
        text += std::string(planner.description.name) + " (" + std::string(name_of(planner.description.kind)) +
                ")\n  " + std::string(planner.description.summary) + "\n";
        for (const OptionSpec& option : usable_options(planner.description)) {
            text += option_text(option);
        }
    }
    text += "\nimport of models\n  options of every sub-command that opens a file\n";
    for (const OptionSpec& option : import_option_specs()) {
        text += option_text(option);
    }
    text += option_text(dimension_option) + option_text(shape_option);
    const auto kept = kept_external_planners();
    text += kept.empty() ? "" : "\nExternal planners: programs that you keep by name\n";
    for (const NamedExternal& planner : kept) {
        text += planner.name + "\n  " + visible(planner.text) + "\n";
    }
    return text;
}

ExitStatus keep(const FileArguments& common, const std::vector<NamedExternal>& planners) {
    const auto kept = keep_external_planners(planners);
    return kept ? ExitStatus::fine : fail(common, kept.error(), ExitStatus::unwritten);
}

/// Asks on the terminal, which is standard error here, and takes the answer from standard input.
bool is_confirmed(const NamedExternal& planner) {
    std::fprintf(stderr, "%s runs: %s\nkeep it? [y/N] ", planner.name.c_str(), visible(planner.text).c_str());
    std::string answer;
    return std::getline(std::cin, answer) && (answer == "y" || answer == "Y" || answer == "yes");
}

/// Shows each command of a list, and keeps those that are confirmed.
ExitStatus import_list(const PlannersArguments& arguments) {
    const auto list = confirmed_externals(arguments.import, is_confirmed);
    if (!list) {
        return fail(arguments.common, list.error());
    }
    std::fprintf(stderr, "%zu of %zu kept\n", list->confirmed.size(), list->listed);
    return keep(arguments.common, list->confirmed);
}

}  // namespace

ExitStatus run_planners(const PlannersArguments& arguments) {
    if (!arguments.keep.empty()) {
        const auto named = parse_named_external(arguments.keep);
        return named ? keep(arguments.common, {*named}) : fail(arguments.common, named.error());
    }
    if (!arguments.forget.empty()) {
        return forget_external_planner(arguments.forget)
                   ? ExitStatus::fine
                   : fail(arguments.common, {{},
                                             0,
                                             "your settings have no external planner " + in_quotes(arguments.forget),
                                             "arenascope planners lists them"});
    }
    if (!arguments.import.empty()) {
        return import_list(arguments);
    }
    return print_result(arguments.common, planners_json, planners_text) ? ExitStatus::fine : ExitStatus::unwritten;
}

}  // namespace arenascope
