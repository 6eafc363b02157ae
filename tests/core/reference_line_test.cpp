#include "core/picture/reference_line.h"

#include <algorithm>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const MeasureText measure = [](std::string_view text, TextStyle style) {
    return static_cast<double>(text.size()) * style.size * 0.6;
};
constexpr TextStyle style{12, true};

std::vector<ReferenceLine> lines_of(const PlacedPlan& plan, double height = 400) {
    const auto stack = containers(plan.problem, plan.layout);
    const Viewport viewport{whole_view(plan.problem, stack), {0, 0, 800, height}};
    return reference_lines(stack, viewport, Unit::bytes, Theme::light, style, measure);
}

const ReferenceLine* line_of(const std::vector<ReferenceLine>& lines, ReferenceLine::Kind kind) {
    const auto found =
        std::find_if(lines.begin(), lines.end(), [kind](const ReferenceLine& line) { return line.kind == kind; });
    return found == lines.end() ? nullptr : &*found;
}

}  // namespace

class ReferenceLineTest : public QObject {
    Q_OBJECT

private slots:
    void a_peak_above_the_threshold_has_both_lines_and_says_by_how_much() {
        const auto lines = lines_of(placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 290}}));
        QCOMPARE(lines.size(), std::size_t{2});
        const ReferenceLine* peak = line_of(lines, ReferenceLine::Kind::peak);
        const ReferenceLine* threshold = line_of(lines, ReferenceLine::Kind::threshold);
        QVERIFY(peak != nullptr && threshold != nullptr);
        QCOMPARE(peak->label, std::string("peak 1,290 B (+29.0 %)"));
        QCOMPARE(threshold->label, std::string("theoretical threshold 1,000 B"));
        QVERIFY(peak->y < threshold->y);
        QCOMPARE(peak->color, palette(Theme::light).risk_text);
        QCOMPARE(threshold->dash, Dash::dashed);
    }

    void a_peak_at_the_threshold_is_one_line_and_calm() {
        const auto lines = lines_of(placed_plan({{"a", 0, 4, 1000, 0}}));
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines[0].label, std::string("peak 1,000 B = theoretical threshold"));
        QCOMPARE(lines[0].color, palette(Theme::light).good);
    }

    void with_nothing_placed_only_the_threshold_is_drawn() {
        const auto lines = lines_of(placed_plan({{"a", 0, 4, 1000, -1}}));
        QCOMPARE(lines.size(), std::size_t{1});
        QVERIFY(lines[0].kind == ReferenceLine::Kind::threshold);
    }

    void the_capacity_is_labelled_at_the_left() {
        PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}});
        plan.problem.regions[0].capacity = Bytes(1500);
        const auto lines = lines_of(plan);
        const ReferenceLine* capacity = line_of(lines, ReferenceLine::Kind::capacity);
        QVERIFY(capacity != nullptr);
        QCOMPARE(capacity->label, std::string("capacity 1,500 B"));
        QVERIFY(capacity->ground.left < 100);
    }

    void labels_of_lines_close_together_stand_on_either_side() {
        for (const double height : {60.0, 120.0, 400.0, 900.0}) {
            const auto lines = lines_of(placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 3}}), height);
            QCOMPARE(lines.size(), std::size_t{2});
            QVERIFY(!intersects(lines[0].ground, lines[1].ground));
        }
    }

    void a_label_that_has_no_room_is_left_out_and_its_line_stays() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 3}});
        const auto stack = containers(plan.problem, plan.layout);
        const Viewport narrow{whole_view(plan.problem, stack), {0, 0, 250, 40}};
        const auto lines = reference_lines(stack, narrow, Unit::bytes, Theme::light, style, measure);
        QCOMPARE(lines.size(), std::size_t{2});
        QVERIFY(lines[1].label.empty());
        Drawing drawing;
        draw(drawing, lines, narrow, Theme::light, style);
        QCOMPARE(drawing.primitives.size(), std::size_t{4});  // two lines, one label on its ground
    }

    void lines_and_labels_keep_their_boxes_clear() {
        const Viewport wide{{{0, 8}, {0, 500}}, {10, 0, 800, 400}};
        ReferenceLine line;
        line.y = 40;
        line.ground = {700, 20, 790, 38};
        const std::vector<Box> boxes = boxes_of({line}, wide);
        QVERIFY(boxes == (std::vector<Box>{{700, 20, 790, 38}, {10, 39, 800, 41}}));
    }

    void a_line_out_of_view_is_left_out() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 290}});
        const Viewport low{{{0, 8}, {0, 500}}, {0, 0, 800, 400}};
        QVERIFY(reference_lines(containers(plan.problem, plan.layout), low, Unit::bytes, Theme::light, style, measure)
                    .empty());
    }

    void every_line_is_drawn_before_any_label() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 1000, 0}, {"b", 4, 8, 1000, 290}});
        const auto stack = containers(plan.problem, plan.layout);
        const Viewport viewport{whole_view(plan.problem, stack), {0, 0, 800, 400}};
        Drawing drawing;
        draw(drawing, lines_of(plan), viewport, Theme::light, style);
        const auto is_line = [](const Primitive& primitive) { return std::holds_alternative<StraightLine>(primitive); };
        QVERIFY(std::is_partitioned(drawing.primitives.begin(), drawing.primitives.end(), is_line));
        QCOMPARE(std::count_if(drawing.primitives.begin(), drawing.primitives.end(), is_line), std::ptrdiff_t{2});
    }
};

ARENASCOPE_TEST(ReferenceLineTest)
#include "reference_line_test.moc"
