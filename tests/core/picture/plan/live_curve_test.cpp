#include "core/picture/plan/live_curve.h"

#include <algorithm>
#include <cmath>

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Ten pixels for each step, one pixel for each byte; the bottom is at 100.
constexpr Viewport ten_steps{{{0, 10}, {0, 100}}, {0, 0, 100, 100}};

}  // namespace

class LiveCurveTest : public QObject {
    Q_OBJECT

private slots:
    void follows_the_profile() {
        const auto profile = live_profile(problem_of({buffer("a", 2, 6, 30), buffer("b", 4, 8, 20)}));
        const std::vector<Point> expected{{0, 100}, {20, 100}, {20, 70}, {40, 70},  {40, 50},
                                          {60, 50}, {60, 80},  {80, 80}, {80, 100}, {100, 100}};
        QCOMPARE(live_curve(profile, ten_steps), expected);
    }

    void begins_at_the_left_border_with_the_live_size_there() {
        const auto profile = live_profile(problem_of({buffer("a", 0, 10, 30)}));
        const Viewport later{{{5, 8}, {0, 100}}, {0, 0, 90, 100}};
        QCOMPARE(live_curve(profile, later), (std::vector<Point>{{0, 70}, {90, 70}}));
    }

    void the_area_is_closed_along_the_bottom() {
        const auto profile = live_profile(problem_of({buffer("a", 0, 10, 30)}));
        const auto area = live_area(profile, ten_steps);
        QCOMPARE(area[area.size() - 2], (Point{100, 100}));
        QCOMPARE(area.back(), (Point{0, 100}));
    }

    void each_part_of_the_curve_has_a_box_below() {
        const auto profile = live_profile(problem_of({buffer("a", 2, 6, 30), buffer("b", 4, 8, 20)}));
        const std::vector<Box> expected{{20, 70, 40, 100}, {40, 50, 60, 100}, {60, 80, 80, 100}};
        QVERIFY(boxes_under(live_curve(profile, ten_steps), ten_steps) == expected);
    }

    void the_boxes_have_the_size_of_the_area() {
        QVERIFY(rc::check("stairs", [] {
            const Problem problem = random_problem({.most_buffers = 40, .most_steps = 200, .with_gaps = true});
            const LiveProfile profile = live_profile(problem);
            const Viewport viewport{{{0, 200}, {0, 2000}},
                                    {0, 0, static_cast<double>(*rc::gen::inRange(1, 400)), 2000}};
            double of_boxes = 0;
            for (const Box& box : boxes_under(live_curve(profile, viewport), viewport)) {
                of_boxes += width(box) * height(box);
            }
            // The shoelace formula.
            const auto area = live_area(profile, viewport);
            double of_area = 0;
            for (std::size_t i = 0; i < area.size(); ++i) {
                const Point& next = area[(i + 1) % area.size()];
                of_area += (area[i].x * next.y - next.x * area[i].y) / 2;
            }
            RC_ASSERT(std::abs(of_boxes - std::abs(of_area)) < 1e-3);
        }));
    }

    void steps_whose_live_size_exceeds_the_capacity_are_marked() {
        Problem problem;
        problem.buffers.push_back(buffer("a", 0, 10, 50));
        problem.buffers.push_back(buffer("b", 4, 6, 1));
        const auto curve = live_curve(live_profile(problem), ten_steps);
        const Palette& tokens = palette(Theme::light);
        const auto marked = [&](std::int64_t capacity) {
            Drawing drawing;
            draw_live_capacity(drawing, curve, Bytes(capacity), ten_steps, tokens);
            std::vector<Box> boxes;
            for (const Primitive& primitive : drawing.primitives) {
                if (const auto* box = std::get_if<FilledBox>(&primitive)) {
                    boxes.push_back(box->box);
                }
            }
            return boxes;
        };
        QVERIFY(marked(51).empty());
        const auto boxes = marked(50);
        QCOMPARE(boxes.size(), std::size_t{1});
        QCOMPARE(boxes[0].left, 40.0);
        QCOMPARE(boxes[0].right, 60.0);
        QVERIFY(height(boxes[0]) >= 4);  // one byte too much is seen
    }

    void is_a_line_at_zero_without_buffers() {
        QCOMPARE(live_curve(LiveProfile{}, ten_steps), (std::vector<Point>{{0, 100}, {100, 100}}));
    }

    void a_spike_of_one_step_among_thousands_is_kept() {
        Problem problem;
        for (int i = 0; i < 5000; ++i) {
            problem.buffers.push_back(buffer(std::to_string(i), 2 * i, 2 * i + 1, 10));
        }
        problem.buffers.push_back(buffer("spike", 4321, 4322, 90));
        const Viewport all{{{0, 10'000}, {0, 100}}, {0, 0, 100, 100}};
        const auto points = live_curve(live_profile(problem), all);
        QVERIFY(points.size() <= 4 * 100 + 2);
        const auto top = std::min_element(points.begin(), points.end(), [](Point a, Point b) { return a.y < b.y; })->y;
        QCOMPARE(top, 10.0);
    }

    void every_column_reaches_its_lowest_and_highest_value() {
        QVERIFY(rc::check("stairs", [] {
            const Problem problem = random_problem({.most_buffers = 40, .most_steps = 200, .with_gaps = true});
            const LiveProfile profile = live_profile(problem);
            const auto from = *rc::gen::inRange<std::int64_t>(0, 150);
            const auto to = *rc::gen::inRange<std::int64_t>(from + 1, 300);
            const Viewport viewport{{{static_cast<long double>(from), static_cast<long double>(to)}, {0, 2000}},
                                    {0, 0, static_cast<double>(*rc::gen::inRange(1, 80)), 2000}};
            const auto points = live_curve(profile, viewport);
            RC_ASSERT(points.size() <= static_cast<std::size_t>(4 * viewport.box.right + 6));
            double before = 0;
            for (const Point& point : points) {
                RC_ASSERT(point.x >= before);
                RC_ASSERT(point.x <= viewport.box.right);
                before = point.x;
            }
            const PixelScale up = byte_scale(viewport);
            for (std::int64_t step = from; step < to; ++step) {
                const double y = up(live_at(profile, Step(step)).value());
                const double column = std::floor(step_scale(viewport)(step));
                // The curve has a point at this height in this pixel column, or passes through it.
                double least = 1e9;
                double most = -1e9;
                for (std::size_t i = 1; i < points.size(); ++i) {
                    if (points[i].x >= column && points[i - 1].x < column + 1) {
                        least = std::min({least, points[i - 1].y, points[i].y});
                        most = std::max({most, points[i - 1].y, points[i].y});
                    }
                }
                RC_ASSERT(least - 1e-6 <= y);
                RC_ASSERT(y <= most + 1e-6);
            }
        }));
    }
};

ARENASCOPE_TEST(LiveCurveTest)
#include "live_curve_test.moc"
