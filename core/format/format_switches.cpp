#include "core/format/format_switches.h"

#include <algorithm>
#include <array>

#include "core/base/error/quotation.h"
#include "core/format/registry.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 9> switches_of_any_file{
    "cores",         "split",         "assignment", "transfers", "execution-order", "operator-features",
    "scratch-rules", "may-take-over", "spill",
};
constexpr std::array<std::string_view, 8> switches_of_models{"fold",          "inputs", "outputs", "unused-outputs",
                                                             "size-multiple", "types",  "parts",   "recompute"};

/// How a format describes a switch that takes other values for it; null: it has none of this key.
const OptionSpec* restated(const Format& format, std::string_view key) {
    const auto found = std::ranges::find(format.restated_switches, key, &OptionSpec::key);
    return found == format.restated_switches.end() ? nullptr : &*found;
}

template <class Keys>
bool has(const Keys& keys, std::string_view key) {
    return std::ranges::find(keys, key) != keys.end();
}

std::string in_words(const std::vector<FileFormat>& formats) {
    std::string list;
    for (const FileFormat format : formats) {
        const std::string name(name_of(format));
        list += list.find(name) != std::string::npos ? "" : (list.empty() ? "" : " and ") + name;
    }
    return list;
}

/// The keys of all switches of the formats, for the cure of an error.
std::string keys_of(const std::vector<FileFormat>& formats) {
    std::string list;
    for (const OptionSpec& spec : import_option_specs()) {
        if (std::ranges::any_of(formats, [&](FileFormat format) { return is_switch_of(format, spec.key); })) {
            list += (list.empty() ? "" : ", ") + std::string(spec.key);
        }
    }
    return list;
}

}  // namespace

bool is_switch_of(FileFormat format, std::string_view key) {
    if (key == "capacity") {
        return true;
    }
    const Format& known = format_of(format);
    if (has(switches_of_any_file, key)) {
        return known.has_common_switches;
    }
    const std::string_view common = key.starts_with("dim.")     ? "unknown-dimension"
                                    : key.starts_with("shape.") ? "shape"
                                                                : key;
    return (known.description.kind == FormatKind::model && has(switches_of_models, common)) ||
           has(known.switches, common) || restated(known, common) != nullptr;
}

std::vector<OptionSpec> switches_of(FileFormat format) {
    std::vector<OptionSpec> specs;
    for (const OptionSpec& spec : import_option_specs()) {
        if (is_switch_of(format, spec.key)) {
            const OptionSpec* other = restated(format_of(format), spec.key);
            specs.push_back(other == nullptr ? spec : *other);
        }
    }
    return specs;
}

Expected<void> check_switches(const std::vector<FileFormat>& formats, const ImportOptions& options,
                              const std::string& source) {
    for (const std::string& key : options.given) {
        if (std::ranges::none_of(formats, [&](FileFormat format) { return is_switch_of(format, key); })) {
            return failure(Error{source, 0,
                                 "a file of the format " + in_words(formats) + " has no switch " + in_quotes(key),
                                 "remove it; the switches of the format are " + keys_of(formats)});
        }
    }
    if (!options.input_names.empty() && std::ranges::find(formats, FileFormat::tvm_graph) == formats.end()) {
        return failure(
            Error{source, 0, "inputs: " + in_quotes(options.input_names.front()) + " is not a valid value",
                  "write lifetime, throughout or outside; only a graph of TVM takes the names of its inputs"});
    }
    const bool is_of_tvm = formats == std::vector{FileFormat::tvm_graph};
    if (is_of_tvm && options.inputs != Residence::lifetime) {
        return failure(Error{source, 0, "inputs: a graph of TVM takes the names of its inputs",
                             "write their names, separated by commas, such as --set inputs=data"});
    }
    return {};
}

}  // namespace arenascope
