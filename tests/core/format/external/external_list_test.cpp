#include "core/format/external/external_list.h"

#include <string>
#include <string_view>

#include <QObject>

#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using namespace test;

std::string error_of_list(std::string_view content) {
    const auto list = parse_external_list(content, "team.txt");
    return list ? std::string() : to_string(list.error());
}

class ExternalListTest : public QObject {
    Q_OBJECT

private slots:
    void a_list_has_a_planner_a_line() {
        const auto list = parse_external_list(
            "\xEF\xBB\xBF# ours\n\n fast = exec:./plan --fast \r\ncareful=exec:json:./plan", "team.txt");
        QVERIFY(list);
        QVERIFY(*list == (std::vector<NamedExternal>{{"fast", "exec:./plan --fast"}, {"careful", "exec:json:./plan"}}));
        QVERIFY(parse_external_list("", "team.txt")->empty());
    }

    void an_equals_sign_in_a_command_belongs_to_it() {
        QCOMPARE(parse_named_external("a=exec:./plan --seed=3")->text, std::string("exec:./plan --seed=3"));
    }

    void names_are_short_and_plain() {
        QVERIFY(parse_named_external(std::string(64, 'a') + "=exec:./plan"));
        QVERIFY(!parse_named_external(std::string(65, 'a') + "=exec:./plan"));
        QVERIFY(parse_named_external("A.b_c-9=exec:./plan"));
        for (const char* name : {"", "-a", "a b", "a/b", "a:b", "\xC3\xA4"}) {
            QVERIFY2(!parse_named_external(std::string(name) + "=exec:./plan"), name);
        }
    }

    void names_of_other_choices_are_taken() {
        for (const char* name : {"all", "file", "exact", "peak-suppression"}) {
            const auto named = parse_named_external(std::string(name) + "=exec:./plan");
            QVERIFY2(!named && named.error().cause.find("already") != std::string::npos, name);
        }
    }

    void errors_name_the_line() {
        QVERIFY(error_of_list("a=exec:./plan\n\nb").starts_with("team.txt:3: "));
        QVERIFY(error_of_list("a=./plan").find("does not begin with exec:") != std::string::npos);
        QVERIFY(error_of_list("a=exec:./plan 'open").find("is not closed") != std::string::npos);
        QVERIFY(error_of_list("a=exec:./plan\na=exec:./other").find("comes twice") != std::string::npos);
    }
};

ARENASCOPE_TEST(ExternalListTest)

}  // namespace
}  // namespace arenascope

#include "external_list_test.moc"
