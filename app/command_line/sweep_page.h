#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/sweep_line.h"

namespace arenascope {

/// What stands before the lines in a page, each as JSON on a line of its own.
inline constexpr std::string_view sweep_page_lines_begin = "<script type=\"application/json\" id=\"lines\">";

/// The table of a sweep as one HTML file that needs nothing else: a small picture of each plan, the worst line first. A
/// click on the head of a column sorts by it; without scripts the page is complete. A content security policy allows
/// that script alone. Texts of files are escaped. The lines are in it as data, too, so that the page can be merged.
[[nodiscard]] std::string sweep_page(const std::vector<SweepLine>& lines, const std::vector<std::string>& planners);

}  // namespace arenascope
