#include "widgets/plots/free_area_histogram/free_area_histogram.h"

#include <QSignalSpy>

#include "core/model/memory/live_profile.h"
#include "tests/support/large_plan.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/plots/free_area_histogram/bar_delegate.h"

using namespace arenascope;
using test::cell;
using test::column_of;

namespace {

/// At step 0, 88 bytes are free, of them 24 as padding; at step 5, 3 bytes are free as well.
test::PlacedPlan aligned_plan() {
    auto plan = test::placed_plan({{"a", 0, 9, 40, 0}, {"b", 0, 9, 10, 128}, {"c", 5, 6, 7, 141}});
    plan.problem.buffers[1].alignment = Bytes(64);
    return plan;
}

}  // namespace

class FreeAreaHistogramTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        histogram_ = std::make_unique<FreeAreaHistogram>();
        histogram_->resize(420, 300);
        show_plan(aligned_plan());
        histogram_->show();
        QVERIFY(QTest::qWaitForWindowExposed(histogram_.get()));
        QTRY_VERIFY(!histogram_->is_computing());
    }
    void cleanup() { histogram_.reset(); }

    void a_step_has_its_areas_by_size_the_largest_first() {
        histogram_->set_step(Step(5));
        QCOMPARE(header().title(), QStringLiteral("Free areas at step 5"));
        QCOMPARE(header().detail(), QStringLiteral("91 B"));
        QCOMPARE(list().model()->rowCount(), 6);
        QCOMPARE(cell(list(), 0, FreeAreaColumn::least), QStringLiteral("64 B"));
        QCOMPARE(cell(list(), 0, FreeAreaColumn::areas), QStringLiteral("1"));
        QCOMPARE(cell(list(), 0, FreeAreaColumn::bytes), QStringLiteral("88 B"));
        QCOMPARE(cell(list(), 5, FreeAreaColumn::least), QStringLiteral("2 B"));
        QCOMPARE(cell(list(), 5, FreeAreaColumn::bytes), QStringLiteral("3 B"));
        QCOMPARE(cell(list(), 1, FreeAreaColumn::bytes), QStringLiteral("0"));
        QCOMPARE(list().model()->index(0, FreeAreaColumn::bytes).data(BarDelegate::bar_role).toDouble(), 1.0);
    }

    void the_whole_plan_is_counted_in_bytes_and_steps() {
        QCOMPARE(cell(list(), 0, FreeAreaColumn::of_plan), QStringLiteral("99.6 %"));
        QVERIFY(cell(list(), 0, FreeAreaColumn::of_plan, Qt::ToolTipRole).contains(QStringLiteral("792")));
    }

    void alignment_has_its_own_figures() {
        QCOMPARE(histogram_->fact(QStringLiteral("Padding for alignment")), QStringLiteral("24 B"));
        QVERIFY(histogram_->fact(QStringLiteral("Most padding")).contains(QStringLiteral("24 B at step 0")));
        QCOMPARE(histogram_->fact(QStringLiteral("Padding in the whole plan")), QStringLiteral("27.2 %"));
    }

    void without_a_cursor_it_shows_the_step_of_the_highest_live_size() {
        QCOMPARE(header().title(), QStringLiteral("Free areas at step 5"));
        QVERIFY(words().text().contains(QStringLiteral("no time cursor")));
        histogram_->set_step(Step(1));
        QVERIFY(!words().isVisible());
    }

    void another_layout_is_counted_anew() {
        auto plan = aligned_plan();
        plan.layout.placements[1]->offset = Offset(64);
        plan.layout.placements[2]->offset = Offset(74);
        show_plan(plan);
        QTRY_VERIFY(!histogram_->is_computing());
        QCOMPARE(header().detail(), QStringLiteral("24 B"));
        QCOMPARE(cell(list(), 0, FreeAreaColumn::of_plan), QStringLiteral("100.0 %"));
    }

    void while_it_is_hidden_the_whole_plan_is_not_computed() {
        histogram_->hide();
        show_plan(aligned_plan());
        QVERIFY(!histogram_->is_computing());
        QCOMPARE(cell(list(), 0, FreeAreaColumn::of_plan), QStringLiteral("…"));
        histogram_->show();
        QTRY_COMPARE(cell(list(), 0, FreeAreaColumn::of_plan), QStringLiteral("99.6 %"));
    }

    void without_buffers_it_says_so() {
        show_plan({});
        QVERIFY(words().text().contains(QStringLiteral("nothing is free")));
        QVERIFY(!list().isVisible());
    }

    void a_large_plan_shows_dots_until_the_step_is_known() {
        test::PlacedPlan plan = test::large_plan();
        plan.layout.placements[1]->offset = Offset(1000);
        show_plan(plan);
        QCOMPARE(header().detail(), QStringLiteral("…"));
        QCOMPARE(histogram_->fact(QStringLiteral("Free")), QString());
        QTRY_COMPARE(histogram_->fact(QStringLiteral("Free")), QStringLiteral("872 B"));
        QCOMPARE(header().title(), QStringLiteral("Free areas at step 2"));
        histogram_->set_step(Step(500));
        QCOMPARE(header().detail(), QStringLiteral("…"));
        QTRY_COMPARE(header().detail(), QStringLiteral("0 B"));
    }

private:
    [[nodiscard]] QTableView& list() const { return *histogram_->findChild<QTableView*>(); }
    [[nodiscard]] SectionHeader& header() const { return *histogram_->findChild<SectionHeader*>(); }
    [[nodiscard]] QLabel& words() const {
        return *histogram_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
    }
    void show_plan(const test::PlacedPlan& plan) {
        histogram_->set_plan(test::shared(plan.problem), test::shared(plan.layout),
                             deciding_profile(plan.problem, plan.layout).peak_step);
    }

    std::unique_ptr<FreeAreaHistogram> histogram_;
};

ARENASCOPE_TEST(FreeAreaHistogramTest)
#include "free_area_histogram_test.moc"
