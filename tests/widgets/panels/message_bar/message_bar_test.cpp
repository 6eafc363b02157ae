#include "widgets/panels/message_bar/message_bar.h"

#include <QSignalSpy>

#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class MessageBarTest : public QObject {
    Q_OBJECT

private slots:
    void is_hidden_until_the_first_message() {
        QWidget window;
        MessageBar bar(&window);
        window.show();
        QVERIFY(bar.isHidden());
        bar.show_message(MessageBar::Severity::information, QStringLiteral("Saved plan.json"));
        QVERIFY(bar.isVisible());
        QCOMPARE(bar.text(), QStringLiteral("Saved plan.json"));
        QCOMPARE(bar.accessibleName(), bar.text());
    }

    void an_error_shows_file_line_cause_and_cure() {
        MessageBar bar;
        bar.show_error(Error{"plan.csv", 3, "size of buffer 'b' is 0", "a size is at least 1 byte"});
        QCOMPARE(bar.text(), QStringLiteral("plan.csv:3: size of buffer 'b' is 0; a size is at least 1 byte"));
    }

    void a_severity_has_a_word_and_not_only_a_colour() {
        MessageBar bar;
        const auto says = [&bar](const QString& word) {
            const auto labels = bar.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* each) { return each->text() == word; });
        };
        bar.show_message(MessageBar::Severity::information, QStringLiteral("x"));
        QVERIFY(says(QStringLiteral("Note")));
        bar.show_message(MessageBar::Severity::warning, QStringLiteral("x"));
        QVERIFY(says(QStringLiteral("Warning")));
        bar.show_message(MessageBar::Severity::error, QStringLiteral("x"));
        QVERIFY(says(QStringLiteral("Error")));
    }

    void follows_the_theme_while_it_is_shown() {
        MessageBar bar;
        bar.resize(400, 40);
        bar.show_message(MessageBar::Severity::error, QStringLiteral("x"));
        for (const Theme theme : {Theme::dark, Theme::light}) {
            const test::ShownTheme shown(theme);
            const QImage image = bar.grab().toImage();
            QCOMPARE(image.pixelColor(0, 10), qt_color(palette(theme).high_over.edge));
            QCOMPARE(image.pixelColor(5, 1), qt_color(palette(theme).panel));
        }
    }

    void a_name_that_looks_like_markup_is_shown_literally() {
        MessageBar bar;
        bar.show_message(MessageBar::Severity::error, QStringLiteral("<b>no</b> such file"));
        QCOMPARE(bar.text(), QStringLiteral("<b>no</b> such file"));
        for (const QLabel* each : bar.findChildren<QLabel*>()) {
            QVERIFY(each->text() != bar.text() || each->textFormat() == Qt::PlainText);
        }
    }

    void has_a_button_only_with_an_action() {
        MessageBar bar;
        const QSignalSpy triggered(&bar, &MessageBar::action_triggered);
        auto* button = bar.findChild<QPushButton*>();
        bar.show_message(MessageBar::Severity::warning, QStringLiteral("The file has changed."),
                         QStringLiteral("Read it again"));
        QVERIFY(button->isVisible());
        QCOMPARE(button->text(), QStringLiteral("Read it again"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(triggered.size(), 1);
        bar.show_message(MessageBar::Severity::information, QStringLiteral("Done."));
        QVERIFY(!button->isVisible());
    }

    void a_click_or_the_space_key_on_the_cross_closes_it() {
        MessageBar bar;
        const QSignalSpy closed(&bar, &MessageBar::closed);
        auto* cross = bar.findChild<QToolButton*>();
        bar.show_message(MessageBar::Severity::error, QStringLiteral("x"));
        QTest::mouseClick(cross, Qt::LeftButton);
        QVERIFY(bar.isHidden());
        bar.show_message(MessageBar::Severity::error, QStringLiteral("y"));
        QTest::keyClick(cross, Qt::Key_Space);
        QVERIFY(bar.isHidden());
        QCOMPARE(closed.size(), 2);
    }
};

ARENASCOPE_TEST(MessageBarTest)
#include "message_bar_test.moc"
