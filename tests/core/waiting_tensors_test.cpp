#include "core/planner/shared_objects/waiting_tensors.h"

#include <algorithm>
#include <rapidcheck.h>
#include <vector>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using Tasks = WaitingTensors::Tasks;

std::vector<std::uint32_t> overlapping(const WaitingTensors& waiting, std::int64_t first, std::int64_t last) {
    std::vector<std::uint32_t> found;
    waiting.find_overlapping(Step(first), Step(last), found);
    return found;
}

}  // namespace

class WaitingTensorsTest : public QObject {
    Q_OBJECT

private slots:
    void finds_those_that_share_a_task_by_first_task() {
        const std::vector<Tasks> tasks = {{Step(4), Step(5)}, {Step(0), Step(4)}, {Step(9), Step(9)}};
        WaitingTensors waiting(tasks);
        QCOMPARE(overlapping(waiting, 4, 8), (std::vector<std::uint32_t>{1, 0}));
        QCOMPARE(overlapping(waiting, 5, 9), (std::vector<std::uint32_t>{0, 2}));
        QVERIFY(waiting.waits(0));
        waiting.remove(0);
        QVERIFY(!waiting.waits(0));
        QCOMPARE(overlapping(waiting, 4, 8), (std::vector<std::uint32_t>{1}));
        QVERIFY(overlapping(waiting, 6, 8).empty());
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
            for (int round = 0; round < 20 && !tasks.empty(); ++round) {
                const auto rank = *rc::gen::inRange<std::size_t>(0, tasks.size());
                if (*rc::gen::inRange(0, 2) == 0) {
                    waits[rank] = false;
                    waiting.remove(rank);
                }
                const auto first = *rc::gen::inRange<std::int64_t>(-9, 30);
                const auto last = first + *rc::gen::inRange<std::int64_t>(0, 6);
                std::vector<std::uint32_t> wanted;
                for (std::uint32_t i = 0; i < tasks.size(); ++i) {
                    RC_ASSERT(waiting.waits(i) == waits[i]);
                    if (waits[i] && tasks[i].first <= Step(last) && tasks[i].last >= Step(first)) {
                        wanted.push_back(i);
                    }
                }
                std::vector<std::uint32_t> found = overlapping(waiting, first, last);
                std::sort(found.begin(), found.end());
                RC_ASSERT(found == wanted);
            }
        }));
    }
};

ARENASCOPE_TEST(WaitingTensorsTest)

#include "waiting_tensors_test.moc"
