#include "qt/words/tooltip.h"

#include <QTextDocument>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The visible text of a tooltip.
QString seen(const QString& tooltip) {
    QTextDocument document;
    document.setHtml(tooltip);
    return document.toPlainText();
}

}  // namespace

class TooltipTest : public QObject {
    Q_OBJECT

private slots:
    void text_that_looks_like_html_is_shown_literally() {
        const QString name = QStringLiteral("<b>bold</b><img src=x>&amp;\"");
        QVERIFY(Qt::mightBeRichText(plain_tooltip(name)));
        QCOMPARE(seen(plain_tooltip(name)), name);
        QCOMPARE(seen(plain_tooltip(name + QStringLiteral("\n8 B"))), name + QStringLiteral("\n8 B"));
        QCOMPARE(seen(plain_tooltip(QStringLiteral("a < b & c > d"))), QStringLiteral("a < b & c > d"));
    }

    void a_short_plain_text_is_unchanged() {
        for (const QString& text : {QString(), QStringLiteral("conv1\n8 B"), QStringLiteral("a < b & c")}) {
            QCOMPARE(plain_tooltip(text), text);
        }
    }

    void a_long_name_may_break_and_is_cut_in_the_middle() {
        const QString name = QString(150, QLatin1Char('a')) + QString(150, QLatin1Char('b'));
        const QString shown = seen(plain_tooltip(name));
        QVERIFY(shown.contains(QChar(0x200B)));
        QString letters = shown;
        letters.remove(QChar(0x200B));
        QCOMPARE(letters, QString(100, QLatin1Char('a')) + QStringLiteral("…") + QString(100, QLatin1Char('b')));
        for (const QString& part : shown.split(QChar(0x200B))) {
            QVERIFY(part.size() <= 80);
        }
    }

    void no_character_is_split() {
        const QString name = QStringLiteral("x") + QStringLiteral("🙂").repeated(300);
        const QString shown = seen(plain_tooltip(name)).remove(QChar(0x200B));
        QVERIFY(shown.isValidUtf16());
        QVERIFY(shown.contains(QStringLiteral("…")));
    }
};

ARENASCOPE_TEST(TooltipTest)
#include "tooltip_test.moc"
