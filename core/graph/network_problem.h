#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/graph/import_options.h"
#include "core/graph/network.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// A tensor that became no buffer though it holds data while the network runs.
struct SkippedTensor {
    std::string tensor;
    std::string reason;
    friend bool operator==(const SkippedTensor&, const SkippedTensor&) = default;
};

/// What an import folded and left out, beside what the graph itself says of unknown and assumed sizes: shown wherever
/// its figures are.
struct ImportReport {
    std::vector<std::string> folded;  ///< operators, in file order
    std::vector<SkippedTensor> skipped;
    std::vector<KeyValue> switches;                  ///< of the import that were given, as they were given
    std::optional<Bytes> threshold_without_scratch;  ///< where there are scratch buffers
    friend bool operator==(const ImportReport&, const ImportReport&) = default;
};

/// A model as a problem: one step for each operator that remains, one buffer for each tensor that needs memory.
struct ImportedModel {
    Problem problem;  ///< validated, with its graph and step labels
    Layout layout;    ///< the plan that the model carries; else nothing is placed
    ImportReport report;
    std::vector<std::string> notes = {};  ///< what else is worth knowing, for people
};

/// Derives buffers and lifetimes from a network: constants are no buffers, operators with constant operands alone are
/// folded, steps are numbered anew; a graph input lives from step 0 to its last use, an output of a step from there to
/// its last use, a graph output to the last step, a variable throughout (formats of models, facts 1 to 6). An operator
/// with graphs inside it has a scratch buffer `NAME/body` in its step: their memory, planned alone. Linear in operators
/// and operands, but for the plans of inner graphs. A model may have nothing to place. Errors: a size beyond 64 bits,
/// operators that feed each other in a circle. `source` names the file.
[[nodiscard]] Expected<ImportedModel> imported_model(const Network& network, const ImportOptions& options,
                                                     const std::string& source);

}  // namespace arenascope
