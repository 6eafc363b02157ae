#include "widgets/base/curve_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
/// 60 pixels wide and 10 high.
const QRectF area(100, 20, 60, 10);

/// NaN if none has a number.
double smallest_of(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), missing, [](double a, double b) { return std::fmin(a, b); });
}

double largest_of(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), missing, [](double a, double b) { return std::fmax(a, b); });
}

std::vector<QPolygonF> lines_of(const std::vector<double>& numbers, const QRectF& in) {
    return level_lines(numbers, {in, numbers.size(), smallest_of(numbers), largest_of(numbers)});
}

}  // namespace

class CurveScaleTest : public QObject {
    Q_OBJECT

private slots:
    void each_moment_has_a_level_piece_of_its_slot() {
        QCOMPARE(lines_of({0, 10, 5}, area), (std::vector<QPolygonF>{
                                                 {{100, 30}, {120, 30}, {120, 20}, {140, 20}, {140, 25}, {160, 25}},
                                             }));
    }

    void a_line_ends_where_there_is_no_number() {
        QCOMPARE(lines_of({missing, 0, missing, 10, 10, missing}, area),
                 (std::vector<QPolygonF>{
                     {{110, 30}, {120, 30}},
                     {{130, 20}, {140, 20}, {140, 20}, {150, 20}},
                 }));
    }

    void a_value_that_never_changes_lies_in_the_middle() {
        QCOMPARE(lines_of({4}, area), (std::vector<QPolygonF>{{{100, 25}, {160, 25}}}));
    }

    void a_pixel_column_of_many_moments_has_their_smallest_and_largest() {
        const QRectF two_pixels(0, 0, 2, 10);
        QCOMPARE(lines_of({5, 0, 10, 6, 3, missing, 3, 3}, two_pixels),
                 (std::vector<QPolygonF>{
                     {{0, 5}, {0.5, 10}, {0.5, 0}, {1, 4}, {1, 7}, {2, 7}},
                 }));
    }

    void an_x_outside_leads_to_the_first_or_the_last_moment() {
        QCOMPARE((CurveScale{area, 6}.moment_at(0)), std::size_t{0});
        QCOMPARE((CurveScale{area, 6}.moment_at(119)), std::size_t{1});
        QCOMPARE((CurveScale{area, 6}.moment_at(121)), std::size_t{2});
        QCOMPARE((CurveScale{area, 6}.moment_at(500)), std::size_t{5});
    }

    void without_slots_the_first_and_the_last_moment_lie_at_the_borders() {
        const CurveScale scale{area, 3, 0, 10, 0};
        QCOMPARE(scale.x_of(0), 100.0);
        QCOMPARE(scale.x_of(1), 130.0);
        QCOMPARE(scale.x_of(2), 160.0);
        QCOMPARE((CurveScale{area, 1, 0, 10, 0}.x_of(0)), 130.0);
    }

    void a_joined_line_skips_moments_without_a_number() {
        QCOMPARE(joined_line(std::vector<double>{9, 0, missing, 10, 9}, 1, 4, {area, 5, 0, 10, 0}),
                 (QPolygonF{{115, 30}, {145, 20}}));
    }

    void a_joined_line_of_many_moments_has_the_lowest_and_the_highest_of_each_pixel_column() {
        const CurveScale scale{QRectF(0, 0, 2, 10), 8, 0, 10, 0.5};
        QCOMPARE(joined_line(std::vector<double>{5, 0, 10, 6, 3, missing, 3, 3}, 0, 8, scale),
                 (QPolygonF{{0.375, 10}, {0.625, 0}, {1.125, 7}}));
    }

    void a_falling_line_falls_where_a_lower_number_is() {
        QCOMPARE(falling_line(std::vector<double>{missing, 10, 10, 5, 5}, 0, 5, {area, 5, 0, 10, 0}),
                 (QPolygonF{{115, 20}, {145, 20}, {145, 25}, {160, 25}}));
    }

    void random_moments_are_found_at_their_own_x() {
        QVERIFY(rc::check([] {
            const auto moments = *rc::gen::inRange<std::size_t>(1, 2000);
            const auto moment = *rc::gen::inRange<std::size_t>(0, moments);
            const CurveScale scale{area, moments, 0, 0, *rc::gen::element(0.0, 0.5)};
            RC_ASSERT(scale.moment_at(scale.x_of(moment)) == moment);
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
            RC_PRE(!std::isnan(smallest_of(numbers)));
            double highest = area.bottom();
            double lowest = area.top();
            double last = area.left();
            for (const QPolygonF& line : lines_of(numbers, area)) {
                RC_ASSERT(line.size() >= 2);
                for (const QPointF& point : line) {
                    RC_ASSERT(point.x() > last - 1e-9);
                    last = point.x();
                    highest = std::min(highest, point.y());
                    lowest = std::max(lowest, point.y());
                }
            }
            const bool is_level = smallest_of(numbers) == largest_of(numbers);
            const double expected_highest = is_level ? area.center().y() : area.top();
            const double expected_lowest = is_level ? area.center().y() : area.bottom();
            RC_ASSERT(std::abs(highest - expected_highest) < 1e-6);
            RC_ASSERT(std::abs(lowest - expected_lowest) < 1e-6);
            RC_ASSERT(last < area.right() + 1e-6);
        }));
    }
};

ARENASCOPE_TEST(CurveScaleTest)
#include "curve_scale_test.moc"
