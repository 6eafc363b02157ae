#include "core/model/expression/expression.h"

#include <map>
#include <rapidcheck.h>

#include "core/model/expression/glob.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

const std::vector<std::string> fields{"name", "size", "begin", "end", "offset", "tail", "tier", "kind", "placed"};

const std::map<std::string, Value, std::less<>> thing{
    {"name", std::string("conv2_1/expand")},
    {"size", std::int64_t{65536}},
    {"begin", std::int64_t{3}},
    {"end", std::int64_t{10}},
    {"tier", std::string("high")},
    {"kind", std::string("activation")},
    {"placed", true},
};

std::optional<Value> look_up(std::string_view field) {
    const auto place = thing.find(field);
    return place == thing.end() ? std::nullopt : std::optional(place->second);
}

bool holds(std::string_view text) {
    const auto expression = Expression::parse(text, fields);
    if (!expression) {
        qFatal("%s", to_string(expression.error()).c_str());
    }
    return expression->holds(look_up);
}

std::optional<Value> value_of_text(std::string_view text) {
    return Expression::parse(text, fields)->value(look_up);
}

std::string expression_error(std::string_view text) {
    const auto expression = Expression::parse(text, fields);
    return expression ? "no error" : to_string(expression.error());
}

}  // namespace

class ExpressionTest : public QObject {
    Q_OBJECT

private slots:
    void a_condition_holds_or_not_data() {
        QTest::addColumn<bool>("expected");
        for (const char* text : {"",
                                 "  ",
                                 "size>64k tier=high",
                                 "size > 64k and tier = high",
                                 "begin<=10 and (name~conv* or not kind=scratch)",
                                 "size==64KiB",
                                 "size=0x10000",
                                 "size=2*32768",
                                 "size!=1",
                                 "end-begin=7",
                                 "end - begin >= 7",
                                 "size/2=32KiB",
                                 "size/3>21845",
                                 "-begin<0",
                                 "begin+-3=0",
                                 "size<1.5MiB",
                                 "(begin+1)*2=8",
                                 "1-2-3=-begin-1",
                                 "conv",
                                 "CONV*",
                                 "*expand",
                                 "conv2_1/expand",
                                 "\"2_1/\"",
                                 "name=conv2_1/expand",
                                 "name='CONV2_1/EXPAND'",
                                 "name~2_1",
                                 "name~conv?_1/*",
                                 "name ~ *EXPAND",
                                 "tier=HIGH",
                                 "placed",
                                 "placed=true",
                                 "not tail>5",
                                 "tier=low or tier=high",
                                 "tier=low or size>1 begin=3",
                                 "not not placed",
                                 "(size>1)",
                                 "size>=64k size<=66k",
                                 "size>1k and not (tier=low or tier=none)",
                                 "2*KiB<size",
                                 "size>52 KiB",
                                 "size = 64 KiB and tier=high",
                                 "(size<4,800 KiB)",
                                 "size=65,536",
                                 "size=65,536 B",
                                 "size<1.5 MiB tier=high",
                                 "size>=65 kB"}) {
            QTest::newRow(text) << true;
        }
        for (const char* text : {"size>1MiB", "pool", "name~conv", "tier=low", "offset>=0", "offset<0", "tail=offset",
                                 "not placed", "tier=high and begin>3", "name~expand?", "name=conv2_1", "size/0=1",
                                 "size*9223372036854775807>0", "conv (pool or relu)", "tier<0x1"}) {
            QTest::newRow(text) << (std::string_view(text) == "name~conv");
        }
    }

    void a_condition_holds_or_not() {
        QFETCH(const bool, expected);
        QCOMPARE(holds(QTest::currentDataTag()), expected);
    }

