#include "core/base/text/nearest_name.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class NearestNameTest : public QObject {
    Q_OBJECT

private slots:
    void up_to_two_typing_mistakes_are_recognised() {
        const std::vector<std::string> names = {"info", "plan", "check", "explain", "planners"};
        QCOMPARE(nearest_name("chek", names), std::string("check"));
        QCOMPARE(nearest_name("chekc", names), std::string("check"));
        QCOMPARE(nearest_name("explian", names), std::string("explain"));
        QCOMPARE(nearest_name("planner", names), std::string("planners"));
        QCOMPARE(nearest_name("ifno", names), std::string("info"));
        QCOMPARE(nearest_name("plan", names), std::string("plan"));
    }

    void more_than_two_typing_mistakes_give_no_name() {
        const std::vector<std::string> names = {"info", "plan", "check"};
        QCOMPARE(nearest_name("help", names), std::string());
        QCOMPARE(nearest_name("", names), std::string());
        QCOMPARE(nearest_name(std::string(100'000, 'x'), names), std::string());
    }
};

ARENASCOPE_TEST(NearestNameTest)
#include "nearest_name_test.moc"
