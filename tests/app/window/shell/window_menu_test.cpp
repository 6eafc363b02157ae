#include "app/window/shell/window_menu.h"

#include <QMenuBar>

#include "tests/app/window_fixture.h"

using namespace arenascope;
using namespace arenascope::test;

class WindowMenuTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        plan_ = folder_.filePath(QStringLiteral("b&c[*].csv"));
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        show_window();
        open(plan_);
    }
    void cleanup() { close_window(); }

    void lists_the_open_windows_and_marks_this_one() {
        MainWindow second;
        second.show();
        QVERIFY(QTest::qWaitForWindowExposed(&second));
        QCOMPARE(entries(*window_), (QStringList{"Arenascope", "✓ b&&c[*].csv — Arenascope"}));
        QCOMPARE(entries(second), (QStringList{"✓ Arenascope", "b&&c[*].csv — Arenascope"}));
        second.close();
        QCOMPARE(entries(*window_).size(), 1);
    }

    void a_plan_with_unsaved_changes_has_a_star() {
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(8), RegionIndex(0)}}}, BufferIndex(0));
        QCOMPARE(entries(*window_), QStringList{"✓ b&&c[*].csv* — edited by hand — Arenascope"});
    }

    void choosing_a_window_brings_it_to_the_front() {
        MainWindow second;
        second.show();
        QVERIFY(QTest::qWaitForWindowActive(&second));
        emit menu(second).aboutToShow();
        menu(second).actions().constLast()->trigger();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        second.close();
    }

    void a_new_window_is_empty_and_is_listed() {
        window_->actions().new_window->trigger();
        QCOMPARE(entries(*window_).size(), 2);
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (auto* other = qobject_cast<MainWindow*>(widget); other != nullptr && other != window_.get()) {
                QVERIFY(other->isVisible());
                QVERIFY(!other->session().has_plan());
                QVERIFY(other->testAttribute(Qt::WA_DeleteOnClose));
                other->close();
            }
        }
        QTRY_COMPARE(entries(*window_).size(), 1);
    }

private:
    static QMenu& menu(const MainWindow& window) {
        for (const QAction* entry : window.menuBar()->actions()) {
            if (entry->text() == QStringLiteral("&Window")) {
                return *entry->menu();
            }
        }
        qFatal("there is no menu of windows");
    }
    static QStringList entries(const MainWindow& window) {
        emit menu(window).aboutToShow();
        QStringList texts;
        for (const QAction* entry : menu(window).actions()) {
            texts << (entry->isChecked() ? QStringLiteral("✓ ") : QString()) + entry->text();
        }
        return texts;
    }
};

ARENASCOPE_TEST(WindowMenuTest)
#include "window_menu_test.moc"
