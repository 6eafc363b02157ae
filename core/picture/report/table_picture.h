#pragma once

#include <string>
#include <string_view>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/report/theme_colors.h"

namespace arenascope {

/// A small picture of a layout for a cell of a table, as text without markup: the paths of what is below the threshold,
/// above it, and of the thresholds, with `|` between. Pixels have one decimal. Only the few hundred largest buffers are
/// in it, and none that is too small to be seen, so that a table of thousands of plans stays small. Empty: nothing is
/// placed. O(n log n).
///
///   M0 40h12v24H0z…|M12 8h4v8H12z|M0 20H160
[[nodiscard]] std::string table_picture(const Problem& problem, const Layout& layout);

/// Such a picture as an `<svg>` element. What is not one gives an empty text, so that nothing that a stranger wrote
/// into a table gets into a page.
[[nodiscard]] std::string table_picture_svg(std::string_view picture, ThemeColors& colors);

}  // namespace arenascope
