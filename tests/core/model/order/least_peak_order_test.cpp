#include "core/model/order/least_peak_order.h"

#include <algorithm>
#include <optional>

#include "core/model/order/order_run.h"
#include "tests/support/random_order.h"
#include "tests/support/random_wiring.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The least peak of all valid orders: over all sets of nodes, without any rule that leaves some out.
Bytes least_of_all(const OrderProblem& problem) {
    const OrderLists lists(problem);
    OrderRun run(lists);
    const std::uint64_t sets = std::uint64_t{1} << problem.size();
    std::vector<std::optional<std::int64_t>> least(sets);
    least[0] = 0;
    for (std::uint64_t set = 0; set < sets; ++set) {
        if (!least[set]) {
            continue;
        }
        run.restart(&set);
        for (OrderNode node = run.next_ready(0); node < problem.size(); node = run.next_ready(node + 1)) {
            auto& next = least[set | std::uint64_t{1} << node];
            const std::int64_t peak = std::max(*least[set], run.need(node));
            next = std::min(next.value_or(peak), peak);
        }
    }
    return Bytes(*least[sets - 1]);
}

/// Two branches of a large and a small tensor: run in turn, both large ones are alive at once.
OrderProblem branches_with_hills() {
    OrderProblem problem;
    problem.needs = {{}, {0}, {0}, {1}, {2}, {3, 4}};
    problem.extra.resize(6);
    problem.tensors = {{Bytes(2), {0, 1, 2}}, {Bytes(9), {1, 3}}, {Bytes(9), {2, 4}},
                       {Bytes(1), {3, 5}},    {Bytes(1), {4, 5}}, {Bytes(1), {5}}};
    return problem;
}

}  // namespace

class LeastPeakOrderTest : public QObject {
    Q_OBJECT

private slots:
    void one_branch_shrinks_before_the_other_grows() {
        const OrderProblem problem = branches_with_hills();
        QCOMPARE(peak_of(problem, identity_order(6)), Bytes(20));
        const LeastPeakOrder found = least_peak_order(problem);
        QVERIFY(is_valid_order(problem, found.order));
        QCOMPARE(peak_of(problem, found.order), Bytes(12));
        QCOMPARE(found.peak, Bytes(12));
        QCOMPARE(found.lower_bound, Bytes(12));
    }

    void no_order_is_better_than_the_one_found() {
        QVERIFY(rc::check("least of all orders", [] {
            const OrderProblem problem = random_order_problem(13);
            const LeastPeakOrder found = least_peak_order(problem);
            RC_ASSERT(is_valid_order(problem, found.order));
            RC_ASSERT(peak_of(problem, found.order) == found.peak);
            RC_ASSERT(found.peak == least_of_all(problem));
            RC_ASSERT(found.lower_bound == found.peak);
        }));
    }

    void without_states_the_bound_holds_and_the_order_is_no_worse() {
        QVERIFY(rc::check("bound", [] {
            const OrderProblem problem = random_order_problem(12);
            const LeastPeakOrder best = least_peak_order(problem);
            const LeastPeakOrder found = least_peak_order(problem, {.states = *rc::gen::inRange<std::size_t>(0, 9)});
            RC_ASSERT(is_valid_order(problem, found.order));
            RC_ASSERT(peak_of(problem, found.order) == found.peak);
            RC_ASSERT(found.peak >= best.peak && found.lower_bound <= best.peak);
            RC_ASSERT(found.peak <= peak_of(problem, identity_order(problem.size())));
        }));
    }

    void a_stopped_search_keeps_a_valid_order() {
        OrderProblem problem;
        add_random_stage(problem, 40, 4, 0.75, 1, 1);
        const LeastPeakOrder found = least_peak_order(problem, {.is_stopped = [] { return true; }});
        QVERIFY(is_valid_order(problem, found.order));
        QCOMPARE(found.order, identity_order(problem.size()));
    }

    void three_randomly_wired_stages_of_32_nodes_are_proved() {
        for (std::uint32_t seed = 1; seed <= 5; ++seed) {
            OrderProblem problem;
            for (std::uint32_t stage = 0; stage < 3; ++stage) {
                add_random_stage(problem, 32, 4, 0.75, std::int64_t{4} >> stage, 3 * seed + stage);
            }
            const LeastPeakOrder found = least_peak_order(problem);
            QVERIFY(is_valid_order(problem, found.order));
            QCOMPARE(found.lower_bound, found.peak);
            QVERIFY(found.peak < peak_of(problem, identity_order(problem.size())));
        }
    }

    void a_node_that_needs_the_bound_in_any_order_is_named() {
        OrderProblem problem;
        problem.needs = {{}, {0}, {1}};
        problem.extra.resize(3);
        problem.tensors = {{Bytes(2), {0, 1}}, {Bytes(8), {1, 2}}, {Bytes(1), {2}}};
        const LeastPeakOrder found = least_peak_order(problem);
        QCOMPARE(found.lower_bound, Bytes(10));
        QCOMPARE(found.narrowest, std::optional<OrderNode>(1));
        QVERIFY(!least_peak_order(branches_with_hills()).narrowest);
    }

    void the_same_problem_has_the_same_order() {
        OrderProblem problem;
        add_random_stage(problem, 32, 4, 0.75, 1, 7);
        QCOMPARE(least_peak_order(problem).order, least_peak_order(problem).order);
    }

    void an_empty_problem_has_an_empty_order() {
        const LeastPeakOrder found = least_peak_order({});
        QVERIFY(found.order.empty());
        QCOMPARE(found.peak, Bytes(0));
    }
};

ARENASCOPE_TEST(LeastPeakOrderTest)
#include "least_peak_order_test.moc"
