#include "core/picture/plan/address_mark.h"

#include "core/base/text/amount.h"
#include "core/picture/plan/label.h"

namespace arenascope {

void draw(Drawing& drawing, const std::optional<AddressMark>& mark, const std::vector<Container>& stack,
          const Viewport& viewport, const Palette& tokens, TextStyle style, const MeasureText& measure) {
    const Container* container = mark ? open_container_of(stack, mark->region) : nullptr;
    if (container == nullptr) {
        return;
    }
    const Box& box = viewport.box;
    const double y = byte_scale(viewport)(limited_sum(container->shift, mark->offset.value()));
    if (y < box.top || y > box.bottom) {
        return;
    }
    drawing.add(level_line(box, y, tokens.accent, 1.5, Dash::dotted));
    const std::string text = amount_text(mark->offset, Unit::hexadecimal);
    const double line = line_height(style);
    const double top = y - line >= box.top ? y - line : y;
    const double left = box.left + label_margin;
    draw_plate(drawing, {left, top, left + measure(text, style) + 2 * label_margin, top + line}, text, style,
               tokens.accent, tokens.plot);
}

}  // namespace arenascope
