#include "core/picture/point_label.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class PointLabelTest : public QObject {
    Q_OBJECT

private slots:
    void a_name_stands_at_the_right_of_its_point() {
        const auto places = name_places(std::vector<NamedPoint>{{{50, 50}, 30}}, 4, 12, area, {});
        QCOMPARE(*places[0], (Box{57, 44, 87, 56}));
    }

    void at_the_right_edge_it_stands_at_the_left() {
        const auto places = name_places(std::vector<NamedPoint>{{{190, 50}, 30}}, 4, 12, area, {});
        QCOMPARE(*places[0], (Box{153, 44, 183, 56}));
    }

    void it_lies_on_no_line_that_is_taken() {
        const auto places = name_places(std::vector<NamedPoint>{{{50, 50}, 30}}, 4, 12, area, {{0, 49, 200, 51}});
        QVERIFY(places[0].has_value() && places[0]->bottom <= 49);
    }

    void of_names_without_room_the_earlier_ones_stay() {
        std::vector<NamedPoint> points(40, {{100, 50}, 60});
        const auto places = name_places(points, 4, 12, area, {});
        QVERIFY(places.front().has_value());
        QVERIFY(!places.back().has_value());
        for (std::size_t i = 0; i < places.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                QVERIFY(!places[i] || !places[j] || !intersects(*places[i], *places[j]));
            }
        }
    }

    void a_name_wider_than_the_plot_is_left_out() {
        QVERIFY(!name_places(std::vector<NamedPoint>{{{100, 50}, 300}}, 4, 12, area, {})[0].has_value());
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
