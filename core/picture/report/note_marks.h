#pragma once

#include <span>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/pinned_note.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/memory_rectangle.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// Draws the numbers of pinned notes where they are pinned, as the list below the picture has them: in the upper left
/// corner of a buffer, at a byte of a step, or below at a step. What is not placed or not shown has none, and at most
/// the first few hundred notes are marked. `rectangles` in buffer order; `shifts`: see `shifts` in container.h.
///
///   ┌2──── a ────┐
///   └────────────┘     1   3 stands at the lower border
void draw_note_marks(Drawing& drawing, std::span<const PinnedNote> notes, std::span<const MemoryRectangle> rectangles,
                     IndexedSpan<RegionIndex, const std::int64_t> shifts, const Viewport& viewport,
                     const Palette& tokens);

}  // namespace arenascope
