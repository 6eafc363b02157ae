#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/network/feature_rules.h"

namespace arenascope {

/// Reads rules for the features of operators, one rule a line; # starts a comment.
///
///   # operator's type or name, feature, inputs
///   FastGelu, in-place
///   ScaledAdd, in-place 0 1
///   my_*reshape, removable
///   StackRows, merge
///
/// The feature is `ordinary`, `in-place`, `removable` or `merge`. After `in-place` and `removable` stand the positions
/// of the inputs whose memory may be taken, counted from 0; without them, it is the first input. A removable operator
/// takes one. Errors name the line: a missing part, an unknown feature, a wrong position.
[[nodiscard]] Expected<std::vector<FeatureRule>> parse_feature_rules(std::string_view content,
                                                                     const std::string& source);

}  // namespace arenascope
