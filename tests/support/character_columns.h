#pragma once

#include <algorithm>
#include <string_view>

#include "core/base/error/utf8.h"
#include "core/picture/plan/drawing.h"

namespace arenascope::test {

/// Measures texts of a terminal: one column for each character.
inline const MeasureText character_columns = [](std::string_view text, TextStyle) {
    double columns = 0;
    for (; !text.empty(); ++columns) {
        text.remove_prefix(std::max<std::size_t>(character_length(text), 1));
    }
    return columns;
};

}  // namespace arenascope::test
