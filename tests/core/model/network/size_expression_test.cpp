#include "core/model/network/size_expression.h"

#include <string>

#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Operands of 100 and 7 bytes, and an output of 40 bytes with the extents 2 and 5 and 4-byte elements.
std::optional<std::int64_t> looked_up(const SizeName& name) {
    if (name.all) {
        return name.of_outputs ? 40 : 107;
    }
    if (name.part == SizeName::Part::extent) {
        return name.of_outputs && name.position == 0 && name.extent < 2 ? std::optional(name.extent == 0 ? 2 : 5)
                                                                        : std::nullopt;
    }
    if (name.part == SizeName::Part::element) {
        return 4;
    }
    if (name.of_outputs) {
        return name.position == 0 ? std::optional(40) : std::nullopt;
    }
    return name.position == 0 ? std::optional(100) : name.position == 1 ? std::optional(7) : std::nullopt;
}

}  // namespace

class SizeExpressionTest : public QObject {
    Q_OBJECT

private slots:
    void computes_sizes_from_the_tensors_of_an_operator_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qlonglong>("bytes");
        QTest::newRow("number") << "12" << 12LL;
        QTest::newRow("precedence") << "2 + 3*4 - 1" << 13LL;
        QTest::newRow("parentheses") << "(2+3)*4" << 20LL;
        QTest::newRow("to the left") << "20-5-5" << 10LL;
        QTest::newRow("division rounds up") << "7/2 + 8 / 2" << 8LL;
        QTest::newRow("names") << "input + input1 + output0" << 147LL;
        QTest::newRow("sums") << "inputs * outputs" << 4280LL;
        QTest::newRow("extents") << "output.1 * output0.0 * input.element" << 40LL;
        QTest::newRow("smallest and largest") << "max(input1, min(inputs, output, 9), 3)" << 9LL;
    }

    void computes_sizes_from_the_tensors_of_an_operator() {
        QFETCH(const QString, text);
        QFETCH(const qlonglong, bytes);
        const auto expression = SizeExpression::parse(text.toStdString());
        QVERIFY2(expression.has_value(), expression ? "" : expression.error().cause.c_str());
        const auto value = expression->value(looked_up);
        QVERIFY(value);
        QCOMPARE(*value, std::optional<std::int64_t>(bytes));
    }

    void is_empty_if_a_tensor_or_extent_is_missing() {
        for (const char* text : {"input2", "1 + output1", "output.7", "max(1, input9)"}) {
            const auto value = SizeExpression::parse(text)->value(looked_up);
            QVERIFY2(value.has_value() && !*value, text);
        }
    }

    void errors_give_the_position_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("cause");
        QTest::newRow("empty") << ""
                               << "at character 1: a size is missing";
        QTest::newRow("word") << "2 * luck"
                              << "at character 5: 'luck' is no size";
        QTest::newRow("open") << "(1 + 2"
                              << "at character 7: a parenthesis is not closed";
        QTest::newRow("rest") << "1 2"
                              << "at character 3: '2' is too much";
        QTest::newRow("extent") << "input.x"
                                << "at character 1: 'input.x' is no size";
        QTest::newRow("number") << "99999999999999999999"
                                << "'99999999999999999999' is no size";
        QTest::newRow("choice") << "min 1"
                                << "'min' is no size";
        QTest::newRow("deep") << QString(100, QLatin1Char('(')) << "nested too deep";
    }

    void errors_give_the_position() {
        QFETCH(const QString, text);
        QFETCH(const QString, cause);
        const auto expression = SizeExpression::parse(text.toStdString());
        QVERIFY(!expression);
        QVERIFY2(expression.error().cause.find(cause.toStdString()) != std::string::npos,
                 expression.error().cause.c_str());
    }

    void never_wraps_and_never_divides_by_zero() {
        for (const char* text : {"9223372036854775807 + 1", "input / (input - 100)", "input * 9223372036854775807"}) {
            QVERIFY2(!SizeExpression::parse(text)->value(looked_up), text);
        }
    }
};

ARENASCOPE_TEST(SizeExpressionTest)
#include "size_expression_test.moc"
