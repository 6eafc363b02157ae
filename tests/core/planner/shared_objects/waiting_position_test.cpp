#include <limits>
#include <rapidcheck.h>
#include <vector>

#include "core/planner/shared_objects/waiting_tensors.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using Tasks = WaitingTensors::Tasks;
using Rank = std::optional<std::uint32_t>;

constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

}  // namespace

class WaitingPositionTest : public QObject {
    Q_OBJECT

private slots:
    void the_next_tensor_ends_before_the_stretch_does() {
        const std::vector<Tasks> tasks = {
            {Step(0), Step(9)}, {Step(4), Step(8)}, {Step(3), Step(9)}, {Step(5), Step(6)}, {Step(5), Step(6)}};
        WaitingPosition position(tasks, 1, 5);
        QCOMPARE(position.after(2, 8), Rank(3));
        QCOMPARE(position.after(2, 9), Rank(1));
        QCOMPARE(position.after(2, no_end), Rank(2));
        QCOMPARE(position.after(5, no_end), Rank());
        position.remove(3);
        QCOMPARE(position.after(2, 8), Rank(4));
        QCOMPARE(position.before(7, 0), Rank(4));
        QCOMPARE(position.before(10, 3), Rank(1));
        QCOMPARE(position.before(10, -no_end), Rank(2));
        QCOMPARE(position.before(6, -no_end), Rank());
    }

    void agrees_with_a_look_at_every_tensor() {
        QVERIFY(rc::check([] {
            std::vector<Tasks> tasks(*rc::gen::inRange<std::size_t>(0, 20));
            for (Tasks& each : tasks) {
                each.first = Step(*rc::gen::inRange<std::int64_t>(-5, 15));
                each.last = each.first + Duration(*rc::gen::inRange<std::int64_t>(0, 6));
            }
            const auto begin = *rc::gen::inRange<std::size_t>(0, tasks.size() + 1);
            const auto end = *rc::gen::inRange<std::size_t>(begin, tasks.size() + 1);
            WaitingPosition position(tasks, begin, end);
            std::vector<bool> waits(tasks.size(), true);
            for (int round = 0; round < 20; ++round) {
                const auto from = *rc::gen::inRange<std::int64_t>(-9, 20);
                const auto to = *rc::gen::element<std::int64_t>(from + 3, from + 8, no_end);
                const std::int64_t since = to == no_end ? -no_end : from;
                const std::int64_t first = to == no_end ? from : to;
                Rank next;
                Rank last;
                for (std::uint32_t i = static_cast<std::uint32_t>(begin); i < end; ++i) {
                    const Tasks& each = tasks[i];
                    if (waits[i] && each.first.value() > from && each.last.value() < to &&
                        (!next || each.first < tasks[*next].first)) {
                        next = i;
                    }
                    if (waits[i] && each.last.value() < first && each.first.value() > since &&
                        (!last || each.last > tasks[*last].last)) {
                        last = i;
                    }
                }
                RC_ASSERT(position.after(from, to) == next);
                RC_ASSERT(position.before(first, since) == last);
                if (begin < end) {
                    const auto removed = *rc::gen::inRange<std::size_t>(begin, end);
                    waits[removed] = false;
                    position.remove(removed);
                }
            }
        }));
    }
};

ARENASCOPE_TEST(WaitingPositionTest)

#include "waiting_position_test.moc"
