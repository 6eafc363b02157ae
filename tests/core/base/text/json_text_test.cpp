#include "core/base/text/json_text.h"

#include <rapidcheck.h>

#include "core/base/text/json_reader.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

std::string json_of(std::string_view bytes) {
    std::string out;
    append_json_string(out, bytes);
    return out;
}

}  // namespace

class JsonTextTest : public QObject {
    Q_OBJECT

private slots:
    void plain_text_stays_as_it_is() {
        QCOMPARE(json_of("conv2_1/expand"), std::string("\"conv2_1/expand\""));
        QCOMPARE(json_of("\xE5\x8D\xB7 \xF0\x9F\x99\x82"), std::string("\"\xE5\x8D\xB7 \xF0\x9F\x99\x82\""));
        QCOMPARE(json_of("a\"b\\c\n\x01"), std::string("\"a\\\"b\\\\c\\n\\u0001\""));
    }

    void control_characters_for_terminals_are_escaped() {
        QCOMPARE(json_of("\x1b\x7f\xc2\x9b\xe2\x80\xae"), std::string("\"\\u001b\\u007f\\u009b\\u202e\""));
    }

    void invisible_characters_are_escaped_and_restored() {
        // Soft hyphen, space and joiner without width, byte order mark, a tag.
        const std::string bytes = "a\xc2\xad\xe2\x80\x8b\xe2\x81\xa0\xef\xbb\xbf\xf3\xa0\x81\x81";
        QCOMPARE(json_of(bytes), std::string("\"a\\u00ad\\u200b\\u2060\\ufeff\\udb40\\udc41\""));
        QCOMPARE(bytes_of_json_string(parse_json(json_of(bytes), "text")->get<std::string>()), bytes);
    }

    void members_stand_on_one_line_or_each_on_its_own() {
        std::string out;
        MemberWriter members(out, 2);
        members.text("a", "b");
        members.number("none", std::nullopt);
        MemberWriter inner(members.name("inner"));
        inner.flag("yes", true);
        inner.count("most", ~std::uint64_t{0});
        inner.close();
        const std::vector<int> numbers{1, 2};
        members.row("row", numbers, [&](int number) { append_json_number(out, number); });
        members.list("list", numbers, [&](int number, std::size_t) { append_json_number(out, number); });
        members.list("empty", std::vector<int>(), [](int, std::size_t) {});
        members.close();
        QCOMPARE(out, std::string("{\n  \"a\": \"b\",\n  \"none\": null,\n"
                                  "  \"inner\": {\"yes\": true, \"most\": 18446744073709551615},\n"
                                  "  \"row\": [1, 2],\n  \"list\": [\n    1,\n    2\n  ],\n  \"empty\": []\n}"));
    }

    void a_tree_is_indented_by_two() {
        const nlohmann::ordered_json tree = {{"b", {1, "\x7f"}}, {"a", nlohmann::ordered_json::object()}};
        QCOMPARE(json_text(tree), std::string("{\n  \"b\": [\n    1,\n    \"\\u007f\"\n  ],\n  \"a\": {}\n}\n"));
        QCOMPARE(list_entry_text(1), std::string("\n    1"));
    }

    void a_stray_byte_becomes_a_private_character() {
        QCOMPARE(json_of("a\xFF"), std::string("\"a\xF4\x8F\xBF\xBF\""));
        QCOMPARE(json_of("\x80"), std::string("\"\xF4\x8F\xBE\x80\""));
    }

    void any_bytes_are_restored_from_json() {
        QVERIFY(rc::check([](const std::string& bytes) {
            const auto tree = parse_json(json_of(bytes), "text");
            RC_ASSERT(tree.has_value());
            RC_ASSERT(bytes_of_json_string(tree->get<std::string>()) == bytes);
        }));
    }

    void characters_of_the_private_range_are_restored_too() {
        for (const std::string bytes : {"\xF4\x8F\xBF\xBF", "\xF4\x8F\xBE\x80\xFF", "\xF4\x8F\xBD\xBF"}) {
            QCOMPARE(bytes_of_json_string(parse_json(json_of(bytes), "text")->get<std::string>()), bytes);
        }
    }
};

ARENASCOPE_TEST(JsonTextTest)

}  // namespace arenascope

#include "json_text_test.moc"
