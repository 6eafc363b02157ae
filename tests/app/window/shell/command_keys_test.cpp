#include "app/window/shell/command_keys.h"

#include <QDockWidget>
#include <QLineEdit>

#include "tests/app/window_fixture.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A field that takes every key for editing, as a field on X11 does with Ctrl+E and Ctrl+K.
class EagerField final : public QLineEdit {
public:
    using QLineEdit::QLineEdit;
    bool event(QEvent* event) override {
        if (event->type() == QEvent::ShortcutOverride) {
            event->accept();
            return true;
        }
        return QLineEdit::event(event);
    }
};

bool is_taken(QWidget& field, Qt::Key key, Qt::KeyboardModifiers modifiers) {
    QKeyEvent asked(QEvent::ShortcutOverride, key, modifiers);
    asked.ignore();
    QCoreApplication::sendEvent(&field, &asked);
    return asked.isAccepted();
}

}  // namespace

class CommandKeysTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,0\n");
        show_active_window();
        open(plan_);
        field_ = new EagerField(window_->docks().inspector);
        field_->show();
        field_->setFocus();
    }
    void cleanup() { close_window(); }

    void a_command_runs_while_a_field_of_a_dock_has_the_focus() {
        QSignalSpy checked(window_->actions().check, &QAction::triggered);
        field_->setText(QStringLiteral("kept"));
        QTest::keyClick(field_, Qt::Key_K, Qt::ControlModifier);
        QCOMPARE(checked.size(), 1);
        QCOMPARE(field_->text(), QStringLiteral("kept"));
    }

    void every_command_with_ctrl_and_a_letter_keeps_its_key() {
        int commands = 0;
        for (const QAction* action : window_->QWidget::actions()) {
            for (const QKeySequence& keys : action->shortcuts()) {
                const QKeyCombination key = keys[0];
                const bool is_letter = key.key() >= Qt::Key_A && key.key() <= Qt::Key_Z;
                const bool is_undo =
                    action->text().contains(QStringLiteral("ndo")) || action->text().contains(QStringLiteral("edo"));
                if (!key.keyboardModifiers().testFlag(Qt::ControlModifier) || !is_letter || !action->isEnabled() ||
                    is_undo) {
                    continue;
                }
                ++commands;
                QVERIFY2(!is_taken(*field_, key.key(), key.keyboardModifiers()), qPrintable(action->text()));
            }
        }
        QVERIFY(commands > 8);
    }

    void letters_and_the_keys_of_editing_belong_to_the_field() {
        QVERIFY(is_taken(*field_, Qt::Key_E, Qt::NoModifier));
        QVERIFY(is_taken(*field_, Qt::Key_K, Qt::ShiftModifier));
        for (const Qt::Key key : {Qt::Key_Z, Qt::Key_X, Qt::Key_C, Qt::Key_V, Qt::Key_A}) {
            QVERIFY2(is_taken(*field_, key, Qt::ControlModifier), qPrintable(QKeySequence(key).toString()));
        }
    }

    void undo_and_redo_are_of_the_text_in_a_field_and_of_the_plan_elsewhere() {
        Session& session = window_->session();
        session.plan().move_buffers({{BufferIndex(0), {Offset(16), RegionIndex(0)}}}, BufferIndex(0));
        window_->actions().find->trigger();
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(field != nullptr);
        QTest::keyClicks(field, QStringLiteral("size"));
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(field->text(), QString());
        QVERIFY(session.undo_stack()->canUndo());
        QTest::keyClick(field, Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(field->text(), QStringLiteral("size"));
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(field->text(), QStringLiteral("size"));
        QVERIFY(session.undo_stack()->canUndo() && !session.undo_stack()->canRedo());
        LayoutView* view = window_->layout_view();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(session.undo_stack()->canRedo());
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(session.undo_stack()->canRedo());
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(!session.undo_stack()->canRedo());
    }

    void the_keys_of_a_disabled_command_belong_to_the_field() {
        window_->actions().check->setEnabled(false);
        QVERIFY(is_taken(*field_, Qt::Key_K, Qt::ControlModifier));
    }

    void a_field_of_a_floating_dock_is_a_field_of_the_window() {
        window_->docks().inspector.dock->setFloating(true);
        QVERIFY(field_->window() != window_.get());
        QVERIFY(!is_taken(*field_, Qt::Key_E, Qt::ControlModifier));
        window_->docks().inspector.dock->setFloating(false);
    }

    void fields_of_other_windows_keep_their_keys() {
        QWidget other;
        EagerField field(&other);
        QVERIFY(is_taken(field, Qt::Key_K, Qt::ControlModifier));
    }

private:
    EagerField* field_ = nullptr;
};

ARENASCOPE_TEST(CommandKeysTest)
#include "command_keys_test.moc"
