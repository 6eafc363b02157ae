#include "core/picture/plan/candidate_marks.h"

#include <algorithm>
#include <string>

#include "core/picture/plan/label.h"
#include "core/picture/plan/unit.h"

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
          view_(viewport.box),
          tokens_(palette(theme)),
          style_(style),
          measure_(measure),
          across_(step_scale(viewport)),
          up_(byte_scale(viewport)) {}

    void draw(const PlacementStep& step) {
        const Box band{view_.left, std::max(view_.top, height_of(container_.highest)), view_.right,
                       std::min(view_.bottom, height_of(container_.lowest))};
        if (band.bottom <= band.top) {
            return;
        }
        drawing_.primitives.emplace_back(ClipBegin{band});
        if (step.object) {
            shade_growth(step);
        }
        for (const PlacementStep::Ghost& ghost : step.ghosts) {
            const Box box = box_of(ghost.buffer, ghost.offset);
            drawing_.primitives.emplace_back(
                FilledBox{box, tokens_.selection, {}, 1, Pattern::plain, {}, ghost_opacity});
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
        drawing_.primitives.emplace_back(ClipEnd{});
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
            drawing_.primitives.emplace_back(FilledBox{{view_.left, height_of(*after), view_.right, height_of(*before)},
                                                       tokens_.accent,
                                                       {},
                                                       1,
                                                       Pattern::plain,
                                                       {},
                                                       growth_opacity});
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
               grouped(static_cast<std::int64_t>(step.candidates.size()));
    }

    [[nodiscard]] static std::string object_words(const ObjectChoice& choice) {
        const auto amount = [](Bytes size) { return amount_text(size.value(), unit_for(size)); };
        const ObjectChoice::Candidate& taken = choice.taken();
        std::string words = "object " + grouped(taken.object.value());
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
        drawing_.primitives.emplace_back(FilledBox{ground, tokens_.panel, tokens_.accent, 1, Pattern::plain, {}});
        drawing_.primitives.emplace_back(DrawnText{
            {left + label_margin, middle(ground).y}, text, style_, tokens_.ink, DrawnText::Align::left, false});
    }

    Drawing& drawing_;
    const Problem& problem_;
    const Container& container_;
    const Box& view_;
    const Palette& tokens_;
    TextStyle style_;
    const MeasureText& measure_;
    PixelScale across_;
    PixelScale up_;
};

}  // namespace

void draw_outline(Drawing& drawing, const Box& box, Color color, double line, Dash dash) {
    const Point corners[] = {
        {box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}, {box.left, box.bottom}};
    for (std::size_t i = 0; i < 4; ++i) {
        drawing.primitives.emplace_back(StraightLine{corners[i], corners[(i + 1) % 4], color, line, dash});
    }
}

void draw_candidates(Drawing& drawing, const PlacementStep& step, const Problem& problem,
                     const std::vector<Container>& stack, const Viewport& viewport, Theme theme, TextStyle style,
                     const MeasureText& measure) {
    const Container* container = container_of(stack, problem.buffers[step.buffer].region);
    if (container != nullptr && !container->is_folded) {
        CandidateDrawer(drawing, problem, *container, viewport, theme, style, measure).draw(step);
    }
}

}  // namespace arenascope
