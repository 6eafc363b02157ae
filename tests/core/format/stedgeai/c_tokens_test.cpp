#include "core/format/stedgeai/c_tokens.h"

#include <string>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

std::vector<std::string> tokens_of(std::string_view text) {
    CTokens tokens(text);
    std::vector<std::string> all;
    while (tokens.next()) {
        all.emplace_back(tokens.text());
    }
    return all;
}

std::vector<std::string> arguments_of(std::string_view text) {
    CTokens tokens(text);
    std::vector<std::string> all;
    if (tokens.next()) {
        for (const std::string_view argument : tokens.arguments().value_or(std::vector<std::string_view>{"none"})) {
            all.emplace_back(argument);
        }
    }
    return all;
}

}  // namespace

class CTokensTest : public QObject {
    Q_OBJECT

private slots:
    void names_numbers_strings_and_signs_are_tokens() {
        QCOMPARE(tokens_of("a_1=0x1F+2.5f;\"b \\\" c\"'d'"),
                 (std::vector<std::string>{"a_1", "=", "0x1F", "+", "2.5f", ";", "\"b \\\" c\"", "'d'"}));
    }

    void comments_and_preprocessor_lines_are_skipped() {
        QCOMPARE(tokens_of("/* a\n b */ c // d\n#define e \\\n  f\n  #if g\nh # i\n"),
                 (std::vector<std::string>{"c", "h", "#", "i"}));
        QCOMPARE(tokens_of("a /* never closed"), std::vector<std::string>{"a"});
        QCOMPARE(tokens_of("#define a \\\r\n b\r\nc"), std::vector<std::string>{"c"});
    }

    void arguments_end_at_outer_commas() {
        QCOMPARE(arguments_of("F(a, g(b, c), {d, e}, h[1, 2], \",)\" /* , */)"),
                 (std::vector<std::string>{"a", " g(b, c)", " {d, e}", " h[1, 2]", " \",)\" /* , */"}));
        QCOMPARE(arguments_of("F()"), std::vector<std::string>{""});
    }

    void without_a_closing_parenthesis_there_are_none() {
        QCOMPARE(arguments_of("F(a, (b)"), std::vector<std::string>{"none"});
        QCOMPARE(arguments_of("F a"), std::vector<std::string>{"none"});
        QCOMPARE(arguments_of("F"), std::vector<std::string>{"none"});
    }
};

ARENASCOPE_TEST(CTokensTest)
#include "c_tokens_test.moc"
