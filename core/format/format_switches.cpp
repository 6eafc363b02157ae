#include "core/format/format_switches.h"

#include <algorithm>
#include <array>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 8> switches_of_any_file{
    "cores",         "split",         "assignment", "transfers", "execution-order", "operator-features",
    "scratch-rules", "may-take-over",
};
constexpr std::array<std::string_view, 5> switches_of_models{"fold", "inputs", "outputs", "unused-outputs",
                                                             "size-multiple"};

struct OwnSwitch {
    std::string_view key;
    FileFormat format;
};
/// The switches that only a few formats have. To give a format a switch of its own, add a line here.
constexpr auto switches_of_few = std::to_array<OwnSwitch>({
    {"subgraph", FileFormat::onnx},
    {"subgraph", FileFormat::tflite},
    {"subgraph", FileFormat::executorch},
    {"variables", FileFormat::tflite},
    {"scratch", FileFormat::tflite},
    {"unknown-dimension", FileFormat::onnx},
    {"unknown-dimension", FileFormat::tflite},
    {"unknown-dimension", FileFormat::openvino},
    {"device", FileFormat::memory_snapshot},
    {"segments", FileFormat::memory_snapshot},
    {"parameters", FileFormat::stedgeai_info},
    {"parameters", FileFormat::tvm_graph},
    {"inputs", FileFormat::tvm_graph},
});

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
    if (has(switches_of_any_file, key)) {
        // A deployment says what runs where. Only the size of its memories is open.
        return format != FileFormat::deployment_json;
    }
    const std::string_view common = key.starts_with("dim.") ? "unknown-dimension" : key;
    return (is_model(format) && has(switches_of_models, common)) ||
           std::ranges::any_of(switches_of_few,
                               [&](const OwnSwitch& own) { return own.key == common && own.format == format; });
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
