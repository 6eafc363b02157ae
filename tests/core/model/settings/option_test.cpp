#include "core/model/settings/option.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Expected<void> short_word(std::string_view text) {
    return text.size() > 3 ? failure("the word is long", "give three letters") : Expected<void>();
}

const std::vector<OptionSpec>& specs() {
    static const std::vector<OptionSpec> list = {
        {.key = "count", .type = OptionType::integer, .default_value = "3", .meaning = "", .minimum = 1, .maximum = 9},
        {.key = "rule", .type = OptionType::choice, .default_value = "low", .meaning = "", .choices = {"low", "high"}},
        {.key = "quick", .type = OptionType::flag, .default_value = "false", .meaning = ""},
        {.key = "room", .type = OptionType::bytes, .default_value = "0", .meaning = ""},
        {.key = "word", .type = OptionType::text, .default_value = "", .meaning = "", .check = short_word},
    };
    return list;
}

std::string option_error(const std::vector<KeyValue>& settings) {
    const auto values = OptionValues::from(specs(), settings);
    return values ? std::string() : to_string(values.error());
}

}  // namespace

class OptionTest : public QObject {
    Q_OBJECT

private slots:
    void uses_defaults_for_unset_options() {
        const auto values = OptionValues::from(specs(), {});
        QVERIFY(values);
        QCOMPARE(values->integer("count"), std::int64_t{3});
        QCOMPARE(values->text("rule"), std::string("low"));
        QVERIFY(!values->flag("quick"));
    }

    void uses_the_given_values() {
        const auto values = OptionValues::from(specs(), {{"count", "7"}, {"quick", "on"}, {"room", "2KiB"}});
        QVERIFY(values);
        QCOMPARE(values->integer("count"), std::int64_t{7});
        QVERIFY(values->flag("quick"));
        QCOMPARE(values->integer("room"), std::int64_t{2048});
    }

    void an_unknown_key_lists_the_valid_ones() {
        QVERIFY(option_error({{"cuont", "7"}}).find("'cuont'") != std::string::npos);
        QVERIFY(option_error({{"cuont", "7"}}).find("count, rule, quick, room") != std::string::npos);
    }

    void a_value_out_of_range_names_the_range() {
        QVERIFY(option_error({{"count", "10"}}).find("from 1 to 9") != std::string::npos);
        QVERIFY(option_error({{"count", "many"}}).find("'many'") != std::string::npos);
        QVERIFY(option_error({{"rule", "middle"}}).find("low, high") != std::string::npos);
        QVERIFY(!option_error({{"quick", "perhaps"}}).empty());
    }

    void a_text_is_checked_if_the_option_has_a_check() {
        QCOMPARE(option_error({{"word", "abcd"}}), std::string("the word is long; give three letters"));
        QCOMPARE(option_error({{"word", "abc"}}), std::string());
    }

    void the_meaning_of_zero_follows_that_of_the_option() {
        const OptionSpec cores{.key = "cores",
                               .type = OptionType::integer,
                               .default_value = "0",
                               .meaning = "number of cores",
                               .unset = "as in the file"};
        QCOMPARE(whole_meaning(cores), std::string("number of cores; 0: as in the file"));
        QVERIFY(is_unset(cores, "0") && is_unset(cores, "") && !is_unset(cores, "4"));
        const OptionSpec list{.key = "rules", .default_value = "", .meaning = "the rules", .unset = "no file"};
        QCOMPARE(whole_meaning(list), std::string("the rules; empty: no file"));
        QVERIFY(is_unset(list, "") && !is_unset(list, "0"));
        QVERIFY(!is_unset(specs()[0], "0"));
        QCOMPARE(whole_meaning(specs()[0]), std::string());
    }
};

ARENASCOPE_TEST(OptionTest)
#include "option_test.moc"
