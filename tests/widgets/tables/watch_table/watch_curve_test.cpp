#include "widgets/tables/watch_table/watch_curve.h"

#include <limits>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

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
};

ARENASCOPE_TEST(WatchCurveTest)
#include "watch_curve_test.moc"
