#include "core/base/error/quotation.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

class QuotationTest : public QObject {
    Q_OBJECT

private slots:
    void short_text_is_shown_as_it_is() {
        QCOMPARE(shown("conv 卷积核"), std::string("conv 卷积核"));
        QCOMPARE(shown(""), std::string());
    }

    void control_characters_are_made_visible() {
        QCOMPARE(shown(std::string_view("a\0b\n\x7F", 5)), std::string("a\\x00b\\n\\x7f"));
        QCOMPARE(visible("\r\t\x1b[2J"), std::string("\\r\\t\\x1b[2J"));
        QCOMPARE(visible("\xc2\x9b|\xe2\x80\xae|\xd8\x9c|\xef\xbf\xbe"),
                 std::string("\\u009b|\\u202e|\\u061c|\\ufffe"));
    }

    void characters_without_width_are_made_visible() {
        QCOMPARE(visible("re\xc2\xadlu\xe2\x80\x8b\xe2\x81\xa0\xef\xbb\xbf"),
                 std::string("re\\u00adlu\\u200b\\u2060\\ufeff"));
        QCOMPARE(visible("a\xf3\xa0\x81\x81z"), std::string("a\\U000e0041z"));
    }

    void bytes_that_are_not_utf_8_are_made_visible() {
        QCOMPARE(visible("a\xff\xc3"), std::string("a\\xff\\xc3"));
        QCOMPARE(visible("\xed\xa0\x80"), std::string("\\xed\\xa0\\x80"));
    }

    void visible_text_is_unchanged() {
        QVERIFY(rc::check("visible", [](const std::string& text) {
            const std::string once = visible(text);
            RC_ASSERT(visible(once) == once);
        }));
    }

    void long_text_is_cut_between_characters() {
        const std::string text = std::string(59, 'a') + "卷积核";
        QCOMPARE(shown(text), std::string(59, 'a') + "…");
        QCOMPARE(shown(std::string(61, 'b')), std::string(60, 'b') + "…");
        QCOMPARE(shown(std::string(60, 'b')), std::string(60, 'b'));
        // A character that ends exactly at the limit is kept.
        QCOMPARE(shown(std::string(57, 'a') + "卷积核"), std::string(57, 'a') + "卷…");
    }

    void any_shown_text_is_short_and_printable() {
        QVERIFY(rc::check("shown", [](const std::string& text) {
            const std::string result = shown(text);
            RC_ASSERT(result.size() <= 4 * 60 + 3);
            for (const char c : result) {
                RC_ASSERT(static_cast<unsigned char>(c) >= 0x20U);
                RC_ASSERT(c != 0x7F);
            }
        }));
    }

    void quotes_surround_the_shown_text() { QCOMPARE(in_quotes("a\x1B[31m"), std::string("'a\\x1b[31m'")); }
};

ARENASCOPE_TEST(QuotationTest)
#include "quotation_test.moc"
