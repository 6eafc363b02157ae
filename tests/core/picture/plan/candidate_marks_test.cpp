#include "core/picture/plan/candidate_marks.h"

#include <algorithm>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

namespace {

const MeasureText six_a_letter = [](std::string_view text, TextStyle /*style*/) {
    return 6.0 * static_cast<double>(text.size());
};

/// b is placed at 40; other candidates were 60 and 80. Its context c would be at 0.
struct Step3 {
    test::PlacedPlan plan = placed_plan({{"a", 0, 8, 40, 0}, {"b", 2, 6, 20, 40}, {"c", 4, 8, 20, -1}});
    PlacementStep step{BufferIndex(1), {Offset(60), Offset(40), Offset(80)}, 1, {}};
    ContainerChoice choice;

    Step3() {
        plan.problem.regions = {Region{"core 0"}, Region{"core 1"}};
        step.ghosts = {{BufferIndex(2), Offset(0)}};
    }

    [[nodiscard]] Drawing drawing(Theme theme = Theme::light) const {
        const auto stack = containers(plan.problem, plan.layout, choice);
        const Viewport viewport{whole_view(plan.problem, stack), {0, 0, 400, 400}};
        Drawing made;
        draw_candidates(made, step, plan.problem, stack, viewport, theme, {12, false}, six_a_letter);
        return made;
    }
};

std::vector<std::string> mark_texts(const Drawing& drawing) {
    std::vector<std::string> texts;
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* text = std::get_if<DrawnText>(&primitive)) {
            texts.push_back(text->text);
        }
    }
    return texts;
}

std::ptrdiff_t lines_of(const Drawing& drawing, Color color, Dash dash) {
    return std::count_if(drawing.primitives.begin(), drawing.primitives.end(), [&](const Primitive& primitive) {
        const auto* line = std::get_if<StraightLine>(&primitive);
        return line != nullptr && line->color == color && line->dash == dash;
    });
}

}  // namespace

class CandidateMarksTest : public QObject {
    Q_OBJECT

private slots:
    void candidates_are_outlines_the_context_is_dashed_and_the_chosen_one_stands_out() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const Palette& tokens = palette(theme);
            const Drawing drawing = Step3().drawing(theme);
            QCOMPARE(lines_of(drawing, tokens.ink, Dash::dashed), std::ptrdiff_t{2 * 4});
            QCOMPARE(lines_of(drawing, tokens.accent, Dash::solid), std::ptrdiff_t{4});
            QCOMPARE(lines_of(drawing, tokens.dim, Dash::dashed), std::ptrdiff_t{4});
        }
    }

    void few_candidates_are_numbered_and_the_caption_counts_them() {
        QVERIFY(mark_texts(Step3().drawing()) == (std::vector<std::string>{"1", "2", "3", "b · candidate 2 of 3"}));
    }

    void many_candidates_are_not_numbered() {
        Step3 many;
        many.step.candidates.assign(40, Offset(60));
        many.step.candidates[1] = Offset(40);
        QVERIFY(mark_texts(many.drawing()) == (std::vector<std::string>{"b · candidate 2 of 40"}));
    }

    void a_step_of_shared_objects_shades_the_growth_of_its_object() {
        Step3 grown;
        grown.step.chosen = 0;
        grown.step.ghosts.clear();
        grown.step.object = ObjectChoice{ObjectRule::in_order,
                                         {{ObjectIndex(4), Bytes(12), Duration(1)},
                                          {ObjectIndex(1), Bytes(90), Duration(1)},
                                          {ObjectIndex(2), Bytes(99), Duration(1)}},
                                         5,
                                         Bytes(20),
                                         Bytes(209),
                                         {},
                                         {}};
        const auto shaded = [](const Drawing& drawing) {
            return std::count_if(drawing.primitives.begin(), drawing.primitives.end(), [](const Primitive& primitive) {
                const auto* box = std::get_if<FilledBox>(&primitive);
                return box != nullptr && box->opacity == growth_opacity;
            });
        };
        QVERIFY(mark_texts(grown.drawing()) ==
                (std::vector<std::string>{"b · object 4 grows from 12 B to 20 B, of 8 free"}));
        QCOMPARE(shaded(grown.drawing()), std::ptrdiff_t{1});
        grown.step.object->after = Bytes(12);
        QVERIFY(mark_texts(grown.drawing()) == (std::vector<std::string>{"b · object 4, of 8 free"}));
        QCOMPARE(shaded(grown.drawing()), std::ptrdiff_t{0});
        grown.step.object->candidates.front().size = Bytes(0);
        QVERIFY(mark_texts(grown.drawing()) == (std::vector<std::string>{"b · object 4, new"}));
        QCOMPARE(shaded(grown.drawing()), std::ptrdiff_t{1});
    }

    void a_folded_or_hidden_core_shows_no_candidates() {
        Step3 away;
        set_folded(away.choice, RegionIndex(0), true);
        QVERIFY(away.drawing().primitives.empty());
        set_folded(away.choice, RegionIndex(0), false);
        set_hidden(away.choice, RegionIndex(0), true);
        QVERIFY(away.drawing().primitives.empty());
    }
};

ARENASCOPE_TEST(CandidateMarksTest)
#include "candidate_marks_test.moc"
