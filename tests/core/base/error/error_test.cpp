#include "core/base/error/error.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class ErrorTest : public QObject {
    Q_OBJECT

private slots:
    void gives_source_line_cause_and_cure() {
        QCOMPARE(to_string(Error{"plan.csv", 3, "the size is 0", "a size is at least 1"}),
                 std::string("plan.csv:3: the size is 0; a size is at least 1"));
    }

    void is_one_line_even_if_the_file_name_is_not() {
        QCOMPARE(to_string(Error{"a\nok: b\x1b[2J", 3, "the size\r is 0", ""}),
                 std::string("a\\nok: b\\x1b[2J:3: the size\\r is 0"));
    }

    void leaves_out_empty_parts() {
        QCOMPARE(to_string(Error{"plan.csv", 0, "it is empty", ""}), std::string("plan.csv: it is empty"));
        QCOMPARE(to_string(Error{"", 0, "there is no planner 'x'", ""}), std::string("there is no planner 'x'"));
    }
};

ARENASCOPE_TEST(ErrorTest)
#include "error_test.moc"
