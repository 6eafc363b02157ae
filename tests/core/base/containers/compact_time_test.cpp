#include "core/base/containers/compact_time.h"

#include <limits>

#include "tests/support/test_registry.h"

using namespace arenascope;

class CompactTimeTest : public QObject {
    Q_OBJECT

private slots:
    void a_short_time_counts_steps_from_the_first_one() {
        const CompactTime time(-5, 100, {});
        QCOMPARE(time.compact_from(-5), 0U);
        QCOMPARE(time.compact_from(100), 105U);
        QCOMPARE(time.compact_from(-1000), 0U);
    }

    void a_long_time_numbers_its_begins_and_ends() {
        const std::int64_t last = std::numeric_limits<std::int64_t>::max();
        QVERIFY(!CompactTime::fits(-last, last));
        const CompactTime time(-last, last, {0, -last, last, 7, 0});
        QCOMPARE(time.compact_from(-last), 0U);
        QCOMPARE(time.compact_from(0), 1U);
        QCOMPARE(time.compact_from(1), 2U);
        QCOMPARE(time.compact_from(7), 2U);
        QCOMPARE(time.compact_from(last), 3U);
    }
};

ARENASCOPE_TEST(CompactTimeTest)
#include "compact_time_test.moc"
