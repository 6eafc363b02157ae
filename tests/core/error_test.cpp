#include "core/error/error.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class ErrorTest : public QObject {
    Q_OBJECT

private slots:
    void says_where_what_is_wrong_and_what_would_be_right() {
        QCOMPARE(to_string(Error{"plan.csv", 3, "the size is 0", "a size is at least 1"}),
                 std::string("plan.csv:3: the size is 0; a size is at least 1"));
    }

    void is_one_line_whatever_the_file_is_called() {
        QCOMPARE(to_string(Error{"a\nok: b\x1b[2J", 3, "the size\r is 0", ""}),
                 std::string("a\\nok: b\\x1b[2J:3: the size\\r is 0"));
    }

    void leaves_out_what_is_not_known() {
        QCOMPARE(to_string(Error{"plan.csv", 0, "it is empty", ""}), std::string("plan.csv: it is empty"));
        QCOMPARE(to_string(Error{"", 0, "there is no planner 'x'", ""}), std::string("there is no planner 'x'"));
    }
};

ARENASCOPE_TEST(ErrorTest)
#include "error_test.moc"
