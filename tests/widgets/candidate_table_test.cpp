#include "widgets/iteration_list/candidate_table.h"

#include <QSignalSpy>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

std::shared_ptr<const Problem> shown_problem() {
    return std::make_shared<const Problem>(
        test::placed_plan({{"a", 0, 4, 40, -1}, {"b", 2, 8, 30, -1}, {"c", 4, 9, 40, -1}}).problem);
}

/// c may lie where a was, or above b.
PlacementStep step_of_c() {
    return {.buffer = BufferIndex(2),
            .candidates = {Offset(0), Offset(70)},
            .chosen = 0,
            .ghosts = {{BufferIndex(1), Offset(40)}},
            .taken_from = BufferIndex(0),
            .figures = {{Offset(70), Bytes(0), Bytes(0), Bytes(0), BufferIndex(0)},
                        {Offset(110), Bytes(4), Bytes(1), std::nullopt, BufferIndex::none()}},
            .contexts = {Offset(40), Offset(10)}};
}

}  // namespace

class CandidateTableTest : public QObject {
    Q_OBJECT

private slots:
    void each_candidate_has_its_figures_and_whose_area_it_takes_over() {
        CandidateTable table;
        QVERIFY(table.isHidden());
        table.set_step(shown_problem(), step_of_c());
        QVERIFY(!table.isHidden());
        QCOMPARE(table.cell(0, CandidateTable::offset), QStringLiteral("0"));
        QCOMPARE(table.cell(0, CandidateTable::taken_from), QStringLiteral("a"));
        QCOMPARE(table.cell(1, CandidateTable::height), QStringLiteral("110"));
        QCOMPARE(table.cell(1, CandidateTable::waste), QStringLiteral("4"));
        QCOMPARE(table.cell(1, CandidateTable::below), QStringLiteral("1"));
        QCOMPARE(table.cell(1, CandidateTable::above), QStringLiteral("no limit"));
        table.set_step(shown_problem(), std::nullopt);
        QVERIFY(table.isHidden());
    }

    void a_candidate_that_is_picked_has_its_own_context() {
        CandidateTable table;
        table.set_step(shown_problem(), step_of_c());
        QSignalSpy picked(&table, &CandidateTable::picked_changed);
        table.findChild<QTableWidget*>()->selectRow(1);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(table.picked(), std::optional<std::size_t>(1));
        const auto context = context_with(step_of_c(), *table.picked());
        QCOMPARE(context.size(), std::size_t{1});
        QCOMPARE(context.front().offset, Offset(10));
        table.set_step(shown_problem(), step_of_c());
        QCOMPARE(table.picked(), std::optional<std::size_t>());  // another problem, so another step
    }
};

ARENASCOPE_TEST(CandidateTableTest)
#include "candidate_table_test.moc"
