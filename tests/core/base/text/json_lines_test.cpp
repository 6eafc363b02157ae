#include "core/base/text/json_lines.h"

#include "core/format/reading.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::string_view text = R"({
 "name": "x",
 "list": [
  {"a": 1},
  {
   "b": [1,
    2],
   "c": 3
  }
 ],
 "last": 4
})";

std::int64_t line_of_error(const std::string& content) {
    const auto document = parse_document(content, "file.json");
    return document ? -1 : document.error().line;
}

}  // namespace

class JsonLinesTest : public QObject {
    Q_OBJECT

private slots:
    void a_value_is_on_the_line_of_its_key() {
        QCOMPARE(line_of(text, {}), std::int64_t{1});
        QCOMPARE(line_of(text, {{"name", 0}}), std::int64_t{2});
        QCOMPARE(line_of(text, {{"last", 0}}), std::int64_t{11});
        QCOMPARE(line_of(text, {{"list", 0}, {"", 1}, {"c", 0}}), std::int64_t{8});
    }

    void an_element_is_on_the_line_where_it_begins() {
        QCOMPARE(line_of(text, {{"list", 0}, {"", 0}}), std::int64_t{4});
        QCOMPARE(line_of(text, {{"list", 0}, {"", 1}}), std::int64_t{5});
        QCOMPARE(line_of(text, {{"list", 0}, {"", 1}, {"b", 0}, {"", 1}}), std::int64_t{7});
    }

    void a_missing_value_is_on_the_line_of_its_container() {
        QCOMPARE(line_of(text, {{"nothing", 0}}), std::int64_t{1});
        QCOMPARE(line_of(text, {{"list", 0}, {"", 1}, {"size", 0}}), std::int64_t{5});
        QCOMPARE(line_of(text, {{"list", 0}, {"", 7}}), std::int64_t{3});
        QCOMPARE(line_of(text, {{"name", 0}, {"deeper", 0}}), std::int64_t{2});
        QCOMPARE(line_of("", {{"name", 0}}), std::int64_t{0});
    }

    void each_element_of_a_list_has_a_line() {
        QCOMPARE(lines_of_elements(text, {{"list", 0}}), (std::vector<std::int64_t>{4, 5}));
        QCOMPARE(lines_of_elements("[1,\n[2, 3],\n{\"a\": 4}]", {}), (std::vector<std::int64_t>{1, 2, 3}));
        QVERIFY(lines_of_elements(text, {{"name", 0}}).empty());
        QVERIFY(lines_of_elements(text, {{"none", 0}}).empty());
    }

    void errors_inside_a_file_name_the_line() {
        const std::string head = "{\"format\": \"arenascope-plan\", \"version\": 1,\n\"buffers\": [\n";
        const std::string good = "{\"name\": \"a\", \"size\": 4, \"begin\": 0, \"end\": 2},\n";
        QCOMPARE(line_of_error(head + good + "{\"name\": \"b\", \"begin\": 0, \"end\": 2}]}"), std::int64_t{4});
        QCOMPARE(line_of_error(head + good + "{\"name\": \"b\", \"begin\": 0, \"end\": 2,\n\"size\": \"4\"}]}"),
                 std::int64_t{5});
        QCOMPARE(line_of_error(head + good + "{\"name\": \"b\", \"begin\": 0, \"end\": 2, \"size\": -4}]}"),
                 std::int64_t{4});
        QCOMPARE(line_of_error(head + good + good + good.substr(0, good.size() - 2) + "]}"), std::int64_t{4});
        QCOMPARE(line_of_error(head + "{\"name\": \"a\", \"size\": 4, \"begin\": 0, \"end\": 2}],\n\"sharing\": [\n"
                                      "{\"kind\": \"sharing\", \"members\": [\"a\",\n\"nobody\"]}]}"),
                 std::int64_t{6});
        QCOMPARE(
            line_of_error("[{\"op\": \"alloc\", \"name\": \"a\", \"size\": 4},\n{\"op\": \"free\", \"name\": \"b\"}]"),
            std::int64_t{2});
        QCOMPARE(line_of_error("[{\"op\": \"alloc\", \"name\": \"a\", \"size\": 4},\n\n{\"op\": \"free\"}]"),
                 std::int64_t{3});
    }

    void errors_inside_a_trace_name_the_line() {
        const std::string head = "{\"format\": \"arenascope-trace\", \"version\": 1,\n\"problem\": {\n\"buffers\": [\n";
        QCOMPARE(line_of_error(head + "{\"name\": \"a\", \"begin\": 0, \"end\": 2}]}}"), std::int64_t{4});
    }
};

ARENASCOPE_TEST(JsonLinesTest)
#include "json_lines_test.moc"
