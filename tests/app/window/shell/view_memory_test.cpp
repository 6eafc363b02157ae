#include "app/window/shell/view_memory.h"

#include <QActionGroup>
#include <QPushButton>

#include "app/session/file_memory.h"
#include "app/window/shell/window_view.h"
#include "qt/tasks/handled_at_once.h"
#include "tests/app/window_fixture.h"
#include "widgets/panels/start_page/start_page.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/buffer_table/buffer_table.h"

using namespace arenascope;
using namespace arenascope::test;

class ViewMemoryTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        show_window();
    }
    void cleanup() { close_window(); }

    void a_file_is_shown_as_it_was_left() {
        open(plan_);
        const View view{{1.25L, 3.5L}, {2, 9}};
        window_->layout_view()->set_view(view);
        window_->session().selection().select({BufferIndex(1), BufferIndex(2)});
        window_->session().selection().set_cursor(Step(3));
        window_->actions().free_areas->setChecked(true);
        choose(window_->actions().modes, static_cast<int>(WindowMode::debug));
        choose(window_->actions().colors, static_cast<int>(ColorBy::size));
        choose_planner(QStringLiteral("greedy-by-size"));
        const ViewState left = window_->memory().view->state();
        open_again();
        QVERIFY(window_->memory().view->state() == left);
        QVERIFY(window_->layout_view()->camera().view() == view);
        QCOMPARE(window_->session().selection().buffers(), (std::vector<BufferIndex>{BufferIndex(1), BufferIndex(2)}));
        QCOMPARE(window_->memory().view->state().mode, std::string("debug"));
        QCOMPARE(window_->memory().view->state().planner, std::string("greedy-by-size"));
    }

    void each_file_has_a_memory_of_its_own() {
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QFile::remove(other);
        QVERIFY(QFile::copy(plan_, other));
        open(plan_);
        window_->session().selection().select({BufferIndex(1)});
        open(other);
        QVERIFY(window_->session().selection().buffers().empty());
        window_->session().selection().select({BufferIndex(2)});
        open(plan_);
        QCOMPARE(window_->session().selection().buffers(), std::vector<BufferIndex>{BufferIndex(1)});
        open(other);
        QCOMPARE(window_->session().selection().buffers(), std::vector<BufferIndex>{BufferIndex(2)});
    }

    void what_a_file_was_left_with_does_not_reach_the_next_one() {
        open(plan_);
        choose_planner(QStringLiteral("greedy-by-size"));
        choose(window_->actions().colors, static_cast<int>(ColorBy::size));
        window_->actions().free_areas->setChecked(true);
        window_->docks().buffers->set_filter_text(QStringLiteral("size>4"));
        for (const bool closes : {false, true}) {
            const QString next = folder_.filePath(closes ? QStringLiteral("next.csv") : QStringLiteral("last.csv"));
            QFile::remove(next);
            QFile unplaced(next);
            QVERIFY(unplaced.open(QIODevice::WriteOnly));
            unplaced.write("id,lower,upper,size\na,0,4,8\nb,2,6,8\n");
            unplaced.close();
            if (closes) {
                choose_planner(QStringLiteral("greedy-by-size"));
                window_->session().plan().close();
            }
            open_planned(next);
            QCOMPARE(window_->session().state().provenance->planner, std::string(default_planner));
            const ViewState shown = window_->memory().view->state();
            QCOMPARE(shown.planner, std::string(default_planner));
            QCOMPARE(shown.seed, std::uint64_t{0});
            QCOMPARE(shown.color_by, std::string("risk"));
            QVERIFY(!shown.shows_free_areas);
            QCOMPARE(window_->docks().buffers->applied_filter(), QString());
        }
    }

    void a_planner_that_was_chosen_before_any_file_is_used_for_it() {
        write("id,lower,upper,size\na,0,4,8\nb,2,6,8\n");
        choose_planner(QStringLiteral("greedy-by-size"));
        open_planned(plan_);
        QCOMPARE(window_->session().state().provenance->planner, std::string("greedy-by-size"));
    }

    void a_buffer_that_is_gone_is_not_selected() {
        open(plan_);
        window_->session().selection().select({BufferIndex(0), BufferIndex(2)});
        window_->session().plan().close();
        write("id,lower,upper,size,offset\nc,0,4,8,0\nd,2,6,8,8\n");
        open_again();
        QCOMPARE(window_->session().selection().buffers(), std::vector<BufferIndex>{BufferIndex(0)});
    }

    void the_shown_step_comes_back_with_the_run_that_a_file_needs_first() {
        const QString copy = folder_.filePath(QStringLiteral("sequence.json"));
        QFile::remove(copy);
        QVERIFY(QFile::copy(sample(QStringLiteral("mobile_vision.json")), copy));
        open_planned(copy);
        QVERIFY(window_->session().steps().chief_steps().size() > 3);
        window_->session().steps().show(2);
        const FrameIndex shown = window_->session().state().frame;
        open_again(copy);
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().state().frame == shown, 20'000);
        QVERIFY(window_->session().undo_stack()->isClean());
    }

    void the_step_of_a_large_plan_comes_back_once_its_run_is_shown() {
        QByteArray text = "id,lower,upper,size\n";
        for (std::size_t i = 0; i <= most_handled_at_once; ++i) {
            const QByteArray number = QByteArray::number(static_cast<qulonglong>(i));
            text += "b" + number + "," + number + "," + QByteArray::number(static_cast<qulonglong>(i + 1)) + ",8\n";
        }
        write(text);
        choose_planner(QStringLiteral("greedy-by-size"));
        open(plan_);
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().state().trace != nullptr, 20'000);
        window_->session().plan().show_frame(FrameIndex(3));
        QTRY_VERIFY(window_->session().state().frame == FrameIndex(3));
        open_again();
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().state().frame == FrameIndex(3), 20'000);
    }

    void the_last_session_is_offered_with_the_focus_and_enter_opens_all_of_it() {
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QFile::remove(other);
        QVERIFY(QFile::copy(plan_, other));
        const QString memories = window_settings::file_folder();
        remember(memories, {plan_, "999999999-dead", 5, 10'000, {}});
        remember(memories, {other, "999999999-dead", 5, 9'000, {}});
        activate_window();
        window_->offer_last_session(true);
        auto* button = qobject_cast<QPushButton*>(window_->focusWidget());
        QVERIFY(button != nullptr);
        QCOMPARE(button->text(), QStringLiteral("Continue with plan.csv and 1 more file"));
        QTest::keyClick(button, Qt::Key_Return);
        QTRY_COMPARE(window_->session().path(), plan_);
        MainWindow* second = nullptr;
        for (QWidget* each : QApplication::topLevelWidgets()) {
            auto* window = qobject_cast<MainWindow*>(each);
            second = window != nullptr && window != window_.get() ? window : second;
        }
        QVERIFY(second != nullptr);
        QTRY_COMPARE(second->session().path(), other);
        second->close();
    }

    void without_a_last_session_nothing_is_offered() {
        window_->offer_last_session(true);
        for (const auto* button : window_->findChildren<QPushButton*>()) {
            QVERIFY(!button->isVisible() || !button->text().startsWith(QStringLiteral("Continue with")));
        }
    }

private:
    static void choose(const QActionGroup* group, int data) {
        for (QAction* action : group->actions()) {
            if (action->data().toInt() == data) {
                action->trigger();
            }
        }
    }

    void choose_planner(const QString& name) const {
        for (QAction* action : window_->actions().planners->actions()) {
            if (action->text() == name) {
                action->trigger();
            }
        }
    }

    void open_again(const QString& path) {
        window_->close();
        window_.reset();
        show_window_again();
        open(path);
    }
    void open_again() { open_again(plan_); }
};

ARENASCOPE_TEST(ViewMemoryTest)
#include "view_memory_test.moc"
