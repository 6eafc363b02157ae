#include "core/picture/plan/candidate_marks.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

std::vector<StraightLine> lines_of_places(const PlaceMarks& marks, const test::PlacedPlan& plan) {
    const auto stack = containers(plan.problem, plan.layout);
    const Viewport viewport{{{0, 10}, {0, 100}}, {0, 0, 100, 100}};
    Drawing drawing;
    draw_places(drawing, marks, plan.problem, stack, viewport, palette(Theme::light));
    std::vector<StraightLine> lines;
    for (const Primitive& each : drawing.primitives) {
        lines.push_back(std::get<StraightLine>(each));
    }
    return lines;
}

}  // namespace

class PlaceMarksTest : public QObject {
    Q_OBJECT

private slots:
    void a_place_is_outlined_over_the_lifetime_of_its_buffer() {
        const auto plan = test::placed_plan({{"a", 2, 6, 10, 0}});
        const auto lines = lines_of_places({BufferIndex(0), {{Offset(20), Offset(50)}}, std::nullopt}, plan);
        QCOMPARE(lines.size(), std::size_t{4});
        QCOMPARE(lines[0].from.x, 20.0);
        QCOMPARE(lines[0].to.x, 60.0);
        QCOMPARE(lines[0].from.y, 50.0);
        QCOMPARE(lines[2].from.y, 80.0);
        QCOMPARE(lines[0].dash, Dash::dashed);
    }

    void the_chosen_place_has_a_solid_line() {
        const auto plan = test::placed_plan({{"a", 2, 6, 10, 0}});
        const auto lines = lines_of_places(
            {BufferIndex(0), {{Offset(0), Offset(10)}, {Offset(20), Offset(50)}}, std::size_t{1}}, plan);
        QCOMPARE(lines[0].dash, Dash::dashed);
        QCOMPARE(lines[4].dash, Dash::solid);
        QVERIFY(lines[4].width > lines[0].width);
    }

    void a_proposed_move_is_outlined_where_it_leads_and_dashed_where_it_begins() {
        const auto plan = test::placed_plan({{"a", 2, 6, 10, 0}});
        const auto stack = containers(plan.problem, plan.layout);
        const Viewport viewport{{{0, 10}, {0, 100}}, {0, 0, 100, 100}};
        Drawing drawing;
        draw_proposal(drawing, std::vector<Move>{{BufferIndex(0), Offset(0), Offset(50)}}, plan.problem, stack,
                      viewport, palette(Theme::light));
        QCOMPARE(drawing.primitives.size(), std::size_t{8});
        QCOMPARE(std::get<StraightLine>(drawing.primitives[0]).dash, Dash::dashed);
        QCOMPARE(std::get<StraightLine>(drawing.primitives[4]).dash, Dash::solid);
        QCOMPARE(std::get<StraightLine>(drawing.primitives[4]).from.y, 40.0);
    }

    void places_out_of_sight_are_left_out() {
        const auto plan = test::placed_plan({{"a", 2, 6, 10, 0}});
        QVERIFY(lines_of_places({BufferIndex(0), {{Offset(200), Offset(250)}}, std::nullopt}, plan).empty());
    }
};

ARENASCOPE_TEST(PlaceMarksTest)

#include "place_marks_test.moc"
