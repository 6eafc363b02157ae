#pragma once

#include <string>
#include <vector>

#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/plane.h"
#include "core/picture/report/picture_frame.h"
#include "core/picture/report/report_content.h"
#include "core/picture/report/theme_colors.h"

namespace arenascope {

/// The labels of the buffers in the whole plan as SVG, in pixels inside the box of the containers: name and size where
/// both fit, else the name, and the letter of the tier. Only buffers that are shapes have one, at most a few thousand.
/// `is_shape`: by buffer. `keep_clear`: areas in pixels of the picture that labels avoid. O(n log n).
[[nodiscard]] std::string buffer_labels(const ReportContent& content, const PictureFrame& frame,
                                        const std::vector<MemoryRectangle>& rectangles,
                                        const std::vector<bool>& is_shape, std::vector<Box> keep_clear,
                                        ThemeColors& colors);

}  // namespace arenascope
