#include "core/model/order/ancestry.h"

#include "core/model/order/order_run.h"
#include "tests/support/random_order.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class AncestryTest : public QObject {
    Q_OBJECT

private slots:
    void what_is_before_follows_through_other_nodes() {
        OrderProblem problem;
        problem.needs = {{}, {0}, {1}, {0}};
        problem.extra.resize(4);
        const Ancestry ancestry(problem);
        QVERIFY(ancestry.is_before(0, 2) && ancestry.is_before(1, 2) && ancestry.is_before(0, 3));
        QVERIFY(!ancestry.is_before(2, 0) && !ancestry.is_before(1, 3) && !ancestry.is_before(1, 1));
        QCOMPARE(ancestry.common_start(2), std::size_t{2});
        QCOMPARE(ancestry.common_start(3), std::size_t{1});
    }

    void a_tensor_between_others_is_forced() {
        OrderProblem problem;
        problem.needs = {{}, {0}, {1}, {}};
        problem.extra = {Bytes(0), Bytes(-1), Bytes(0), Bytes(0)};
        problem.tensors = {{Bytes(5), {0, 2}}, {Bytes(7), {3}}, {Bytes(1), {1}, true, false}};
        const auto forced = forced_bytes(problem, Ancestry(problem));
        QCOMPARE(forced, (std::vector<Bytes>{Bytes(6), Bytes(5), Bytes(5), Bytes(7)}));
    }

    void no_order_is_below_the_forced_bytes_of_any_node() {
        QVERIFY(rc::check("forced", [] {
            const OrderProblem problem = random_order_problem(14);
            const auto forced = forced_bytes(problem, Ancestry(problem));
            const OrderLists lists(problem);
            OrderRun run(lists);
            while (run.count() < problem.size()) {
                const auto from = *rc::gen::inRange<OrderNode>(0, static_cast<OrderNode>(problem.size()));
                const OrderNode later = run.next_ready(from);
                const OrderNode node = later < problem.size() ? later : run.next_ready(0);
                RC_ASSERT(run.need(node) >= forced[node].value());
                run.run(node);
            }
        }));
    }
};

ARENASCOPE_TEST(AncestryTest)
#include "ancestry_test.moc"
