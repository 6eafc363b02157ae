#include "app/window/shell/main_window.h"

#include <algorithm>

#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QToolBar>
#include <QTreeView>

#include "app/window/dialogs/keys_dialog.h"
#include "tests/app/answered_box.h"
#include "tests/app/endless_run.h"
#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/transport/transport.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/plots/free_area_histogram/free_area_histogram.h"
#include "widgets/tables/buffer_table/buffer_table.h"
#include "widgets/tables/iteration_list/iteration_list.h"
#include "widgets/tables/live_set/live_set.h"
#include "widgets/tables/live_set/live_set_model.h"
#include "widgets/tables/overlap_list/overlap_list.h"

using namespace arenascope;
using namespace arenascope::test;

class MainWindowTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        show_active_window();
    }

    void cleanup() { close_window(); }

    void all_views_share_one_selection() {
        open(plan_);
        wait_until_idle();
        const auto place = window_->layout_view()->position_of(BufferIndex(1));
        QVERIFY(place.has_value());
        QTest::mouseClick(window_->layout_view(), Qt::LeftButton, Qt::NoModifier, *place);
        QCOMPARE(window_->session().selection().buffers(), std::vector<BufferIndex>{BufferIndex(1)});
        QCOMPARE(window_->docks().buffers->selection(), std::vector<BufferIndex>{BufferIndex(1)});
        QCOMPARE(window_->docks().inspector->value_of(QStringLiteral("Name")), QStringLiteral("b"));
        auto* table = window_->docks().buffers->findChild<QTableView*>();
        table->selectRow(2);
        QCOMPARE(window_->session().selection().buffers(), std::vector<BufferIndex>{BufferIndex(2)});
        QCOMPARE(window_->layout_view()->picture().content().selection, std::vector<BufferIndex>{BufferIndex(2)});
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        QVERIFY(window_->session().selection().buffers().empty());
    }

    void the_live_set_follows_cursor_range_layout_and_selection_and_selects() {
        open(plan_);
        LiveSet& live = *window_->docks().live_set;
        Session& session = window_->session();
        const auto shown = [&live](int column) {
            return test::column_of(*live.findChild<QTreeView*>(), column).join(' ');
        };
        QCOMPARE(shown(LiveSetModel::name), QStringLiteral("a b"));  // at step 2, the first with 16 bytes
        session.selection().set_cursor(Step(5));
        QCOMPARE(shown(LiveSetModel::name), QStringLiteral("b c"));
        session.plan().move_buffers({{BufferIndex(2), {Offset(16), RegionIndex(0)}}}, BufferIndex(2));
        QCOMPARE(shown(LiveSetModel::offset), QStringLiteral("8 16"));
        session.undo_stack()->undo();
        QCOMPARE(shown(LiveSetModel::offset), QStringLiteral("8 0"));
        session.selection().set_range(Lifetime{Step(0), Step(5)});
        QCOMPARE(shown(LiveSetModel::name), QStringLiteral("a b c"));
        QCOMPARE(live.fact(QStringLiteral("Lowest live size")), QStringLiteral("8 B at step 0"));
        QTreeView& list = *live.findChild<QTreeView*>();
        session.selection().select({BufferIndex(1)});
        QCOMPARE(list.selectionModel()->selectedRows().value(0).row(), 1);
        list.selectionModel()->select(list.model()->index(2, 0),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QCOMPARE(session.selection().buffers(), (std::vector<BufferIndex>{BufferIndex(2)}));
        session.plan().close();
        QCOMPARE(shown(LiveSetModel::name), QString());
    }

    void the_free_areas_follow_the_layout_and_the_time_cursor() {
        open(plan_);
        FreeAreaHistogram& areas = *window_->docks().free_areas;
        const QString free = QStringLiteral("Free");
        QCOMPARE(areas.fact(free), QStringLiteral("0 B"));
        window_->session().plan().move_buffers({{BufferIndex(1), {Offset(16), RegionIndex(0)}}}, BufferIndex(1));
        QCOMPARE(areas.fact(free), QStringLiteral("8 B"));
        window_->session().selection().set_cursor(Step(0));
        QCOMPARE(areas.fact(free), QStringLiteral("0 B"));
        emit areas.step_chosen(Step(3));
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(3)));
    }

    void keys_step_through_the_run() {
        open_tuned_sample();
        const int last = static_cast<int>(window_->session().steps().chief_steps().size()) - 1;
        QTest::keyClick(window_.get(), Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(window_->session().steps().chief_position(), 0);
        QTest::keyClick(window_.get(), Qt::Key_Period);
        QCOMPARE(window_->session().steps().chief_position(), 1);
        QCOMPARE(window_->docks().iterations->current(), window_->session().state().frame);
        QTest::keyClick(window_.get(), Qt::Key_Comma);
        QCOMPARE(window_->session().steps().chief_position(), 0);
        QTest::keyClick(window_.get(), Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(window_->session().steps().chief_position(), last);
    }

    void space_plays_and_pauses_unless_a_text_field_has_the_focus() {
        open_tuned_sample();
        activate_window();
        const auto& transport = *window_->findChild<Transport*>();
        transport.first_action()->trigger();
        int tried = 0;
        for (auto* widget : window_->findChildren<QWidget*>()) {
            widget->setFocus();
            const bool is_text_field = qobject_cast<QLineEdit*>(widget) != nullptr ||
                                       qobject_cast<QLineEdit*>(widget->parentWidget()) != nullptr ||
                                       qobject_cast<QAbstractSpinBox*>(widget) != nullptr;
            if (!widget->hasFocus() || is_text_field) {
                continue;
            }
            for (const bool playing : {true, false}) {
                QTest::keyClick(widget, Qt::Key_Space);
                QVERIFY2(transport.is_playing() == playing, widget->metaObject()->className());
            }
            ++tried;
        }
        QVERIFY(tried > 10);
        auto& field = *window_->docks().buffers->findChild<QLineEdit*>();
        field.setFocus();
        QTest::keyClick(&field, Qt::Key_Space);
        QCOMPARE(field.text(), QStringLiteral(" "));
        QVERIFY(!transport.is_playing());
    }

    void clicks_in_the_toolbar_leave_the_focus_with_the_picture() {
        open_tuned_sample();
        activate_window();
        window_->layout_view()->setFocus();
        for (const QAbstractButton* button : window_->findChild<QToolBar*>()->findChildren<QAbstractButton*>()) {
            QVERIFY2(!button->isVisible() || (button->focusPolicy() & Qt::ClickFocus) == 0, qPrintable(button->text()));
        }
        auto& check = *window_->findChild<QToolBar*>()->findChild<QPushButton*>();
        QTest::mouseClick(&check, Qt::LeftButton);
        QVERIFY(window_->layout_view()->hasFocus());
    }

    void keys_step_into_groups_and_out_again() {
        open_tuned_sample();
        window_->session().steps().show(1);
        const FrameIndex iteration = window_->session().state().frame;
        QTest::keyClick(window_.get(), Qt::Key_BracketRight);
        const auto& frames = window_->session().state().trace->frames;
        QCOMPARE(frames[window_->session().state().frame].kind, FrameKind::group);
        QTest::keyClick(window_.get(), Qt::Key_BracketRight);
        QCOMPARE(frames[window_->session().state().frame].kind, FrameKind::rearrangement);
        QTest::keyClick(window_.get(), Qt::Key_BracketLeft);
        QTest::keyClick(window_.get(), Qt::Key_BracketLeft);
        QCOMPARE(window_->session().state().frame, iteration);
    }

    void a_file_that_changes_on_disk_is_read_again() {
        open(plan_);
        window_->session().selection().select({BufferIndex(1)});
        wait_until_idle();
        write("id,lower,upper,size,offset\nb,2,6,8,8\na,0,4,8,0\nc,4,8,8,0\nd,4,8,8,16\n");
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().problem()->buffers.size(), std::size_t{4}, 10'000);
        QCOMPARE(window_->session().selection().buffers(), std::vector<BufferIndex>{BufferIndex(0)});
    }

    void a_file_broken_on_disk_keeps_the_last_good_picture_and_says_why() {
        open(plan_);
        wait_until_idle();
        write("id,lower,upper,size,offset\na,0,4,minus,0\n");
        QTRY_VERIFY_WITH_TIMEOUT(window_->message_bar()->isVisible() &&
                                     window_->message_bar()->text().contains(QStringLiteral("plan.csv:2")),
                                 10'000);
        QCOMPARE(window_->session().problem()->buffers.size(), std::size_t{3});
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().problem()->buffers.size(), std::size_t{1}, 10'000);
        QCOMPARE(window_->message_bar()->text(), QStringLiteral("plan.csv had changed on disk and was read again."));
    }

    void an_unsaved_edit_is_not_lost_when_the_file_changes_on_disk() {
        open(plan_);
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(64), RegionIndex(0)}}}, BufferIndex(0));
        wait_until_idle();
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        QTRY_VERIFY_WITH_TIMEOUT(window_->message_bar()->isVisible(), 10'000);
        QCOMPARE(window_->session().layout().placements[0]->offset, Offset(64));
    }

    void an_unreadable_file_is_refused_and_the_plan_stays() {
        open(plan_);
        const QString rubbish = folder_.filePath(QStringLiteral("rubbish.bin"));
        QFile file(rubbish);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(2000, '\x01'));
        file.close();
        window_->open(rubbish);
        QTRY_VERIFY(window_->message_bar()->isVisible() &&
                    window_->message_bar()->text().contains(QStringLiteral("rubbish.bin")));
        QCOMPARE(window_->session().path(), plan_);
    }

    void reading_again_keeps_a_zoomed_view_and_fits_a_fitted_one() {
        open(plan_);
        LayoutView* view = window_->layout_view();
        view->run(ViewCommand::zoom_in);
        view->run(ViewCommand::zoom_in);
        const View zoomed = view->camera().view();
        wait_until_idle();
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\nd,4,8,8,16\n");
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().problem()->buffers.size(), std::size_t{4}, 10'000);
        QVERIFY(view->camera().view() == zoomed);
        view->run(ViewCommand::fit);
        write("id,lower,upper,size,offset\na,0,40,8,0\n");
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().problem()->buffers.size(), std::size_t{1}, 10'000);
        QVERIFY(view->camera().is_fitted());
    }

    void quit_closes_every_window() {
        MainWindow second;
        second.show();
        QVERIFY(QTest::qWaitForWindowExposed(&second));
        window_->actions().quit->trigger();
        QVERIFY(!second.isVisible());
        QVERIFY(!window_->isVisible());
    }

    void the_tables_of_another_file_begin_at_the_top() {
        const auto rows = [](int count) {
            QByteArray text = "id,lower,upper,size,offset\n";
            for (int i = 0; i < count; ++i) {
                text += 'b' + QByteArray::number(i) + ",0,4,8," + QByteArray::number(8 * i) + '\n';
            }
            return text;
        };
        write(rows(300));
        open(plan_);
        auto* bar = window_->docks().buffers->findChild<QTableView*>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        bar->setValue(bar->maximum());
        write(rows(299));
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().problem()->buffers.size(), std::size_t{299}, 10'000);
        QVERIFY(bar->value() > 0);
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QFile file(other);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(rows(200));
        file.close();
        open(other);
        QCOMPARE(bar->value(), 0);
    }

    void an_incomplete_plan_is_shown_unchanged() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,\n");
        open(plan_);
        wait_until_idle();
        QVERIFY(!window_->session().tuning().run()->is_running());
        QVERIFY(!window_->session().layout().placements[1].has_value());
        QVERIFY(window_->layout_view()->position_of(BufferIndex(1)).has_value());
        window_->session().plan().move_buffers({{BufferIndex(1), {Offset(8), RegionIndex(0)}}}, BufferIndex(1));
        QVERIFY(window_->session().shown()->report()->unplaced.empty());
    }

    void keys_work_with_any_focus_data() {
        QTest::addColumn<QString>("dock");
        for (const char* dock : {"buffers", "overlaps", "iterations", "inspector", "peak_chain", "live_set",
                                 "debugging", "notes", "makers", "segments", "stacks", "free_areas"}) {
            QTest::newRow(dock) << QString::fromLatin1(dock);
        }
    }
    void keys_work_with_any_focus() {
        QFETCH(QString, dock);
        // These docks exist only for a snapshot, which is open without a run.
        const bool has_run =
            dock != QLatin1String("makers") && dock != QLatin1String("segments") && dock != QLatin1String("stacks");
        if (has_run) {
            open_tuned_sample();
        } else {
            open(test::sample(QStringLiteral("training_snapshot.pickle")));
        }
        auto* shown = window_->findChild<QDockWidget*>(dock);
        QVERIFY(shown != nullptr);
        shown->raise();
        QWidget* focus = shown->widget();
        if (auto* list = focus->findChild<QAbstractItemView*>()) {
            focus = list;
        }
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
            focus->setFocus();
            QTest::keyClick(focus, key, modifiers);
        };
        LayoutView* view = window_->layout_view();
        if (has_run) {
            const int last = static_cast<int>(window_->session().steps().chief_steps().size()) - 1;
            press(Qt::Key_Home);
            QCOMPARE(window_->session().steps().chief_position(), 0);
            press(Qt::Key_Period);
            QCOMPARE(window_->session().steps().chief_position(), 1);
            press(Qt::Key_Comma);
            QCOMPARE(window_->session().steps().chief_position(), 0);
            press(Qt::Key_End);
            QCOMPARE(window_->session().steps().chief_position(), last);
        }
        press(Qt::Key_Plus);
        QVERIFY(!view->camera().is_fitted());
        const View zoomed = view->camera().view();
        press(Qt::Key_F);
        QVERIFY(view->camera().is_fitted());
        press(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(view->camera().view() == zoomed);
        press(Qt::Key_Right, Qt::AltModifier);
        QVERIFY(view->camera().is_fitted());
        window_->session().selection().select({BufferIndex(3)});
        press(Qt::Key_Z);
        QVERIFY(!view->camera().is_fitted());
        press(Qt::Key_Escape);
        QVERIFY(window_->session().selection().buffers().empty());
        press(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(window_->docks().buffers->findChild<QLineEdit*>()->hasFocus());
    }

    void enter_opens_a_file_on_a_fresh_start() {
        activate_window();
        QString asked;
        QTimer look;
        connect(&look, &QTimer::timeout, window_.get(), [&asked] {
            if (QWidget* dialog = QApplication::activeModalWidget()) {
                asked = dialog->windowTitle();
                dialog->close();
            }
        });
        look.start(10);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(asked, QStringLiteral("Open Plan"));
    }

    void letters_typed_into_the_filter_are_text() {
        open_tuned_sample();
        window_->layout_view()->run(ViewCommand::zoom_in);
        const View zoomed = window_->layout_view()->camera().view();
        const int position = window_->session().steps().chief_position();
        window_->docks().buffers->focus_filter();
        auto* field = window_->docks().buffers->findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("fz,. +-"));
        QCOMPARE(field->text(), QStringLiteral("fz,. +-"));
        QTest::keyClick(field, Qt::Key_Home);
        QVERIFY(window_->layout_view()->camera().view() == zoomed);
        QCOMPARE(window_->session().steps().chief_position(), position);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(field->text().isEmpty());
    }

    void the_keys_dialog_lists_every_key() {
        const QString text = KeysDialog(*window_->menuBar(), nullptr).text();
        for (const char* key : {"F",
                                "Z",
                                "+",
                                "-",
                                "Home",
                                "End",
                                ",",
                                ".",
                                "Space",
                                "Ctrl+T",
                                "Ctrl+K",
                                "Ctrl+E",
                                "Ctrl+Shift+C",
                                "Ctrl+F",
                                "Esc",
                                "Arrows",
                                "Alt+Left",
                                "F8",
                                "F9",
                                "F3",
                                "Wheel",
                                "F11",
                                "Ctrl+N",
                                "Ctrl+S",
                                "Ctrl+Shift+S",
                                "Right click",
                                "Middle drag"}) {
            QVERIFY2(text.contains(QLatin1String(key)), key);
        }
    }

    void the_import_warning_follows_undo_and_redo() {
        const QString model = folder_.filePath(QStringLiteral("model.param"));
        const auto write_model = [&](const QByteArray& hint) {
            QFile file(model);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("7767517\n2 2\nInput in 0 1 data -23330=4,1,10,1,1\nMine relu 1 1 data out" + hint + "\n");
        };
        write_model({});
        window_->open(model);
        QTRY_VERIFY_WITH_TIMEOUT(window_->message_bar()->isVisible() &&
                                     window_->message_bar()->text().contains(QStringLiteral("no known size")),
                                 10'000);
        write_model(" -23330=4,1,10,1,1");
        QTRY_COMPARE_WITH_TIMEOUT(window_->session().problem()->buffers.size(), std::size_t{2}, 10'000);
        // The note about the file goes as soon as a layout is planned.
        QTRY_VERIFY_WITH_TIMEOUT(!window_->message_bar()->isVisible(), 15'000);
        window_->session().undo_stack()->undo();
        QVERIFY(window_->message_bar()->isVisible());
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("no known size")));
        window_->session().undo_stack()->redo();
        QVERIFY(!window_->message_bar()->isVisible());
    }

    void a_filter_dims_the_rest() {
        open(plan_);
        window_->docks().buffers->focus_filter();
        QSignalSpy filtered(window_->docks().buffers, &BufferTable::filter_changed);
        QTest::keyClicks(window_->docks().buffers->findChild<QLineEdit*>(), QStringLiteral("begin>=4"));
        QTRY_VERIFY(!filtered.isEmpty());
        QTRY_COMPARE(*filtered.last().first().value<std::shared_ptr<const std::vector<bool>>>(),
                     (std::vector<bool>{false, false, true}));
    }

    void a_selection_dims_what_shares_no_time_with_it_unless_there_is_a_filter() {
        open(plan_);
        window_->session().selection().select({BufferIndex(0)});
        const LayoutPicture& picture = window_->layout_view()->picture();
        QCOMPARE(*picture.parts().dimmed, (std::vector<std::uint8_t>{0, 0, 1}));
        auto* field = window_->docks().buffers->findChild<QLineEdit*>();
        field->setText(QStringLiteral("size>4"));  // all match
        QVERIFY(std::ranges::count(*picture.parts().dimmed, 0) == 3);
        field->clear();
        QCOMPARE(*picture.parts().dimmed, (std::vector<std::uint8_t>{0, 0, 1}));
    }

    void escape_clears_the_filter_first_and_then_the_selection() {
        open(plan_);
        window_->session().selection().select({BufferIndex(1)});
        window_->docks().buffers->focus_filter();
        auto* field = window_->docks().buffers->findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("size>4"));
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(window_->docks().buffers->filter_text(), QString());
        QCOMPARE(window_->session().selection().buffers().size(), std::size_t{1});
        QTest::keyClick(window_->layout_view(), Qt::Key_Escape);
        QVERIFY(window_->session().selection().buffers().empty());
    }

    void the_next_overlap_selects_both() {
        open(sample(QStringLiteral("vendor_plan.csv")));
        QTest::keyClick(window_.get(), Qt::Key_F8);
        const Overlap& first = window_->session().shown()->report()->overlaps.front();
        QCOMPARE(window_->session().selection().buffers(), (std::vector<BufferIndex>{first.a, first.b}));
    }

    void a_reset_restores_all_docks() {
        open(sample(QStringLiteral("placed.csv")));
        window_->docks().inspector.dock->close();
        QVERIFY(!window_->docks().inspector.dock->isVisible());
        window_->actions().reset_mode->trigger();
        QTRY_VERIFY(window_->docks().inspector.dock->isVisible());
    }

    void the_theme_applies_to_custom_painted_widgets() {
        open(plan_);
        window_->actions().themes->actions().at(2)->trigger();
        QCOMPARE(window_->theme(), Theme::dark);
        wait_until_idle();
        const QColor ground = window_->layout_view()->grab().toImage().pixelColor(2, 2);
        QVERIFY(ground.lightness() < 80);
        window_->actions().themes->actions().at(1)->trigger();
        wait_until_idle();
        QVERIFY(window_->layout_view()->grab().toImage().pixelColor(2, 2).lightness() > 200);
        window_->actions().themes->actions().at(0)->trigger();
    }

    void closing_while_a_run_is_under_way_ends_it() {
        write(placed_endless_csv());
        open(plan_);
        window_->session().tuning().start({.planner = "hill-climb", .time_limit_seconds = 60.0});
        window_->session().undo_stack()->setClean();
        const auto kept = answer_next_box(QStringLiteral("Cancel"));
        window_->close();
        QVERIFY2(kept->contains(QStringLiteral("A run of hill-climb is under way.")), qPrintable(*kept));
        QVERIFY(window_->session().has_plan());
        QVERIFY(window_->session().tuning().run()->is_running());
        answer_next_box(QStringLiteral("Drop the Run"));
        window_->close();
        QVERIFY(!window_->session().has_plan());
    }

    void the_unit_is_the_same_at_the_next_start() {
        const auto choose = [this](Unit unit) {
            for (QAction* action : window_->actions().units->actions()) {
                if (action->data().toInt() == static_cast<int>(unit)) {
                    action->trigger();
                }
            }
        };
        choose(Unit::hexadecimal);
        window_->close();
        window_ = std::make_unique<MainWindow>();
        window_->show();
        open(plan_);
        QVERIFY(window_->layout_view()->picture().content().unit == Unit::hexadecimal);
        window_->actions().units->actions().constFirst()->trigger();
        QVERIFY(window_->layout_view()->picture().content().unit == Unit::bytes);
    }

    void the_same_docks_are_open_at_the_next_start() {
        window_->docks().live_set.dock->close();
        window_->close();
        show_window();
        QVERIFY(window_->docks().live_set.dock->isHidden());
        window_->actions().reset_mode->trigger();
        window_->close();
    }
};

ARENASCOPE_TEST(MainWindowTest)
#include "main_window_test.moc"
