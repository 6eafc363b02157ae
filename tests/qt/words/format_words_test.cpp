#include "qt/words/format_words.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class FormatWordsTest : public QObject {
    Q_OBJECT

private slots:
    void groups_and_formats_have_words() {
        QCOMPARE(group_words(format_groups().front()), QStringLiteral("From PyTorch"));
        QCOMPARE(format_words(FileFormat::memory_snapshot), QStringLiteral("memory snapshot"));
        QCOMPARE(format_words(FileFormat::vela_log), QStringLiteral("Vela log"));
    }
};

ARENASCOPE_TEST(FormatWordsTest)
#include "format_words_test.moc"
