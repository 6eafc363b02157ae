#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QMimeData>
#include <QTimer>
#include <QUrl>

#include "app/window/dialogs/export_dialog.h"
#include "core/trace/trace_player.h"
#include "tests/app/window_fixture.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The user of the window. Every drop and every key counts as one action.
class Person {
public:
    explicit Person(MainWindow& window) : window_(&window) {}

    void drop(const QString& path) {
        ++actions_;
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window_, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window_, &event);
    }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        ++actions_;
        QTest::keyClick(window_, key, modifiers);
    }

    /// Presses a key that opens a dialog, and a key in that dialog.
    void press_and_then(Qt::Key key, Qt::KeyboardModifiers modifiers, Qt::Key key_in_dialog) {
        QTimer::singleShot(100, window_, [this, key_in_dialog] {
            ++actions_;
            QTest::keyClick(QApplication::activeModalWidget(), key_in_dialog);
        });
        press(key, modifiers);
    }

    [[nodiscard]] int actions() const { return actions_; }

private:
    MainWindow* window_;
    int actions_ = 0;
};

}  // namespace

class FiveTasksTest : public QObject, private WindowFixture {
    Q_OBJECT

private:
    void tune() {
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        window_->actions().tune->trigger();
        QVERIFY(finished.wait(60'000));
    }

private slots:
    void init() {
        QFile::remove(plan_);
        QVERIFY(QFile::copy(sample(QStringLiteral("placed.csv")), plan_));
        show_window();
    }

    void cleanup() { close_window(); }

    void open_a_plan_and_know_that_it_has_no_overlap_in_one_action() {
        Person person(*window_);
        person.drop(plan_);
        QTRY_VERIFY(status().contains(QStringLiteral("no overlaps")));
        QCOMPARE(person.actions(), 1);
    }

    void tune_it_with_the_defaults_in_one_action() {
        open(plan_);
        Person person(*window_);
        QSignalSpy finished(window_->session().tuning().run(), &PlanRun::finished);
        person.press(Qt::Key_T, Qt::ControlModifier);
        QVERIFY(finished.wait(60'000));
        QVERIFY(window_->session().state().trace != nullptr);
        QCOMPARE(person.actions(), 1);
    }

    void go_to_the_iteration_that_lowered_the_peak_most_in_two_actions() {
        window_->open(sample(QStringLiteral("mobile_vision.json")));
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().state().trace != nullptr, 60'000);
        Person person(*window_);
        person.press(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        const FrameIndex wanted = largest_drop(*window_->session().state().trace);
        QVERIFY(wanted != FrameIndex::none());
        QCOMPARE(window_->session().state().frame, wanted);
        QVERIFY(person.actions() <= 2);
    }

    void put_the_picture_on_the_clipboard_in_one_action() {
        open(plan_);
        Person person(*window_);
        QApplication::clipboard()->clear();
        person.press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(!QApplication::clipboard()->image().isNull());
        QCOMPARE(person.actions(), 1);
    }

    void write_a_picture_file_for_the_review_in_two_actions() {
        open(plan_);
        Person person(*window_);
        const QString picture = proposed_picture_path(plan_, ExportChoices::Format::png);
        person.press_and_then(Qt::Key_E, Qt::ControlModifier, Qt::Key_Return);
        QVERIFY(!QImage(picture).isNull());
        QCOMPARE(person.actions(), 2);
    }
};

ARENASCOPE_TEST(FiveTasksTest)
#include "five_tasks_test.moc"
