#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/picture/container.h"
#include "core/picture/drawing.h"
#include "core/picture/unit.h"

namespace arenascope {

/// A free area of a memory at one step, drawn over that step: a pale box with its size in it, or beside it where it is
/// too small.
///
///   ├────────┤
///   │ 30 KiB │
///   ├────────┴─────┐
struct FreeAreaBox {
    Box box;            ///< pixels, the part in view
    std::string label;  ///< "30 KiB"; empty where it has no room
    Box ground;         ///< of the label, empty without one
};

/// How and where labels of areas are written.
struct AreaLabels {
    Unit unit = Unit::bytes;
    TextStyle style;
    const MeasureText& measure;
    std::span<const Box> keep_clear = {};  ///< labels that are there already
};

/// The free areas of all containers at a step, as far as they are in view; the label of a larger one goes before that
/// of a smaller one, and one without room is left out. Linear in the buffers, for each container.
[[nodiscard]] std::vector<FreeAreaBox> free_area_boxes(const Problem& problem, const Layout& layout,
                                                       const std::vector<Container>& stack, Step step,
                                                       const Viewport& viewport, const AreaLabels& labels);

/// The free area that a placed buffer was put into (see area_taken_by), with `words` and the size of the area; of one
/// that has no byte to itself its own bytes, with the words alone. Where its label would stand on another one it moves
/// up or down. None in view: none. Linear in the buffers.
[[nodiscard]] std::optional<FreeAreaBox> taken_area_box(const Problem& problem, const Layout& layout,
                                                        const std::vector<Container>& stack, BufferIndex buffer,
                                                        const std::string& words, const Viewport& viewport,
                                                        const AreaLabels& labels);

/// All boxes, then the labels.
void draw(Drawing& drawing, std::span<const FreeAreaBox> boxes, const Palette& tokens, TextStyle style);

/// The same, but as an outline that lets what lies in it be seen, with its label on a plate.
void draw_taken(Drawing& drawing, const FreeAreaBox& taken, const Palette& tokens, TextStyle style);

}  // namespace arenascope
