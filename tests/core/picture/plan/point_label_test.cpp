#include <cmath>
#include <rapidcheck.h>

#include "core/picture/plan/label.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class PointLabelTest : public QObject {
    Q_OBJECT

private slots:
    void a_name_stands_at_the_right_of_its_point() {
        const auto places = name_places(std::vector<NamedPoint>{{{50, 50}, 30}}, 4, 12, area, {});
        QCOMPARE(*places[0], (NamePlace{{57, 44, 87, 56}, std::nullopt}));
    }

    void at_the_right_edge_it_stands_at_the_left() {
        const auto places = name_places(std::vector<NamedPoint>{{{190, 50}, 30}}, 4, 12, area, {});
        QCOMPARE(*places[0], (NamePlace{{153, 44, 183, 56}, std::nullopt}));
    }

    void it_lies_on_no_line_that_is_taken() {
        const auto places = name_places(std::vector<NamedPoint>{{{50, 50}, 30}}, 4, 12, area, {{0, 49, 200, 51}});
        QVERIFY(places[0].has_value() && places[0]->box.bottom <= 49);
    }

    void a_name_that_is_not_beside_its_point_has_a_line_to_it() {
        // Points at both sides leave room only above and below.
        const std::vector<NamedPoint> points{{{100, 50}, 30}, {{110, 50}, 0}, {{90, 50}, 0}};
        const auto places = name_places(points, 4, 12, area, {});
        QVERIFY(places[0].has_value() && places[0]->leader.has_value());
        QCOMPARE(places[0]->box, (Box{104, 28, 134, 40}));
        const Leader& leader = *places[0]->leader;
        QCOMPARE(leader.to, (Point{104, 40}));
        QVERIFY(std::abs(std::hypot(leader.from.x - 100, leader.from.y - 50) - 4) < 1e-9);
    }

    void of_names_without_room_the_earlier_ones_stay() {
        std::vector<NamedPoint> points(40, {{100, 50}, 60});
        const auto places = name_places(points, 4, 12, area, {});
        QVERIFY(places.front().has_value());
        QVERIFY(!places.back().has_value());
        for (std::size_t i = 0; i < places.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                QVERIFY(!places[i] || !places[j] || !intersects(places[i]->box, places[j]->box));
            }
        }
    }

    void a_name_wider_than_the_plot_is_left_out() {
        QVERIFY(!name_places(std::vector<NamedPoint>{{{100, 50}, 300}}, 4, 12, area, {})[0].has_value());
    }

    void no_name_lies_on_a_point_another_name_or_a_line() {
        std::size_t named = 0;
        std::size_t with_line = 0;
        QVERIFY(rc::check([&] {
            std::vector<NamedPoint> points(*rc::gen::inRange<std::size_t>(1, 30));
            for (NamedPoint& point : points) {
                point = {
                    {static_cast<double>(*rc::gen::inRange(0, 401)), static_cast<double>(*rc::gen::inRange(0, 301))},
                    static_cast<double>(*rc::gen::inRange(10, 120))};
            }
            const Box whole{0, 0, 400, 300};
            const Box line{0, 280, 400, 282};
            constexpr double radius = 6;
            const auto places = name_places(points, radius, 14, whole, {line});
            RC_ASSERT(places.size() == points.size());
            for (std::size_t i = 0; i < points.size(); ++i) {
                if (!places[i]) {
                    continue;
                }
                const auto& [box, leader] = *places[i];
                ++named;
                with_line += leader ? 1 : 0;
                RC_ASSERT((intersects(box, inset(whole, -1e-9)) && box.left >= 0 && box.right <= 400 && box.top >= 0 &&
                           box.bottom <= 300));
                RC_ASSERT(!intersects(box, line));
                for (std::size_t j = 0; j < points.size(); ++j) {
                    const Box point{points[j].at.x - radius, points[j].at.y - radius, points[j].at.x + radius,
                                    points[j].at.y + radius};
                    RC_ASSERT(!intersects(box, point));
                    RC_ASSERT((j == i || !leader || !meets(*leader, point)));
                    const Box with_space{box.left - 6, box.top, box.right + 6, box.bottom};
                    RC_ASSERT((j == i || !places[j] || !intersects(with_space, places[j]->box)));
                    RC_ASSERT((j == i || !places[j] || !leader || !meets(*leader, places[j]->box)));
                }
            }
        }));
        QVERIFY(named > 100 && with_line > 100);
    }

    void a_line_meets_a_box_that_it_crosses_or_touches() {
        const Box box{10, 10, 20, 20};
        QVERIFY(meets({{0, 15}, {30, 15}}, box));
        QVERIFY(meets({{15, 0}, {15, 10}}, box));
        QVERIFY(meets({{12, 12}, {13, 13}}, box));
        QVERIFY(meets({{5, 12}, {12, 5}}, box) == false);
        QVERIFY(!meets({{0, 15}, {9, 15}}, box));
        QVERIFY(!meets({{25, 0}, {25, 30}}, box));
    }

    void points_on_each_other_are_one_group() {
        const std::vector<Point> points{{10, 10}, {40, 10}, {11, 10}, {13, 10}, {40, 12}};
        QCOMPARE(points_together(points, 2), (std::vector<std::vector<std::size_t>>{{0, 2}, {1, 4}, {3}}));
        QVERIFY(points_together({}, 2).empty());
    }

private:
    static constexpr Box area{0, 0, 200, 100};
};

ARENASCOPE_TEST(PointLabelTest)
#include "point_label_test.moc"
