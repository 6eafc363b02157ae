#pragma once

#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/picture/plan/legend.h"
#include "core/picture/report/hatch_table.h"
#include "core/picture/report/report_content.h"
#include "core/picture/report/theme_colors.h"

namespace arenascope {

/// The picture of a report.
struct ReportPicture {
    std::string svg;                  ///< one `<svg>` element
    std::string axes;                 ///< JSON for the script that zooms: scales, containers, lines
    std::vector<std::string> legend;  ///< an HTML list item for each entry
    std::string caption;              ///< what the picture shows, see page_caption()
    std::size_t too_small = 0;        ///< buffers that only the image shows
};

/// Draws the containers with their buffers, lines and live size. Shapes of buffers are in steps and bytes, so that a
/// view can magnify them exactly. O(n log n). Error: there is not enough memory for the image of small buffers.
[[nodiscard]] Expected<ReportPicture> report_picture(const ReportContent& content, ThemeColors& colors);

}  // namespace arenascope
