#include "core/base/text/decimal_number.h"

#include <limits>
#include <rapidcheck.h>
#include <string>

#include "core/base/text/amount.h"
#include "core/format/reading.h"
#include "core/model/expression/expression.h"
#include "core/model/network/import_options.h"
#include "core/model/network/size_expression.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using Kind = WholeNumber::Kind;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

/// The size of the only buffer of a file; the error otherwise.
std::string size_in(const std::string& content) {
    const auto document = parse_document(content, "file");
    return document ? std::to_string(document->problem.buffers[0].size.value()) : to_string(document.error());
}

}  // namespace

class DecimalNumberTest : public QObject {
    Q_OBJECT

private slots:
    void digits_and_exponent_are_exact() {
        QCOMPARE(*decimal_number("4096"), (DecimalNumber{4096, 0}));
        QCOMPARE(*decimal_number("4.0"), (DecimalNumber{4, 0}));
        QCOMPARE(*decimal_number("-1.50"), (DecimalNumber{-15, -1}));
        QCOMPARE(*decimal_number("1e3"), (DecimalNumber{1, 3}));
        QCOMPARE(*decimal_number("2.5E-1"), (DecimalNumber{25, -2}));
        QCOMPARE(*decimal_number("1200e+2"), (DecimalNumber{12, 4}));
        QCOMPARE(*decimal_number("0.000e9"), (DecimalNumber{0, 0}));
        QCOMPARE(*decimal_number("00012.0000000000000000000000"), (DecimalNumber{12, 0}));
        QVERIFY(decimal_number("0.12345678901234567890123")->is_too_long);
    }

    void other_texts_are_no_numbers() {
        for (const char* text : {"", "-", "+1", ".5", "1.", "1e", "1e+", "e3", "1 000", "1,000", "0x10", "1e3.5",
                                 "1.2.3", "--1", "inf", "nan", "1k", " 1", "1 "}) {
            QVERIFY2(!decimal_number(text), text);
            QVERIFY2(whole_number_in(text).kind == Kind::no_number, text);
        }
    }

    void a_whole_number_may_have_a_fraction_and_an_exponent() {
        QCOMPARE(whole_number("4.0"), std::optional<std::int64_t>(4));
        QCOMPARE(whole_number("1e3"), std::optional<std::int64_t>(1'000));
        QCOMPARE(whole_number("-2.5e1"), std::optional<std::int64_t>(-25));
        QCOMPARE(whole_number("1.5", 1 << 20), std::optional<std::int64_t>(1'572'864));
        QCOMPARE(whole_number("1152921504606846.976", 1'000), std::optional<std::int64_t>(1'152'921'504'606'846'976));
        QCOMPARE(whole_number("9223372036854775807"), std::optional(largest));
        QCOMPARE(whole_number("-9223372036854775808"), std::optional(std::numeric_limits<std::int64_t>::min()));
        QCOMPARE(whole_number("9223372036854775807.0"), std::optional(largest));
        QVERIFY(whole_number_in("9223372036854775808").kind == Kind::too_large);
        QVERIFY(whole_number_in("1e19").kind == Kind::too_large);
        QVERIFY(whole_number_in("1e999999999999999999999").kind == Kind::too_large);
        QVERIFY(whole_number_in("1e-999999999999999999999").kind == Kind::fraction);
        QVERIFY(whole_number_in("0e999999999999999999999").kind == Kind::valid);
        QVERIFY(whole_number_in("4.5").kind == Kind::fraction);
    }

    void every_notation_of_a_number_is_the_same_number() {
        QVERIFY(rc::check([] {
            const std::int64_t number = *rc::gen::arbitrary<std::int64_t>();
            const std::string digits = std::to_string(number);
            const std::string sign = number < 0 ? "-" : "";
            const std::string plain = digits.substr(sign.size());
            RC_ASSERT(whole_number(digits) == std::optional(number));
            if (number != std::numeric_limits<std::int64_t>::min()) {
                const auto point = *rc::gen::inRange<std::size_t>(1, plain.size() + 1);
                const std::size_t moved = plain.size() - point;
                const std::string fraction = moved == 0 ? ".0" : "." + plain.substr(point);
                RC_ASSERT(whole_number(sign + plain.substr(0, point) + fraction + "e" + std::to_string(moved)) ==
                          std::optional(number));
                RC_ASSERT(whole_number(digits + "000e-3") == std::optional(number));
            }
        }));
    }

    /// One rule for numbers, wherever the program reads one.
    void every_place_reads_the_same_notation_data() {
        QTest::addColumn<QString>("number");
        QTest::addColumn<QString>("value");
        QTest::newRow("digits") << "4000"
                                << "4000";
        QTest::newRow("fraction") << "4000.0"
                                  << "4000";
        QTest::newRow("exponent") << "4e3"
                                  << "4000";
        QTest::newRow("both") << "0.4E+4"
                              << "4000";
        QTest::newRow("no integer") << "4000.5"
                                    << "";
        QTest::newRow("too large") << "1e19"
                                   << "";
    }

    void every_place_reads_the_same_notation() {
        QFETCH(const QString, number);
        QFETCH(const QString, value);
        const std::string text = number.toStdString();
        const std::string expected = value.toStdString();
        const auto check = [&](const std::string& found, const char* place) {
            QVERIFY2(expected.empty() ? found.find_first_not_of("0123456789") != std::string::npos : found == expected,
                     (std::string(place) + ": " + found).c_str());
        };
        check(size_in("id,lower,upper,size\na,0,1," + text + "\n"), "table");
        check(size_in("op,name,size\nalloc,a," + text + "\n"), "sequence");
        check(size_in(R"([{"op": "alloc", "name": "a", "size": )" + text + "}]"), "sequence in JSON");
        check(size_in(R"({"format": "arenascope-plan", "version": 1, "buffers": [{"name": "a", "begin": 0, "end": 1,
                         "size": )" +
                      text + "}]}"),
              "plan");
        const auto bytes = parse_bytes(text);
        check(bytes ? std::to_string(*bytes) : "no amount", "amount");
        const auto options = import_options({{"unknown-dimension", text}});
        check(options ? std::to_string(options->unknown_dimension) : "no option", "option");
        const auto size = SizeExpression::parse(text);
        check(size ? std::to_string(size->value({})->value_or(0)) : "no size", "scratch rule");
    }

    void a_unit_may_follow_after_a_blank() {
        for (const char* text : {"2KiB", "2 KiB", "2.048k", "2.048 k", "2048", "2048 B", "20.48e2"}) {
            const auto bytes = parse_bytes(text);
            QVERIFY2(bytes == std::int64_t{2048}, text);
        }
    }
};

ARENASCOPE_TEST(DecimalNumberTest)

}  // namespace arenascope

#include "decimal_number_test.moc"
