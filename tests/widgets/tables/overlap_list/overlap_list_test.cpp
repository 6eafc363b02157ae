#include "widgets/tables/overlap_list/overlap_list.h"

#include <QSignalSpy>

#include "core/picture/plan/palette.h"
#include "qt/painting/theme.h"
#include "tests/support/placed_plan.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;
using test::cell;
using test::column_of;

class OverlapListTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        list_ = std::make_unique<OverlapList>();
        list_->resize(800, 300);
        list_->show();
        QVERIFY(QTest::qWaitForWindowExposed(list_.get()));
    }
    void cleanup() { list_.reset(); }

    void offers_a_check_before_the_first_one() {
        QVERIFY(!view().isVisible());
        QCOMPARE(header().detail(), QStringLiteral("not checked"));
        QSignalSpy requested(list_.get(), &OverlapList::check_requested);
        QTest::mouseClick(&button(), Qt::LeftButton);
        QCOMPARE(requested.size(), 1);
    }

    void no_findings_show_a_calm_green_zero() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const test::ShownTheme shown(theme);
            show_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 8}});
            QVERIFY(list_->state_text().startsWith(QLatin1Char('0')));
            QCOMPARE(header().detail(), QStringLiteral("✓ 0"));
            QCOMPARE(state_color(), qt_color(palette(theme).good));
            QVERIFY(!view().isVisible());
            QVERIFY(!button().isVisible());
        }
    }

    void inferred_pairs_are_listed_although_they_are_no_findings() {
        auto plan = test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 2, 6, 8, 0}});
        plan.layout.sharing = {
            {SharingGroup::Kind::sharing, {BufferIndex(0), BufferIndex(1)}, SharingGroup::Basis::inferred}};
        list_->set_report(std::make_shared<const Problem>(plan.problem),
                          std::make_shared<const CheckReport>(check(plan.problem, plan.layout)));
        QVERIFY2(list_->state_text().endsWith(QStringLiteral("sound if 1 pair is meant to share.")),
                 qPrintable(list_->state_text()));
        QCOMPARE(header().detail(), QStringLiteral("✓ 0"));
        QVERIFY(view().isVisible());
        QCOMPARE(cell(view(), 0, OverlapColumn::finding), QStringLiteral("inferred"));
        QVERIFY(cell(view(), 0, OverlapColumn::first, Qt::ToolTipRole).contains("Nothing but the bytes"));
        QSignalSpy gone(list_.get(), &OverlapList::activated);
        test::click_cell(view(), 0, OverlapColumn::first);
        QCOMPARE(gone.size(), 1);
    }

    void long_names_are_shown_without_their_common_prefix() {
        show_plan({{"model/conv", 0, 40, 100, 0}, {"model/pool", 10, 30, 100, 60}});
        QCOMPARE(cell(view(), 0, OverlapColumn::first), QStringLiteral("conv"));
        QCOMPARE(cell(view(), 0, OverlapColumn::second), QStringLiteral("pool"));
        QVERIFY(cell(view(), 0, OverlapColumn::first, Qt::ToolTipRole).startsWith("model/conv and model/pool share"));
        QCOMPARE(view().textElideMode(), Qt::ElideMiddle);
    }

    void every_pair_is_listed_with_its_shared_steps_and_bytes() {
        show_plan({{"a", 0, 40, 100, 0}, {"b", 10, 30, 100, 60}, {"c", 20, 50, 1000, 100}});
        QVERIFY(view().isVisible());
        QCOMPARE(list_->state_text(), QStringLiteral("2 overlapping pairs"));
        QCOMPARE(header().detail(), QStringLiteral("2"));
        QCOMPARE(state_color(), qt_color(palette(Theme::light).risk_text));
        QCOMPARE(column_of(view(), OverlapColumn::first), (QStringList{"a", "b"}));
        QCOMPARE(column_of(view(), OverlapColumn::second), (QStringList{"b", "c"}));
        QCOMPARE(column_of(view(), OverlapColumn::steps), (QStringList{"[10, 30)", "[20, 30)"}));
        QCOMPARE(column_of(view(), OverlapColumn::bytes), (QStringList{"[60, 100)", "[100, 160)"}));
        QCOMPARE(column_of(view(), OverlapColumn::amount), (QStringList{"40", "60"}));
        QCOMPARE(cell(view(), 0, OverlapColumn::first, Qt::ToolTipRole),
                 QStringLiteral("a and b share 40 B at steps [10, 30), bytes 60 to 100"));
    }

    void one_pair_is_in_the_singular() {
        show_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 4}});
        QCOMPARE(list_->state_text(), QStringLiteral("1 overlapping pair"));
    }

    void a_click_and_enter_go_to_the_pair() {
        show_plan({{"a", 0, 40, 100, 0}, {"b", 10, 30, 100, 60}, {"c", 20, 50, 1000, 100}});
        QSignalSpy gone(list_.get(), &OverlapList::activated);
        test::click_cell(view(), 1, OverlapColumn::first);
        QTest::keyClick(&view(), Qt::Key_Up);
        QTest::keyClick(&view(), Qt::Key_Return);
        QCOMPARE(gone.size(), 2);
        QCOMPARE(gone[0][0].value<Overlap>(),
                 (Overlap{BufferIndex(1), BufferIndex(2), {Step(20), Step(30)}, {Offset(100), Offset(160)}}));
        QCOMPARE(gone[1][0].value<Overlap>().b, BufferIndex(1));
    }

    void findings_about_one_buffer_follow_the_pairs_and_lead_to_it() {
        auto plan = test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 4}, {"c", 0, 4, 8, 13}, {"d", 0, 4, 8, -1}});
        plan.problem.buffers[2].alignment = Bytes(8);
        plan.problem.regions[0].capacity = Bytes(16);
        list_->set_report(std::make_shared<const Problem>(plan.problem),
                          test::shared(check(plan.problem, plan.layout)));
        QCOMPARE(list_->state_text(),
                 QStringLiteral("1 overlapping pair · 1 misaligned · 1 outside its region · 1 not placed"));
        QCOMPARE(column_of(view(), OverlapColumn::finding),
                 (QStringList{"overlap 1", "misaligned", "outside its region", "not placed"}));
        QCOMPARE(column_of(view(), OverlapColumn::first), (QStringList{"a", "c", "c", "d"}));
        QCOMPARE(cell(view(), 3, OverlapColumn::first, Qt::ToolTipRole), QStringLiteral("d: it has no offset"));
        QSignalSpy gone(list_.get(), &OverlapList::buffer_activated);
        test::click_cell(view(), 1, OverlapColumn::first);
        test::click_cell(view(), 3, OverlapColumn::finding);
        QCOMPARE(gone.size(), 2);
        QCOMPARE(gone[0][0].value<BufferIndex>(), BufferIndex(2));
        QCOMPARE(gone[1][0].value<BufferIndex>(), BufferIndex(3));
    }

    void contradictions_follow_the_pairs_and_say_why() {
        auto plan = test::placed_plan({{"a", 0, 1, 8, 0}, {"b", 0, 4, 8, 8}});
        plan.problem.buffers[1].pin = Offset(0);
        plan.problem.graph.emplace();
        plan.problem.graph->operators.push_back(
            {.name = "conv", .type = "Conv", .step = Step(2), .reads = {BufferIndex(0)}, .writes = {}});
        plan.layout.misstated.push_back(
            {.kind = Contradiction::Kind::heap, .region = RegionIndex(0), .stated = 32, .actual = 16});
        list_->set_report(std::make_shared<const Problem>(plan.problem),
                          test::shared(check(plan.problem, plan.layout)));
        QCOMPARE(list_->state_text(), QStringLiteral("3 contradictions"));
        QCOMPARE(column_of(view(), OverlapColumn::finding),
                 (QStringList{"read while not alive", "not where it is pinned", "wrong end of a heap"}));
        QCOMPARE(column_of(view(), OverlapColumn::first), (QStringList{"a", "b", "arena"}));
        QCOMPARE(cell(view(), 0, OverlapColumn::first, Qt::ToolTipRole),
                 QStringLiteral("'conv' reads 'a' in step 2, but it is alive in steps [0, 1)"));
        QSignalSpy gone(list_.get(), &OverlapList::buffer_activated);
        test::click_cell(view(), 1, OverlapColumn::first);
        test::click_cell(view(), 2, OverlapColumn::finding);
        QCOMPARE(gone.size(), 1);
        QCOMPARE(gone[0][0].value<BufferIndex>(), BufferIndex(1));
    }

    void the_overlap_that_is_shown_elsewhere_is_marked_and_counted() {
        show_plan({{"a", 0, 40, 100, 0}, {"b", 10, 30, 100, 60}, {"c", 20, 50, 1000, 100}});
        QSignalSpy gone(list_.get(), &OverlapList::activated);
        list_->show_position(1);
        QCOMPARE(header().detail(), QStringLiteral("overlap 2 of 2"));
        QCOMPARE(view().selectionModel()->selectedRows().constFirst().row(), 1);
        list_->show_position(-1);
        QCOMPARE(header().detail(), QStringLiteral("2"));
        QVERIFY(view().selectionModel()->selectedRows().isEmpty());
        list_->show_position(0);
        show_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 4}});
        QCOMPARE(header().detail(), QStringLiteral("1"));
        QCOMPARE(gone.size(), 0);
    }

    void a_shortened_list_says_so() {
        const auto plan = test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 0}, {"c", 0, 4, 8, 0}});
        list_->set_report(std::make_shared<const Problem>(plan.problem),
                          test::shared(check(plan.problem, plan.layout, 2)));
        QCOMPARE(view().model()->rowCount(), 2);
        QCOMPARE(list_->state_text(), QStringLiteral("3 overlapping pairs, of which 2 are listed"));
        QCOMPARE(header().detail(), QStringLiteral("3"));
    }

    void a_change_makes_the_layout_unchecked_again() {
        show_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, 4}});
        list_->set_not_checked();
        QVERIFY(!view().isVisible());
        QVERIFY(button().isVisible());
        QCOMPARE(view().model()->rowCount(), 0);
    }

    void figures_follow_the_unit_and_line_up() {
        list_->set_unit(Unit::kibibytes);
        show_plan({{"a", 0, 40, 2048, 0}, {"b", 10, 30, 3072, 1024}, {"c", 10, 30, 1024, 3584}});
        QCOMPARE(column_of(view(), OverlapColumn::amount), (QStringList{"1.0", "0.5"}));
        QCOMPARE(column_of(view(), OverlapColumn::bytes), (QStringList{"[1.0, 2.0)", "[3.5, 4.0)"}));
        QCOMPARE(test::title_of(view(), OverlapColumn::amount), QStringLiteral("amount KiB"));
    }

    void a_narrow_dock_omits_columns_instead_of_scrolling_sideways() {
        show_plan({{"a_name_that_is_much_too_long_for_a_narrow_dock", 0, 40, 100, 0},
                   {"another_name_that_is_much_too_long_for_it", 10, 30, 100, 60}});
        QTRY_VERIFY(test::fits_sideways(view()));
        for (int column = 0; column < OverlapColumn::column_count; ++column) {
            QVERIFY(!view().isColumnHidden(column));
        }
        list_->resize(280, 300);
        QTRY_VERIFY(test::fits_sideways(view()));
        QVERIFY(view().isColumnHidden(OverlapColumn::finding));
        for (const int column : {OverlapColumn::first, OverlapColumn::second, OverlapColumn::amount}) {
            QVERIFY(!view().isColumnHidden(column));
        }
    }

    void a_narrow_dock_still_shows_the_finding_about_one_buffer() {
        auto plan = test::placed_plan({{"a", 0, 4, 8, 0}, {"b", 0, 4, 8, -1}});
        list_->set_report(std::make_shared<const Problem>(plan.problem),
                          test::shared(check(plan.problem, plan.layout)));
        list_->resize(240, 300);
        QTRY_VERIFY(test::fits_sideways(view()));
        QVERIFY(!view().isColumnHidden(OverlapColumn::finding));
    }

private:
    [[nodiscard]] QTableView& view() const { return *list_->findChild<QTableView*>(); }
    [[nodiscard]] SectionHeader& header() const { return *list_->findChild<SectionHeader*>(); }
    [[nodiscard]] QPushButton& button() const { return *list_->findChild<QPushButton*>(); }
    [[nodiscard]] QColor state_color() const {
        return list_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly)->palette().color(QPalette::WindowText);
    }
    void show_plan(const std::vector<test::PlacedBuffer>& buffers) {
        const auto plan = test::placed_plan(buffers);
        list_->set_report(std::make_shared<const Problem>(plan.problem),
                          test::shared(check(plan.problem, plan.layout)));
    }

    std::unique_ptr<OverlapList> list_;
};

ARENASCOPE_TEST(OverlapListTest)
#include "overlap_list_test.moc"
