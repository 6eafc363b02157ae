#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/network/body_memory.h"
#include "core/model/network/import_options.h"
#include "core/model/network/network.h"

namespace arenascope {

/// A tensor that has no buffer although it holds data while the network runs.
struct SkippedTensor {
    std::string tensor;
    std::string reason;
    friend bool operator==(const SkippedTensor&, const SkippedTensor&) = default;
};

/// What an import folded and skipped. Unknown and assumed sizes are in the graph instead. It is shown with the figures
/// of the model.
struct ImportReport {
    std::vector<std::string> folded;  ///< operators, in file order
    std::vector<SkippedTensor> skipped;
    std::vector<KeyValue> switches;                  ///< the import switches of the user, unchanged
    std::optional<Bytes> threshold_without_scratch;  ///< only if there are scratch buffers
    /// Where operators run in parts: bytes of activations read and written above those of the whole network.
    std::int64_t extra_traffic = 0;
    std::vector<PartsChoice> parts_choices = {};  ///< see PartialExecution
    friend bool operator==(const ImportReport&, const ImportReport&) = default;
};

/// A model as a problem: one step for each operator that is not folded, one buffer for each tensor that needs memory.
struct ImportedModel {
    Problem problem;  ///< validated, with its graph and step labels
    Layout layout;    ///< the plan inside the model; otherwise nothing is placed
    ImportReport report;
    std::vector<std::string> notes = {};  ///< further notes for people
};

/// Derives buffers and lifetimes from a network (docs/formats.md, section "Models"):
/// - Constants have no buffer. Operators with only constant operands are folded, and steps are numbered without them.
/// - A graph input lives from step 0 to its last use, an output of an operator from its step to its last use, a graph
/// output to the last step, a variable all the time.
/// - An operator with inner graphs has a scratch buffer `NAME/body` in its step: the memory of these graphs, which
/// `plan_body` plans alone.
/// Linear in operators and operands, except for the plans of inner graphs. A model may have no buffers. Errors: a size
/// that does not fit in 64 bits, a cycle of operators. `source` names the file.
[[nodiscard]] Expected<ImportedModel> imported_model(const Network& network, const ImportOptions& options,
                                                     const BodyPlanner& plan_body, const std::string& source);

}  // namespace arenascope
