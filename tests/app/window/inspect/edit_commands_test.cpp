#include "app/window/inspect/edit_commands.h"

#include <algorithm>

#include <QCheckBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QLineEdit>
#include <QTimer>

#include "app/window/dialogs/add_buffer_dialog.h"
#include "app/window/frame/window_actions.h"
#include "app/window/frame/window_docks.h"
#include "tests/app/window_fixture.h"
#include "tests/support/first_buffers.h"
#include "widgets/panels/inspector/buffer_form.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/tables/iteration_list/iteration_list.h"

using namespace arenascope;
using namespace arenascope::test::first_buffers;
using namespace arenascope::test;

class EditCommandsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
        show_active_window();
        open(plan_);
    }
    void cleanup() { close_window(); }

    void a_size_is_typed_in_the_inspector_and_checked_at_once() {
        session().selection().select({a});
        QTest::keyClick(window_.get(), Qt::Key_F2);
        QTRY_VERIFY(field("Size").hasFocus());
        type("Size", QStringLiteral("1 KiB"));
        QTest::keyClick(&field("Size"), Qt::Key_Return);
        QCOMPARE(buffer(a).size, Bytes(1024));
        QCOMPARE(session().shown()->report()->overlap_count, std::size_t{1});
        QCOMPARE(field("Size").text(), QStringLiteral("1024"));
        QVERIFY(field("Size").hasFocus());
        QCOMPARE(session().undo_stack()->undoText(), QStringLiteral("Change a"));
        // Ctrl+Z in the field undoes the edit of the plan, once nothing is typed.
        QTest::keyClick(&field("Size"), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(buffer(a).size, Bytes(8));
    }

    void several_fields_are_one_change() {
        session().selection().select({a});
        type("First step", QStringLiteral("1"));
        type("End", QStringLiteral("3"));
        QCOMPARE(message(), QStringLiteral("Enter applies, Esc reverts."));
        QTest::keyClick(&field("End"), Qt::Key_Return);
        QCOMPARE(buffer(a).lifetime, (Lifetime{Step(1), Step(3)}));
        QCOMPARE(session().undo_stack()->count(), 1);
        QVERIFY(message().isEmpty());
    }

    void an_error_stays_beside_the_field_until_esc_reverts() {
        session().selection().select({a});
        type("End", QStringLiteral("0"));
        QTest::keyClick(&field("End"), Qt::Key_Return);
        QVERIFY2(message().contains(QStringLiteral("a lifetime begins before it ends")), qPrintable(message()));
        QVERIFY(session().undo_stack()->isClean());
        QCOMPARE(field("End").text(), QStringLiteral("0"));
        type("Size", QStringLiteral("many"));
        QTest::keyClick(&field("Size"), Qt::Key_Return);
        QVERIFY2(message().contains(QStringLiteral("'many' is not an amount of memory")), qPrintable(message()));
        QTest::keyClick(&field("Size"), Qt::Key_Escape);
        QCOMPARE(field("End").text(), QStringLiteral("4"));
        QCOMPARE(field("Size").text(), QStringLiteral("8"));
        QVERIFY(message().isEmpty());
        QCOMPARE(session().selection().buffers(), std::vector{a});
    }

    void the_keys_duplicate_drop_and_split() {
        session().selection().select({b});
        QTest::keyClick(window_.get(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(session().problem()->buffers.size(), std::size_t{4});
        QCOMPARE(session().selection().buffers(), std::vector{BufferIndex(3)});
        QCOMPARE(buffer(BufferIndex(3)).name, std::string("b#2"));
        QTest::keyClick(window_.get(), Qt::Key_Delete);
        QCOMPARE(session().problem()->buffers.size(), std::size_t{3});
        session().selection().select({b});
        QVERIFY(!window_->actions().split->isEnabled());
        QVERIFY(window_->actions().split->toolTip().contains(QStringLiteral("time cursor")));
        session().selection().set_cursor(Step(4));
        QTest::keyClick(window_.get(), Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(session().problem()->buffers.size(), std::size_t{4});
        QCOMPARE(session().selection().buffers(), (std::vector{b, BufferIndex(3)}));
        while (session().undo_stack()->canUndo()) {
            QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
        }
        QCOMPARE(session().problem()->buffers.size(), std::size_t{3});
        QVERIFY(!window_->isWindowModified());
    }

    void the_pin_is_set_and_removed_for_all_selected_buffers() {
        session().selection().select({a, b});
        QCOMPARE(pin_words(), QStringLiteral("Pin at Its Offset"));
        window_->actions().pin->trigger();
        QCOMPARE(buffer(b).pin, std::optional(Offset(8)));
        QCOMPARE(pin_words(), QStringLiteral("Remove Pin"));
        form().set_unfolded(true);
        auto* pinned = form().findChild<QCheckBox*>();
        QVERIFY(pinned->isChecked());
        QTest::mouseClick(pinned, Qt::LeftButton, {}, QPoint(8, pinned->height() / 2));
        QVERIFY(!buffer(a).pin && !buffer(b).pin);
        session().selection().select({a});
        type("Pinned offset", QStringLiteral("64"));
        QTest::keyClick(&field("Pinned offset"), Qt::Key_Return);
        QCOMPARE(buffer(a).pin, std::optional(Offset(64)));
        QCOMPARE(session().layout().placements[a]->offset, Offset(64));
    }

    void a_buffer_is_added_at_the_time_cursor() {
        session().selection().set_cursor(Step(5));
        QTimer::singleShot(0, this, [this] {
            auto* dialog = window_->findChild<AddBufferDialog*>();
            QVERIFY(dialog != nullptr);
            const QList<QLineEdit*> fields = dialog->findChildren<QLineEdit*>();
            fields[0]->setText(QStringLiteral("a"));
            QTest::keyClick(fields[0], Qt::Key_Return);
            QVERIFY(dialog->isVisible());  // the name is taken
            fields[0]->setText(QStringLiteral("new"));
            fields[1]->setText(QStringLiteral("4"));
            QTest::keyClick(fields[1], Qt::Key_Return);
        });
        QTest::keyClick(window_.get(), Qt::Key_Insert);
        QCOMPARE(session().problem()->buffers.size(), std::size_t{4});
        QCOMPARE(buffer(BufferIndex(3)).lifetime, (Lifetime{Step(5), Step(6)}));
        QCOMPARE(session().layout().placements.back()->offset, Offset(16));
        QCOMPARE(session().selection().buffers(), std::vector{BufferIndex(3)});
        QCOMPARE(session().undo_stack()->undoText(), QStringLiteral("Add new"));
    }

    void all_views_say_that_the_problem_was_edited_by_hand() {
        open_tuned_sample();
        window_->docks().inspector.bring_to_front();
        session().selection().select({a});
        const IterationList& list = *window_->docks().iterations;
        QVERIFY(list.current() != FrameIndex::none());
        type("Size", QStringLiteral("64"));
        QTest::keyClick(&field("Size"), Qt::Key_Return);
        const QString planner = QString::fromStdString(session().state().provenance->planner);
        QVERIFY2(window_->windowTitle().contains(planner + QStringLiteral(", then edited by hand")),
                 qPrintable(window_->windowTitle()));
        QCOMPARE(window_->docks().summary->value_of(QStringLiteral("Shown")), QStringLiteral("edited by hand"));
        QVERIFY(has_remark(list, QStringLiteral("The shown plan is edited by hand. No run of it is recorded.")));
        QVERIFY(window_->message_bar()->text().contains(QStringLiteral("The recorded run does not fit")));
        QVERIFY(!session().state().trace);
        session().undo_stack()->undo();
        QVERIFY(session().state().trace);
        QVERIFY(list.current() != FrameIndex::none());
    }

    void saving_an_edited_plan_of_another_tool_asks_for_a_file() {
        session().selection().select({a});
        QTest::keyClick(window_.get(), Qt::Key_D, Qt::ControlModifier);
        QFile before(plan_);
        QVERIFY(before.open(QIODevice::ReadOnly));
        const QByteArray content = before.readAll();
        bool asked = false;
        QTimer::singleShot(0, this, [&asked] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                asked = true;
                dialog->reject();
            }
        });
        window_->actions().save->trigger();
        QVERIFY(asked);
        QFile after(plan_);
        QVERIFY(after.open(QIODevice::ReadOnly));
        QCOMPARE(after.readAll(), content);
        QVERIFY(window_->isWindowModified());
    }

    void the_addresses_of_an_allocator_are_not_edited() {
        open(sample(QStringLiteral("training_snapshot.pickle")));
        session().selection().select({a});
        for (const QAction* action : {window_->actions().add_buffer, window_->actions().duplicate,
                                      window_->actions().drop_buffers, window_->actions().pin}) {
            QVERIFY2(!action->isEnabled(), qPrintable(action->text()));
            QVERIFY(action->toolTip().contains(QStringLiteral("an allocator recorded")));
        }
        QVERIFY(!form().isVisible());
    }

private:
    [[nodiscard]] Session& session() const { return window_->session(); }
    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return session().problem()->buffers[index]; }
    [[nodiscard]] BufferForm& form() const { return window_->docks().inspector->form(); }
    [[nodiscard]] QString pin_words() const { return window_->actions().pin->text().remove(QLatin1Char('&')); }

    [[nodiscard]] QLineEdit& field(const char* name) const {
        for (QLineEdit* line : form().findChildren<QLineEdit*>()) {
            if (line->accessibleName() == QLatin1String(name)) {
                return *line;
            }
        }
        qFatal("no field is called %s", name);
    }

    /// Replaces the text of a field, key by key.
    void type(const char* name, const QString& text) const {
        form().set_unfolded(true);
        field(name).setFocus();
        field(name).selectAll();
        QTest::keyClicks(&field(name), text);
    }

    /// The text below a field; empty: there is none.
    [[nodiscard]] QString message() const {
        for (const QLabel* label : form().findChildren<QLabel*>()) {
            if (label->wordWrap() && label->isVisible()) {
                return label->text();
            }
        }
        return {};
    }

    static bool has_remark(const IterationList& list, const QString& text) {
        const auto labels = list.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text() == text; });
    }
};

ARENASCOPE_TEST(EditCommandsTest)
#include "edit_commands_test.moc"
