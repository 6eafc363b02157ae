#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// One rule for the features of operators, such as those of a custom operator that no format describes.
struct FeatureRule {
    std::string pattern;  ///< type or name of the operators; may contain * and ?
    OperatorFeature feature = OperatorFeature::ordinary;
    std::vector<std::uint32_t> operands = {};  ///< those whose memory may be taken; for in-place and removable
    std::int64_t line = 0;                     ///< in the rule file
};

/// Gives each operator the feature of the last rule that matches it. Returns whether any operator has changed.
///
/// - in-place: the operator has one output, which is not larger than the operand.
/// - removable: every output is as large as the operand, or the outputs are its parts, one after another.
/// - merge: all operands, one after another, are the output.
///
/// Operators with other sizes keep their features; a note counts them for each rule. Another note lists the rules that
/// match no operator. The error: there are no operators. Linear in operators and rules. Source: docs/method.md,
/// "Operator sharing": the features of operators may be set beforehand.
[[nodiscard]] Expected<bool> apply_feature_rules(Problem& problem, const std::vector<FeatureRule>& rules,
                                                 const std::string& source, std::vector<std::string>& notes);

}  // namespace arenascope
