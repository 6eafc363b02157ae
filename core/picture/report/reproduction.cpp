#include "core/picture/report/reproduction.h"

#include <algorithm>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/shell_word.h"
#include "core/model/network/import_options.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

/// The specification of a key; null: it is unknown.
const OptionSpec* spec_of(const std::vector<OptionSpec>& specs, std::string_view key) {
    const auto found = std::ranges::find(specs, key, &OptionSpec::key);
    return found == specs.end() ? nullptr : &*found;
}

std::string setting_text(const KeyValue& setting, const OptionSpec* spec) {
    const bool is_file = spec != nullptr && spec->is_file;
    return " --set " + shell_word(setting.first + "=" + (is_file ? portable_path(setting.second) : setting.second));
}

/// The name of a file as an argument: no option, although it may begin with a dash.
std::string file_word(const std::string& path) {
    const std::string portable = portable_path(path);
    return shell_word(portable.starts_with("-") && portable != "-" ? "./" + portable : portable);
}

std::string planner_text(const Provenance& made) {
    std::string text = " --planner " + shell_word(made.planner);
    const auto planner = planner_named(made.planner);
    const std::vector<OptionSpec> specs = planner ? all_options((*planner)->description) : std::vector<OptionSpec>();
    for (const KeyValue& option : made.options) {
        const OptionSpec* spec = spec_of(specs, option.first);
        if (spec == nullptr || option.second != spec->default_value) {
            text += setting_text(option, spec);
        }
    }
    return text + " --seed " + std::to_string(made.seed);
}

std::string switches_text(const Reproduction& reproduction) {
    std::string text;
    for (const KeyValue& setting : reproduction.switches) {
        text += setting_text(setting, spec_of(import_option_specs(), setting.first));
    }
    return text;
}

/// Whether threads decide which of several equally good layouts a planner finds first.
bool depends_on_threads(const Provenance& made) {
    const auto planner = planner_named(made.planner);
    return planner && (*planner)->description.kind == PlannerKind::exact;
}

/// Whether the planner began with the layout that the window showed, which the file need not hold.
bool begins_with_a_layout(const Provenance& made) {
    const auto planner = planner_named(made.planner);
    const std::vector<OptionSpec> specs = planner ? all_options((*planner)->description) : std::vector<OptionSpec>();
    return std::ranges::any_of(made.options, [&specs](const KeyValue& option) {
        // What a planner takes from the file anyway, such as its usage graph, is there for a command, too.
        const OptionSpec* spec = spec_of(specs, option.first);
        return option.second == "file" && (spec == nullptr || spec->default_value != "file");
    });
}

}  // namespace

std::string portable_path(const std::string& path) {
    return path.starts_with("/") ? path.substr(path.rfind('/') + 1) : path;
}

bool makes_report(const Reproduction& reproduction) {
    return !(reproduction.planned && reproduction.has_own_layout);
}

std::string reproducing_command(const Reproduction& reproduction) {
    if (!makes_report(reproduction)) {
        return planning_command(reproduction);
    }
    std::string text = "arenascope export " + file_word(reproduction.file) + switches_text(reproduction);
    if (reproduction.planned) {
        text += planner_text(*reproduction.planned);
    } else if (reproduction.is_incomplete) {
        text += " --planner file";
    }
    if (reproduction.iteration) {
        text += " --iteration " + shell_word(*reproduction.iteration);
    }
    for (const std::string& look : reproduction.looks) {
        text += " " + look;
    }
    return text + " -o " + file_word(reproduction.report);
}

std::string likeness(const std::vector<std::string>& lacks) {
    std::string text;
    for (std::size_t i = 0; i < lacks.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == lacks.size() ? " and " : ", ") + lacks[i];
    }
    return text.empty() ? "byte for byte" : "but without " + text;
}

std::string planning_command(const Reproduction& reproduction) {
    return "arenascope plan " + file_word(reproduction.file) + switches_text(reproduction) +
           planner_text(*reproduction.planned) + " -o plan.json";
}

std::string comparing_command(const Reproduction& first, const Reproduction& second) {
    return "arenascope compare " + file_word(first.file) + " " + file_word(second.file) + switches_text(first) +
           " -o " + file_word(first.report);
}

std::string obstacle_of_comparison(const Reproduction& first, const Reproduction& second) {
    const std::pair<const Reproduction&, std::string> plans[] = {{first, "A"}, {second, "B"}};
    for (const auto& [plan, name] : plans) {
        if (!plan.obstacle.empty()) {
            return plan.obstacle;
        }
        if (plan.planned || plan.iteration) {
            return name + " is not the layout of a file";
        }
        if (const std::string obstacle = obstacle_of(plan); !obstacle.empty()) {
            return "of " + name + ": " + obstacle;
        }
    }
    const auto folder_of = [](const std::string& path) { return path.substr(0, path.rfind('/') + 1); };
    const bool has_roots = first.file.starts_with("/") || second.file.starts_with("/");
    if (has_roots && folder_of(first.file) != folder_of(second.file)) {
        return "both files are in folders of their own";
    }
    return first.switches != second.switches ? "both files were imported with switches of their own" : std::string();
}

std::string extracting_command(const Reproduction& reproduction) {
    return "arenascope convert " + file_word(reproduction.report) + " -o plan.json";
}

std::string obstacle_of(const Reproduction& reproduction) {
    if (!reproduction.obstacle.empty()) {
        return reproduction.obstacle;
    }
    if (reproduction.file == "-" || reproduction.file.empty()) {
        return "it was read from standard input";
    }
    if (reproduction.planned && is_external_planner(reproduction.planned->planner)) {
        return "an external planner made the plan";
    }
    if (reproduction.planned && !reproduction.planned->reproducible) {
        return "the run was cut short";
    }
    if (reproduction.planned && depends_on_threads(*reproduction.planned)) {
        return "which of several layouts with this peak the planner finds first may depend on the threads";
    }
    if (reproduction.planned && begins_with_a_layout(*reproduction.planned)) {
        return "the planner began with a layout";
    }
    if (!makes_report(reproduction) && reproduction.iteration) {
        return "the file has a layout of its own, and it shows a step of another run";
    }
    const std::string command = reproducing_command(reproduction);
    return visible(command) == command ? std::string() : "the name of the file has characters that cannot be shown";
}

}  // namespace arenascope
