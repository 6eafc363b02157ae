#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/format/onnx/shape_question.h"

namespace arenascope::onnx_file {

/// The shape rule of an operator. It gives the types of the outputs; uncertain extents are unknown. Empty: ranks are
/// unknown or invalid.
struct OperatorRule {
    std::string_view domain;  ///< empty: the standard domain
    std::string_view type;
    std::optional<Types> (*rule)(Question);
};

/// The rule of an operator; null: there is none. Linear in the rules.
[[nodiscard]] const OperatorRule* rule_of(const Node& node, std::span<const OperatorRule> rules);

/// Rules of operators that the library does not know, or of which it infers less. To support another operator, add a
/// row to the table.
[[nodiscard]] std::span<const OperatorRule> operator_shapes();

}  // namespace arenascope::onnx_file
