#include "core/model/memory/saved_moves.h"

#include "core/planner/planning.h"
#include "tests/support/random_decisions.h"
#include "tests/support/random_network.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Plan planned(const Problem& problem, const std::string& planner) {
    return *run_planner(problem, empty_layout(problem), {.planner = planner});
}

}  // namespace

class SavedMovesTest : public QObject {
    Q_OBJECT

private slots:
    void the_example_of_the_source_moves_170_bytes_less() {
        const Plan shared = planned(worked_network(), "operator-sharing");
        const SavedMoves saved = saved_moves(shared.problem, shared.result.layout);
        // split0 and split1 give 40 bytes each, and the concat holds 90.
        QCOMPARE(saved.bytes, Bytes(170));
        QCOMPARE(saved.views, std::size_t{2});
        QCOMPARE(saved.operands, std::size_t{3});
        QVERIFY(std::ranges::find(shared.result.notes,
                                  std::string("170 B less are moved in each run: 2 views without a copy, 3 operands of "
                                              "merges written in place")) != shared.result.notes.end());
    }

    void without_sharing_everything_is_moved() {
        const Plan apart = planned(worked_network(), "offsets-naive");
        QCOMPARE(saved_moves(apart.problem, apart.result.layout).bytes, Bytes(0));
        QCOMPARE(saved_moves(Problem{}, Layout{}).bytes, Bytes(0));
        QCOMPARE(saved_moves(worked_network(), empty_layout(worked_network())).bytes, Bytes(0));
    }

    void what_a_removed_operator_writes_is_saved() {
        QVERIFY(rc::check("removed operators", [] {
            const Problem problem = random_network();
            const Plan plan = planned(problem, "operator-sharing");
            std::int64_t bytes = 0;
            std::size_t removed_merges = 0;
            for (const OperatorIndex removed : plan.result.layout.removed) {
                const Operator& node = problem.graph->operators[removed];
                for (const BufferIndex written : node.writes) {
                    bytes += problem.buffers[written].size.value();
                }
                removed_merges += node.feature == OperatorFeature::merge ? 1 : 0;
            }
            const SavedMoves saved = saved_moves(plan.problem, plan.result.layout);
            RC_ASSERT(saved.bytes.value() >= bytes);
            RC_ASSERT(saved.operands >= removed_merges);
        }));
    }
};

ARENASCOPE_TEST(SavedMovesTest)
#include "saved_moves_test.moc"
