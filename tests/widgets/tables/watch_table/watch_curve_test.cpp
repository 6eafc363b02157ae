#include "widgets/tables/watch_table/watch_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
/// 60 pixels wide and 10 high.
const QRectF area(100, 20, 60, 10);

WatchCurve curve_of(const std::vector<double>& numbers, std::int64_t threshold = 0) {
    return watch_curve(numbers, Bytes(threshold)).value();
}

}  // namespace

class WatchCurveTest : public QObject {
    Q_OBJECT

private slots:
    void a_curve_knows_its_range_and_how_many_moments_have_a_number() {
        const WatchCurve curve = curve_of({missing, 7, 5, 5, 9, missing, 9});
        QCOMPARE(curve.smallest, std::size_t{2});
        QCOMPARE(curve.largest, std::size_t{4});
        QCOMPARE(curve.count, std::size_t{5});
        QVERIFY(!watch_curve({missing, missing}, Bytes(0)));
        QVERIFY(!watch_curve({}, Bytes(0)));
    }

    void the_threshold_is_drawn_only_between_the_smallest_and_the_largest() {
        QCOMPARE(curve_of({5, 9}, 7).threshold, std::optional(7.0));
        QCOMPARE(curve_of({5, 9}, 5).threshold, std::optional(5.0));
        QCOMPARE(curve_of({5, 9}, 9).threshold, std::optional(9.0));
        QVERIFY(!curve_of({5, 9}, 4).threshold);
        QVERIFY(!curve_of({5, 9}, 10).threshold);
    }

    void each_moment_has_a_level_piece_of_its_slot() {
        QCOMPARE(curve_lines(curve_of({0, 10, 5}), area),
                 (std::vector<QPolygonF>{
                     {{100, 30}, {120, 30}, {120, 20}, {140, 20}, {140, 25}, {160, 25}},
                 }));
    }

    void a_line_ends_where_there_is_no_number() {
        QCOMPARE(curve_lines(curve_of({missing, 0, missing, 10, 10, missing}), area),
                 (std::vector<QPolygonF>{
                     {{110, 30}, {120, 30}},
                     {{130, 20}, {140, 20}, {140, 20}, {150, 20}},
                 }));
    }

    void a_value_that_never_changes_lies_in_the_middle() {
        QCOMPARE(curve_lines(curve_of({4}), area), (std::vector<QPolygonF>{{{100, 25}, {160, 25}}}));
    }

    void a_pixel_column_of_many_moments_has_their_smallest_and_largest() {
        const QRectF two_pixels(0, 0, 2, 10);
        QCOMPARE(curve_lines(curve_of({5, 0, 10, 6, 3, missing, 3, 3}), two_pixels),
                 (std::vector<QPolygonF>{
                     {{0, 5}, {0.5, 10}, {0.5, 0}, {1, 4}, {1, 7}, {2, 7}},
                 }));
    }

    void an_x_outside_leads_to_the_first_or_the_last_moment() {
        QCOMPARE(moment_at(0, 6, area), std::size_t{0});
        QCOMPARE(moment_at(119, 6, area), std::size_t{1});
        QCOMPARE(moment_at(121, 6, area), std::size_t{2});
        QCOMPARE(moment_at(500, 6, area), std::size_t{5});
    }

    void random_moments_are_found_at_their_own_x() {
        QVERIFY(rc::check([] {
            const auto moments = *rc::gen::inRange<std::size_t>(1, 2000);
            const auto moment = *rc::gen::inRange<std::size_t>(0, moments);
            RC_ASSERT(moment_at(curve_x(moment, moments, area), moments, area) == moment);
        }));
    }

    void random_curves_stay_in_their_area_and_reach_its_top_and_bottom() {
        QVERIFY(rc::check([] {
            auto numbers = *rc::gen::nonEmpty(
                rc::gen::container<std::vector<double>>(rc::gen::map(rc::gen::inRange(-50, 60), [](int drawn) {
                    return drawn < 50 ? static_cast<double>(drawn) : missing;
                })));
            const auto repeats = *rc::gen::inRange<std::size_t>(1, 5);
            for (std::size_t i = numbers.size() * repeats; i > numbers.size(); --i) {
                numbers.push_back(numbers[i % 7 % numbers.size()]);
            }
            const auto curve = watch_curve(numbers, Bytes(0));
            RC_PRE(curve.has_value());
            double highest = area.bottom();
            double lowest = area.top();
            double last = area.left();
            for (const QPolygonF& line : curve_lines(*curve, area)) {
                RC_ASSERT(line.size() >= 2);
                for (const QPointF& point : line) {
                    RC_ASSERT(point.x() > last - 1e-9);
                    last = point.x();
                    highest = std::min(highest, point.y());
                    lowest = std::max(lowest, point.y());
                }
            }
            const bool is_level = curve->numbers[curve->smallest] == curve->numbers[curve->largest];
            const double expected_highest = is_level ? area.center().y() : area.top();
            const double expected_lowest = is_level ? area.center().y() : area.bottom();
            RC_ASSERT(std::abs(highest - expected_highest) < 1e-6);
            RC_ASSERT(std::abs(lowest - expected_lowest) < 1e-6);
            RC_ASSERT(last < area.right() + 1e-6);
        }));
    }
};

ARENASCOPE_TEST(WatchCurveTest)
#include "watch_curve_test.moc"
