#include "core/planner/shared_objects/object_schedule.h"

#include <algorithm>
#include <rapidcheck.h>
#include <utility>
#include <vector>

#include "tests/support/test_registry.h"

using namespace arenascope;

class ObjectScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void first_and_last_tasks_are_in_use() {
        ObjectSchedule schedule;
        QVERIFY(schedule.is_free(Step(0), Step(9)));
        schedule.add(Step(3), Step(5));
        QVERIFY(schedule.is_free(Step(0), Step(2)));
        QVERIFY(!schedule.is_free(Step(0), Step(3)));
        QVERIFY(!schedule.is_free(Step(5), Step(5)));
        QVERIFY(schedule.is_free(Step(6), Step(9)));
    }

    void a_gap_is_counted_in_tasks() {
        ObjectSchedule schedule;
        schedule.add(Step(8), Step(9));
        schedule.add(Step(0), Step(2));
        QCOMPARE(schedule.gap(Step(3), Step(3)), Duration(1));
        QCOMPARE(schedule.gap(Step(5), Step(6)), Duration(2));
        QCOMPARE(schedule.gap(Step(12), Step(12)), Duration(3));
        QCOMPARE(schedule.gap(Step(2), Step(4)), ObjectSchedule::no_gap);
        QCOMPARE(schedule.gap(Step(-9), Step(20)), ObjectSchedule::no_gap);
    }

    void agrees_with_a_visit_of_every_interval() {
        QVERIFY(rc::check([] {
            ObjectSchedule schedule;
            std::vector<std::pair<std::int64_t, std::int64_t>> stretches;
            for (int i = 0; i < 40; ++i) {
                const std::int64_t first = *rc::gen::inRange<std::int64_t>(0, 60);
                const std::int64_t last = first + *rc::gen::inRange<std::int64_t>(0, 6);
                Duration least = ObjectSchedule::no_gap;
                bool is_free = true;
                for (const auto& [from, to] : stretches) {
                    is_free = is_free && (last < from || to < first);
                    least = std::min(least, Duration(last < from ? from - last : first - to));
                }
                RC_ASSERT(schedule.is_free(Step(first), Step(last)) == is_free);
                RC_ASSERT(schedule.gap(Step(first), Step(last)) == (is_free ? least : ObjectSchedule::no_gap));
                if (is_free) {
                    schedule.add(Step(first), Step(last));
                    stretches.emplace_back(first, last);
                }
            }
        }));
    }
};

ARENASCOPE_TEST(ObjectScheduleTest)

#include "object_schedule_test.moc"
