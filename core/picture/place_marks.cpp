#include "core/picture/place_marks.h"

#include <algorithm>

#include "core/picture/candidate_marks.h"

namespace arenascope {

void draw_places(Drawing& drawing, const PlaceMarks& marks, const Problem& problem, const std::vector<Container>& stack,
                 const Viewport& viewport, const Palette& tokens) {
    constexpr double usual_line = 1.5;
    constexpr double chosen_line = 3;
    constexpr double beyond = 4;  // pixels outside the picture, so that a cut edge is not in sight
    const Buffer& buffer = problem.buffers[marks.buffer];
    const Container* container = container_of(stack, buffer.region);
    if (container == nullptr || container->is_folded) {
        return;
    }
    const PixelScale across = step_scale(viewport);
    const PixelScale up = byte_scale(viewport);
    const Box& view = viewport.box;
    const auto height_of = [&](Offset offset) {
        return up(checked_add(container->shift, offset.value()).value_or(container->shift));
    };
    for (std::size_t i = 0; i < marks.places.size(); ++i) {
        const Box box{std::max(across(buffer.lifetime.begin.value()), view.left - beyond),
                      height_of(marks.places[i].to), std::min(across(buffer.lifetime.end.value()), view.right + beyond),
                      height_of(marks.places[i].from)};
        if (box.bottom < view.top || box.top > view.bottom || box.right < view.left || box.left > view.right) {
            continue;
        }
        const bool is_chosen = i == marks.chosen;
        draw_outline(drawing, box, tokens.accent, is_chosen ? chosen_line : usual_line,
                     is_chosen ? Dash::solid : Dash::dashed);
    }
}

}  // namespace arenascope
