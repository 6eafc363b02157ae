#pragma once

#include <string>

#include "core/base/error/error.h"
#include "core/picture/report/report_content.h"

namespace arenascope {

/// A report as one HTML file that needs nothing else: no network, no date, no font. The same content gives the same
/// bytes. It is complete without scripts; its only script magnifies the picture. A content security policy allows that
/// script alone, by its hash. Texts of files are escaped, and cannot become elements or scripts.
///
///   title, verdict      what a reviewer must know first
///   figures             equal to those of `info --json` and `explain --json`
///   picture             SVG with tooltips, legend
///   findings            overlaps and the like, if there are any
///   contributors        what is alive at the peak's step
///   peak                the chain that carries it, and holes
///   notes, hand edits
///   origin              planner, options, the command that makes it again, or the plan itself
///
/// If no command makes the plan again (see obstacle_of()), the report holds it, and this program opens the report.
/// O(n log n). Error: there is not enough memory for the image of small buffers.
[[nodiscard]] Expected<std::string> report_html(const ReportContent& content);

}  // namespace arenascope
