#include "core/model/order/order_problem.h"

#include <algorithm>

#include "core/model/order/order_run.h"
#include "tests/support/random_order.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class OrderProblemTest : public QObject {
    Q_OBJECT

private slots:
    void an_order_has_each_node_once_after_those_that_it_needs() {
        OrderProblem problem;
        problem.needs = {{}, {0}, {}};
        const auto is_valid = [&problem](std::vector<OrderNode> order) { return is_valid_order(problem, order); };
        QVERIFY(is_valid({0, 1, 2}) && is_valid({2, 0, 1}));
        QVERIFY(!is_valid({1, 0, 2}) && !is_valid({0, 1}) && !is_valid({0, 1, 1}) && !is_valid({0, 1, 3}));
    }

    void with_time_reversed_the_peak_is_the_same() {
        QVERIFY(rc::check("reversed", [] {
            const OrderProblem problem = random_order_problem(20);
            const OrderProblem backwards = reversed(problem);
            const std::vector<OrderNode> identity = identity_order(problem.size());
            RC_ASSERT(is_valid_order(backwards, identity));
            RC_ASSERT(peak_of(problem, identity) == peak_of(backwards, identity));
        }));
    }
};

ARENASCOPE_TEST(OrderProblemTest)
#include "order_problem_test.moc"
