#pragma once

#include <string>

#include "core/model/memory/problem.h"
#include "core/picture/report/picture_frame.h"
#include "core/picture/report/theme_colors.h"

namespace arenascope {

/// The live size below the containers as SVG, on the same time axis: of each memory a curve, and the threshold. Of a
/// recorded allocator the live size below the reserved size. Curves are in steps across, so that a view can magnify
/// time exactly; with very many changes they are exact to half a pixel, of many memories to a few pixels. O(changes).
[[nodiscard]] std::string live_plot(const Problem& problem, const PictureFrame& frame, ThemeColors& colors,
                                    HatchTable& hatches);

}  // namespace arenascope
