#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/model/memory/pinned_note.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/legend.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/reference_line.h"
#include "core/picture/plan/viewport.h"
#include "core/picture/report/picture_frame.h"
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

/// Draws the numbers of pinned notes where they are pinned, as the list below the picture has them: in the upper left
/// corner of a buffer, at a byte of a step, or below at a step. What is not placed or not shown has none, and at most
/// the first few hundred notes are marked. `rectangles` in buffer order; `shifts`: see `shifts` in container.h.
///
///   ┌2──── a ────┐
///   └────────────┘     1   3 stands at the lower border
void draw_note_marks(Drawing& drawing, std::span<const PinnedNote> notes, std::span<const MemoryRectangle> rectangles,
                     IndexedSpan<RegionIndex, const std::int64_t> shifts, const Viewport& viewport,
                     const Palette& tokens);

/// What a script needs to draw the axes of a part of the plan, as JSON on one line: the boxes in pixels, the view of
/// the whole plan, the unit, the containers with their shifts, and the lines with their heights in the stack.
[[nodiscard]] std::string axes_json(const Problem& problem, const PictureFrame& frame,
                                    const std::vector<ReferenceLine>& lines);

}  // namespace arenascope
