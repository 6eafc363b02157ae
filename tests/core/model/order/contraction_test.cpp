#include "core/model/order/contraction.h"

#include "core/model/order/least_peak_order.h"
#include "core/model/order/order_run.h"
#include "tests/support/random_order.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class ContractionTest : public QObject {
    Q_OBJECT

private slots:
    void a_chain_that_rises_and_falls_becomes_one_node() {
        OrderProblem problem;
        problem.needs = {{}, {0}, {1}};
        problem.extra.resize(3);
        problem.tensors = {{Bytes(2), {0, 1}}, {Bytes(8), {1, 2}}, {Bytes(1), {2}, false, true}};
        const Contraction small = contracted(problem);
        QCOMPARE(small.problem.size(), std::size_t{1});
        QCOMPARE(small.members.front(), (std::vector<OrderNode>{0, 1, 2}));
        QCOMPARE(peak_of(small.problem, identity_order(1)), Bytes(10));
    }

    void a_valley_behind_a_higher_hill_stays() {
        OrderProblem problem;
        problem.needs = {{}, {0}, {1}, {2}};
        problem.extra.resize(4);
        problem.tensors = {{Bytes(9), {0, 1}}, {Bytes(1), {1, 2}}, {Bytes(5), {2, 3}}, {Bytes(2), {3}, false, true}};
        const Contraction small = contracted(problem);
        QCOMPARE(small.members, (std::vector<std::vector<OrderNode>>{{0, 1}, {2, 3}}));
    }

    void an_order_of_joined_nodes_has_the_same_peak() {
        QVERIFY(rc::check("same peak", [] {
            const OrderProblem problem = random_order_problem(20);
            const Contraction small = contracted(problem);
            const auto order = identity_order(small.problem.size());
            RC_ASSERT(is_valid_order(small.problem, order));
            RC_ASSERT(is_valid_order(problem, expanded(small, order)));
            RC_ASSERT(peak_of(small.problem, order) == peak_of(problem, expanded(small, order)));
        }));
    }
};

ARENASCOPE_TEST(ContractionTest)
#include "contraction_test.moc"
