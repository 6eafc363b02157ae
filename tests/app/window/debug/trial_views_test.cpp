#include "app/window/debug/trial_views.h"

#include <QAction>
#include <QDockWidget>
#include <QPushButton>
#include <QTableView>
#include <QUndoStack>

#include "tests/app/window_fixture.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/tables/trial_table/trial_table.h"

using namespace arenascope;
using namespace arenascope::test;

class TrialViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        show_window();
        open(sample(QStringLiteral("scratch_heap.json")));
    }
    void cleanup() { close_window(); }

    void the_table_is_shown_for_a_plan_whose_scratch_was_placed_here() {
        QVERIFY(!dock().toggleViewAction()->isVisible());
        QVERIFY(dock().isHidden());
        place();
        QVERIFY(dock().toggleViewAction()->isVisible());
        QVERIFY(!dock().isHidden());
        QCOMPARE(trials().model()->rowCount(), 64);
        QVERIFY(trials().currentIndex().data(Qt::FontRole).value<QFont>().bold());
        window_->session().undo_stack()->undo();
        QVERIFY(dock().isHidden());
    }

    void a_chosen_scratch_buffer_is_selected_at_its_step() {
        place();
        dock().raise();
        test::click_cell(choices(), 6, ChoiceColumn::name);
        QCOMPARE(window_->session().selection().buffers(), std::vector{BufferIndex(9)});
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(6)));
        window_->session().selection().select({BufferIndex(3)});
        QCOMPARE(cell(choices(), choices().currentIndex().row(), ChoiceColumn::name), QStringLiteral("sb1"));
    }

    void another_trial_becomes_the_plan_and_undo_returns_to_the_first() {
        place();
        dock().raise();
        const Layout before = window_->session().layout();
        int larger = 0;
        while (cell(trials(), larger, TrialColumn::heap) == QStringLiteral("150")) {
            ++larger;
        }
        const QString heap = cell(trials(), larger, TrialColumn::heap);
        test::click_cell(trials(), larger, TrialColumn::number);
        QTest::mouseClick(table().findChild<QPushButton*>(), Qt::LeftButton);
        QTRY_COMPARE(trials().model()->rowCount(), 1);
        QCOMPARE(cell(trials(), 0, TrialColumn::heap), heap);
        QCOMPARE(QString::number(peak(*window_->session().problem(), window_->session().layout()).value()), heap);
        window_->session().undo_stack()->undo();
        QVERIFY(window_->session().layout() == before);
        QCOMPARE(trials().model()->rowCount(), 64);
    }

private:
    void place() {
        window_->session().tuning().start({.planner = "scratch", .settings = {{"trials", "64"}}});
        QTRY_VERIFY_WITH_TIMEOUT(is_complete(window_->session().layout()), 20'000);
    }
    [[nodiscard]] QDockWidget& dock() const { return *window_->docks().trials.dock; }
    [[nodiscard]] TrialTable& table() const { return *window_->docks().trials; }
    [[nodiscard]] QTableView& trials() const { return *table().findChild<QTableView*>(QStringLiteral("trials")); }
    [[nodiscard]] QTableView& choices() const { return *table().findChild<QTableView*>(QStringLiteral("choices")); }
};

ARENASCOPE_TEST(TrialViewsTest)
#include "trial_views_test.moc"
