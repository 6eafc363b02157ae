#include "core/base/text/plain_text.h"

#include <limits>

#include "tests/support/test_registry.h"

using namespace arenascope;

class PlainTextTest : public QObject {
    Q_OBJECT

private slots:
    void a_zero_byte_is_made_visible() {
        QCOMPARE(without_zeros(std::string_view("a\0b\n", 4)), std::string("a\\x00b\n"));
        QCOMPARE(without_zeros("plain"), std::string("plain"));
    }

    void numbers_are_appended_in_full() {
        std::string text = "x";
        append_number(text, 0);
        append_number(text, -7);
        append_number(text, std::numeric_limits<std::int64_t>::min());
        QCOMPARE(text, std::string("x0-7-9223372036854775808"));
    }

    void only_ascii_becomes_lower_case() { QCOMPARE(lower_case("AbZ_9 Ä"), std::string("abz_9 Ä")); }
};

ARENASCOPE_TEST(PlainTextTest)
#include "plain_text_test.moc"
