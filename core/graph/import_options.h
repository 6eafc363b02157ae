#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/core_assignment.h"
#include "core/graph/many_core_problem.h"
#include "core/memory/quantity.h"
#include "core/planner/option.h"

namespace arenascope {

/// Where a graph's inputs, outputs or variables live.
enum class Residence : std::uint8_t {
    lifetime,    ///< in the arena, from the first use to the last
    throughout,  ///< in the arena, from the first step to the last
    outside,     ///< not in the arena: the caller or the runtime keeps them elsewhere
};

/// What becomes of an operator's output that nobody uses.
enum class UnusedOutputs : std::uint8_t { by_format, keep, drop };

/// How a file becomes a problem: every choice of the import, with its default. Of a model how its tensors become
/// buffers (formats of models: facts 1 to 6); of any file which cores it is split
/// over, in which order its operators run, which scratch they need, and how large each memory is.
struct ImportOptions {
    bool fold = true;                         ///< drop operators whose operands are all constant
    Residence inputs = Residence::lifetime;   ///< of the graph's inputs
    Residence outputs = Residence::lifetime;  ///< of the graph's outputs: from the producer to the last step
    Residence variables = Residence::throughout;
    bool scratch = true;  ///< whether tensors that nobody produces are buffers
    UnusedOutputs unused_outputs = UnusedOutputs::by_format;
    Bytes size_multiple = Bytes(1);      ///< sizes are rounded up to it
    std::string subgraph;                ///< name or position of the graph to read; empty: the main one
    std::int64_t unknown_dimension = 1;  ///< what an input's dimension is that the model leaves open
    std::map<std::string, std::int64_t, std::less<>> dimensions;  ///< those that are given, by name

    std::int64_t cores = 0;  ///< so many; 0: as the file says
    CoreSplit split = CoreSplit::order;
    std::string assignment;  ///< file that says which operator runs on which core; empty: none
    TransferTime transfers = TransferTime::late;
    bool depth_first = false;       ///< whether the operators run in the order of a depth-first search
    std::string scratch_rules;      ///< file that says which scratch operators need; empty: none
    std::optional<Bytes> capacity;  ///< of each region, in place of the file's; none: as the file says
};

/// The switches of the import, for the command line's `--set` and the window's import panel alike. Besides them there
/// is `dim.NAME` with a whole number from 1, for a dimension that the model leaves open.
[[nodiscard]] const std::vector<OptionSpec>& import_option_specs();

/// Whether a setting's key is one of the import, `dim.NAME` included.
[[nodiscard]] bool is_import_key(std::string_view key);

/// The options that these settings ask for. The error names a key that is none of the import, or a wrong value.
[[nodiscard]] Expected<ImportOptions> import_options(const std::vector<KeyValue>& settings);

}  // namespace arenascope
