#include "widgets/tables/candidate_table/candidate_table.h"

#include <QSignalSpy>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;
using test::title_of;

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
        QVERIFY(!table.has_candidates());
        QVERIFY(table.findChild<QTableView*>()->isHidden());
        table.set_step(shown_problem(), step_of_c());
        QVERIFY(table.has_candidates());
        QCOMPARE(table.cell(0, CandidateTable::offset), QStringLiteral("0"));
        QCOMPARE(table.cell(0, CandidateTable::taken_from), QStringLiteral("a"));
        QCOMPARE(table.cell(1, CandidateTable::height), QStringLiteral("110"));
        QCOMPARE(table.cell(1, CandidateTable::waste), QStringLiteral("4"));
        QCOMPARE(table.cell(1, CandidateTable::below), QStringLiteral("1"));
        QCOMPARE(table.cell(1, CandidateTable::above), QStringLiteral("no limit"));
        table.set_step(shown_problem(), std::nullopt);
        QVERIFY(table.findChild<QTableView*>()->isHidden());
    }

    void every_column_is_shown_in_a_wide_table_with_its_unit() {
        CandidateTable table;
        table.set_unit(Unit::kibibytes);
        table.set_step(shown_problem(), step_of_c());
        show(table, 900);
        QStringList headings;
        for (int column = 0; column < CandidateTable::column_count; ++column) {
            QVERIFY(!view(table).isColumnHidden(column));
            headings << title_of(view(table), column);
        }
        QCOMPARE(headings, (QStringList{"no.", "offset KiB", "height KiB", "waste KiB", "below KiB", "above KiB",
                                        "takes over from"}));
    }

    void no_number_is_cut_however_narrow_the_table_is() {
        CandidateTable table;
        table.set_step(shown_problem(), step_of_c());
        for (int width = 220; width <= 900; width += 20) {
            show(table, width);
            int used = 0;
            for (int column = 0; column < CandidateTable::column_count; ++column) {
                const int has = view(table).isColumnHidden(column) ? 0 : view(table).columnWidth(column);
                used += has;
                const int needs = static_cast<QAbstractItemView&>(view(table)).sizeHintForColumn(column);
                QVERIFY2(has == 0 || column == CandidateTable::taken_from || has >= needs,
                         qPrintable(QString::number(width)));
            }
            QVERIFY(used <= view(table).viewport()->width());
        }
    }

    void a_candidate_that_is_picked_has_its_own_context() {
        CandidateTable table;
        table.set_step(shown_problem(), step_of_c());
        QSignalSpy picked(&table, &CandidateTable::picked_changed);
        table.findChild<QTableView*>()->selectRow(1);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(table.picked(), std::optional<std::size_t>(1));
        const auto context = context_with(step_of_c(), *table.picked());
        QCOMPARE(context.size(), std::size_t{1});
        QCOMPARE(context.front().offset, Offset(10));
        table.set_step(shown_problem(), step_of_c());
        QCOMPARE(table.picked(), std::optional<std::size_t>());  // another problem, so another step
    }

private:
    [[nodiscard]] static QTableView& view(const CandidateTable& table) { return *table.findChild<QTableView*>(); }
    static void show(CandidateTable& table, int width) {
        table.resize(width, 300);
        table.show();
        QCoreApplication::processEvents();
    }
};

ARENASCOPE_TEST(CandidateTableTest)
#include "candidate_table_test.moc"
