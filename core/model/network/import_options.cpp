#include "core/model/network/import_options.h"

#include <algorithm>

#include "core/base/error/quotation.h"
#include "core/base/text/decimal_number.h"

namespace arenascope {
namespace {

constexpr std::string_view dimension_prefix = "dim.";
constexpr std::string_view shape_prefix = "shape.";
constexpr std::int64_t largest_dimension = std::int64_t{1} << 40;

Residence residence_named(std::string_view name) {
    return name == "outside" ? Residence::outside : name == "throughout" ? Residence::throughout : Residence::lifetime;
}

UnusedOutputs unused_outputs_named(std::string_view name) {
    return name == "keep" ? UnusedOutputs::keep : name == "drop" ? UnusedOutputs::drop : UnusedOutputs::by_format;
}

CoreSplit split_named(std::string_view name) {
    return name == "bytes"         ? CoreSplit::bytes
           : name == "round-robin" ? CoreSplit::round_robin
           : name == "cost"        ? CoreSplit::cost
                                   : CoreSplit::order;
}

ExecutionOrder order_named(std::string_view name) {
    return name == "depth-first"  ? ExecutionOrder::depth_first
           : name == "least-peak" ? ExecutionOrder::least_peak
                                  : ExecutionOrder::file;
}

/// Whether `inputs` holds the names of inputs instead of a residence.
bool names_inputs(const KeyValue& setting) {
    const auto& choices = std::ranges::find(import_option_specs(), "inputs", &OptionSpec::key)->choices;
    return setting.first == "inputs" && std::ranges::find(choices, setting.second) == choices.end();
}

std::vector<std::string> names_between_commas(std::string_view list) {
    std::vector<std::string> names;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (comma > 0) {
            names.emplace_back(list.substr(0, comma));
        }
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return names;
}

/// The number of a device; empty for an empty text.
Expected<std::optional<std::int64_t>> device_of(std::string_view text) {
    if (text.empty()) {
        return std::nullopt;
    }
    const auto number = whole_number(text);
    if (!number || *number < 0) {
        return failure("device " + in_quotes(text) + " is not a number of a device", "give an integer from 0 on");
    }
    return number;
}

Expected<std::int64_t> dimension_of(const KeyValue& setting) {
    const OptionSpec spec{.key = setting.first,
                          .type = OptionType::integer,
                          .default_value = "1",
                          .meaning = {},
                          .minimum = 1,
                          .maximum = largest_dimension};
    const auto value = OptionValues::from({spec}, {setting});
    if (!value) {
        return tl::unexpected(value.error());
    }
    return value->integer(setting.first);
}

}  // namespace

const std::vector<OptionSpec>& import_option_specs() {
    static const std::vector<OptionSpec> specs = {
        {.key = "subgraph",
         .type = OptionType::text,
         .default_value = "",
         .meaning = "name or position of the graph to read, where a model has several",
         .unset = "the main one"},
        {.key = "fold",
         .type = OptionType::flag,
         .default_value = "true",
         .meaning = "operators whose operands are all constant take no step"},
        {.key = "inputs",
         .type = OptionType::choice,
         .default_value = "lifetime",
         .meaning = "graph inputs: until their last use, alive throughout, or kept outside by the caller; for TVM, "
                    "their names, separated by commas",
         .choices = {"lifetime", "throughout", "outside"}},
        {.key = "outputs",
         .type = OptionType::choice,
         .default_value = "lifetime",
         .meaning = "graph outputs: from their producer to the last step, alive throughout, or kept outside",
         .choices = {"lifetime", "throughout", "outside"}},
        {.key = "variables",
         .type = OptionType::choice,
         .default_value = "throughout",
         .meaning = "tensors that keep their value between runs: alive throughout, or kept outside",
         .choices = {"throughout", "outside"}},
        {.key = "scratch",
         .type = OptionType::flag,
         .default_value = "true",
         .meaning = "tensors that no operator produces and that hold no data are shown, as scratch"},
        {.key = "parameters",
         .type = OptionType::flag,
         .default_value = "false",
         .meaning = "ST Edge AI and TVM: buffers that hold weights are shown, alive throughout"},
        {.key = "unused-outputs",
         .type = OptionType::choice,
         .default_value = "auto",
         .meaning = "outputs that nobody uses: auto drops them for ONNX and keeps them for TFLite",
         .choices = {"auto", "keep", "drop"}},
        {.key = "size-multiple",
         .type = OptionType::bytes,
         .default_value = "1",
         .meaning = "sizes are rounded up to a multiple of it (TFLM 16, TFLite 64)",
         .minimum = 1,
         .maximum = std::int64_t{1} << 30},
        {.key = "unknown-dimension",
         .type = OptionType::integer,
         .default_value = "1",
         .meaning = "value of all input dimensions that the model leaves open; dim.NAME=N sets a single one, dim.*=N "
                    "those without a value of their own, shape.NAME=1,128 those of an input",
         .minimum = 1,
         .maximum = largest_dimension},
        {.key = "parts",
         .type = OptionType::text,
         .default_value = "none",
         .meaning = "chains of operators that run in parts, so that less of their tensors exists at a time: none, "
                    "least-peak for the lowest threshold, least-peak:10% with a limit of additional multiplications, "
                    "or steps, axis and parts, such as 3-7/height/4,12/width/2",
         .check = [](std::string_view text) { return parts_wish(text).map([](const auto&) {}); }},
        {.key = "recompute",
         .type = OptionType::text,
         .default_value = "none",
         .meaning = "operators that run again before a reader, so that their output need not wait for it: none, "
                    "least-peak for the lowest threshold, least-peak:10% with a limit of additional multiplications, "
                    "or steps and the reader, such as 3/9,3-5/12",
         .check = [](std::string_view text) { return recompute_wish(text).map([](const auto&) {}); }},
        {.key = "types",
         .type = OptionType::choice,
         .default_value = "file",
         .meaning = "elements of activations that are wider in the file, which changes the results: what the network "
                    "would need after a conversion",
         .choices = {"file", "float16", "int8"}},
        {.key = "cores",
         .type = OptionType::integer,
         .default_value = "0",
         .meaning = "any file: number of cores, each with its own memory, to split the operators onto",
         .maximum = most_cores,
         .unit = "cores",
         .unset = "as in the file"},
        {.key = "split",
         .type = OptionType::choice,
         .default_value = "order",
         .meaning =
             "how operators are split onto cores: equal number of operators, equal bytes written, in turn, or equal "
             "work and little traffic",
         .choices = {"order", "bytes", "round-robin", "cost"}},
        {.key = "assignment",
         .type = OptionType::text,
         .default_value = "",
         .meaning = "CSV file with operator,core: the core of each operator, instead of a split",
         .unset = "no file",
         .is_file = true},
        {.key = "transfers",
         .type = OptionType::choice,
         .default_value = "late",
         .meaning =
             "when a tensor is copied to another core: before the first operator there reads it, or when it is written",
         .choices = {"late", "early"}},
        {.key = "execution-order",
         .type = OptionType::choice,
         .default_value = "file",
         .meaning =
             "any file: operators run in the order of the file, one branch after the other, or in the order with "
             "the lowest threshold",
         .choices = {"file", "depth-first", "least-peak"}},
        {.key = "operator-features",
         .type = OptionType::text,
         .default_value = "",
         .meaning = "file with features of operators, which say what may share memory: lines of type or name, feature",
         .unset = "no file",
         .is_file = true},
        {.key = "scratch-rules",
         .type = OptionType::text,
         .default_value = "",
         .meaning = "file with the scratch that operators need: lines of type or name, size, fixed or variable",
         .unset = "no file",
         .is_file = true},
        {.key = "arena-log",
         .type = OptionType::text,
         .default_value = "",
         .meaning =
             "log of TFLite Micro's recording allocator for this model: what its arena holds besides the tensors",
         .unset = "no file",
         .is_file = true},
        {.key = "may-take-over",
         .type = OptionType::choice,
         .default_value = "file",
         .meaning =
             "any file: which buffers may take over from which: as the file says, or derived from the operators, "
             "so that it holds in whatever order independent operators run",
         .choices = {"file", "reachability"}},
        {.key = "device",
         .type = OptionType::text,
         .default_value = "",
         .meaning = "memory snapshots: number of the device to show",
         .check = [](std::string_view text) { return device_of(text).map([](const auto&) {}); },
         .unset = "the first that has segments or events"},
        {.key = "segments",
         .type = OptionType::choice,
         .default_value = "apart",
         .meaning =
             "memory snapshots: each segment is a region with its allocations at their addresses, or all allocations "
             "are merged into one region to be planned anew",
         .choices = {"apart", "merged"}},
        {.key = "library-code",
         .type = OptionType::text,
         .default_value = default_library_code,
         .meaning = "memory snapshots: beginnings of paths, from their start or from a folder on, separated by commas; "
                    "the maker of an allocation is the innermost line of Python outside them",
         .unset = "all lines are one's own"},
        {.key = "spill",
         .type = OptionType::text,
         .default_value = "none",
         .meaning = "any file: a second memory that buffers move to, so that the first one needs less: none, NAME of a "
                    "region, "
                    "NAME:BYTES with a capacity, or NAME:BYTES:MOST with the highest threshold of the first memory",
         .check = [](std::string_view text) { return spill_wish(text).map([](const auto&) {}); }},
        {.key = "capacity",
         .type = OptionType::bytes,
         .default_value = "0",
         .meaning = "any file: capacity of each memory, instead of the file's",
         .unset = "as in the file"},
    };
    return specs;
}

bool is_import_key(std::string_view key) {
    const auto& specs = import_option_specs();
    return key.starts_with(dimension_prefix) || key.starts_with(shape_prefix) ||
           std::ranges::any_of(specs, [key](const OptionSpec& spec) { return spec.key == key; });
}

Expected<std::vector<std::int64_t>> shape_in(std::string_view key, std::string_view text) {
    std::vector<std::int64_t> shape;
    for (const std::string& extent : names_between_commas(text)) {
        const auto number = whole_number(extent);
        if (!number || *number < 1 || *number > largest_dimension) {
            return failure(std::string(key) + ": " + in_quotes(extent) + " is no extent",
                           "give integers from 1 on, such as 1,128");
        }
        shape.push_back(*number);
    }
    return shape.empty() ? Expected<std::vector<std::int64_t>>(
                               failure(std::string(key) + " has no extents", "give them, such as 1,128"))
                         : Expected<std::vector<std::int64_t>>(std::move(shape));
}

Expected<ImportOptions> import_options(const std::vector<KeyValue>& settings) {
    ImportOptions options;
    std::vector<KeyValue> plain;
    for (const KeyValue& setting : settings) {
        options.given.push_back(setting.first);
        if (names_inputs(setting)) {
            options.input_names = names_between_commas(setting.second);
            continue;
        }
        if (setting.first.starts_with(shape_prefix)) {
            auto shape = shape_in(setting.first, setting.second);
            if (!shape) {
                return tl::unexpected(shape.error());
            }
            options.shapes.insert_or_assign(setting.first.substr(shape_prefix.size()), std::move(*shape));
            continue;
        }
        if (!setting.first.starts_with(dimension_prefix)) {
            plain.push_back(setting);
            continue;
        }
        const auto extent = dimension_of(setting);
        if (!extent) {
            return tl::unexpected(extent.error());
        }
        options.dimensions.insert_or_assign(setting.first.substr(dimension_prefix.size()), *extent);
    }
    const auto values = OptionValues::from(import_option_specs(), plain);
    if (!values) {
        return tl::unexpected(values.error());
    }
    options.subgraph = values->text("subgraph");
    options.fold = values->flag("fold");
    options.inputs = residence_named(values->text("inputs"));
    options.outputs = residence_named(values->text("outputs"));
    options.variables = residence_named(values->text("variables"));
    options.scratch = values->flag("scratch");
    options.parameters = values->flag("parameters");
    options.unused_outputs = unused_outputs_named(values->text("unused-outputs"));
    options.size_multiple = Bytes(values->integer("size-multiple"));
    options.unknown_dimension = values->integer("unknown-dimension");
    options.parts = parts_wish(values->text("parts")).value_or(PartsWish{});
    options.recompute = recompute_wish(values->text("recompute")).value_or(RecomputeWish{});
    options.types = activation_type_named(values->text("types")).value_or(ActivationType::as_in_file);
    options.cores = values->integer("cores");
    options.split = split_named(values->text("split"));
    options.assignment = values->text("assignment");
    options.transfers = values->text("transfers") == "early" ? TransferTime::early : TransferTime::late;
    options.order = order_named(values->text("execution-order"));
    options.operator_features = values->text("operator-features");
    options.scratch_rules = values->text("scratch-rules");
    options.arena_log = values->text("arena-log");
    if (!options.parts.is_none() && (options.cores > 0 || !options.assignment.empty())) {
        return failure("parts: operators in parts cannot be split onto cores, too",
                       "leave out parts, or cores and assignment");
    }
    options.spill = spill_wish(values->text("spill")).value_or(std::nullopt);
    if (options.spill && (options.cores > 0 || !options.assignment.empty())) {
        return failure("spill: the memories of cores have no second memory",
                       "leave out spill, or cores and assignment");
    }
    options.takeovers_by_reachability = values->text("may-take-over") == "reachability";
    options.device = device_of(values->text("device")).value_or(std::nullopt);
    options.merge_segments = values->text("segments") == "merged";
    options.library_code = values->text("library-code");
    if (const Bytes capacity(values->integer("capacity")); capacity > Bytes(0)) {
        options.capacity = capacity;
    }
    return options;
}

}  // namespace arenascope
