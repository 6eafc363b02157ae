#include "widgets/tables/trial_table/trial_table.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>

#include "qt/painting/theme.h"
#include "tests/support/placed_plan.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;
using test::cell;
using test::column_of;

namespace {

/// Two scratch buffers in two layers, and three trials, of which the second is the plan.
std::shared_ptr<HeapTrials> three_trials() {
    auto trials = std::make_shared<HeapTrials>();
    trials->queue = {BufferIndex(1), BufferIndex(2)};
    const auto add = [&](std::int64_t heap, std::uint64_t growths, ScratchChoice first, ScratchChoice second) {
        HeapMeasure measure;
        measure.heap = Bytes(heap);
        measure.growths = growths;
        measure.scattered = 5 * growths;
        trials->list.push_back({trials->list.size() + 1, {first, second}, measure});
    };
    add(190, 2, {}, {});
    add(150, 1, {}, {.top_of_area = false});
    add(160, 1, {.grow_top = false}, {.grow_top = false});
    trials->chosen = 2;
    trials->bound = Bytes(150);
    trials->bound_is_reachable = true;
    return trials;
}

}  // namespace

class TrialTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<TrialTable>();
        table_->resize(1800, 300);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
        plan_ = test::placed_plan({{"t", 0, 4, 100, 0}, {"net/first", 1, 2, 50, 100}, {"net/second", 3, 4, 30, 100}});
        for (const std::uint32_t scratch : {1U, 2U}) {
            plan_.problem.buffers[scratch].kind = BufferKind::scratch;
            plan_.problem.scratch.push_back({.buffer = BufferIndex(scratch), .overlay = scratch == 1});
            plan_.layout.scratch.push_back({BufferIndex(scratch), ScratchRule::grown_top});
        }
    }
    void cleanup() { table_.reset(); }

    void lists_every_trial_with_its_measures_and_marks_the_chosen_one() {
        show(three_trials());
        QCOMPARE(header().detail(), QStringLiteral("3 trials"));
        QCOMPARE(column_of(trials(), TrialColumn::number), (QStringList{"1", "✓ 2", "3"}));
        QCOMPARE(column_of(trials(), TrialColumn::heap), (QStringList{"190", "150", "160"}));
        QCOMPARE(column_of(trials(), TrialColumn::growths), (QStringList{"2", "1", "1"}));
        QCOMPARE(column_of(trials(), TrialColumn::fragmentation), (QStringList{"10", "5", "5"}));
        QCOMPARE(column_of(trials(), TrialColumn::area_end), (QStringList{"top", "1 top, 1 bottom", "top"}));
        QCOMPARE(column_of(trials(), TrialColumn::growth), (QStringList{"top", "top", "bottom"}));
        QVERIFY(trials().model()->index(1, 0).data(Qt::FontRole).value<QFont>().bold());
        QCOMPARE(trials().currentIndex().row(), 1);
    }

    void says_whether_the_heap_is_the_smallest_one() {
        auto all = three_trials();
        show(all);
        QCOMPARE(table_->bound_text(),
                 QStringLiteral("The heap of 150 B is the smallest one with the tensors where they are."));
        all = three_trials();
        all->chosen = 1;
        show(all);
        QCOMPARE(table_->bound_text(), QStringLiteral("The smallest heap with the tensors where they are has 150 B."));
        all = three_trials();
        all->chosen = 1;
        all->bound_is_reachable = false;
        show(all);
        QCOMPARE(table_->bound_text(),
                 QStringLiteral("No heap is smaller than 150 B with the tensors where they are."));
    }

    void notes_are_no_good_news_and_begin_like_sentences() {
        show(three_trials());
        QVERIFY(table_->note_text().isEmpty());
        show(three_trials(), {"scratch buffers that have no area: 'a'", "1 scratch buffer stays"});
        QCOMPARE(table_->note_text(), QStringLiteral("Scratch buffers that have no area: 'a'\n1 scratch buffer stays"));
        QVERIFY(!table_->bound_text().contains(QLatin1Char('\n')));
        QLabel* notes = nullptr;
        QLabel* bound = nullptr;
        for (QLabel* label : table_->findChildren<QLabel*>()) {
            notes = label->text() == table_->note_text() ? label : notes;
            bound = label->text() == table_->bound_text() ? label : bound;
        }
        QVERIFY(notes != nullptr && bound != nullptr && notes->isVisible());
        QVERIFY(notes->palette().color(QPalette::WindowText) != bound->palette().color(QPalette::WindowText));
    }

    void a_narrow_table_scrolls_to_every_choice() {
        auto all = three_trials();
        all->may_spill = true;
        all->list[0].measure.fast = Bytes(7);
        show(all);
        table_->resize(600, 300);
        QTRY_VERIFY(trials().horizontalScrollBar()->maximum() > 0);
        for (int column = 0; column < TrialColumn::column_count; ++column) {
            QVERIFY(!trials().isColumnHidden(column));
        }
        for (int row = 0; row < 3; ++row) {
            const QString text = cell(trials(), row, TrialColumn::area_end);
            QVERIFY(trials().columnWidth(TrialColumn::area_end) > trials().fontMetrics().horizontalAdvance(text));
        }
        QVERIFY(!choices().isColumnHidden(ChoiceColumn::placed));
        QVERIFY(!choices().isColumnHidden(ChoiceColumn::layer));
        table_->resize(2400, 300);
        QTRY_COMPARE(trials().horizontalScrollBar()->maximum(), 0);
    }

    void the_choices_of_the_selected_trial_stand_beside_it() {
        show(three_trials());
        QCOMPARE(column_of(choices(), ChoiceColumn::name), (QStringList{"first", "second"}));
        QCOMPARE(column_of(choices(), ChoiceColumn::layer), (QStringList{"1", "3"}));
        QCOMPARE(column_of(choices(), ChoiceColumn::area_end), (QStringList{"top", "bottom"}));
        QCOMPARE(column_of(choices(), ChoiceColumn::overlay), (QStringList{"yes", ""}));
        QCOMPARE(cell(choices(), 0, ChoiceColumn::placed), QStringLiteral("the heap grew at its top"));
        test::click_cell(trials(), 2, TrialColumn::number);
        QCOMPARE(column_of(choices(), ChoiceColumn::growth), (QStringList{"bottom", "bottom"}));
        // How the scratch was placed is known of the plan only.
        QCOMPARE(column_of(choices(), ChoiceColumn::placed), (QStringList{"", ""}));
    }

    void a_click_and_enter_choose_a_scratch_buffer() {
        show(three_trials());
        QSignalSpy chosen(table_.get(), &TrialTable::chosen);
        test::click_cell(choices(), 1, ChoiceColumn::name);
        QTest::keyClick(&choices(), Qt::Key_Up);
        QTest::keyClick(&choices(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].value<BufferIndex>(), BufferIndex(2));
        QCOMPARE(chosen[1][0].value<BufferIndex>(), BufferIndex(1));
        table_->set_selected(BufferIndex(2));
        QCOMPARE(choices().currentIndex().row(), 1);
        table_->set_selected(BufferIndex(0));
        QVERIFY(!choices().selectionModel()->hasSelection());
        QCOMPARE(chosen.size(), 2);
    }

    void another_trial_can_become_the_plan() {
        show(three_trials());
        QSignalSpy requested(table_.get(), &TrialTable::trial_requested);
        QVERIFY(!button().isEnabled());
        test::click_cell(trials(), 2, TrialColumn::number);
        QVERIFY(button().isEnabled());
        QTest::mouseClick(&button(), Qt::LeftButton);
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].value<HeapTrial>().number, std::uint64_t(3));
    }

    void a_click_on_a_header_sorts_and_keeps_the_selected_trial() {
        show(three_trials());
        test::click_header(trials(), TrialColumn::heap);
        QCOMPARE(column_of(trials(), TrialColumn::heap).size(), 3);
        const QString first = cell(trials(), 0, TrialColumn::heap);
        QVERIFY(first == QStringLiteral("150") || first == QStringLiteral("190"));
        QCOMPARE(cell(trials(), trials().currentIndex().row(), TrialColumn::number), QStringLiteral("✓ 2"));
    }

    void columns_without_information_are_hidden() {
        auto all = three_trials();
        show(all);
        QTRY_VERIFY(trials().isColumnHidden(TrialColumn::fast));
        QVERIFY(trials().isColumnHidden(TrialColumn::part));
        all = three_trials();
        all->may_spill = true;
        all->list[0].measure.fast = Bytes(7);
        show(all);
        QTRY_VERIFY(!trials().isColumnHidden(TrialColumn::fast));
        QVERIFY(!trials().isColumnHidden(TrialColumn::part));
    }

    void without_trials_it_is_empty() {
        show(three_trials());
        table_->set_trials(nullptr, nullptr, nullptr, {});
        QCOMPARE(trials().model()->rowCount(), 0);
        QCOMPARE(choices().model()->rowCount(), 0);
        QVERIFY(!button().isEnabled());
    }

private:
    void show(const std::shared_ptr<HeapTrials>& all, const std::vector<std::string>& notes = {}) {
        table_->set_trials(std::make_shared<Problem>(plan_.problem), std::make_shared<Layout>(plan_.layout), all,
                           notes);
    }
    [[nodiscard]] QTableView& trials() const { return *table_->findChild<QTableView*>(QStringLiteral("trials")); }
    [[nodiscard]] QTableView& choices() const { return *table_->findChild<QTableView*>(QStringLiteral("choices")); }
    [[nodiscard]] QPushButton& button() const { return *table_->findChild<QPushButton*>(); }
    [[nodiscard]] SectionHeader& header() const { return *table_->findChild<SectionHeader*>(); }

    std::unique_ptr<TrialTable> table_;
    test::PlacedPlan plan_;
};

ARENASCOPE_TEST(TrialTableTest)
#include "trial_table_test.moc"
