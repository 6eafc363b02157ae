#include "core/model/order/order_run.h"

#include "tests/support/random_order.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The bytes alive at each step of the identity, counted tensor by tensor.
Bytes peak_by_lifetimes(const OrderProblem& problem) {
    Bytes peak;
    for (OrderNode step = 0; step < problem.size(); ++step) {
        Bytes live = problem.extra[step];
        for (const OrderTensor& tensor : problem.tensors) {
            const bool has_begun = tensor.from_start || tensor.users.front() <= step;
            const bool is_needed = tensor.to_end || tensor.users.back() >= step;
            live = live + (has_begun && is_needed ? tensor.size : Bytes(0));
        }
        peak = std::max(peak, live);
    }
    return peak;
}

}  // namespace

class OrderRunTest : public QObject {
    Q_OBJECT

private slots:
    void the_peak_is_that_of_the_lifetimes() {
        QVERIFY(rc::check("peak", [] {
            const OrderProblem problem = random_order_problem(20);
            RC_ASSERT(peak_of(problem, identity_order(problem.size())) == peak_by_lifetimes(problem));
        }));
    }

    void what_was_run_can_be_taken_back() {
        QVERIFY(rc::check("back", [] {
            const OrderProblem problem = random_order_problem(20);
            const OrderLists lists(problem);
            OrderRun run(lists);
            OrderRun other(lists);
            for (OrderNode node = 0; node < problem.size(); ++node) {
                const std::int64_t live = run.live();
                const std::int64_t growth = run.growth(node);
                run.run(node);
                RC_ASSERT(run.live() == live + growth);
                run.take_back(node);
                RC_ASSERT(run.is_ready(node) && run.live() == live && run.count() == node);
                run.run(node);
                other.restart(run.done().data());
                RC_ASSERT(other.live() == run.live() && other.next_ready(0) == run.next_ready(0));
            }
        }));
    }

    void ready_nodes_are_found_in_any_word() {
        OrderProblem problem;
        problem.needs.resize(200);
        problem.extra.resize(200);
        problem.needs[130] = {3};
        const OrderLists lists(problem);
        OrderRun run(lists);
        QCOMPARE(run.next_ready(0), OrderNode{0});
        QCOMPARE(run.next_ready(130), OrderNode{131});
        run.run(3);
        QCOMPARE(run.next_ready(3), OrderNode{4});
        QCOMPARE(run.next_ready(130), OrderNode{130});
        QCOMPARE(run.next_ready(199), OrderNode{199});
        QCOMPARE(run.next_ready(200), OrderNode{200});
    }
};

ARENASCOPE_TEST(OrderRunTest)
#include "order_run_test.moc"
