#pragma once

#include <string>
#include <vector>

#include "core/compare/layout_comparison.h"

namespace arenascope {

/// Two plans as one whose regions stand above each other, so that a picture shows both on one scale.
struct SideBySide {
    Problem problem;
    Layout layout;
    std::vector<ObjectIndex> object_numbers;  ///< of each shared object the number that it has in its own plan
};

/// The first plan stands above the second, as it stands before it where both are named: containers stack from the
/// bottom up, so the second's regions come first, and so do its buffers. Region names are preceded by `first_name` or
/// `second_name`. Buffers keep their names, so that the result is for looking at, not for validate(). Linear.
[[nodiscard]] SideBySide side_by_side(const Comparand& first, const std::string& first_name, const Comparand& second,
                                      const std::string& second_name);

}  // namespace arenascope
