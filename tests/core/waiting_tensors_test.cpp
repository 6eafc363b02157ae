#include "core/planner/shared_objects/waiting_tensors.h"

#include <algorithm>
#include <rapidcheck.h>
#include <vector>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using Tasks = WaitingTensors::Tasks;

std::vector<std::size_t> concerned(const WaitingTensors& waiting, std::int64_t first, std::int64_t last) {
    std::vector<std::size_t> found;
    waiting.find_concerned(Step(first), Step(last), found);
    return found;
}

}  // namespace

class WaitingTensorsTest : public QObject {
    Q_OBJECT

private slots:
    void the_first_of_equally_near_tensors_is_the_nearest() {
        const std::vector<Tasks> tasks(5, {Step(0), Step(1)});
        WaitingTensors waiting(tasks);
        QCOMPARE(waiting.nearest(1, 5), std::size_t{1});
        waiting.set_distance(4, Duration(2));
        waiting.set_distance(3, Duration(2));
        QCOMPARE(waiting.nearest(0, 5), std::size_t{3});
        QCOMPARE(waiting.nearest(0, 3), std::size_t{0});
        waiting.remove(3);
        QCOMPARE(waiting.nearest(0, 5), std::size_t{4});
        waiting.remove(4);
        QCOMPARE(waiting.nearest(3, 5), std::size_t{5});
    }

    void a_placed_tensor_concerns_those_that_it_overlaps_and_those_that_it_is_nearer_to() {
        const std::vector<Tasks> tasks = {{Step(0), Step(1)}, {Step(4), Step(5)}, {Step(9), Step(9)}};
        WaitingTensors waiting(tasks);
        QCOMPARE(concerned(waiting, 4, 4), (std::vector<std::size_t>{0, 1, 2}));
        waiting.set_distance(0, Duration(3));
        waiting.set_distance(1, Duration(1));
        waiting.set_distance(2, Duration(6));
        // Tensor 0 is 3 tasks away, which is not nearer; tensor 2 is 5 tasks away.
        QCOMPARE(concerned(waiting, 4, 4), (std::vector<std::size_t>{1, 2}));
        QCOMPARE(concerned(waiting, 3, 3), (std::vector<std::size_t>{0}));
    }

    void agrees_with_a_look_at_every_tensor() {
        QVERIFY(rc::check([] {
            std::vector<Tasks> tasks(*rc::gen::inRange<std::size_t>(0, 20));
            for (Tasks& each : tasks) {
                each.first = Step(*rc::gen::inRange<std::int64_t>(-5, 25));
                each.last = each.first + Duration(*rc::gen::inRange<std::int64_t>(0, 6));
            }
            WaitingTensors waiting(tasks);
            std::vector<Duration> distances(tasks.size(), WaitingTensors::infinite);
            std::vector<bool> waits(tasks.size(), true);
            for (int round = 0; round < 30 && !tasks.empty(); ++round) {
                const auto rank = *rc::gen::inRange<std::size_t>(0, tasks.size());
                if (*rc::gen::inRange(0, 4) == 0) {
                    waits[rank] = false;
                    waiting.remove(rank);
                } else {
                    const auto drawn = *rc::gen::inRange<std::int64_t>(1, 9);
                    distances[rank] = drawn == 8 ? WaitingTensors::infinite : Duration(drawn);
                    waiting.set_distance(rank, distances[rank]);
                }
                const auto from = *rc::gen::inRange<std::size_t>(0, tasks.size() + 1);
                const auto to = *rc::gen::inRange<std::size_t>(from, tasks.size() + 1);
                std::size_t nearest = to;
                for (std::size_t i = from; i < to; ++i) {
                    if (waits[i] && (nearest == to || distances[i] < distances[nearest])) {
                        nearest = i;
                    }
                }
                RC_ASSERT(waiting.nearest(from, to) == nearest);
                const auto first = *rc::gen::inRange<std::int64_t>(-9, 30);
                const auto last = first + *rc::gen::inRange<std::int64_t>(0, 6);
                std::vector<std::size_t> wanted;
                for (std::size_t i = 0; i < tasks.size(); ++i) {
                    const std::int64_t gap = std::max(first - tasks[i].last.value(), tasks[i].first.value() - last);
                    if (waits[i] && gap < distances[i].value()) {
                        wanted.push_back(i);
                    }
                }
                std::vector<std::size_t> found = concerned(waiting, first, last);
                std::sort(found.begin(), found.end());
                RC_ASSERT(found == wanted);
            }
        }));
    }
};

ARENASCOPE_TEST(WaitingTensorsTest)

#include "waiting_tensors_test.moc"
