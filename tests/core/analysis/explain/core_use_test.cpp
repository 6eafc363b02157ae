#include "core/analysis/explain/core_use.h"

#include <algorithm>

#include "core/format/reading.h"
#include "core/model/network/cost_split.h"
#include "core/model/network/many_core_problem.h"
#include "tests/support/random_network.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class CoreUseTest : public QObject {
    Q_OBJECT

private slots:
    void each_core_has_its_peak_peak_step_and_unplaced_buffers() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 3, 5, 4), buffer("c", 1, 9, 7)});
        problem.regions.push_back({.name = "core 1"});
        problem.buffers[2].region = RegionIndex(1);
        Layout layout = layout_of(problem, {0, 6, 0});
        layout.placements[2].reset();
        const std::vector<CoreUse> uses = core_uses(problem, layout);
        QCOMPARE(uses.size(), std::size_t{2});
        QCOMPARE(uses[0].peak, Offset(10));
        QCOMPARE(uses[0].peak_step, std::optional(Step(0)));
        QCOMPARE(uses[0].fragmentation, std::int64_t{2 * 6});
        QCOMPARE(uses[0].threshold, Bytes(10));
        QCOMPARE(uses[1].unplaced, std::size_t{1});
        QVERIFY(!uses[1].peak_step);
    }

    void a_copy_belongs_to_the_first_operator_that_reads_it() {
        const auto document = read_document(sample("inception_eight_cores.json").toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(has_cores(document->problem));
        const Transfer& first = document->problem.transfers.front();
        const OperatorIndex reader = operator_of(document->problem, first.copy);
        QVERIFY(reader != operator_of(document->problem, first.source));
        QCOMPARE(document->problem.graph->operators[reader].core, document->problem.buffers[first.copy].region);
        QVERIFY(!has_cores(problem_of({buffer("a", 0, 2, 10)})));
    }

    void work_and_traffic_of_a_split_are_those_by_which_it_was_chosen() {
        QVERIFY(rc::check([] {
            const Problem network = random_network();
            const auto count = *rc::gen::inRange<std::int64_t>(1, 4);
            const CoreAssignment assignment = split_by_rule(network, count, CoreSplit::round_robin);
            const SplitCost cost = split_cost(network, assignment.cores, count);
            const auto split = many_core_problem(network, empty_layout(network), assignment, TransferTime::late);
            RC_ASSERT(split.has_value());
            std::int64_t largest = 0;
            std::int64_t total = 0;
            for (const CoreUse& use : core_uses(split->problem, split->layout)) {
                largest = std::max(largest, use.work);
                total = total + use.work;
            }
            RC_ASSERT(largest == cost.largest_work);
            RC_ASSERT(total == cost.total_work);
            RC_ASSERT(traffic(split->problem).value() == cost.traffic);
        }));
    }
};

ARENASCOPE_TEST(CoreUseTest)
#include "core_use_test.moc"
