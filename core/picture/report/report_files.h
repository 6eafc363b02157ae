#pragma once

#include <string_view>

namespace arenascope {

/// The script of a report, core/picture/report/report.js. It magnifies the picture.
[[nodiscard]] std::string_view report_script();
/// The SHA-256 of that script, in hexadecimal.
[[nodiscard]] std::string_view report_script_hash();
/// The style of a report, core/picture/report/report.css. Colours are variables, see ThemeColors.
[[nodiscard]] std::string_view report_style();

}  // namespace arenascope
