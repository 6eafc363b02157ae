#include "core/picture/plan/place_marks.h"

#include <algorithm>

#include "core/model/memory/layout.h"
#include "core/picture/plan/candidate_marks.h"

namespace arenascope {
namespace {

constexpr double usual_line = 1.5;
constexpr double chosen_line = 3;

/// Draws outlines of a buffer at some heights.
class PlaceOutlines {
public:
    PlaceOutlines(Drawing& drawing, const std::vector<Container>& stack, const Viewport& viewport,
                  const Palette& tokens)
        : drawing_(drawing), stack_(stack), viewport_(viewport), tokens_(tokens) {}

    void draw(const Buffer& buffer, AddressRange bytes, double line, Dash dash) {
        constexpr double beyond = 4;  // pixels outside the picture, so that a cut edge is not in sight
        const Container* container = container_of(stack_, buffer.region);
        if (container == nullptr || container->is_folded) {
            return;
        }
        const PixelScale across = step_scale(viewport_);
        const PixelScale up = byte_scale(viewport_);
        const Box& view = viewport_.box;
        const auto height_of = [&](Offset offset) {
            return up(checked_add(container->shift, offset.value()).value_or(container->shift));
        };
        const Box box{std::max(across(buffer.lifetime.begin.value()), view.left - beyond), height_of(bytes.to),
                      std::min(across(buffer.lifetime.end.value()), view.right + beyond), height_of(bytes.from)};
        if (box.bottom >= view.top && box.top <= view.bottom && box.right >= view.left && box.left <= view.right) {
            draw_outline(drawing_, box, tokens_.accent, line, dash);
        }
    }

private:
    Drawing& drawing_;
    const std::vector<Container>& stack_;
    const Viewport& viewport_;
    const Palette& tokens_;
};

}  // namespace

void draw_places(Drawing& drawing, const PlaceMarks& marks, const Problem& problem, const std::vector<Container>& stack,
                 const Viewport& viewport, const Palette& tokens) {
    PlaceOutlines outlines(drawing, stack, viewport, tokens);
    for (std::size_t i = 0; i < marks.places.size(); ++i) {
        const bool is_chosen = i == marks.chosen;
        outlines.draw(problem.buffers[marks.buffer], marks.places[i], is_chosen ? chosen_line : usual_line,
                      is_chosen ? Dash::solid : Dash::dashed);
    }
}

void draw_proposal(Drawing& drawing, std::span<const Move> moves, const Problem& problem,
                   const std::vector<Container>& stack, const Viewport& viewport, const Palette& tokens) {
    constexpr std::size_t few = 16;
    PlaceOutlines outlines(drawing, stack, viewport, tokens);
    for (const Move& move : moves.first(std::min(moves.size(), most_proposed))) {
        const Buffer& buffer = problem.buffers[move.buffer];
        if (move.from && moves.size() <= few) {
            outlines.draw(buffer, range_of(buffer.size, *move.from), usual_line, Dash::dashed);
        }
        if (move.to) {
            outlines.draw(buffer, range_of(buffer.size, *move.to), moves.size() <= few ? chosen_line : usual_line,
                          Dash::solid);
        }
    }
}

}  // namespace arenascope
