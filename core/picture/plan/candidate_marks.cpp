#include "core/picture/plan/candidate_marks.h"

#include <algorithm>
#include <string>

#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/picture/plan/label.h"

namespace arenascope {
namespace {

constexpr std::size_t most_numbered = 9;

class CandidateDrawer {
public:
    CandidateDrawer(Drawing& drawing, const Problem& problem, const Container& container, const Viewport& viewport,
                    Theme theme, TextStyle style, const MeasureText& measure)
        : drawing_(drawing),
          problem_(problem),
          container_(container),
          viewport_(viewport),
          tokens_(palette(theme)),
          style_(style),
          measure_(measure) {}

    void draw(const PlacementStep& step) {
        const Box band{view_.left, std::max(view_.top, height_of(container_.highest)), view_.right,
                       std::min(view_.bottom, height_of(container_.lowest))};
        if (band.bottom <= band.top) {
            return;
        }
        drawing_.add(ClipBegin{band});
        if (step.object) {
            shade_growth(step);
        }
        for (const PlacementStep::Ghost& ghost : step.ghosts) {
            const Box box = box_of(ghost.buffer, ghost.offset);
            drawing_.add(filled(box, tokens_.selection, ghost_opacity));
            outline(box, tokens_.dim, 1, Dash::dashed);
        }
        for (std::size_t i = 0; i < step.candidates.size(); ++i) {
            if (i != step.chosen) {
                outline(box_of(step.buffer, step.candidates[i]), tokens_.ink, 1.25, Dash::dashed);
            }
        }
        outline(box_of(step.buffer, step.candidates[step.chosen]), tokens_.accent, 2.5, Dash::solid);
        if (step.candidates.size() <= most_numbered && !step.object) {
            for (std::size_t i = 0; i < step.candidates.size(); ++i) {
                number(i, box_of(step.buffer, step.candidates[i]), i == step.chosen);
            }
        }
        drawing_.add(ClipEnd{});
        caption(step, band);
    }

private:
    [[nodiscard]] double height_of(std::int64_t offset) const {
        return up_(checked_add(container_.shift, offset).value_or(container_.shift));
    }

    [[nodiscard]] Box box_of(BufferIndex buffer, Offset offset) const {
        const Buffer& one = problem_.buffers[buffer];
        return {std::max(across_(one.lifetime.begin.value()), view_.left - 4),
                height_of(checked_add(offset.value(), one.size.value()).value_or(offset.value())),
                std::min(across_(one.lifetime.end.value()), view_.right + 4), height_of(offset.value())};
    }

    void shade_growth(const PlacementStep& step) {
        const std::int64_t base = step.candidates[step.chosen].value();
        const auto before = checked_add(base, step.object->taken().size.value());
        const auto after = checked_add(base, step.object->after.value());
        if (before && after && *before < *after) {
            drawing_.add(filled({view_.left, height_of(*after), view_.right, height_of(*before)}, tokens_.accent,
                                growth_opacity));
        }
    }

    void outline(const Box& box, Color color, double line, Dash dash) {
        draw_outline(drawing_, box, color, line, dash);
    }

    /// At the right end, because the rectangle's own label is at the left.
    void number(std::size_t position, const Box& box, bool is_chosen) {
        const std::string text = grouped(static_cast<std::int64_t>(position) + 1);
        const double wide = measure_(text, style_) + 2 * label_margin;
        const double right = std::min(box.right, view_.right) - 1;
        if (height(box) < line_height(style_) || right - wide < std::max(box.left, view_.left)) {
            return;
        }
        const double y = middle(box).y;
        draw_plate(drawing_, {right - wide, y - line_height(style_) / 2, right, y + line_height(style_) / 2}, text,
                   style_, is_chosen ? tokens_.accent : tokens_.ink, tokens_.plot);
    }

    /// What was placed, and among how many candidates.
    [[nodiscard]] std::string words_of(const PlacementStep& step) const {
        const std::string name = problem_.buffers[step.buffer].name + " · ";
        if (step.object) {
            return name + object_words(*step.object);
        }
        return name + "candidate " + grouped(static_cast<std::int64_t>(step.chosen) + 1) + " of " +
               grouped(step.candidates.size());
    }

    [[nodiscard]] static std::string object_words(const ObjectChoice& choice) {
        const auto amount = [](Bytes size) { return amount_text(size, unit_for(size)); };
        const ObjectChoice::Candidate& taken = choice.taken();
        std::string words = "object " + grouped(taken.object);
        if (choice.is_new()) {
            return words + ", new";
        }
        if (choice.after > taken.size) {
            words += " grows from " + amount(taken.size) + " to " + amount(choice.after);
        }
        return words + (choice.lost() == 0 ? ", the only free one"
                                           : ", of " + grouped(static_cast<std::int64_t>(choice.lost()) + 1) + " free");
    }

    void caption(const PlacementStep& step, const Box& band) {
        std::string text = words_of(step);
        text = elided_in_middle(text, width(band) - 6 * label_margin, style_, measure_);
        if (text.empty()) {
            return;
        }
        // Above the highest candidate, so that no candidate is hidden, but within the picture.
        const auto highest = std::max_element(step.candidates.begin(), step.candidates.end());
        const Box placed = box_of(step.buffer, *highest);
        const double wide = measure_(text, style_) + 2 * label_margin;
        const double left = std::clamp(placed.left, band.left, std::max(band.left, band.right - wide));
        const double line = line_height(style_);
        const double above = placed.top - line - 2;
        const double top = above >= view_.top ? above : std::min(placed.bottom + 2, view_.bottom - line);
        const Box ground{left, top, left + wide, top + line};
        drawing_.add(FilledBox{ground, tokens_.panel, tokens_.accent});
        drawing_.add(DrawnText{{left + label_margin, middle(ground).y}, text, style_, tokens_.ink});
    }

    Drawing& drawing_;
    const Problem& problem_;
    const Container& container_;
    const Viewport& viewport_;
    const Box& view_ = viewport_.box;
    const Palette& tokens_;
    TextStyle style_;
    const MeasureText& measure_;
    PixelScale across_ = step_scale(viewport_);
    PixelScale up_ = byte_scale(viewport_);
};

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
        const Container* container = open_container_of(stack_, buffer.region);
        if (container == nullptr) {
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

void draw_outline(Drawing& drawing, const Box& box, Color color, double line, Dash dash) {
    const Point corners[] = {
        {box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}, {box.left, box.bottom}};
    for (std::size_t i = 0; i < 4; ++i) {
        drawing.add(StraightLine{corners[i], corners[(i + 1) % 4], color, line, dash});
    }
}

void draw_candidates(Drawing& drawing, const PlacementStep& step, const Problem& problem,
                     const std::vector<Container>& stack, const Viewport& viewport, Theme theme, TextStyle style,
                     const MeasureText& measure) {
    if (const Container* container = open_container_of(stack, problem.buffers[step.buffer].region)) {
        CandidateDrawer(drawing, problem, *container, viewport, theme, style, measure).draw(step);
    }
}

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
