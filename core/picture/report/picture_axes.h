#pragma once

#include <string>
#include <vector>

#include "core/model/memory/problem.h"
#include "core/picture/plan/reference_line.h"
#include "core/picture/report/picture_frame.h"

namespace arenascope {

/// What a script needs to draw the axes of a part of the plan, as JSON on one line: the boxes in pixels, the view of
/// the whole plan, the unit, the containers with their shifts, and the lines with their heights in the stack.
[[nodiscard]] std::string axes_json(const Problem& problem, const PictureFrame& frame,
                                    const std::vector<ReferenceLine>& lines);

}  // namespace arenascope
