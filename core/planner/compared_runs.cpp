#include "core/planner/compared_runs.h"

#include <algorithm>
#include <string_view>

#include "core/planner/registry.h"

namespace arenascope {
namespace {

bool is_varied(const Planner& planner, const OptionSpec& option, const std::vector<KeyValue>& settings) {
    const bool is_kept = std::any_of(settings.begin(), settings.end(),
                                     [&option](const KeyValue& setting) { return setting.first == option.key; });
    const bool has_source = std::ranges::find(option.choices, "source") != option.choices.end();
    const bool is_of_cores = planner.description.name == "many-core";
    return !is_kept && ((is_of_cores && (option.key == "method" || option.key == "criterion")) ||
                        (option.key == "method" && has_source));
}

std::string name_of(const Planner& planner, const std::vector<KeyValue>& settings) {
    std::string choices;
    for (const OptionSpec& option : planner.description.options) {
        for (const KeyValue& setting : settings) {
            if (setting.first == option.key && setting.second != option.default_value) {
                choices += (choices.empty() ? "" : ", ") + setting.second;
            }
        }
    }
    return std::string(planner.description.name) + (choices.empty() ? "" : " (" + choices + ")");
}

}  // namespace

std::vector<ComparedRun> compared_runs(const std::vector<KeyValue>& settings) {
    std::vector<ComparedRun> runs;
    for (const Planner& planner : planners()) {
        std::vector<std::vector<KeyValue>> variants = {{}};
        for (const OptionSpec& option : planner.description.options) {
            if (!is_varied(planner, option, settings)) {
                continue;
            }
            std::vector<std::vector<KeyValue>> more;
            for (const std::vector<KeyValue>& variant : variants) {
                for (const std::string_view choice : option.choices) {
                    more.push_back(variant);
                    more.back().emplace_back(option.key, choice);
                }
            }
            variants = std::move(more);
        }
        for (std::vector<KeyValue>& variant : variants) {
            std::string name = name_of(planner, variant);
            runs.push_back({&planner, std::move(variant), std::move(name)});
        }
    }
    return runs;
}

}  // namespace arenascope
