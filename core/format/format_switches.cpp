#include "core/format/format_switches.h"

#include <algorithm>
#include <array>

#include "core/error/quotation.h"

namespace arenascope {
namespace {

/// The switches that have a meaning for some formats only. All others are for models.
constexpr std::array<std::string_view, 9> switches_of_any_file{"cores",         "split",           "assignment",
                                                               "transfers",     "execution-order", "operator-features",
                                                               "scratch-rules", "may-take-over",   "capacity"};

struct OwnSwitch {
    std::string_view key;
    FileFormat format;
};
/// The switches of plans that other tools made. To give a format a switch of its own, add a line here.
constexpr auto switches_of_plans = std::to_array<OwnSwitch>({
    {"device", FileFormat::memory_snapshot},
    {"segments", FileFormat::memory_snapshot},
    {"parameters", FileFormat::stedgeai_info},
    {"parameters", FileFormat::tvm_graph},
    {"inputs", FileFormat::tvm_graph},
    {"subgraph", FileFormat::executorch},
});

bool is_own_switch(FileFormat format, std::string_view key) {
    return std::ranges::any_of(switches_of_plans,
                               [&](const OwnSwitch& own) { return own.key == key && own.format == format; });
}

/// The formats with a switch, for the cure of an error.
std::string formats_with(std::string_view key) {
    std::string list;
    for (const OwnSwitch& own : switches_of_plans) {
        if (own.key == key) {
            list += (list.empty() ? "" : " and ") + std::string(name_of(own.format));
        }
    }
    return list;
}

tl::unexpected<Error> no_switch(FileFormat format, std::string_view key, const std::string& source) {
    return failure(Error{source, 0,
                         "a file of the format " + std::string(name_of(format)) + " has no switch " + in_quotes(key),
                         "remove it; it is for " + formats_with(key)});
}

}  // namespace

bool is_switch_of(FileFormat format, std::string_view key) {
    if (std::ranges::find(switches_of_any_file, key) != switches_of_any_file.end()) {
        // A deployment says what runs where. Only the size of its memories is open.
        return format != FileFormat::deployment_json || key == "capacity";
    }
    const bool is_only_of_plans = key == "device" || key == "segments" || key == "parameters";
    return is_own_switch(format, key) || (is_model(format) && !is_only_of_plans);
}

std::vector<OptionSpec> switches_of(FileFormat format) {
    std::vector<OptionSpec> specs;
    for (OptionSpec spec : import_option_specs()) {
        if (!is_switch_of(format, spec.key)) {
            continue;
        }
        if (format == FileFormat::tvm_graph && spec.key == "inputs") {
            spec = {.key = spec.key,
                    .type = OptionType::text,
                    .default_value = "",
                    .meaning = "names of the inputs, separated by commas",
                    .unset = "told by their names"};
        }
        specs.push_back(std::move(spec));
    }
    return specs;
}

Expected<void> check_switches(FileFormat format, const ImportOptions& options, const std::string& source) {
    if (!options.input_names.empty() && format != FileFormat::tvm_graph) {
        return failure(
            Error{source, 0, "inputs: " + in_quotes(options.input_names.front()) + " is not a valid value",
                  "write lifetime, throughout or outside; only a graph of TVM takes the names of its inputs"});
    }
    if (options.device && !is_switch_of(format, "device")) {
        return no_switch(format, "device", source);
    }
    if (options.merge_segments && !is_switch_of(format, "segments")) {
        return no_switch(format, "segments", source);
    }
    if (options.parameters && !is_switch_of(format, "parameters")) {
        return no_switch(format, "parameters", source);
    }
    return {};
}

}  // namespace arenascope
