#include "core/format/table/sequence_json.h"

#include "core/format/plan/plan_json.h"
#include "core/format/reading.h"
#include "core/format/table/minimalloc_csv.h"
#include "tests/support/named_error.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

std::string sequence_error(std::string_view content) {
    const auto document = parse_document(content, "log.json");
    return document ? "no error" : to_string(document.error());
}

constexpr std::string_view whole = R"([{"op": "alloc", "name": "a", "size": 64, "alignment": 16},
 {"op": "alloc", "name": "b", "size": 8},
 {"op": "free", "name": "a"}])";

}  // namespace

class SequenceJsonTest : public QObject {
    Q_OBJECT

private slots:
    void reads_a_list_of_operations() {
        const auto document = parse_document(whole, "log.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->format, FileFormat::sequence_json);
        const auto same = parse_document("op,name,size,alignment\nalloc,a,64,16\nalloc,b,8,\nfree,a,,\n", "log.csv");
        QCOMPARE(document->problem, same->problem);
    }

    /// Also those that stand for bytes in the program's own JSON: nobody writes bytes into the files of others.
    void every_character_of_a_name_is_itself() {
        const std::string pairs[][2] = {
            {"\xF4\x8F\xBF\xBF", "\\udbff\\udfff"},
            {"\xF4\x8F\xBE\x80", "\\udbff\\udf80"},
            {"\xF4\x8F\xBF\xBE", "\\udbff\\udffe"},
            {"\xF0\x9F\xBF\xBF", "\\ud83f\\udfff"},
            {"\xEF\xBF\xBE", "\\ufffe"},
            {"\xEF\xBF\xBF", "\\uffff"},
            {"\xEF\xB7\x90", "\\ufdd0"},
            {"\xE2\x80\xAE", "\\u202e"},
            {"a,b", "a,b"},
            {"\"", "\\\""},
            {"a\r\nb", "a\\r\\nb"},
            {" a ", " a "},
        };
        for (const auto& [character, escape] : pairs) {
            for (const std::string& written : {character, escape}) {
                if (written.find_first_of("\"\r\n") != std::string::npos && written == character) {
                    continue;  // JSON has them as escapes alone
                }
                const auto document =
                    parse_document(R"([{"op": "alloc", "name": "x)" + written + R"(y", "size": 4}])", "log.json");
                QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
                const Problem& problem = document->problem;
                const std::string name = "x" + character + "y";
                QCOMPARE(std::string(problem.buffers[0].name), name);
                for (const std::string& again : {minimalloc_csv_text(problem, document->layout),
                                                 plan_json_text(problem, document->layout, std::nullopt)}) {
                    const auto read = parse_document(again, "again");
                    QVERIFY2(read.has_value(), read ? "" : to_string(read.error()).c_str());
                    QCOMPARE(std::string(read->problem.buffers[0].name), name);
                }
            }
        }
    }

    void notes_unknown_keys() {
        const auto document = parse_document(R"([{"op": "alloc", "name": "a", "size": 4, "thread": 1}])", "log.json");
        QCOMPARE(document->notes, (std::vector<std::string>{"unknown keys are ignored: 'thread'"}));
    }

    void errors_name_the_field_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("cause");
        const auto add = [](const char* name, const char* content, const char* cause) {
            QTest::newRow(name) << QByteArray(content) << QByteArray(cause);
        };
        add("unknown_operation", R"([{"op": "take", "name": "a"}])",
            "log.json:1: [0].op: there is no operation 'take'");
        add("missing_size", R"([{"op": "alloc", "name": "a"}])", "log.json:1: [0].size: it is missing");
        add("missing_name", R"([{"op": "alloc", "size": 1}])", "log.json:1: [0].name: it is missing");
        add("text_size", R"([{"op": "alloc", "name": "a", "size": "4"}])", "log.json:1: [0].size: it is a JSON string");
        add("fraction", R"([{"op": "alloc", "name": "a", "size": 4.5}])",
            "log.json:1: [0].size: the number is not a whole");
        add("overflow", R"([{"op": "alloc", "name": "a", "size": 9223372036854775808}])", "does not fit in 64 bits");
        add("huge", R"([{"op": "alloc", "name": "a", "size": 1e999}])", "log.json:1: it is not JSON");
        add("zero_size", R"([{"op": "alloc", "name": "a", "size": 0}])", "operation 0 (alloc 'a') has the size 0");
        add("freed_twice", R"([{"op": "free", "name": "a"}])", "operation 0 (free 'a') frees a buffer that was never");
        add("no_object", "[7]", "log.json:1: [0]: it is a JSON number");
        add("empty_list", "[]", "log.json: the file holds no operation");
        add("key_twice", R"([{"op": "alloc", "op": "free"}])", "log.json:1: the key 'op' comes twice");
        add("key_twice_below", "[{\"op\": \"alloc\",\n\"name\": \"a\",\n\"name\": \"b\"}]",
            "log.json:3: the key 'name'");
        add("control_character", "[{\"op\": \"go\\u001b\"}]", "no operation 'go\\x1b'");
        add("zero_character", "[{\"op\": \"alloc\", \"name\": \"a\\u0000\"}]", "[0].name: the text contains a zero");
        add("exponent", R"([{"op": "alloc", "name": "a", "size": 1e-3}])",
            "[0].size: the number is not a whole number");
        add("not_a_number", R"([{"op": "alloc", "name": "a", "size": NaN}])", "log.json:1: it is not JSON");
        add("not_json", "[{\"op\":\n \"alloc\",, }]", "log.json:2: it is not JSON");
    }

    void errors_name_the_field() {
        QFETCH(const QByteArray, content);
        QFETCH(const QByteArray, cause);
        const std::string error = sequence_error(content.toStdString());
        test::verify_error(error, {}, cause.toStdString());
    }

    void a_truncated_file_is_an_error() {
        for (std::size_t length = 0; length < whole.size(); ++length) {
            QVERIFY(!parse_document(whole.substr(0, length), "cut"));
        }
    }

    void deep_nesting_is_an_error() {
        const std::string error = sequence_error(std::string(5'000'000, '['));
        QVERIFY2(error.find("nested deeper") != std::string::npos, error.c_str());
    }
};

ARENASCOPE_TEST(SequenceJsonTest)

}  // namespace arenascope

#include "sequence_json_test.moc"
