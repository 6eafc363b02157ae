#include "widgets/picture/layout_view/drag_ghost.h"

#include <algorithm>
#include <array>

#include "core/base/text/amount.h"
#include "core/picture/plan/label.h"
#include "core/picture/plan/overlap_marks.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

constexpr double ghost_line = 2.5;
constexpr double text_margin = 6;

/// The outline of a rectangle: large enough to be visible, and clipped close to the viewport.
Box outline_of(const MemoryRectangle& rectangle, const Viewport& port) {
    const PixelScale across = step_scale(port);
    const PixelScale up = byte_scale(port);
    Box box{across(rectangle.begin), up(rectangle.to), across(rectangle.end), up(rectangle.from)};
    const double more_across = std::max(0.0, least_outline_pixels - width(box)) / 2;
    const double more_up = std::max(0.0, least_outline_pixels - height(box)) / 2;
    box = {box.left - more_across, box.top - more_up, box.right + more_across, box.bottom + more_up};
    return Box{std::max(box.left, port.box.left - 4), std::max(box.top, port.box.top - 4),
               std::min(box.right, port.box.right + 4), std::min(box.bottom, port.box.bottom + 4)};
}

std::string label_of(const BufferDrag& drag, const LayoutPicture& picture) {
    const LayoutContent& content = picture.content();
    const auto& names = picture.parts().names;
    const Buffer& buffer = content.problem->buffers[drag.buffer()];
    QString text =
        view_text("%1 at %2")
            .arg(visible_text((*names)(buffer.name)), amount_words(drag.placement()->offset.value(), content.unit));
    const auto count = static_cast<int>(drag.overlaps().size());
    text += count == 0   ? view_text(" · free")
            : count == 1 ? view_text(" · 1 overlap")
                         : view_text(" · %1 overlaps").arg(count);
    if (drag.placement()->region != buffer.region) {
        text += view_text(" · outside its region");
    }
    return text.toStdString();
}

void draw_overlaps(Drawing& drawing, const std::vector<MemoryRectangle>& shared, const Viewport& port, Color color) {
    if (shared.size() > few_overlaps) {
        draw_shapes(drawing, {shared, shared}, Canvas(port, 1), color);
        return;
    }
    for (const MemoryRectangle& each : shared) {
        drawing.primitives.emplace_back(FilledBox{outline_of(each, port), {}, color, 1.5, Pattern::cross_hatch, color});
    }
}

}  // namespace

void draw_ghost(Drawing& drawing, const BufferDrag& drag, const LayoutPicture& picture, const Viewport& port,
                const MeasureText& measure) {
    const LayoutContent& content = picture.content();
    const LayoutShapes& shapes = picture.shapes();
    const Coloring& colors = *picture.parts().coloring;
    const Palette& tokens = palette(content.theme);
    for (const MemoryRectangle& rectangle : rectangles_of(picture, std::array{drag.buffer()})) {
        drawing.primitives.emplace_back(FilledBox{outline_of(rectangle, port), {}, tokens.dim, 1, Pattern::plain, {}});
    }
    if (!drag.placement()) {
        return;
    }
    const RiskStyle& look = colors.classes[colors.class_of[drag.buffer()]].style;
    std::optional<Box> first;
    for (const MemoryRectangle& rectangle :
         placed_rectangles(*content.problem, drag.buffer(), *drag.placement(), shapes.shifts)) {
        const Box box = outline_of(rectangle, port);
        first = first.value_or(box);
        drawing.primitives.emplace_back(FilledBox{box, look.fill, tokens.accent, ghost_line, Pattern::plain, {}});
    }
    draw_overlaps(drawing, drag.overlap_rectangles(), port, tokens.conflict);
    if (!first) {
        return;
    }
    const std::string label = label_of(drag, picture);
    const double room = measure(label, ghost_style) + 2 * text_margin;
    const double tall = line_height(ghost_style) + 4;
    const double left = std::clamp(first->left, port.box.left, std::max(port.box.left, port.box.right - room));
    const double top = first->top - tall - 4 >= port.box.top ? first->top - tall - 4 : first->bottom + 4;
    const Color color = drag.overlaps().empty() ? tokens.good : tokens.risk_text;
    drawing.primitives.emplace_back(
        FilledBox{{left, top, left + room, top + tall}, tokens.panel, color, 1, Pattern::plain, {}});
    drawing.primitives.emplace_back(
        DrawnText{{left + text_margin, top + tall / 2}, label, ghost_style, color, DrawnText::Align::left, false});
}

}  // namespace arenascope
