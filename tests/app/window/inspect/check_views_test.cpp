#include "app/window/inspect/check_views.h"

#include <QDockWidget>
#include <QTableView>

#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/base/section_header.h"
#include "widgets/tables/overlap_list/overlap_list.h"

using namespace arenascope;
using namespace arenascope::test;

class CheckViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        show_active_window();
        window_->actions().reset_mode->trigger();
    }
    void cleanup() { close_window(); }

    void the_list_is_raised_when_a_file_with_overlaps_opens() {
        open(sample(QStringLiteral("placed.csv")));
        QVERIFY(!is_in_front());
        open(sample(QStringLiteral("vendor_plan.csv")));
        QTRY_VERIFY(is_in_front());
    }

    void a_list_that_was_closed_is_shown_when_a_file_with_overlaps_opens() {
        window_->docks().overlaps.dock->close();
        open(sample(QStringLiteral("vendor_plan.csv")));
        QTRY_VERIFY(is_in_front());
    }

    void a_file_that_is_read_again_keeps_the_tab_that_is_in_front() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,0\n");
        open(plan_);
        QTRY_VERIFY(is_in_front());
        window_->docks().buffers.bring_to_front();
        QTRY_VERIFY(!is_in_front());
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,4\nc,0,4,8,4\n");
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().problem()->buffers.size(), std::size_t{3}, 10'000);
        wait_until_idle();
        QVERIFY(!is_in_front());
    }

    void pairs_that_share_only_by_inference_are_named_without_being_findings() {
        write(R"({"format": "arenascope-plan", "version": 1, "buffers": [
            {"name": "a", "begin": 0, "end": 4, "size": 8, "offset": 0},
            {"name": "b", "begin": 2, "end": 6, "size": 8, "offset": 0}],
            "sharing": [{"kind": "sharing", "members": ["a", "b"], "basis": "inferred"}]})");
        open(plan_);
        QVERIFY(!is_in_front());
        QTRY_VERIFY(status().contains(QStringLiteral("sound if 1 pair is meant to share")));
        window_->docks().overlaps.bring_to_front();
        QTRY_VERIFY(window_->docks().overlaps->state_text().contains(QStringLiteral("sound if 1 pair")));
        QCOMPARE(cell(table(), 0, 0), QStringLiteral("inferred"));
        click_cell(table(), 0, 1);
        QCOMPARE(window_->session().selection().buffers(), (std::vector<BufferIndex>{BufferIndex(0), BufferIndex(1)}));
        QTest::keyClick(window_.get(), Qt::Key_F8);  // goes to overlaps only, and there is none
        QVERIFY(!status().contains(QStringLiteral("overlap 1")));
    }

    void f8_brings_the_list_forward_and_tells_what_two_share() {
        open(sample(QStringLiteral("vendor_plan.csv")));
        QTRY_VERIFY(is_in_front());
        window_->docks().buffers.bring_to_front();
        QTRY_VERIFY(!is_in_front());
        QTest::keyClick(window_.get(), Qt::Key_F8);
        QTRY_VERIFY(is_in_front());
        QTRY_COMPARE(selected_row(), 0);
        const Problem& problem = *window_->session().problem();
        const Overlap& pair = window_->session().shown()->report()->overlaps.front();
        QVERIFY2(status().contains(QStringLiteral("Overlap 1: ")) && status().contains(QStringLiteral(" share ")),
                 qPrintable(status()));
        for (const BufferIndex buffer : {pair.a, pair.b}) {
            QVERIFY2(status().contains(QString::fromStdString(problem.buffers[buffer].name)), qPrintable(status()));
        }
    }

    void f8_says_which_overlap_of_how_many_it_shows() {
        open(sample(QStringLiteral("vendor_plan.csv")));
        QVERIFY(status().contains(QStringLiteral("2 overlaps")));
        QCOMPARE(detail(), QStringLiteral("2"));
        QTest::keyClick(window_.get(), Qt::Key_F8);
        QVERIFY2(status().contains(QStringLiteral("overlap 1 of 2")), qPrintable(status()));
        QCOMPARE(detail(), QStringLiteral("overlap 1 of 2"));
        QCOMPARE(selected_row(), 0);
        QTest::keyClick(window_.get(), Qt::Key_F8);
        QVERIFY(status().contains(QStringLiteral("overlap 2 of 2")));
        QCOMPARE(selected_row(), 1);
        QTest::keyClick(window_.get(), Qt::Key_F8);
        QVERIFY(status().contains(QStringLiteral("overlap 1 of 2")));
        QTest::keyClick(window_.get(), Qt::Key_F8, Qt::ShiftModifier);
        QVERIFY(status().contains(QStringLiteral("overlap 2 of 2")));
    }

    void another_selection_ends_it_and_f8_goes_on_from_there() {
        open(sample(QStringLiteral("vendor_plan.csv")));
        QTest::keyClick(window_.get(), Qt::Key_F8);
        window_->session().selection().select({});
        QVERIFY(status().contains(QStringLiteral("2 overlaps")));
        QCOMPARE(detail(), QStringLiteral("2"));
        QCOMPARE(selected_row(), -1);
        QTest::keyClick(window_.get(), Qt::Key_F8);
        QVERIFY(status().contains(QStringLiteral("overlap 2 of 2")));
    }

    void f8_goes_on_from_a_clicked_row() {
        open(sample(QStringLiteral("vendor_plan.csv")));
        QTRY_VERIFY(is_in_front());
        click_cell(table(), 1, 1);
        QVERIFY(status().contains(QStringLiteral("overlap 2 of 2")));
        QTest::keyClick(window_.get(), Qt::Key_F8);
        QVERIFY(status().contains(QStringLiteral("overlap 1 of 2")));
    }

    void a_mended_overlap_is_not_counted_any_more() {
        open(sample(QStringLiteral("vendor_plan.csv")));
        QTest::keyClick(window_.get(), Qt::Key_F8);
        const Overlap first = window_->session().shown()->report()->overlaps.front();
        window_->session().plan().move_buffers({{first.a, {Offset(1 << 24), RegionIndex(0)}}}, first.a);
        QVERIFY(!status().contains(QStringLiteral("overlap 1 of")));
    }

private:
    /// A dock behind another tab is outside the window's visible part.
    [[nodiscard]] bool is_in_front() const { return !list().visibleRegion().isEmpty(); }
    [[nodiscard]] OverlapList& list() const { return *window_->docks().overlaps; }
    [[nodiscard]] QTableView& table() const { return *list().findChild<QTableView*>(); }
    [[nodiscard]] QString detail() const {
        return qobject_cast<SectionHeader*>(window_->docks().overlaps.dock->titleBarWidget())->detail();
    }
    [[nodiscard]] int selected_row() const {
        const QModelIndexList rows = table().selectionModel()->selectedRows();
        return rows.isEmpty() ? -1 : rows.constFirst().row();
    }
};

ARENASCOPE_TEST(CheckViewsTest)
#include "check_views_test.moc"
