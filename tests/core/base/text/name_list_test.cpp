#include "core/base/text/name_list.h"

#include <rapidcheck.h>

#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class NameListTest : public QObject {
    Q_OBJECT

private slots:
    void spaces_separate_names_if_there_is_no_semicolon() {
        QCOMPARE(names_in("a  b c "), (std::vector<std::string>{"a", "b", "c"}));
        QCOMPARE(names_in(" a b ; c;; d"), (std::vector<std::string>{"a b", "c", "d"}));
        QVERIFY(names_in("  ").empty());
    }

    void a_quoted_name_may_contain_anything() {
        QCOMPARE(names_in(R"("a;b" "c "" d")"), (std::vector<std::string>{"a;b", "c \" d"}));
    }

    void any_list_is_restored_after_writing() {
        QVERIFY(rc::check([] {
            std::vector<std::string> names;
            for (int i = 0, count = *rc::gen::inRange(0, 5); i < count; ++i) {
                names.push_back(test::random_text() + std::to_string(i));
            }
            const std::vector<std::string_view> views(names.begin(), names.end());
            std::string list;
            append_name_list(list, views);
            RC_ASSERT(names_in(list) == names);
        }));
    }
};

ARENASCOPE_TEST(NameListTest)

#include "name_list_test.moc"
