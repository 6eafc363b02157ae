#include "app/window/inspect/note_views.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <qcustomplot.h>

#include "app/window/dialogs/note_dialog.h"
#include "core/format/reading.h"
#include "tests/app/window_fixture.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/note_list/note_list.h"

using namespace arenascope;
using namespace arenascope::test;

class NoteViewsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,40,80,0\nb,20,60,80,80\nc,40,80,80,0\n");
        show_active_window();
        open(plan_);
        view().set_animated(false);
        replot();
    }
    void cleanup() { close_window(); }

    void a_note_is_added_to_the_buffer_under_the_pointer() {
        right_click(view().position_of(BufferIndex(1)).value());
        trigger(QStringLiteral("Add Note…"));
        QCOMPARE(anchors(), (QStringList{"b", anchors().value(1), anchors().value(2)}));
        QVERIFY(anchors()[1].startsWith(QStringLiteral("step ")) && anchors()[1].contains(QStringLiteral("offset")));
        write_note(QStringLiteral("why not lower?\n好 👩‍🔬"));
        QCOMPARE(notes(), (std::vector<PinnedNote>{{"why not lower?\n好 👩‍🔬", BufferIndex(1)}}));
        QVERIFY(!window_->session().undo_stack()->isClean());
        QVERIFY(view().picture().content().chosen_note == std::size_t{0});
        QCOMPARE(table().model()->rowCount(), 1);
    }

    void a_note_can_be_pinned_to_the_place_or_the_step_instead() {
        for (const int anchor : {1, 2}) {
            right_click(view().position_of(BufferIndex(1)).value());
            trigger(QStringLiteral("Add Note…"));
            dialog()->findChild<QComboBox*>()->setCurrentIndex(anchor);
            write_note(QStringLiteral("here"));
        }
        QVERIFY(std::holds_alternative<BytePlace>(notes()[0].anchor));
        QVERIFY(std::holds_alternative<Step>(notes()[1].anchor));
    }

    void the_keyboard_pins_to_the_selection_else_to_the_time_cursor_else_to_the_peak() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(anchors(), QStringList{QStringLiteral("step 20")});
        write_note(QStringLiteral("the peak"));
        window_->session().selection().set_cursor(Step(7));
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(anchors(), QStringList{QStringLiteral("step 7")});
        write_note(QStringLiteral("the cursor"));
        window_->session().selection().select({BufferIndex(2)});
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(anchors(), (QStringList{"c", "step 7"}));
        write_note(QStringLiteral("c"));
        QCOMPARE(notes(),
                 (std::vector<PinnedNote>{{"the peak", Step(20)}, {"the cursor", Step(7)}, {"c", BufferIndex(2)}}));
    }

    void an_empty_note_cannot_be_added_and_escape_adds_none() {
        window_->actions().add_note->trigger();
        QTest::keyClick(dialog()->findChild<QPlainTextEdit*>(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(dialog() != nullptr && dialog()->isVisible());
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(dialog() == nullptr);
        QVERIFY(notes().empty());
    }

    void a_click_on_a_flag_selects_its_buffer_and_marks_the_row() {
        set_notes({{"one", Step(70)}, {"two", BufferIndex(1)}});
        const auto before = window_->session().selection().cursor();
        click_flag(1);
        QCOMPARE(window_->session().selection().buffers(), std::vector{BufferIndex(1)});
        QCOMPARE(window_->session().selection().cursor(), before);
        QCOMPARE(table().currentIndex().row(), 1);
        QVERIFY(view().picture().content().chosen_note == std::size_t{1});
        click_flag(0);
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(70)));
        QVERIFY(view().picture().content().chosen_note == std::size_t{0});
        QTest::mouseClick(&view(), Qt::LeftButton, Qt::NoModifier, view().position_of(BufferIndex(0)).value());
        QVERIFY(!view().picture().content().chosen_note);
        QCOMPARE(window_->session().selection().buffers(), std::vector{BufferIndex(0)});
    }

    void a_flag_tells_its_text_under_the_pointer() {
        set_notes({{"two\nlines", BufferIndex(1)}});
        QVERIFY(!flag(0).isNull());  // the pointer is there now
        QVERIFY(view().pointer_target().note == std::size_t{0});
        QCOMPARE(tooltip_text(view().picture(), view().pointer_target()), QStringLiteral("note 1 · b\ntwo\nlines"));
        QCOMPARE(view().cursor().shape(), Qt::PointingHandCursor);
    }

    void a_row_goes_there_even_if_it_is_out_of_view() {
        set_notes(
            {{"b", BufferIndex(1)}, {"late", Step(75)}, {"hole", BytePlace{RegionIndex(0), Offset(120), Step(70)}}});
        window_->docks().notes.dock->show();
        window_->docks().notes.bring_to_front();
        view().set_view({{0, 10}, {0, 20}});
        click_cell(table(), 0, 2);
        QVERIFY(view().position_of(BufferIndex(1)).has_value());
        view().set_view({{0, 10}, {0, 20}});
        click_cell(table(), 1, 2);
        QCOMPARE(window_->session().selection().cursor(), std::optional(Step(75)));
        QVERIFY(view().camera().view().steps.from <= 75 && view().camera().view().steps.to >= 76);
        view().set_view({{0, 10}, {0, 20}});
        click_cell(table(), 2, 2);
        QVERIFY(view().camera().view().bytes.from <= 120 && view().camera().view().bytes.to >= 120);
    }

    void the_menu_of_a_flag_edits_and_deletes_and_undo_brings_back() {
        set_notes({{"one", BufferIndex(0)}, {"two", BufferIndex(1)}});
        QVERIFY(!window_->actions().edit_note->isEnabled());
        right_click(flag(1));
        trigger(QStringLiteral("Edit Note…"));
        auto* field = dialog()->findChild<QPlainTextEdit*>();
        QCOMPARE(field->toPlainText(), QStringLiteral("two"));
        QVERIFY(!dialog()->findChild<QComboBox*>()->isEnabled());
        field->selectAll();
        write_note(QStringLiteral("changed"));
        QCOMPARE(notes()[1].text, std::string("changed"));
        right_click(flag(0));
        trigger(QStringLiteral("Delete Note"));
        QCOMPARE(notes(), (std::vector<PinnedNote>{{"changed", BufferIndex(1)}}));
        QVERIFY(!view().picture().content().chosen_note);
        window_->session().undo_stack()->undo();
        window_->session().undo_stack()->undo();
        QCOMPARE(notes(), (std::vector<PinnedNote>{{"one", BufferIndex(0)}, {"two", BufferIndex(1)}}));
        QCOMPARE(table().model()->rowCount(), 2);
    }

    void rows_are_edited_and_deleted_by_keys() {
        set_notes({{"one", BufferIndex(0)}, {"two", BufferIndex(1)}, {"three", Step(3)}});
        window_->docks().notes.dock->show();
        window_->docks().notes.bring_to_front();
        click_cell(table(), 1, 2);
        QTest::keyClick(&table(), Qt::Key_F2);
        QVERIFY(dialog() != nullptr);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(dialog() == nullptr);
        QTest::keyClick(&table(), Qt::Key_Delete);
        QTest::keyClick(&table(), Qt::Key_Delete);
        QCOMPARE(notes(), (std::vector<PinnedNote>{{"one", BufferIndex(0)}}));
        // The buffers are still there: the key did not drop them.
        QCOMPARE(window_->session().problem()->buffers.size(), std::size_t{3});
    }

    void a_colleague_opens_the_saved_plan_and_finds_the_notes() {
        QVERIFY(!window_->docks().notes.dock->isVisible());
        set_notes({{"two", BufferIndex(1)}});
        const QString saved = folder_.filePath(QStringLiteral("noted.json"));
        QVERIFY(window_->session().file().save_layout(saved).has_value());
        close_window();
        show_active_window();
        open(saved);
        replot();
        QTRY_VERIFY(window_->docks().notes.dock->isVisible());
        QCOMPARE(column_of(table(), 2), QStringList{QStringLiteral("two")});
        QVERIFY(view().picture().content().notes->size() == 1);
        click_flag(0);
        QCOMPARE(window_->session().selection().buffers(), std::vector{BufferIndex(1)});
    }

    void closing_asks_because_a_note_is_unsaved() {
        set_notes({{"two", BufferIndex(1)}});
        bool was_asked = false;
        QTimer::singleShot(0, this, [&was_asked] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            was_asked = box != nullptr;
            if (box != nullptr) {
                box->button(QMessageBox::Cancel)->click();
            }
        });
        window_->actions().close->trigger();
        QVERIFY(was_asked);
        QVERIFY(window_->session().has_plan());
    }

    void a_note_written_while_its_buffer_went_is_not_added() {
        right_click(view().position_of(BufferIndex(1)).value());
        trigger(QStringLiteral("Add Note…"));
        write("id,lower,upper,size,offset\na,0,40,80,0\n");
        QSignalSpy opened(&window_->session().plan(), &OpenPlan::opened);
        window_->session().file().reload();
        QVERIFY(opened.wait(10'000));
        write_note(QStringLiteral("late"));
        QVERIFY(notes().empty());
    }

    void closing_the_plan_clears_the_list() {
        set_notes({{"two", BufferIndex(1)}});
        window_->session().undo_stack()->setClean();
        window_->session().plan().close();
        QCOMPARE(table().model()->rowCount(), 0);
        QVERIFY(!window_->actions().edit_note->isEnabled());
        QVERIFY(!window_->actions().add_note->isEnabled());
    }

private:
    [[nodiscard]] LayoutView& view() const { return *window_->layout_view(); }
    [[nodiscard]] QTableView& table() const {
        return *window_->docks().notes->findChild<QTabWidget*>()->widget(0)->findChild<QTableView*>();
    }
    [[nodiscard]] const std::vector<PinnedNote>& notes() const { return window_->session().state().pinned_notes; }
    [[nodiscard]] NoteDialog* dialog() const { return window_->findChild<NoteDialog*>(); }
    [[nodiscard]] QStringList anchors() const {
        QStringList words;
        const auto* box = dialog()->findChild<QComboBox*>();
        for (int i = 0; i < box->count(); ++i) {
            words << box->itemText(i);
        }
        return words;
    }
    void set_notes(std::vector<PinnedNote> notes) const {
        window_->session().plan().annotate(std::move(notes), {}, QStringLiteral("Notes"));
        replot();
    }
    void replot() const { view().findChild<QCustomPlot*>()->replot(QCustomPlot::rpImmediateRefresh); }
    void right_click(QPoint at) const { QTest::mouseClick(&view(), Qt::RightButton, Qt::NoModifier, at); }
    static void trigger(const QString& text) {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        for (QAction* action : menu->actions()) {
            if (QString(action->text()).remove(QLatin1Char('&')) == text) {
                action->trigger();
                menu->close();
                return;
            }
        }
        QFAIL(qPrintable(QStringLiteral("no entry %1").arg(text)));
    }
    /// Types a text into the dialog and accepts it by Ctrl+Enter.
    void write_note(const QString& text) {
        auto* field = dialog()->findChild<QPlainTextEdit*>();
        field->insertPlainText(text);
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(dialog() == nullptr);
        activate_window();
        replot();
    }
    /// Where the flag of a note is in the picture.
    [[nodiscard]] QPoint flag(std::size_t note) const {
        for (int y = 0; y < view().height(); y += 2) {
            for (int x = 0; x < view().width(); x += 2) {
                QMouseEvent move(QEvent::MouseMove, QPointF(x, y), view().mapToGlobal(QPointF(x, y)), Qt::NoButton,
                                 Qt::NoButton, Qt::NoModifier);
                QCoreApplication::sendEvent(&view(), &move);
                if (view().pointer_target().note == note) {
                    return {x + 2, y + 2};
                }
            }
        }
        return {};
    }
    void click_flag(std::size_t note) const {
        QTest::mouseClick(&view(), Qt::LeftButton, Qt::NoModifier, flag(note));
        replot();
    }
};

ARENASCOPE_TEST(NoteViewsTest)
#include "note_views_test.moc"
