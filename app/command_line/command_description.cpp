#include "app/command_line/command_description.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/command_line/all_planners.h"
#include "app/command_line/arguments.h"
#include "core/model/network/lever.h"
#include "core/picture/plan/coloring.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

using Words = std::vector<std::string>;

/// The planners, and the word that stands for something else than a planner.
Words planner_words(const std::string& command) {
    Words words;
    for (const Planner& planner : planners()) {
        words.emplace_back(planner.description.name);
    }
    if (command == "plan" || command == "sweep") {
        words.emplace_back(all_planners);
    } else if (command != "trace") {
        words.emplace_back(file_as_planner);
    }
    return words;
}

template <class Range>
Words names_in(const Range& range) {
    Words words;
    for (const auto& each : range) {
        words.emplace_back(name_of(each));
    }
    return words;
}

/// The values of an option that takes one of a list.
Words option_words(const std::string& command, const CLI::Option& option) {
    const auto is = [&option](const char* name) { return option.check_lname(name); };
    if (is("planner")) {
        return planner_words(command);
    }
    if (is("format")) {
        return {"text", "json", "sarif", "junit", "github"};
    }
    if (is("theme")) {
        return {"light", "dark"};
    }
    if (is("color")) {
        return {"auto", "always", "never"};
    }
    if (is("color-by")) {
        return {color_by_names().begin(), color_by_names().end()};
    }
    if (is("size")) {
        return {"a4", "letter"};
    }
    if (is("generate")) {
        return names_in(generated_kinds);
    }
    return is("allow") ? names_in(all_levers) : Words();
}

Json option_description(const std::string& command, const CLI::Option& option) {
    Json names = Json::array();
    for (const std::string& name : option.get_snames()) {
        names.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
        names.push_back("--" + name);
    }
    const bool is_operand = names.empty();
    Json value;
    if (is_operand) {
        value = option.get_name(true);
    } else if (option.get_items_expected_max() > 0) {
        value = option.get_type_name();
    }
    return {{"names", std::move(names)},
            {"value", std::move(value)},
            {"meaning", option.get_description()},
            {"required", option.get_required()},
            {"repeatable", option.get_items_expected_max() > 1},
            {"words", option_words(command, option)}};
}

Json description_of(const CLI::App& command) {
    Json options = Json::array();
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_group().empty()) {
            options.push_back(option_description(command.get_name(), *option));
        }
    }
    return {{"name", command.get_name()},
            {"meaning", command.get_description()},
            {"footer", command.get_footer()},
            {"options", std::move(options)}};
}

}  // namespace

Json command_description(const CLI::App& app) {
    Json description = description_of(app);
    description["version"] = ARENASCOPE_VERSION;
    description["commands"] =
        json_list(app.get_subcommands({}), [](const CLI::App* command) { return description_of(*command); });
    return description;
}

}  // namespace arenascope
