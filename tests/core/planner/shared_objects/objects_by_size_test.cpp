#include <algorithm>
#include <limits>
#include <rapidcheck.h>
#include <vector>

#include "core/planner/random.h"
#include "core/planner/shared_objects/greedy_by_breadth_assignment.h"
#include "core/planner/shared_objects/object_schedule.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

struct Object {
    Bytes size;
    ObjectSchedule schedule;
};

/// The best object by a look at each: the smallest sufficient one, otherwise the largest; of equal ones the first.
std::optional<ObjectIndex> best_by_looking(const std::vector<Object>& objects, Bytes size, Step first, Step last) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        if (!objects[i].schedule.is_free(first, last)) {
            continue;
        }
        const Bytes now = objects[i].size;
        const Bytes then = best ? objects[*best].size : Bytes(0);
        if (!best || (now >= size && (then < size || now < then)) || (now < size && then < size && now > then)) {
            best = i;
        }
    }
    return best ? std::optional(ObjectIndex(*best)) : std::nullopt;
}

}  // namespace

class ObjectsBySizeTest : public QObject {
    Q_OBJECT

private slots:
    void the_smallest_sufficient_object_that_is_free_is_the_best() {
        ObjectsBySize objects(Step(0), Step(9));
        objects.add(ObjectIndex(0), Bytes(20));
        objects.add(ObjectIndex(1), Bytes(10));
        objects.add(ObjectIndex(2), Bytes(15));
        const auto best = [&objects](Bytes size, const std::vector<bool>& free) {
            return objects.best(size, Step(2), Step(3), [&free](ObjectIndex object) { return free[object.value()]; });
        };
        QVERIFY(best(Bytes(12), {true, true, true}) == ObjectIndex(2));
        QVERIFY(best(Bytes(12), {true, true, false}) == ObjectIndex(0));
        QVERIFY(best(Bytes(12), {false, true, false}) == ObjectIndex(1));
        QVERIFY(best(Bytes(30), {true, true, true}) == ObjectIndex(0));
        QVERIFY(!best(Bytes(12), {false, false, false}));
    }

    void objects_that_are_busy_are_not_asked() {
        ObjectsBySize objects(Step(0), Step(9));
        objects.add(ObjectIndex(0), Bytes(20));
        objects.use(ObjectIndex(0), Bytes(20), Step(3), Step(5));
        int asked = 0;
        const auto ask = [&asked](ObjectIndex) { return ++asked > 0; };
        QVERIFY(!objects.best(Bytes(1), Step(5), Step(6), ask));
        QCOMPARE(asked, 0);
        QVERIFY(objects.best(Bytes(1), Step(6), Step(9), ask));
        QCOMPARE(asked, 1);
    }

    void the_whole_time_may_be_very_long() {
        constexpr auto least = std::numeric_limits<std::int64_t>::min();
        constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
        ObjectsBySize objects{Step(least), Step(greatest)};
        objects.add(ObjectIndex(0), Bytes(20));
        objects.use(ObjectIndex(0), Bytes(20), Step(0), Step(greatest - 1));
        const auto always = [](ObjectIndex) { return true; };
        QVERIFY(objects.best(Bytes(1), Step(least), Step(-1), always));
        QVERIFY(!objects.best(Bytes(1), Step(-1), Step(greatest / 2), always));
    }

    void agrees_with_a_look_at_every_object() {
        QVERIFY(rc::check([] {
            Random random(*rc::gen::arbitrary<std::uint64_t>());
            const std::size_t steps = *rc::gen::element<std::size_t>(6, 200, 3'000);
            const std::size_t sizes = *rc::gen::element<std::size_t>(2, 1'000);
            ObjectsBySize objects(Step(0), Step(static_cast<std::int64_t>(2 * steps)));
            std::vector<Object> all;
            for (int i = 0; i < 900; ++i) {
                const Step first(static_cast<std::int64_t>(random.below(steps)));
                const Step last = first + Duration(static_cast<std::int64_t>(random.below(steps)));
                const Bytes size(1 + static_cast<std::int64_t>(random.below(sizes)));
                const auto wanted = best_by_looking(all, size, first, last);
                const auto found = objects.best(size, first, last, [&](ObjectIndex object) {
                    return all[object.value()].schedule.is_free(first, last);
                });
                RC_ASSERT(found == wanted);
                const ObjectIndex object = found.value_or(ObjectIndex(all.size()));
                if (!found) {
                    objects.add(object, size);
                    all.push_back({size, {}});
                } else if (all[object.value()].size < size) {
                    objects.grow(object, all[object.value()].size, size);
                    all[object.value()].size = size;
                }
                all[object.value()].schedule.add(first, last);
                objects.use(object, all[object.value()].size, first, last);
            }
        }));
    }
};

ARENASCOPE_TEST(ObjectsBySizeTest)
#include "objects_by_size_test.moc"
