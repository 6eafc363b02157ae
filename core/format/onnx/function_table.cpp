#include "core/format/onnx/function_table.h"

namespace arenascope::onnx_file {

FunctionTable::FunctionTable(const Model& model) {
    for (const Function& function : model.functions) {
        functions_.emplace(Key(short_domain(function.domain), function.name, function.overload), &function);
    }
}

const Function* FunctionTable::called_by(const Node& node) const {
    const auto found = functions_.find(Key(short_domain(node.domain), node.type, node.overload));
    return found == functions_.end() ? nullptr : found->second;
}

}  // namespace arenascope::onnx_file
