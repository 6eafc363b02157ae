#include "app/command_line/planners_command.h"

#include "app/command_line/arguments.h"
#include "app/command_line/json_text.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

Json option_json(const OptionSpec& option) {
    Json json = {{"key", option.key},
                 {"type", name_of(option.type)},
                 {"default", option.default_value},
                 {"meaning", option.meaning}};
    if (!option.choices.empty()) {
        json["choices"] = option.choices;
    }
    return json;
}

Json planners_json() {
    Json list = Json::array();
    for (const Planner& planner : planners()) {
        Json options = Json::array();
        for (const OptionSpec& option : all_options(planner.description)) {
            options.push_back(option_json(option));
        }
        list.push_back({{"name", planner.description.name},
                        {"kind", name_of(planner.description.kind)},
                        {"summary", planner.description.summary},
                        {"options", std::move(options)}});
    }
    return {{"planners", std::move(list)}};
}

std::string planners_text() {
    std::string text;
    for (const Planner& planner : planners()) {
        text += std::string(planner.description.name) + " (" + std::string(name_of(planner.description.kind)) +
                ")\n  " + std::string(planner.description.summary) + "\n";
        for (const OptionSpec& option : all_options(planner.description)) {
            text += "    --set " + std::string(option.key) + "=" + std::string(option.default_value) + "  " +
                    std::string(option.meaning) + "\n";
        }
    }
    return text;
}

}  // namespace

ExitStatus run_planners(bool json) {
    return print(json ? json_text(planners_json()) : planners_text()) ? ExitStatus::fine : ExitStatus::unusable;
}

}  // namespace arenascope
