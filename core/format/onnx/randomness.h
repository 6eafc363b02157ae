#pragma once

#include <set>

#include "core/format/onnx/model.h"
#include "core/format/onnx/type_propagation.h"

namespace arenascope::onnx_file {

/// Finds operators that may give another result in each run: random generators, a Dropout that may be in training mode,
/// and whatever calls or contains one of these. Such an operator is never folded or removed.
class Randomness {
public:
    /// Scans the functions of the model once. Linear.
    Randomness(const Model& model, const FunctionTable& functions);

    /// Whether a node of the main graph is random. `scope` holds the known values of its inputs.
    [[nodiscard]] bool is_in(const Node& node, const Scope& scope) const;

private:
    const FunctionTable& functions_;
    std::int64_t version_;  ///< of the standard operator set in the main graph
    std::set<const Function*> random_;
};

}  // namespace arenascope::onnx_file
