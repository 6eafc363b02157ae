#include "widgets/tables/place_table/place_table.h"

#include <QSignalSpy>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/base/section_header.h"

using namespace arenascope;
using Rule = PlacingReason::Rule;
using test::column_of;

class PlaceTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<PlaceTable>();
        table_->resize(420, 300);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
    }
    void cleanup() { table_.reset(); }

    void without_a_buffer_it_says_what_to_do() {
        QVERIFY(table_->words().contains(QStringLiteral("Select a buffer")));
        QVERIFY(!list().isVisible());
        QVERIFY(!table_->marks());
    }

    void the_lowest_fit_shows_who_blocks_each_lower_offset() {
        explain(Rule::lowest_fit, 10);
        QCOMPARE(header().detail(), QStringLiteral("lowest fit"));
        QCOMPARE(column_of(list(), PlaceColumn::bytes), (QStringList{"0", "10 – 16", "26 – 30", "40 – …"}));
        QCOMPARE(column_of(list(), PlaceColumn::room), (QStringList{"", "6", "4", ""}));
        QCOMPARE(column_of(list(), PlaceColumn::between),
                 (QStringList{"blocked by a", "a · b, taken", "b · c", "c · nothing above"}));
        QVERIFY(table_->words().contains(QStringLiteral("3 buffers that live at the same time were placed before it")));
        QVERIFY(table_->words().contains(QStringLiteral("the lowest place that holds its 4 B")));
    }

    void the_smallest_gap_shows_every_place_and_no_blocked_offset() {
        explain(Rule::best_fit, 26);
        QCOMPARE(header().detail(), QStringLiteral("smallest gap"));
        QCOMPARE(column_of(list(), PlaceColumn::bytes), (QStringList{"10 – 16", "26 – 30", "40 – …"}));
        QVERIFY(table_->words().contains(QStringLiteral("3 places hold its 4 B")));
        QCOMPARE(table_->marks()->places.size(), std::size_t{3});
        QCOMPARE(table_->marks()->chosen, std::optional<std::size_t>(1));
    }

    void a_search_says_so_and_a_free_lower_place_too() {
        explain(Rule::none, 10);
        QVERIFY(table_->words().startsWith(QStringLiteral("The file gives its offset.")));
        QVERIFY(table_->words().contains(QStringLiteral("they block every lower offset")));
        explain(Rule::none, 26);
        QVERIFY(table_->words().contains(QStringLiteral("a lower place is free, too")));
        explain(Rule::none, 28);
        QVERIFY(table_->words().contains(QStringLiteral("it overlaps some of them")));
    }

    void another_place_can_be_chosen_and_tried() {
        explain(Rule::lowest_fit, 10);
        QSignalSpy chosen(table_.get(), &PlaceTable::place_chosen);
        test::click_cell(list(), 2, PlaceColumn::bytes);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<std::optional<Offset>>(), std::optional(Offset(26)));
        table_->set_trial(PlaceTrial{Offset(26), Offset(50), Offset(44), 2});
        QVERIFY(table_->trial_words().contains(QStringLiteral("16 B higher")));
        QVERIFY(table_->trial_words().contains(QStringLiteral("2 buffers after it would move")));
        QVERIFY(table_->trial_words().contains(QStringLiteral("The peak would be 6 B higher")));
        QSignalSpy tried(table_.get(), &PlaceTable::try_requested);
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(tried.size(), 1);
        QCOMPARE(tried[0][0].value<Offset>(), Offset(26));
    }

    void enter_on_a_blocked_offset_leads_to_the_buffer_in_the_way() {
        explain(Rule::lowest_fit, 10);
        QSignalSpy blocker(table_.get(), &PlaceTable::blocker_chosen);
        test::click_cell(list(), 0, PlaceColumn::bytes);
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(blocker.size(), 1);
        QCOMPARE(blocker[0][0].value<BufferIndex>(), BufferIndex(0));
    }

private:
    [[nodiscard]] QTableView& list() const { return *table_->findChild<QTableView*>(); }
    [[nodiscard]] SectionHeader& header() const { return *table_->findChild<SectionHeader*>(); }
    void explain(Rule rule, std::int64_t offset) {
        const auto plan =
            test::placed_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 16}, {"c", 0, 4, 10, 30}, {"x", 1, 3, 4, offset}});
        const std::vector<BufferIndex> order{BufferIndex(0), BufferIndex(1), BufferIndex(2), BufferIndex(3)};
        const auto reason = placing_reason(plan.problem, plan.layout, order,
                                           rule == Rule::none ? std::nullopt : std::optional(rule), BufferIndex(3));
        table_->set_reason(test::shared(plan.problem), *reason, QStringLiteral("The file gives its offset."));
    }

    std::unique_ptr<PlaceTable> table_;
};

ARENASCOPE_TEST(PlaceTableTest)

#include "place_table_test.moc"
