#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"

namespace arenascope {

inline constexpr double free_area_opacity = 0.16;  ///< of the fill

/// A free area of a memory at one step, drawn over that step. It is a pale box with its size inside, or next to it if
/// it is too small.
///
///   ├────────┤
///   │ 30 KiB │
///   ├────────┴─────┐
struct FreeAreaBox {
    Box box;            ///< in pixels, clipped to the view
    std::string label;  ///< such as "30 KiB"; empty: no space
    Box ground;         ///< background of the label; empty without one
};

/// How the labels of areas are written.
struct AreaLabels {
    Unit unit = Unit::bytes;
    TextStyle style;
    const MeasureText& measure;
    std::span<const Box> keep_clear = {};  ///< existing labels that must not be covered
};

/// The free areas of all containers at a step, if they are in view. Labels of larger areas have priority; a label
/// without space is left out. Linear in the buffers, for each container.
[[nodiscard]] std::vector<FreeAreaBox> free_area_boxes(const Problem& problem, const Layout& layout,
                                                       const std::vector<Container>& stack, Step step,
                                                       const Viewport& viewport, const AreaLabels& labels);

/// The free area in which a buffer was placed (see area_taken_by), labelled with `words` and a number: the bytes by
/// which the heap grew for it (growth_for()), as in "the heap grew at its top by 10 B"; else the size of the area, as
/// in "at the top of a free area · 40 B free". If the buffer has no byte of its own, it is the buffer itself, labelled
/// only with `words`. The label moves up or down to avoid other labels. Empty if nothing is in view. Linear in the
/// buffers.
[[nodiscard]] std::optional<FreeAreaBox> taken_area_box(const Problem& problem, const Layout& layout,
                                                        const std::vector<Container>& stack, BufferIndex buffer,
                                                        const std::string& words, const Viewport& viewport,
                                                        const AreaLabels& labels);

/// Draws all boxes, then their labels.
void draw(Drawing& drawing, std::span<const FreeAreaBox> boxes, const Palette& tokens, TextStyle style);

/// Draws only an outline, so that the buffer inside is visible, with the label on a plate.
void draw_taken(Drawing& drawing, const FreeAreaBox& taken, const Palette& tokens, TextStyle style);

}  // namespace arenascope