    void gives_values_for_watches() {
        QCOMPARE(value_of_text("end - begin"), std::optional(Value(std::int64_t{7})));
        QCOMPARE(value_of_text("begin / 2"), std::optional(Value(1.5)));
        QCOMPARE(value_of_text("2e3 - begin"), std::optional(Value(std::int64_t{1'997})));
        QCOMPARE(value_of_text("1.5e+2KiB - 5e-1k"), std::optional(Value(std::int64_t{153'100})));
        QCOMPARE(value_of_text("25e-2*begin"), std::optional(Value(0.75)));
        QVERIFY(expression_error("size > 1e19").find("does not fit in 64 bits") != std::string::npos);
        QCOMPARE(value_of_text("tier"), std::optional(Value(std::string("high"))));
        QCOMPARE(value_of_text("size > 1"), std::optional(Value(true)));
        QVERIFY(!value_of_text("tail - size"));
        QVERIFY(!value_of_text("size * 9223372036854775807"));
        QVERIFY(!value_of_text("begin / 0"));
        QVERIFY(!value_of_text("tier + 1"));
        QVERIFY(!value_of_text(""));
    }

    void errors_give_the_position_and_what_was_expected_data() {
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("message");
        const auto add = [](const char* text, const char* place, const char* message) {
            QTest::newRow(text) << QByteArray(place) << QByteArray(message);
        };
        add("siez>64k", "at character 1: ", "there is no field 'siez'; the nearest is size");
        add("size>", "at character 6: ", "expected a field, a number");
        add("(size>1", "at character 8: ", "expected ')'");
        add("size>1)", "at character 7: ", "expected 'and', 'or' or the end");
        add("size>12abc", "at character 6: ", "'12abc' is not a number; write a number such as 64, 64k");
        add("size>abc", "at character 6: ", "'abc' is not a number; write a number such as 64, 52 KiB");
        add("tier=high and size=many", "at character 20: ", "'many' is not a number");
        add("abc<size", "at character 1: ", "there is no field 'abc'");
        add("size>1,5", "at character 6: ", "'1,5' is not a number");
        add("size>99999999999999999999", "at character 6: ", "does not fit in 64 bits");
        add("size>0x1ffffffffffffffff", "at character 6: ", "does not fit in 64 bits");
        add("1<size<5", "at character 7: ", "comparisons do not chain");
        add("1<2", "at character 1: ", "names no field");
        add("name~", "at character 6: ", "expected a pattern");
        add("name='conv", "at character 6: ", "the quote is not closed");
        add("size ! 1", "at character 6: ", "write != or not");
        add("size+high", "at character 6: ", "'high' is neither a number nor a field");
        add("and size>1", "at character 1: ", "expected a field");
        add("size>1 or", "at character 10: ", "expected a field");
        add("\xE5\x8D\xB7>1", "at character 1: ", "there is no field");
        add("name=\xE5\x8D\xB7 size>", "at character 13: ", "expected a field");
    }

    void errors_give_the_position_and_what_was_expected() {
        QFETCH(const QByteArray, place);
        QFETCH(const QByteArray, message);
        const std::string error = expression_error(QTest::currentDataTag());
        QVERIFY2(error.starts_with(place.toStdString()), error.c_str());
        QVERIFY2(error.find(message.toStdString()) != std::string::npos, error.c_str());
    }

    void nesting_and_length_are_limited() {
        QVERIFY(expression_error(std::string(2000, '(')).find("nested too deep") != std::string::npos);
        std::string signs(2000, '-');
        signs += '1';
        QVERIFY(expression_error(signs).find("nested too deep") != std::string::npos);
        std::string negations;
        for (int i = 0; i < 1000; ++i) {
            negations += "not ";
        }
        QVERIFY(expression_error(negations + "placed").find("nested too deep") != std::string::npos);
        QVERIFY(expression_error(std::string(5000, 'a')).find("too long") != std::string::npos);
        std::string sum = "size";
        for (int i = 0; i < 2000; ++i) {
            sum += "+1";
        }
        QCOMPARE(value_of_text(sum), std::optional(Value(std::int64_t{67536})));
    }

    void any_text_is_parsed_or_refused() {
        QVERIFY(rc::check([] {
            const std::vector<std::string> parts{"size", "name",         "tier", "and", "or", "not", "(",  ")",
                                                 "<",    ">=",           "~",    "=",   "+",  "-",   "*",  "/",
                                                 "64k",  "0x",           "conv", "'x'", " ",  "!",   "\"", "1.",
                                                 "KiB",  "999999999999", "%"};
            std::string text;
            for (const auto i : *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 27))) {
                text += parts[i];
            }
            const auto expression = Expression::parse(text, fields);
            if (expression && text.find_first_not_of(' ') != std::string::npos) {
                static_cast<void>(expression->value(look_up));
                RC_ASSERT(expression->holds(look_up) == Expression::parse("(" + text + ")", fields)->holds(look_up));
            } else if (!expression) {
                RC_ASSERT(to_string(expression.error()).starts_with("at character "));
            }
        }));
    }

    void a_glob_without_stars_matches_anywhere() {
        QVERIFY(matches_glob("abc", "B"));
        QVERIFY(matches_glob("abc", ""));
        QVERIFY(!matches_glob("abc", "b*"));
        QVERIFY(matches_glob("abcabd", "*ab?"));
        QVERIFY(matches_glob("\xE5\x8D\xB7x", "?x"));
        QVERIFY(matches_glob("", "*"));
        QVERIFY(!matches_glob("", "?"));
        QVERIFY(!matches_glob(std::string(3000, 'a'), "*a*a*a*a*a*b"));
    }
};

ARENASCOPE_TEST(ExpressionTest)

}  // namespace arenascope

#include "expression_test.moc"
