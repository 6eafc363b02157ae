#include "widgets/tables/peak_chain/peak_chain_list.h"

#include <QSignalSpy>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"

using namespace arenascope;
using test::cell;
using test::column_of;

namespace {

struct Column {
    enum { name, note, offset, size };
};

}  // namespace

class PeakChainListTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        list_ = std::make_unique<PeakChainList>();
        list_->resize(420, 300);
        list_->show();
        QVERIFY(QTest::qWaitForWindowExposed(list_.get()));
    }
    void cleanup() { list_.reset(); }

    void says_if_nothing_is_placed() {
        QVERIFY(!view().isVisible());
        QCOMPARE(list_->sentence(), QStringLiteral("Nothing is placed yet."));
        show_plan({{"loose", 0, 4, 8, -1}});
        QCOMPARE(list_->sentence(), QStringLiteral("Nothing is placed yet."));
    }

    void lists_the_carriers_from_the_top_down() {
        show_plan(
            {{"low", 0, 4, 100, 0}, {"middle", 2, 9, 200, 100}, {"aside", 0, 1, 50, 100}, {"top", 2, 9, 50, 300}});
        QCOMPARE(column_of(view(), Column::name), (QStringList{"top", "middle", "low"}));
        QCOMPARE(column_of(view(), Column::offset), (QStringList{"300", "100", "0"}));
        QCOMPARE(column_of(view(), Column::size), (QStringList{"50", "200", "100"}));
        QCOMPARE(column_of(view(), Column::note), (QStringList{"", "", ""}));
        QVERIFY(list_->sentence().startsWith(QStringLiteral("3 buffers carry the peak.")));
    }

    void shows_the_hole_below_a_buffer() {
        show_plan({{"low", 0, 9, 100, 0}, {"top", 0, 9, 50, 164}});
        QCOMPARE(column_of(view(), Column::note), (QStringList{"hole 64 B", ""}));
        QCOMPARE(cell(view(), 0, Column::note, Qt::ToolTipRole), QStringLiteral("lies over a hole of 64 B"));
        QVERIFY(list_->sentence().contains(QStringLiteral("64 B at steps [0, 9)")));
    }

    void says_if_there_is_no_hole() {
        show_plan({{"only", 0, 9, 100, 0}});
        QVERIFY(list_->sentence().startsWith(QStringLiteral("1 buffer carries the peak. No hole lies under it.")));
        show_plan({{"low", 0, 9, 100, 0}, {"top", 0, 9, 50, 100}});
        QVERIFY(list_->sentence().startsWith(QStringLiteral("2 buffers carry the peak. No hole lies under them.")));
    }

    void says_that_the_explanation_is_pending() {
        show_plan({{"only", 0, 9, 100, 0}});
        list_->set_pending();
        QVERIFY(!view().isVisible());
        QCOMPARE(list_->sentence(), QStringLiteral("Looking for the buffers that carry the peak …"));
        show_plan({{"only", 0, 9, 100, 0}});
        QVERIFY(view().isVisible());
    }

    void a_click_and_enter_choose() {
        show_plan({{"low", 0, 4, 100, 0}, {"top", 2, 9, 50, 100}});
        QSignalSpy chosen(list_.get(), &PeakChainList::chosen);
        test::click_cell(view(), 1, Column::name);
        QTest::keyClick(&view(), Qt::Key_Up);
        QTest::keyClick(&view(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].value<BufferIndex>(), BufferIndex(0));
        QCOMPARE(chosen[1][0].value<BufferIndex>(), BufferIndex(1));
    }

    void the_link_goes_to_the_largest_hole() {
        show_plan({{"low", 0, 4, 100, 0}, {"top", 2, 9, 50, 100}});
        QSignalSpy gone(list_.get(), &PeakChainList::hole_chosen);
        QVERIFY(list_->sentence().contains(QStringLiteral("<a href=\"hole\">100 B at steps [4, 9)</a>")));
        emit sentence().linkActivated(QStringLiteral("hole"));
        QCOMPARE(gone.size(), 1);
        QCOMPARE(gone[0][0].value<Hole>(), (Hole{{Step(4), Step(9)}, {Offset(0), Offset(100)}}));
    }

    void the_hole_of_another_memory_is_shown_in_that_memory() {
        test::PlacedPlan plan = test::placed_plan({{"low", 0, 4, 10, 0}, {"high", 0, 4, 10, 90}});
        plan.problem.regions = {{.name = "first"}, {.name = "second"}};
        plan.problem.buffers[1].region = RegionIndex(1);
        plan.layout.placements[1]->region = RegionIndex(1);
        list_->set_explanation(std::make_shared<const Problem>(plan.problem),
                               test::shared(explain_peak(plan.problem, plan.layout)));
        QSignalSpy gone(list_.get(), &PeakChainList::hole_chosen);
        emit sentence().linkActivated(QStringLiteral("hole"));
        QCOMPARE(gone.size(), 1);
        QCOMPARE(gone[0][0].value<Hole>(), (Hole{{Step(0), Step(4)}, {Offset(0), Offset(90)}}));
        QCOMPARE(gone[0][1].value<RegionIndex>(), RegionIndex(1));
    }

    void figures_follow_the_unit_and_line_up() {
        list_->set_unit(Unit::kibibytes);
        show_plan({{"low", 0, 9, 8192, 0}, {"top", 0, 9, 16'896, 10'240}});
        QCOMPARE(column_of(view(), Column::size), (QStringList{"16.5", "8.0"}));
        QCOMPARE(column_of(view(), Column::offset), (QStringList{"10", "0"}));
        QCOMPARE(column_of(view(), Column::note), (QStringList{"hole 2 KiB", ""}));
        QCOMPARE(cell(view(), 0, Column::size, Qt::ToolTipRole), QStringLiteral("16,896 B"));
        QCOMPARE(test::title_of(view(), Column::offset), QStringLiteral("offset KiB"));
    }

    void a_narrow_dock_omits_columns_instead_of_scrolling_sideways() {
        show_plan(
            {{"a_name_that_is_much_too_long_for_a_narrow_dock", 0, 9, 100'000'000, 0}, {"top", 0, 9, 50, 100'000'064}});
        QTRY_VERIFY(test::fits_sideways(view()));
        QVERIFY(!view().isColumnHidden(Column::note));
        QVERIFY(!view().isColumnHidden(Column::offset));
        list_->resize(240, 300);
        QTRY_VERIFY(test::fits_sideways(view()));
        QVERIFY(view().isColumnHidden(Column::offset));
        QVERIFY(!view().isColumnHidden(Column::note));
        list_->resize(150, 300);
        QTRY_VERIFY(test::fits_sideways(view()));
        QVERIFY(view().isColumnHidden(Column::note));
        QVERIFY(!view().isColumnHidden(Column::name));
        QVERIFY(!view().isColumnHidden(Column::size));
        list_->resize(420, 300);
        QTRY_VERIFY(!view().isColumnHidden(Column::offset));
        QVERIFY(test::fits_sideways(view()));
    }

    void an_explanation_without_enough_memory_is_not_pending() {
        list_->set_pending();
        QVERIFY(list_->sentence().startsWith(QStringLiteral("Looking for")));
        list_->set_not_known();
        QVERIFY(list_->sentence().startsWith(QStringLiteral("Not known")));
        show_plan({{"low", 0, 9, 100, 0}});
        QVERIFY(!list_->sentence().startsWith(QStringLiteral("Not known")));
    }

private:
    [[nodiscard]] QTableView& view() const { return *list_->findChild<QTableView*>(); }
    [[nodiscard]] QLabel& sentence() const { return *list_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly); }
    void show_plan(const std::vector<test::PlacedBuffer>& buffers) {
        const auto plan = test::placed_plan(buffers);
        list_->set_explanation(std::make_shared<const Problem>(plan.problem),
                               test::shared(explain_peak(plan.problem, plan.layout)));
    }

    std::unique_ptr<PeakChainList> list_;
};

ARENASCOPE_TEST(PeakChainListTest)
#include "peak_chain_list_test.moc"
