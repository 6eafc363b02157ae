#include "app/window/inspect/improvement_views.h"

#include <QDockWidget>
#include <QTableView>

#include "app/window/frame/window_actions.h"
#include "app/window/frame/window_docks.h"
#include "core/check/overlap_checker.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/improvement_table/improvement_table.h"
#include "widgets/tables/peak_chain/peak_chain_list.h"

using namespace arenascope;
using namespace arenascope::test;

class ImprovementViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        show_active_window();
        // c lies on b, although the hole below b holds it.
        write("id,lower,upper,size,offset\na,0,4,10,0\nb,0,4,10,16\nc,1,3,4,26\n");
        open(plan_);
    }
    void cleanup() { close_window(); }

    void the_dock_is_closed_until_somebody_asks() {
        QVERIFY(!window_->docks().improvements.dock->isVisible());
        window_->actions().improve->trigger();
        QVERIFY(window_->docks().improvements.dock->isVisible());
    }

    void the_changes_are_listed_outlined_made_and_undone() {
        window_->actions().improve->trigger();
        QTRY_VERIFY(table().chosen() != nullptr);
        const Improvement chosen = *table().chosen();
        QTRY_COMPARE(window_->layout_view()->picture().content().proposal, chosen.moves);
        const Layout before = window_->session().layout();
        auto* rows = table().findChild<QTableView*>();
        rows->setFocus();
        QTest::keyClick(rows, Qt::Key_Return);
        QCOMPARE(peak(*window_->session().problem(), window_->session().layout()), chosen.peak);
        QVERIFY(is_clean(check(*window_->session().problem(), window_->session().layout())));
        QCOMPARE(window_->session().undo_stack()->undoText(), QStringLiteral("Improve"));
        // The list was found for the former layout.
        QVERIFY(table().chosen() == nullptr);
        QVERIFY(window_->layout_view()->picture().content().proposal.empty());
        window_->session().undo_stack()->undo();
        QCOMPARE(window_->session().layout(), before);
    }

    void the_selected_buffer_is_tried_and_a_link_tries_all_that_carry_the_peak() {
        window_->session().selection().select({BufferIndex(0)});
        window_->actions().improve->trigger();
        QTRY_VERIFY(table().words().contains(QStringLiteral("around 1 buffer")) ||
                    table().words().contains(QStringLiteral("small changes")));
        QVERIFY(table().words().contains(QStringLiteral("Only the selection was tried.")));
        for (auto* label : table().findChildren<QLabel*>()) {
            if (label->text() == table().words()) {
                emit label->linkActivated(QStringLiteral("all"));
                break;
            }
        }
        QTRY_VERIFY(table().words().contains(QStringLiteral("around 2 buffers")) ||
                    table().words().contains(QStringLiteral("around 3 buffers")));
        QVERIFY(!table().words().contains(QStringLiteral("Only the selection")));
    }

    void a_plan_at_its_threshold_says_that_no_layout_is_lower() {
        write("id,lower,upper,size,offset\na,0,4,10,0\nb,0,4,10,10\n");
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QFile::copy(plan_, other);
        open(other);
        window_->actions().improve->trigger();
        QTRY_VERIFY(table().words().contains(QStringLiteral("no layout is lower")));
    }

    void a_result_for_another_layout_is_never_shown() {
        window_->actions().improve->trigger();
        window_->session().plan().move_buffers({{BufferIndex(2), {Offset(64), RegionIndex(0)}}}, BufferIndex(2));
        wait_until_idle();
        QVERIFY(table().chosen() == nullptr);
        QVERIFY(table().words().contains(QStringLiteral("Improve this")));
    }

    void tuning_from_here_keeps_what_is_lower_than_its_result() {
        // The best possible: nothing lower can be found.
        window_->session().plan().move_buffers(
            {{BufferIndex(1), {Offset(10), RegionIndex(0)}}, {BufferIndex(2), {Offset(20), RegionIndex(0)}}},
            BufferIndex(2));
        const Layout before = window_->session().layout();
        QSignalSpy kept(&window_->session().tuning(), &Tuning::kept);
        window_->actions().tune_from_here->trigger();
        QVERIFY(kept.wait(20'000));
        QCOMPARE(window_->session().layout(), before);
        QVERIFY(!window_->session().state().edits.empty());
    }

    void tuning_from_here_lowers_the_shown_layout() {
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        window_->actions().tune_from_here->trigger();
        QVERIFY(finished.wait(20'000));
        QCOMPARE(peak(*window_->session().problem(), window_->session().layout()), Offset(24));
        const auto& options = window_->session().state().provenance->options;
        QVERIFY(std::ranges::find(options, KeyValue("start", "file")) != options.end());
    }

private:
    [[nodiscard]] ImprovementTable& table() const { return *window_->docks().improvements; }
};

ARENASCOPE_TEST(ImprovementViewsTest)

#include "improvement_views_test.moc"
