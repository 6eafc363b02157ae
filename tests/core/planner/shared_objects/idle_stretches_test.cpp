#include "core/planner/shared_objects/idle_stretches.h"

#include <algorithm>
#include <limits>
#include <rapidcheck.h>
#include <vector>

#include "core/planner/shared_objects/object_schedule.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using Tasks = WaitingTensors::Tasks;

}  // namespace

class IdleStretchesTest : public QObject {
    Q_OBJECT

private slots:
    void the_object_that_is_idle_for_the_shortest_time_is_the_nearest() {
        const std::vector<Tasks> tasks = {
            {Step(0), Step(1)}, {Step(7), Step(8)}, {Step(5), Step(6)}, {Step(4), Step(4)}, {Step(0), Step(9)}};
        IdleStretches idle(tasks);
        QCOMPARE(idle.nearest(3).object, ObjectIndex::none());
        idle.add(ObjectIndex(0), 0);
        idle.add(ObjectIndex(0), 1);
        QCOMPARE(idle.nearest(3).object, ObjectIndex(0));
        QCOMPARE(idle.nearest(3).distance, Duration(3));
        idle.add(ObjectIndex(1), 2);
        QCOMPARE(idle.nearest(3).object, ObjectIndex(1));
        QCOMPARE(idle.nearest(3).distance, Duration(1));
        QVERIFY(!idle.is_free(ObjectIndex(0), tasks[4]));
        QCOMPARE(idle.nearest(4).object, ObjectIndex::none());
        QCOMPARE(idle.nearest(4).distance, WaitingTensors::infinite);
    }

    void equally_near_objects_on_both_sides_give_the_lowest_id() {
        const std::vector<Tasks> tasks = {
            {Step(7), Step(7)}, {Step(1), Step(1)}, {Step(1), Step(1)}, {Step(4), Step(4)}};
        IdleStretches idle(tasks);
        idle.add(ObjectIndex(0), 0);
        idle.add(ObjectIndex(1), 1);
        idle.add(ObjectIndex(2), 2);
        QCOMPARE(idle.nearest(3).object, ObjectIndex(0));
        QCOMPARE(idle.nearest(3).distance, Duration(3));
    }

    void of_equally_near_objects_the_one_that_came_so_near_first_can_be_found() {
        const std::vector<Tasks> tasks = {
            {Step(9), Step(9)}, {Step(1), Step(1)}, {Step(7), Step(7)}, {Step(4), Step(4)}};
        IdleStretches idle(tasks);
        idle.add(ObjectIndex(0), 0);
        idle.add(ObjectIndex(1), 1);
        idle.add(ObjectIndex(0), 2);
        QCOMPARE(idle.nearest(3, IdleStretches::Tie::lowest_id).object, ObjectIndex(0));
        QCOMPARE(idle.nearest(3, IdleStretches::Tie::earliest).object, ObjectIndex(1));
        QCOMPARE(idle.nearest(3, IdleStretches::Tie::earliest).distance, Duration(3));
    }

    void a_stretch_reaches_from_one_tensor_of_an_object_to_the_next() {
        const std::vector<Tasks> tasks = {{Step(0), Step(1)}, {Step(7), Step(8)}, {Step(4), Step(4)}};
        IdleStretches idle(tasks);
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        idle.add(ObjectIndex(0), 0);
        QCOMPARE(idle.until_after(0), most);
        QCOMPARE(idle.since_before(0), -most);
        idle.add(ObjectIndex(0), 1);
        QCOMPARE(idle.until_after(0), 7);
        QCOMPARE(idle.since_before(1), 1);
        QCOMPARE(idle.stretch_around(ObjectIndex(0), tasks[2]).since, 1);
        QCOMPARE(idle.stretch_around(ObjectIndex(0), tasks[2]).until, 7);
    }

    void agrees_with_a_look_at_every_object() {
        QVERIFY(rc::check([] {
            std::vector<Tasks> tasks(*rc::gen::inRange<std::size_t>(1, 40));
            for (Tasks& each : tasks) {
                each.first = Step(*rc::gen::inRange<std::int64_t>(-5, 30));
                each.last = each.first + Duration(*rc::gen::inRange<std::int64_t>(0, 8));
            }
            IdleStretches idle(tasks);
            std::vector<ObjectSchedule> schedules;
            for (std::size_t rank = 0; rank < tasks.size(); ++rank) {
                const Tasks& tensor = tasks[rank];
                IdleStretches::Nearest wanted;
                std::vector<std::size_t> free;
                for (std::size_t i = 0; i < schedules.size(); ++i) {
                    const bool is_free = schedules[i].is_free(tensor.first, tensor.last);
                    RC_ASSERT(idle.is_free(ObjectIndex(i), tensor) == is_free);
                    if (is_free) {
                        free.push_back(i);
                        const Duration gap = schedules[i].gap(tensor.first, tensor.last);
                        if (gap < wanted.distance) {
                            wanted = {gap, ObjectIndex(i)};
                        }
                    }
                }
                const IdleStretches::Nearest found = idle.nearest(rank);
                RC_ASSERT(found.object == wanted.object);
                RC_ASSERT(found.distance == wanted.distance);
                const auto place = *rc::gen::inRange<std::size_t>(0, free.size() + 1);
                const std::size_t object = place < free.size() ? free[place] : schedules.size();
                schedules.resize(std::max(schedules.size(), object + 1));
                schedules[object].add(tensor.first, tensor.last);
                idle.add(ObjectIndex(object), rank);
            }
        }));
    }
};

ARENASCOPE_TEST(IdleStretchesTest)

#include "idle_stretches_test.moc"
