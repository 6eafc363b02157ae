#include "core/planner/shared_objects/waiting_tensors.h"

#include <algorithm>
#include <limits>
#include <rapidcheck.h>
#include <vector>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using Tasks = WaitingTensors::Tasks;

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

std::vector<std::uint32_t> losing(const WaitingTensors& waiting, const WaitingTensors::Place& place) {
    std::vector<std::uint32_t> found;
    waiting.find_losing(place, found);
    return found;
}

}  // namespace

class WaitingTensorsTest : public QObject {
    Q_OBJECT

private slots:
    void finds_those_that_share_a_task_by_first_task() {
        const std::vector<Tasks> tasks = {{Step(4), Step(5)}, {Step(0), Step(4)}, {Step(9), Step(9)}};
        WaitingTensors waiting(tasks);
        const auto around = [&](std::int64_t first, std::int64_t last) {
            return losing(waiting, {{Step(first), Step(last)}, -9, greatest});
        };
        QCOMPARE(around(4, 8), (std::vector<std::uint32_t>{1, 0}));
        QCOMPARE(around(5, 9), (std::vector<std::uint32_t>{0, 2}));
        QVERIFY(waiting.waits(0));
        waiting.remove(0);
        QVERIFY(!waiting.waits(0));
        QCOMPARE(around(4, 8), (std::vector<std::uint32_t>{1}));
        QVERIFY(around(6, 8).empty());
    }

    void those_that_have_a_nearer_object_lose_none() {
        const std::vector<Tasks> tasks = {{Step(4), Step(5)}, {Step(6), Step(8)}};
        WaitingTensors waiting(tasks);
        const WaitingTensors::Place place{{Step(5), Step(6)}, 1, 10};
        waiting.set_distance(0, Duration(3));
        waiting.set_distance(1, Duration(1));
        QCOMPARE(losing(waiting, place), (std::vector<std::uint32_t>{0}));
        waiting.set_distance(0, Duration(2));
        waiting.set_distance(1, Duration(2));
        QCOMPARE(losing(waiting, place), (std::vector<std::uint32_t>{1}));
    }

    void those_that_do_not_fit_lose_none() {
        const std::vector<Tasks> tasks = {{Step(4), Step(5)}, {Step(6), Step(8)}};
        const WaitingTensors waiting(tasks);
        QCOMPARE(losing(waiting, {{Step(5), Step(6)}, 4, 9}), (std::vector<std::uint32_t>{1}));
        QCOMPARE(losing(waiting, {{Step(5), Step(6)}, 3, 8}), (std::vector<std::uint32_t>{0}));
    }

    void agrees_with_a_look_at_every_tensor() {
        QVERIFY(rc::check([] {
            std::vector<Tasks> tasks(*rc::gen::inRange<std::size_t>(0, 20));
            for (Tasks& each : tasks) {
                each.first = Step(*rc::gen::inRange<std::int64_t>(-5, 25));
                each.last = each.first + Duration(*rc::gen::inRange<std::int64_t>(0, 6));
            }
            WaitingTensors waiting(tasks);
            std::vector<bool> waits(tasks.size(), true);
            std::vector<Duration> distances(tasks.size(), WaitingTensors::infinite);
            for (int round = 0; round < 40 && !tasks.empty(); ++round) {
                const auto rank = *rc::gen::inRange<std::size_t>(0, tasks.size());
                if (const int change = *rc::gen::inRange(0, 4); change == 0) {
                    waits[rank] = false;
                    waiting.remove(rank);
                } else if (change < 3) {
                    const std::int64_t distance = *rc::gen::inRange<std::int64_t>(0, 10);
                    distances[rank] = distance == 0 ? WaitingTensors::infinite : Duration(distance);
                    waiting.set_distance(rank, distances[rank]);
                }
                const auto first = *rc::gen::inRange<std::int64_t>(-9, 30);
                const auto last = first + *rc::gen::inRange<std::int64_t>(0, 6);
                const std::int64_t gap = *rc::gen::inRange<std::int64_t>(0, 10);
                const std::int64_t since = gap == 0 ? least : first - gap;
                const std::int64_t until = gap == 9 ? greatest : last + 10 - gap;
                std::vector<std::uint32_t> wanted;
                for (std::uint32_t i = 0; i < tasks.size(); ++i) {
                    RC_ASSERT(waiting.waits(i) == waits[i]);
                    const std::int64_t begin = tasks[i].first.value();
                    const std::int64_t end = tasks[i].last.value();
                    const bool fits = begin > since && end < until;
                    const bool is_infinite = distances[i] == WaitingTensors::infinite;
                    const bool is_near = is_infinite || (since != least && begin - since <= distances[i].value()) ||
                                         (until != greatest && until - end <= distances[i].value());
                    if (waits[i] && begin <= last && end >= first && fits && is_near) {
                        wanted.push_back(i);
                    }
                }
                std::vector<std::uint32_t> found = losing(waiting, {{Step(first), Step(last)}, since, until});
                std::sort(found.begin(), found.end());
                RC_ASSERT(found == wanted);
            }
        }));
    }
};

ARENASCOPE_TEST(WaitingTensorsTest)

#include "waiting_tensors_test.moc"
