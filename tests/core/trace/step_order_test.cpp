#include "core/trace/step_order.h"

#include <rapidcheck.h>

#include "core/trace/trace_player.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/first_buffers.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::first_buffers;
using namespace arenascope::test;

namespace {

using Order = std::vector<BufferIndex>;
using Offsets = std::vector<std::int64_t>;

const BufferIndex d(3);

Problem four_buffers() {
    return problem_of({buffer("a", 0, 1, 1), buffer("b", 1, 2, 1), buffer("c", 2, 3, 1), buffer("d", 3, 4, 1)});
}

/// A pass with an iteration for each order.
Trace recorded(const std::vector<Order>& orders) {
    TraceRecorder recorder(four_buffers(), {});
    recorder.enter(FrameKind::pass, "width, desc", {});
    for (const Order& order : orders) {
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.leave({.offsets = Offsets{0, 0, 0, 0}, .order = order, .risks = {}, .peak = Offset(1)});
    }
    recorder.leave({.offsets = Offsets{0, 0, 0, 0}, .order = orders.back(), .risks = {}, .peak = Offset(1)});
    return recorder.take();
}

OrderPlaces places_at(const Trace& trace, std::size_t iteration) {
    TracePlayer player(trace);
    const FrameIndex frame = trace.frames[trace.roots.front()].children[iteration];
    player.go_to(frame);
    return order_places(trace, frame, player.order());
}

}  // namespace

class StepOrderTest : public QObject {
    Q_OBJECT

private slots:
    void places_count_from_one_and_changes_from_the_step_before() {
        const Trace trace = recorded({{a, b, c, d}, {c, a, b}});
        const OrderPlaces places = places_at(trace, 1);
        QCOMPARE(places.place, (IndexedVector<BufferIndex, std::uint32_t>{2, 3, 1, 0}));
        QCOMPARE(places.change, (IndexedVector<BufferIndex, std::int32_t>{1, 1, -2, 0}));
    }

    void a_run_changes_its_order_if_a_place_goes_to_another_buffer() {
        QVERIFY(!changes_order(recorded({{a}, {a, b}, {a, b, c}})));
        QVERIFY(!changes_order(recorded({{a, b, c, d}, {a, b, c, d}})));
        QVERIFY(changes_order(recorded({{a, b}, {b, a}})));
        QVERIFY(changes_order(recorded({{a}, {a, b}, {c, a, b}})));
        QVERIFY(!changes_order({}));
    }

    void the_first_step_changes_nothing() {
        const OrderPlaces places = places_at(recorded({{d, c, b, a}, {a, b, c, d}}), 0);
        QCOMPARE(places.place, (IndexedVector<BufferIndex, std::uint32_t>{4, 3, 2, 1}));
        QCOMPARE(places.change, (IndexedVector<BufferIndex, std::int32_t>{0, 0, 0, 0}));
    }

    void a_buffer_that_was_not_in_the_order_has_no_change() {
        const OrderPlaces places = places_at(recorded({{a}, {b, a}}), 1);
        QCOMPARE(places.change[a], 1);
        QCOMPARE(places.change[b], 0);
    }

    void changes_are_those_of_two_whole_orders() {
        QVERIFY(rc::check("changes", [] {
            const auto shuffled = [] {
                Order order{a, b, c, d};
                for (std::size_t i = order.size(); i > 1; --i) {
                    std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
                }
                order.resize(*rc::gen::inRange<std::size_t>(1, 5));
                return order;
            };
            const Order before = shuffled();
            const Order now = shuffled();
            const OrderPlaces places = places_at(recorded({before, now}), 1);
            for (const BufferIndex each : {a, b, c, d}) {
                const auto then = std::ranges::find(before, each) - before.begin();
                const auto at = std::ranges::find(now, each) - now.begin();
                const bool is_in_both = then < std::ssize(before) && at < std::ssize(now);
                RC_ASSERT(places.change[each] == (is_in_both ? at - then : 0));
                RC_ASSERT(places.place[each] == (at < std::ssize(now) ? at + 1 : 0));
            }
        }));
    }
};

ARENASCOPE_TEST(StepOrderTest)
#include "step_order_test.moc"
