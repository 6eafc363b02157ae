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

    void what_is_copied_is_not_counted() {
        QVERIFY(rc::check("copies", [] {
            const Problem problem = random_network();
            const Plan plan = planned(problem, "operator-sharing");
            std::int64_t bytes = 0;
            for (std::size_t i = 0; i < problem.graph->operators.size(); ++i) {
                const Operator& node = problem.graph->operators[OperatorIndex(i)];
                const auto is_copied = [&](BufferIndex operand) {
                    return std::ranges::find(plan.result.layout.copies, OperandCopy{OperatorIndex(i), operand}) !=
                           plan.result.layout.copies.end();
                };
                if (node.feature == OperatorFeature::removable && !is_copied(node.reads.front())) {
                    bytes += problem.buffers[node.writes.front()].size.value();
                }
            }
            const SavedMoves saved = saved_moves(plan.problem, plan.result.layout);
            std::int64_t merged = 0;
            std::size_t removed_merges = 0;
            for (const OperatorIndex removed : plan.result.layout.removed) {
                const Operator& node = problem.graph->operators[removed];
                if (node.feature == OperatorFeature::merge) {
                    ++removed_merges;
                    merged += problem.buffers[node.writes.front()].size.value();
                }
            }
            RC_ASSERT(saved.bytes.value() >= bytes + merged);
            RC_ASSERT(saved.operands >= removed_merges);
        }));
    }
};

ARENASCOPE_TEST(SavedMovesTest)
#include "saved_moves_test.moc"
