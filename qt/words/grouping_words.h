#pragma once

#include <string_view>

#include <QString>

#include "core/model/memory/buffer_groups.h"

namespace arenascope {

/// What a grouping is called in a list of choices: "kind", "operator type", "layer", "name prefix",
/// "maker", "function", "file".
[[nodiscard]] QString grouping_words(GroupBy by);

/// The name of a group as lists show it. Without a name, words for what its buffers lack.
[[nodiscard]] QString group_words(std::string_view name, GroupBy by);

}  // namespace arenascope
