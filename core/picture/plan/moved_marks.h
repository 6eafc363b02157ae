#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/canvas.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/palette.h"
#include "core/picture/plan/shown_rectangles.h"
#include "core/trace/frame.h"

namespace arenascope {

/// Up to this many moved buffers are outlined, however few buffers are placed, and their former places are shown.
inline constexpr std::size_t few_moved = 16;

/// Of more outlines in view, small ones are left out.
inline constexpr std::size_t most_small_moved = 2000;

/// Whether the moved buffers are outlined: they are few, or at most half of the placed ones. If nearly everything
/// moved, outlines tell nothing.
[[nodiscard]] bool are_outlined(std::span<const Move> moves, const Layout& layout);
/// The same, if it is known how many moved and how many are placed.
[[nodiscard]] constexpr bool are_outlined(std::size_t moved, std::size_t placed) {
    return moved <= few_moved || 2 * moved <= placed;
}

/// The rectangles of the moved buffers, to be outlined, in the order of the moves. Empty if they are not outlined.
/// `shifts`: see `shifts` in container.h. Linear.
[[nodiscard]] std::vector<MemoryRectangle> moved_rectangles(std::span<const Move> moves, const Problem& problem,
                                                            const Layout& layout,
                                                            IndexedSpan<RegionIndex, const std::int64_t> shifts);

/// The rectangles of moved buffers at their offsets before the step: of all if they are few, otherwise of the selected
/// ones if these are few. `moves` must be in buffer order. `shifts`: see `shifts` in container.h.
[[nodiscard]] std::vector<MemoryRectangle> former_rectangles(std::span<const Move> moves, const Problem& problem,
                                                             const Layout& layout,
                                                             IndexedSpan<RegionIndex, const std::int64_t> shifts,
                                                             std::span<const BufferIndex> selection);

/// Outlines moved buffers but those that are left out. Each outline is wide and high enough to be visible, however
/// small the rectangle is. More than 40 outlines are paler. Of more than most_small_moved in view, small ones are left
/// out, so that the picture remains visible. With an index, these are not visited.
void draw_moved(Drawing& drawing, const ShownRectangles& moved, const Canvas& canvas, const Palette& tokens,
                const std::function<bool(const MemoryRectangle&)>& is_left_out = {});

/// Draws the former places with dashed lines.
///
///   ┌╌╌╌╌╌╌┐ before
///   └╌╌╌╌╌╌┘
///   ┌──────┐ now
///   └──────┘
void draw_former(Drawing& drawing, std::span<const MemoryRectangle> former, const Canvas& canvas,
                 const Palette& tokens);

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
