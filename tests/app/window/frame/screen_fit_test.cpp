#include "app/window/frame/screen_fit.h"

#include "app/window/shell/main_window.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class ScreenFitTest : public QObject {
    Q_OBJECT

private slots:
    void a_window_that_fits_does_not_move() {
        QCOMPARE(fitted({100, 100, 800, 600}, {4, 24, 4, 4}, {0, 0, 1440, 900}), QRect(100, 100, 800, 600));
    }

    void a_window_as_large_as_the_screen_shrinks_for_its_frame() {
        QCOMPARE(fitted({2, 40, 1440, 900}, {2, 40, 2, 2}, {0, 0, 1440, 900}), QRect(2, 40, 1436, 858));
    }

    void a_window_over_an_edge_is_moved_inside() {
        QCOMPARE(fitted({1000, 500, 800, 600}, {4, 24, 4, 4}, {0, 30, 1440, 870}), QRect(636, 296, 800, 600));
        QCOMPARE(fitted({-300, -20, 800, 600}, {4, 24, 4, 4}, {0, 30, 1440, 870}), QRect(4, 54, 800, 600));
    }

    void the_main_window_opens_within_the_screen() {
        for (const QSize& remembered : {QSize(), QSize(5000, 4000)}) {
            MainWindow window;
            if (remembered.isValid()) {
                window.resize(remembered);
            }
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            // The tool bar may need more width than the test's screen has.
            const QRect screen = window.screen()->availableGeometry();
            QTRY_VERIFY(window.frameGeometry().top() >= screen.top());
            QTRY_VERIFY(window.frameGeometry().bottom() <= screen.bottom());
            QVERIFY(window.width() <= std::max(screen.width(), window.minimumSizeHint().width()));
        }
    }
};

ARENASCOPE_TEST(ScreenFitTest)
#include "screen_fit_test.moc"
