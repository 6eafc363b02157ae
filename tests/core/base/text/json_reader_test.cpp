#include "core/base/text/json_reader.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// The error that `use` records when it reads the root; empty if there is none.
template <class Use>
std::string error_in(const char* text, Use&& use) {
    const auto tree = parse_json(text, "f.json");
    if (!tree) {
        return to_string(tree.error());
    }
    JsonReading reading{.source = "f.json"};
    use(JsonField(*tree, reading));
    return reading.failed() ? to_string(*reading.error) : "";
}

std::string parse_error(const std::string& text) {
    const auto tree = parse_json(text, "f.json");
    return tree ? "" : to_string(tree.error());
}

}  // namespace

class JsonReaderTest : public QObject {
    Q_OBJECT

private slots:
    void invalid_json_is_an_error_with_its_line() {
        QVERIFY(parse_error("{\n  \"a\": 1,\n  oops\n}").starts_with("f.json:3: it is not JSON"));
        QVERIFY(parse_error("{\n\"a\": 1\n").starts_with("f.json:"));
        QVERIFY(parse_error("").find("it is not JSON") != std::string::npos);
        QVERIFY(parse_error("[1] 2").find("it is not JSON") != std::string::npos);
        QCOMPARE(parse_error("\xEF\xBB\xBF[1]"), std::string());
    }

    void a_long_line_is_not_quoted_whole() { QVERIFY(parse_error("[\"" + std::string(100'000, 'x')).size() < 500); }

    void a_duplicate_key_is_refused() {
        QVERIFY(parse_error(R"({"a": {"b": 1, "b": 2}})").find("the key 'b' comes twice") != std::string::npos);
        QCOMPARE(parse_error(R"([{"b": 1}, {"b": 2}])"), std::string());
    }

    void nesting_is_limited() {
        const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
        QCOMPARE(parse_error(nested(json_depth_limit)), std::string());
        QVERIFY(parse_error(nested(json_depth_limit + 1)).find("nested deeper than 64 levels") != std::string::npos);
        QVERIFY(parse_error(std::string(1'000'000, '[')).find("nested deeper") != std::string::npos);
    }

    void a_top_level_text_is_found_without_reading_further() {
        const auto find = [](std::string_view text) { return find_top_level(text, "format", "f.json"); };
        QCOMPARE(*find(R"({"a": [{"format": "inner"}], "format": "outer", broken)")->text, std::string("outer"));
        QVERIFY(!find(R"({"a": {"format": "inner"}})")->text);
        QVERIFY(!find(R"({"format": 1})")->text);
        QVERIFY(!find(R"({"format": {"format": "x"}})")->text);
        QVERIFY(!find("{"));
    }

    void top_level_keys_are_listed_until_they_are_enough() {
        const std::string_view text = R"({"a": {"b": 1}, "c": [2], "d": 3, broken)";
        const auto has_d = [](const std::vector<std::string>& keys) { return keys.back() == "d"; };
        QCOMPARE(find_top_level(text, "format", "f.json", has_d)->keys, (std::vector<std::string>{"a", "c", "d"}));
        QVERIFY(!find_top_level(text, "format", "f.json"));
    }

    void fields_give_their_values() {
        const auto tree = parse_json(
            R"({"n": -3, "big": 18446744073709551615, "t": "x", "f": true, "l": [1, null, 3], "null": null})",
            "f.json");
        JsonReading reading{.source = "f.json"};
        const JsonField root(*tree, reading);
        QCOMPARE(root.integer("n"), std::int64_t{-3});
        QCOMPARE(root.count("big"), ~std::uint64_t{0});
        QCOMPARE(root.text("t"), std::string("x"));
        QVERIFY(root.flag("f", false));
        QVERIFY(root.flag("absent", true));
        QCOMPARE(root.optional_text("absent", "else"), std::string("else"));
        QVERIFY(!root.optional_integer("absent").has_value());
        QVERIFY(!root.optional_integer("null").has_value());
        QCOMPARE(root.integers("l"), (std::vector<std::optional<std::int64_t>>{1, std::nullopt, 3}));
        QVERIFY(!reading.failed());
    }

    void errors_name_the_path() {
        const auto sizes = [](const JsonField& root) {
            root.for_each("buffers", [](const JsonField& each) { (void)each.integer("size"); });
        };
        const std::string missing = error_in(R"({"buffers": [{"size": 1}, {}]})", sizes);
        QVERIFY2(missing.find("buffers[1]") != std::string::npos, missing.c_str());
        QVERIFY2(missing.find("size") != std::string::npos, missing.c_str());
        const std::string text = error_in(R"({"buffers": [{"size": "big"}]})", sizes);
        QVERIFY2(text.find("buffers[0].size") != std::string::npos, text.c_str());
        const std::string no_list = error_in(R"({"buffers": {}})", sizes);
        QVERIFY2(no_list.find("buffers: it is a JSON object") != std::string::npos, no_list.c_str());
        const std::string no_object = error_in(R"({"buffers": [7]})", sizes);
        QVERIFY2(no_object.find("buffers[0]") != std::string::npos, no_object.c_str());
    }

    void numbers_are_integers_that_fit_their_type() {
        const auto n = [](const JsonField& root) { (void)root.integer("n"); };
        for (const char* wrong : {R"({"n": 1.5})", R"({"n": 9223372036854775808})", R"({"n": true})", R"({"n": null})",
                                  R"({"n": 1e300})", R"({"n": []})"}) {
            QVERIFY2(error_in(wrong, n).find("n: ") != std::string::npos, wrong);
        }
        const auto count = [](const JsonField& root) { (void)root.count("n"); };
        QVERIFY(!error_in(R"({"n": -1})", count).empty());
    }

    void only_the_first_error_is_kept() {
        const std::string error = error_in(R"({"a": "x", "b": "y"})", [](const JsonField& root) {
            (void)root.integer("a");
            (void)root.integer("b");
        });
        QVERIFY2(error.find("a: ") != std::string::npos && error.find("b: ") == std::string::npos, error.c_str());
    }

    void a_zero_character_in_a_text_is_refused() {
        const std::string error =
            error_in(R"({"name": "a\u0000b"})", [](const JsonField& root) { (void)root.text("name"); });
        QVERIFY2(error.find("zero character") != std::string::npos, error.c_str());
    }

    void unknown_keys_are_noted() {
        const auto tree = parse_json(R"({"a": 1, "colour": 2, "b": 3})", "f.json");
        JsonReading reading{.source = "f.json"};
        JsonField(*tree, reading).note_unknown_keys({"a"});
        QCOMPARE(reading.unknown_keys_note(), std::string("unknown keys are ignored: 'b', 'colour'"));
        QVERIFY(JsonReading{}.unknown_keys_note().empty());
    }
};

ARENASCOPE_TEST(JsonReaderTest)
#include "json_reader_test.moc"
