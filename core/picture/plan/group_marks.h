#pragma once

#include <span>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/picture/plan/canvas.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

/// Whether a group is outlined: some placed buffers are not in it. Otherwise there is nothing to tell it from. Linear.
[[nodiscard]] bool tells_group(std::span<const BufferIndex> group, const Layout& layout);

/// The rectangles of the buffers of a group, to be outlined. Empty if it is not outlined. `rectangles` must be in
/// buffer order. O(m log n).
[[nodiscard]] std::vector<MemoryRectangle> group_rectangles(std::span<const BufferIndex> group, const Layout& layout,
                                                            std::span<const MemoryRectangle> rectangles);

/// Outlines the rectangles of a group in the accent colour. Small ones are left out: their outlines would cover what
/// they tell.
void draw_group(Drawing& drawing, std::span<const MemoryRectangle> group, const Canvas& canvas, const Palette& tokens);

}  // namespace arenascope
