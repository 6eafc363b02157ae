#include "qt/words/visible_text.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class VisibleTextTest : public QObject {
    Q_OBJECT

private slots:
    void controls_in_a_name_are_shown_as_escapes() {
        QCOMPARE(visible_text(std::string_view("a\x1b[2J\nb\xff")), QStringLiteral("a\\x1b[2J\\nb\\xff"));
        QCOMPARE(visible_text(QString(QChar(0x202E)) + "csv"), QStringLiteral("\\u202ecsv"));
    }

    void other_text_is_unchanged() {
        QCOMPARE(visible_text(std::string_view("conv 卷积核 🙂")), QStringLiteral("conv 卷积核 🙂"));
    }
};

ARENASCOPE_TEST(VisibleTextTest)
#include "visible_text_test.moc"
