#pragma once

#include <map>
#include <string_view>
#include <tuple>

#include "core/format/onnx/model.h"

namespace arenascope::onnx_file {

/// The functions of a model, found by the nodes that call them. A model may redefine any operator, even a standard one.
class FunctionTable {
public:
    explicit FunctionTable(const Model& model);

    /// The function that the node calls; null: the model defines none. Logarithmic.
    [[nodiscard]] const Function* called_by(const Node& node) const;

private:
    using Key = std::tuple<std::string_view, std::string_view, std::string_view>;  // domain, name, overload
    std::map<Key, const Function*> functions_;
};

}  // namespace arenascope::onnx_file
