#pragma once

#include <set>

#include "core/format/onnx/function_table.h"
#include "core/format/onnx/type_propagation.h"

namespace arenascope::onnx_file {

/// Which operators may give another result each time: those that draw numbers, a Dropout that trains or may be told to,
/// and whatever calls or holds one of these. Such an operator is never done ahead of the run, and never left out of it.
class Randomness {
public:
    /// Goes once through the functions of the model. Linear in what they hold.
    Randomness(const Model& model, const FunctionTable& functions);

    /// Whether a node of the main graph is such an operator; what it reads is known by the scope.
    [[nodiscard]] bool is_in(const Node& node, const Scope& scope) const;

private:
    const FunctionTable& functions_;
    std::int64_t version_;  ///< of the standard in the main graph
    std::set<const Function*> random_;
};

}  // namespace arenascope::onnx_file
