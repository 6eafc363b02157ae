#pragma once

#include <string_view>

#include "core/format/format.h"

namespace arenascope {

/// How every report of this program begins. Readers tell it by these bytes.
inline constexpr std::string_view report_begin =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"generator\" content=\"Arenascope\">\n";

/// What stands before and after the plan that a report holds. The plan has no `<` between them.
inline constexpr std::string_view embedded_plan_begin = "<script type=\"application/json\" id=\"plan\">";
inline constexpr std::string_view embedded_plan_end = "</script>";

/// Whether a text begins as HTML. Letter case does not matter.
[[nodiscard]] bool looks_like_html(std::string_view content);

/// A report of this program, whose plan is read as parse_plan_json() does: the lines of errors are those of the report.
/// Error: it holds no plan.
///
///   <!DOCTYPE html> … <script type="application/json" id="plan">{"format": "arenascope-plan", …}</script> …
[[nodiscard]] Format report_format();

}  // namespace arenascope
