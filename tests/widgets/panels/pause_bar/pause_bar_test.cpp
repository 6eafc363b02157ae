#include "widgets/panels/pause_bar/pause_bar.h"

#include <QSignalSpy>

#include "qt/painting/theme.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class PauseBarTest : public QObject {
    Q_OBJECT

private slots:
    void is_hidden_until_the_first_pause() {
        QWidget window;
        PauseBar bar(&window);
        window.show();
        QVERIFY(bar.isHidden());
        bar.show_pause(QStringLiteral("Paused at step <1>"));
        QVERIFY(bar.isVisible());
        QCOMPARE(bar.text(), QStringLiteral("Paused at step <1>"));
        QCOMPARE(bar.accessibleName(), bar.text());
    }

    void each_button_says_its_key_and_asks() {
        PauseBar bar;
        bar.set_keys(QStringLiteral("F5"), QStringLiteral("F10"));
        bar.show_pause(QStringLiteral("x"));
        QSignalSpy resume(&bar, &PauseBar::resume_requested);
        QSignalSpy step(&bar, &PauseBar::step_requested);
        QSignalSpy cancel(&bar, &PauseBar::cancel_requested);
        QStringList texts;
        for (QPushButton* button : bar.findChildren<QPushButton*>()) {
            texts << button->text();
            QVERIFY(!button->toolTip().isEmpty());
            QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(texts,
                 (QStringList{QStringLiteral("Continue F5"), QStringLiteral("Step F10"), QStringLiteral("Cancel")}));
        QCOMPARE(resume.size(), 1);
        QCOMPARE(step.size(), 1);
        QCOMPARE(cancel.size(), 1);
    }

    void follows_the_theme_while_it_is_shown() {
        PauseBar bar;
        bar.resize(600, 40);
        bar.show_pause(QStringLiteral("x"));
        for (const Theme theme : {Theme::dark, Theme::light}) {
            const test::ShownTheme shown(theme);
            const QImage image = bar.grab().toImage();
            QCOMPARE(image.pixelColor(0, 10), qt_color(palette(theme).high_over.edge));
            QCOMPARE(image.pixelColor(5, 1), qt_color(palette(theme).panel));
        }
    }

    void a_long_condition_does_not_widen_it() {
        PauseBar bar;
        bar.show_pause(QStringLiteral("x"));
        const int narrow = bar.minimumSizeHint().width();
        bar.show_pause(QString(2'000, QLatin1Char('x')));
        QCOMPARE(bar.minimumSizeHint().width(), narrow);
    }
};

ARENASCOPE_TEST(PauseBarTest)
#include "pause_bar_test.moc"
