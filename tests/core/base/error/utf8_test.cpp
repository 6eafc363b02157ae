#include "core/base/error/utf8.h"

#include <string>

#include "tests/support/test_registry.h"

using namespace arenascope;

class Utf8Test : public QObject {
    Q_OBJECT

private slots:
    void character_length_counts_bytes() {
        for (const auto& [text, length] : std::initializer_list<std::pair<std::string_view, std::size_t>>{
                 {"a", 1}, {"é", 2}, {"卷", 3}, {"🙂", 4}, {"", 0}}) {
            QCOMPARE(character_length(text), length);
            QCOMPARE(character_length(std::string(text) + "x"), std::max<std::size_t>(length, 1));
        }
    }

    void malformed_bytes_are_not_a_character() {
        for (const std::string_view text : {"\x80", "\xff", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
                                            "\xf4\x90\x80\x80", "\xe5\x8d", "\xc3", "\xf0\x9f\x99"}) {
            QCOMPARE(character_length(text), std::size_t{0});
        }
    }

    void a_code_point_is_decoded() {
        QVERIFY(code_point("a", 1) == U'a');
        QVERIFY(code_point("é", 2) == U'é');
        QVERIFY(code_point("卷", 3) == U'卷');
        QVERIFY(code_point("🙂", 4) == U'🙂');
    }

    void unseen_characters_and_direction_marks_are_invisible() {
        for (const char32_t character :
             {0x00,   0x1F,   0x7F,   0x80,   0x9F,   0xAD,   0x61C,  0x200B, 0x200E, 0x200F,  0x2028,  0x2029,
              0x202A, 0x202E, 0x2060, 0x2064, 0x2066, 0x2069, 0xFEFF, 0xFFFE, 0xFFFF, 0xE0000, 0xE0041, 0xE007F}) {
            QVERIFY2(is_invisible(character), std::to_string(character).c_str());
        }
        for (const char32_t character :
             {0x20,   0x7E,   0xA0,   0xAC,   0xAE,   0x61D,  0x200A, 0x200C,  0x200D,  0x2010,
              0x2027, 0x202F, 0x205F, 0x2065, 0x206A, 0xFEFE, 0xFFFD, 0x1F642, 0xDFFFF, 0xE0080}) {
            QVERIFY2(!is_invisible(character), std::to_string(character).c_str());
        }
    }
};

ARENASCOPE_TEST(Utf8Test)
#include "utf8_test.moc"
