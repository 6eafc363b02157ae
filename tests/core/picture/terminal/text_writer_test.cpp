#include "core/picture/terminal/text_writer.h"

#include "tests/support/character_columns.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

std::string text_of(TextWriter& writer) {
    return colored_text(writer.take(), ColorDepth::none);
}

}  // namespace

class TextWriterTest : public QObject {
    Q_OBJECT

private slots:
    void items_flow_and_are_never_broken() {
        TextWriter writer(12, false, test::character_columns);
        writer.add_flow({{{"# "}, {"one two"}}, {{}, {"3"}}, {{}, {"four"}}, {{}, {"longer than a line"}}}, ", ");
        QCOMPARE(text_of(writer), std::string("# one two, 3\nfour\nlonger than…\n"));
    }

    void the_longest_label_that_fits_is_taken() {
        const TextWriter writer(12, false, test::character_columns);
        QCOMPARE(writer.first_fitting({"peak 512 KiB", "512 KiB"}, 12), std::string("peak 512 KiB"));
        QCOMPARE(writer.first_fitting({"peak 512 KiB", "512 KiB"}, 11), std::string("512 KiB"));
        QCOMPARE(writer.first_fitting({"peak 512 KiB", "512 KiB"}, 4), std::string("512…"));
    }

    void words_without_unicode_keep_their_length() {
        QCOMPARE(ascii_words("a · “b…” – é\xff"), std::string("a - \"b.\" - ??"));
        const TextWriter writer(12, true, test::character_columns);
        QCOMPARE(writer.fitted("longer than a line", 12), std::string("longer than."));
    }

    void nothing_invisible_gets_through() {
        const TextWriter writer(40, false, test::character_columns);
        QCOMPARE(writer.fitted("a\x1b[31mb\nc", 40), std::string("a\\x1b[31mb\\nc"));
    }
};

ARENASCOPE_TEST(TextWriterTest)
#include "text_writer_test.moc"
