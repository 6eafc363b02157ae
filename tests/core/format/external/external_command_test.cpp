#include "core/format/external/external_command.h"

#include "core/planner/registry.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text) {
    const auto command = parse_external_command(text);
    return command ? command->words : Words{"error: " + command.error().cause};
}

class ExternalCommandTest : public QObject {
    Q_OBJECT

private slots:
    void words_are_split_at_blanks() {
        QCOMPARE(words_of("exec:plan"), Words{"plan"});
        QCOMPARE(words_of("exec:  plan\t--fast  x "), (Words{"plan", "--fast", "x"}));
    }

    void quotes_are_those_of_a_shell() {
        QCOMPARE(words_of("exec:p 'a b' \"c d\" e\\ f g'h'\"i\""), (Words{"p", "a b", "c d", "e f", "ghi"}));
        QCOMPARE(words_of("exec:p \"\" '\\n' \"\\n\" \"\\\"\\\\\\$\" $X *"),
                 (Words{"p", "", "\\n", "\\n", "\"\\$", "$X", "*"}));
    }

    void json_is_asked_for() {
        QVERIFY(parse_external_command("exec:plan")->format == ExchangeFormat::csv);
        const auto command = parse_external_command("exec:json:plan x");
        QVERIFY(command->format == ExchangeFormat::json);
        QCOMPARE(command->words, (Words{"plan", "x"}));
    }

    void mistakes_are_errors() {
        const Words wrong = {"exec:",     "exec:  ",    "exec:json:", "exec:''",
                             "exec:a 'b", "exec:a \"b", "exec:a\\",   std::string("exec:a\0b", 8)};
        for (const std::string& text : wrong) {
            QVERIFY(!parse_external_command(text));
        }
    }

    void the_registry_never_has_one() {
        const auto planner = planner_named("exec:true");
        QVERIFY(!planner);
        QVERIFY(planner.error().cause.find("is not run here") != std::string::npos);
    }
};

ARENASCOPE_TEST(ExternalCommandTest)

}  // namespace
}  // namespace arenascope

#include "external_command_test.moc"
