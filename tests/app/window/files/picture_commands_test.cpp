#include "app/window/files/picture_commands.h"

#include <functional>

#include <QClipboard>
#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QSettings>
#include <QTimer>

#include "app/window/dialogs/export_dialog.h"
#include "tests/app/window_fixture.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/buffer_table/buffer_table.h"

using namespace arenascope;
using namespace arenascope::test;

class PictureCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        show_window();
        open(plan_);
    }

    void cleanup() {
        close_window();
        QSettings().clear();
    }

    void the_whole_plan_is_proposed_and_when_zoomed_in_what_is_seen_with_its_marks() {
        QCOMPARE(proposed().extent, ExportChoices::Extent::whole_plan);
        QVERIFY(!proposed().marks);
        window_->layout_view()->run(ViewCommand::zoom_in);
        QCOMPARE(proposed().extent, ExportChoices::Extent::what_is_seen);
        QVERIFY(proposed().marks && proposed().legend && proposed().caption);
    }

    void the_last_choices_are_proposed_again_for_the_same_kind_of_view() {
        (void)exported_with([](ExportChoices& choices) {
            choices.legend = false;
            choices.theme = Theme::dark;
            choices.title = QStringLiteral("one");
        });
        QVERIFY(!proposed().legend);
        QCOMPARE(proposed().theme, Theme::dark);
        QCOMPARE(proposed().title, QStringLiteral("one"));
        window_->layout_view()->run(ViewCommand::zoom_in);
        QCOMPARE(proposed().extent, ExportChoices::Extent::what_is_seen);
        (void)exported_with([](ExportChoices& choices) { choices.extent = ExportChoices::Extent::whole_plan; });
        QCOMPARE(proposed().extent, ExportChoices::Extent::whole_plan);
        QVERIFY(!proposed().legend);
        // Another file has another title.
        const QString other = folder_.filePath(QStringLiteral("other.csv"));
        QVERIFY(QFile::copy(plan_, other));
        open(other);
        QCOMPARE(proposed().title, QString());
    }

    void a_part_with_marks_says_so() {
        window_->session().selection().select({BufferIndex(0)});
        window_->session().selection().set_cursor(Step(3));
        window_->layout_view()->run(ViewCommand::zoom_to_selection);
        const QByteArray svg = exported_with({});
        QVERIFY(svg.contains("part of the plan: step"));
        QVERIFY(svg.contains("time cursor at step 3"));
        QVERIFY(svg.contains("selected: 'a'"));
        QVERIFY(svg.contains("dimmed: 1 of 3 buffers, which share no time with the selection"));
    }

    void the_filter_that_dims_is_named_and_not_one_that_is_still_wrong() {
        window_->docks().buffers->set_filter_text(QStringLiteral("begin > 1"));
        const auto with_marks = [](ExportChoices& choices) { choices.marks = true; };
        const QByteArray wanted = "dimmed: 1 of 3 buffers, which do not match the filter 'begin &gt; 1'";
        QVERIFY(exported_with(with_marks).contains(wanted));
        window_->docks().buffers->set_filter_text(QStringLiteral("begin > "));
        QVERIFY(exported_with(with_marks).contains(wanted));
    }

    void the_whole_plan_is_exported_without_marks_unless_they_are_asked_for() {
        window_->session().selection().select({BufferIndex(0)});
        QVERIFY(!exported_with({}).contains("selected"));
        QVERIFY(exported_with([](ExportChoices& choices) { choices.marks = true; }).contains("selected: 'a'"));
    }

    void an_edited_plan_says_so() {
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(64), RegionIndex(0)}}}, BufferIndex(0));
        QVERIFY(exported_with({}).contains("edited by hand"));
        window_->session().undo_stack()->undo();
        QVERIFY(!exported_with({}).contains("edited by hand"));
        // The same of an edit of the problem.
        window_->session().selection().select({BufferIndex(0)});
        window_->actions().duplicate->trigger();
        QVERIFY(exported_with({}).contains("edited by hand"));
    }

    void a_step_and_a_step_inside_it_say_which_they_are() {
        open_tuned_sample();
        window_->session().steps().show(1);
        const QByteArray place = window_->session().steps().place().toUtf8();
        QVERIFY(place.startsWith("iteration 1 of "));
        const QByteArray iteration = exported_with({});
        QVERIFY(iteration.contains(place));
        QVERIFY(!iteration.contains("group 1"));
        window_->session().steps().go_in();
        window_->session().steps().go_in();
        const QByteArray inner = exported_with({});
        QVERIFY(inner.contains(place + ", group 1, rearrangement 1"));
    }

    void the_best_layout_of_a_run_under_way_is_neither_a_step_nor_that_of_the_planner_before() {
        open_tuned_sample();
        window_->session().steps().show(1);
        const ShownPlan& shown = *window_->session().shown();
        window_->session().plan().show_preview(
            std::make_shared<const BestSoFar>(BestSoFar(*shown.problem, *shown.layout, *shown.risks)));
        const QByteArray svg = exported_with({});
        QVERIFY(svg.contains("best layout so far of a run under way"));
        QVERIFY(!svg.contains("iteration 1 of "));
        QVERIFY(!svg.contains("planner peak-suppression"));
    }

    void the_copied_picture_is_what_is_seen_with_its_marks() {
        const QImage whole = copied();
        window_->layout_view()->run(ViewCommand::zoom_in);
        const QImage part = copied();
        QVERIFY(part != whole);
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("a part of the plan")));
        window_->session().selection().select({BufferIndex(1)});
        const QImage selected = copied();
        QVERIFY(selected != part);
        window_->session().selection().set_cursor(Step(4));
        QVERIFY(copied() != selected);
    }

private:
    /// Opens the export dialog and gives it to `act`, which must close it.
    void with_dialog(const std::function<void(ExportDialog&)>& act) {
        bool was_open = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
            was_open = dialog != nullptr;
            if (was_open) {
                act(*dialog);
            }
        });
        window_->actions().export_picture->trigger();
        QVERIFY(was_open);
    }

    ExportChoices proposed() {
        ExportChoices choices;
        with_dialog([&](ExportDialog& dialog) {
            choices = dialog.choices();
            QTest::keyClick(&dialog, Qt::Key_Escape);
        });
        return choices;
    }

    /// Exports an SVG with the proposed choices after `change`. Returns its content, without line breaks in texts.
    QByteArray exported_with(const std::function<void(ExportChoices&)>& change) {
        QString path;
        with_dialog([&](ExportDialog& dialog) {
            auto* options = dialog.findChild<ExportOptions*>();
            ExportChoices choices = dialog.choices();
            choices.format = ExportChoices::Format::svg;
            choices.width = 6000;  // one line of caption
            if (change) {
                change(choices);
            }
            options->set_choices(choices);
            emit options->choices_changed(choices);
            path = dialog.path();
            QTest::keyClick(&dialog, Qt::Key_Return);
        });
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QImage copied() {
        QApplication::clipboard()->clear();
        window_->actions().copy_picture->trigger();
        // It is drawn on another thread, however small the plan is.
        [&] { QTRY_VERIFY(!QApplication::clipboard()->image().isNull()); }();
        return QApplication::clipboard()->image();
    }
};

ARENASCOPE_TEST(PictureCommandsTest)
#include "picture_commands_test.moc"
