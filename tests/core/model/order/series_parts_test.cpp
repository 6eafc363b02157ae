#include "core/model/order/series_parts.h"

#include <algorithm>

#include "core/model/order/order_run.h"
#include "tests/support/random_order.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::vector<OrderNode> firsts_of(const OrderProblem& problem) {
    std::vector<OrderNode> firsts;
    for (const SeriesPart& part : series_parts(problem, Ancestry(problem))) {
        firsts.push_back(part.first);
    }
    return firsts;
}

}  // namespace

class SeriesPartsTest : public QObject {
    Q_OBJECT

private slots:
    void a_node_that_all_branches_lead_through_is_a_cut() {
        OrderProblem problem;
        problem.needs = {{}, {0}, {0}, {1, 2}, {3}, {3}, {4, 5}};
        problem.extra.resize(7);
        QCOMPARE(firsts_of(problem), (std::vector<OrderNode>{0, 1, 3, 4, 6}));
    }

    void branches_that_all_need_all_branches_before_are_cut_without_a_node() {
        OrderProblem problem;
        problem.needs = {{}, {}, {0, 1}, {0, 1}};
        problem.extra.resize(4);
        QCOMPARE(firsts_of(problem), (std::vector<OrderNode>{0, 2}));
    }

    void a_tensor_that_passes_a_part_by_is_alive_throughout() {
        OrderProblem problem;
        problem.needs = {{}, {0}, {1}, {2}};
        problem.extra.resize(4);
        problem.tensors = {{Bytes(5), {0, 3}}, {Bytes(2), {1}, true, true}, {Bytes(1), {3}}};
        const auto parts = series_parts(problem, Ancestry(problem));
        QCOMPARE(parts.size(), std::size_t{4});
        QCOMPARE(parts[0].through, Bytes(2));
        QCOMPARE(parts[1].through, Bytes(5));
        QCOMPARE(parts[2].through, Bytes(7));
        QCOMPARE(parts[3].through, Bytes(2));
        QVERIFY(parts[0].problem.tensors.front().to_end && !parts[0].problem.tensors.front().from_start);
        QVERIFY(parts[3].problem.tensors.front().from_start && !parts[3].problem.tensors.front().to_end);
    }

    void the_peak_is_the_largest_of_the_parts() {
        QVERIFY(rc::check("parts", [] {
            const OrderProblem problem = random_order_problem(20);
            Bytes peak;
            for (const SeriesPart& part : series_parts(problem, Ancestry(problem))) {
                const auto order = identity_order(part.problem.size());
                RC_ASSERT(is_valid_order(part.problem, order));
                peak = std::max(peak, part.through + peak_of(part.problem, order));
            }
            RC_ASSERT(peak == peak_of(problem, identity_order(problem.size())));
        }));
    }
};

ARENASCOPE_TEST(SeriesPartsTest)
#include "series_parts_test.moc"
