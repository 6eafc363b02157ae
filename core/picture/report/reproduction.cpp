#include "core/picture/report/reproduction.h"

#include <algorithm>

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

/// Whether threads decide which of several equally good layouts a planner finds first.
bool depends_on_threads(const Provenance& made) {
    const auto planner = planner_named(made.planner);
    return planner && (*planner)->description.kind == PlannerKind::exact;
}

/// Whether the planner began with the layout that the window showed, which the file need not hold.
bool begins_with_a_layout(const Provenance& made) {
    return std::ranges::any_of(made.options, [](const KeyValue& option) { return option.second == "file"; });
}

}  // namespace

std::string portable_path(const std::string& path) {
    return path.starts_with("/") ? path.substr(path.rfind('/') + 1) : path;
}

std::string reproducing_command(const Reproduction& reproduction) {
    const bool plans = reproduction.planned && !reproduction.iteration;
    std::string text = std::string("arenascope ") + (plans ? "plan " : "export ") + file_word(reproduction.file);
    for (const KeyValue& setting : reproduction.switches) {
        text += setting_text(setting, spec_of(import_option_specs(), setting.first));
    }
    if (reproduction.planned) {
        text += planner_text(*reproduction.planned);
    } else if (reproduction.is_incomplete) {
        text += " --planner file";
    }
    if (reproduction.iteration) {
        text += " --iteration " + shell_word(*reproduction.iteration);
    }
    return text + (plans ? " -o plan.json" : " -o " + file_word(reproduction.report));
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
    if (reproduction.planned && !reproduction.planned->reproducible) {
        return "the run was cut short";
    }
    if (reproduction.planned && depends_on_threads(*reproduction.planned)) {
        return "which of several layouts with this peak the planner finds first may depend on the threads";
    }
    if (reproduction.planned && begins_with_a_layout(*reproduction.planned)) {
        return "the planner began with a layout";
    }
    const std::string command = reproducing_command(reproduction);
    return visible(command) == command ? std::string() : "the name of the file has characters that cannot be shown";
}

}  // namespace arenascope
