#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/library_code.h"
#include "core/model/memory/quantity.h"
#include "core/model/network/activation_type.h"
#include "core/model/network/core_assignment.h"
#include "core/model/network/many_core_problem.h"
#include "core/model/network/parts/chain.h"
#include "core/model/network/recompute/repeat.h"
#include "core/model/network/spill/spill_wish.h"
#include "core/model/settings/option.h"

namespace arenascope {

/// Where the inputs, outputs or variables of a graph are kept.
enum class Residence : std::uint8_t {
    lifetime,    ///< in the arena, from the first use to the last
    throughout,  ///< in the arena, from the first step to the last
    outside,     ///< not in the arena; the caller or the runtime keeps them
};

/// Whether outputs that nobody uses become buffers.
enum class UnusedOutputs : std::uint8_t { by_format, keep, drop };

/// In which order operators run.
enum class ExecutionOrder : std::uint8_t {
    file,
    depth_first,  ///< one branch after the other, see depth_first_order()
    least_peak,   ///< with the lowest threshold that a search finds, see least_peak_search()
};

/// All choices of an import, with their defaults. For models, they say how tensors become buffers (docs/formats.md,
/// section "Models"). For any file, they say how it is split onto cores, in which order its operators run, which
/// scratch they need, and the capacity of each memory.
struct ImportOptions {
    bool fold = true;                         ///< drop operators whose operands are all constant
    Residence inputs = Residence::lifetime;   ///< of the graph's inputs
    Residence outputs = Residence::lifetime;  ///< of the graph; `lifetime`: to the last step
    Residence variables = Residence::throughout;
    bool scratch = true;                        ///< whether tensors that no operator produces become buffers
    bool parameters = false;                    ///< whether a plan's buffers of weights are shown, alive throughout
    std::vector<std::string> input_names = {};  ///< TVM: which nodes without operator are inputs; empty: by their names
    UnusedOutputs unused_outputs = UnusedOutputs::by_format;
    Bytes size_multiple = Bytes(1);      ///< sizes are rounded up to a multiple of it
    std::string subgraph;                ///< name or position of the graph to read; empty: the main one
    std::int64_t unknown_dimension = 1;  ///< used for dimensions of inputs that the model leaves open
    std::map<std::string, std::int64_t, std::less<>> dimensions;  ///< values for open dimensions, by name
    /// Shapes of inputs, by name, in the order in which the format writes its axes.
    std::map<std::string, std::vector<std::int64_t>, std::less<>> shapes = {};

    ActivationType types = ActivationType::as_in_file;  ///< of activations; a narrower one changes the results

    PartsWish parts;          ///< which operators run in parts
    RecomputeWish recompute;  ///< which operators run again; steps are those of the network in parts

    std::int64_t cores = 0;  ///< number of cores; 0: as in the file
    CoreSplit split = CoreSplit::order;
    std::string assignment;  ///< file with the core of each operator; empty: none
    TransferTime transfers = TransferTime::late;
    ExecutionOrder order = ExecutionOrder::file;
    std::string operator_features;           ///< file with their features; empty: those that the format gives
    std::string scratch_rules;               ///< file with the scratch that operators need; empty: none
    std::string arena_log;                   ///< TFLite: file with what TFLite Micro's allocator recorded; empty: none
    bool takeovers_by_reachability = false;  ///< derive the usage graph from the operators
    std::optional<std::int64_t> device;      ///< of a memory snapshot; empty: the first with allocations
    bool merge_segments = false;             ///< of a memory snapshot: one region for all, nothing placed
    std::string library_code = std::string(default_library_code);  ///< of a memory snapshot; see is_library_code()
    std::optional<Bytes> capacity;        ///< for each region, instead of the file's; empty: as in the file
    std::optional<SpillWish> spill = {};  ///< the second memory; empty: buffers stay where they are

    std::vector<std::string> given = {};  ///< the keys of the settings, with `dim.NAME` and `shape.NAME`
    /// A setting that the format of the file does not know is for another file, which is read with the same options.
    bool is_for_another_file_too = false;
};

/// The switches of the import, for `--set` on the command line and the import panel of the window. In addition there
/// are `dim.NAME`, an integer from 1, for a dimension that the model leaves open, and `shape.NAME`, such integers
/// between commas, for the shape of an input.
[[nodiscard]] const std::vector<OptionSpec>& import_option_specs();

/// Whether a setting belongs to the import, including `dim.NAME` and `shape.NAME`.
[[nodiscard]] bool is_import_key(std::string_view key);

/// The extents in the text of a switch `shape.NAME`, such as 1,128. The error names what is wrong.
[[nodiscard]] Expected<std::vector<std::int64_t>> shape_in(std::string_view key, std::string_view text);

/// The options for these settings. The error names an unknown key or a wrong value.
[[nodiscard]] Expected<ImportOptions> import_options(const std::vector<KeyValue>& settings);

}  // namespace arenascope
