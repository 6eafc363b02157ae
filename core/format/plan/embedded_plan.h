#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/document.h"

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

/// Whether a text is a report of this program, with or without a plan. Line ends may have changed on the way.
[[nodiscard]] bool is_report(std::string_view content);

/// Reads the plan that a report holds, as parse_plan_json(): the lines of errors are those of the report. Error: it
/// holds no plan.
///
///   <!DOCTYPE html> … <script type="application/json" id="plan">{"format": "arenascope-plan", …}</script> …
[[nodiscard]] Expected<Document> parse_report(std::string_view content, const std::string& source);

}  // namespace arenascope
