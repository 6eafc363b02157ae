#include "core/format/plan/plain_buffer_list.h"

#include <array>
#include <rapidcheck.h>

#include "core/format/plan/plan_json.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

const std::string head = R"({"format": "arenascope-plan", "version": 1, "regions": [{"name": "r"}, {"name": "s"}],
  "buffers": [)";

std::string listed_plan(const std::string& elements) {
    return head + elements + "]}";
}

const std::string a = R"({"name": "a", "size": 64, "begin": 0, "end": 2})";

std::string long_plan(std::size_t count) {
    std::string text = head + "\n";
    for (std::size_t i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        text += R"(    {"name": "b)" + number + R"(", "size": 64, "begin": )" + number + R"(, "end": )" +
                std::to_string(i + 3) + (i / 1'000 % 2 == 0 ? "" : R"(, "region": "s")") +
                (i % 3 == 0 ? "" : R"(, "offset": )" + number + (i % 3 == 1 ? "" : R"(, "placed_in": "r")")) +
                (i + 1 < count ? "},\n" : "}\n");
    }
    return text + "  ],\n  \"sharing\": [{\"kind\": \"sharing\", \"members\": [\"b0\", \"b7\"]}]\n}\n";
}

std::string listed_plan_error(const Expected<Document>& document) {
    return document ? "" : to_string(document.error());
}

/// With an escape, which is not plain.
std::string with_escape(std::string text) {
    const std::size_t name = text.find("\"b0\"");
    return text.replace(name, 4, R"("\u00620")");
}

}  // namespace

class PlainBufferListTest : public QObject {
    Q_OBJECT

private slots:
    void takes_the_list_out_of_the_plan() {
        const auto list = plain_buffer_list(listed_plan(a + R"(, {"begin": -1, "end": 5, "name": "é", "size": 1,
            "alignment": 16, "kind": "input", "region": "s", "hint": 3, "pin": 4, "offset": 5, "placed_in": "r",
            "address": 9})"));
        QVERIFY(!list);  // the second element takes several lines, and the first line ends within it
        auto one_line = plain_buffer_list(
            listed_plan(a + R"(, {"begin": -1, "end": 5, "name": "é", "size": 1, "alignment": 16, "kind": "input", )" +
                        R"("region": "s", "hint": 3, "pin": 4, "offset": 5, "placed_in": "r", "address": 9})"));
        QVERIFY(one_line.has_value());
        QCOMPARE(one_line->rest, listed_plan(""));
        QCOMPARE(one_line->buffers.size(), std::size_t{2});
        // The address is base + offset.
        const IndexedVector<RegionIndex, Region> regions = {Region{.name = "r", .base = 4}, Region{.name = "s"}};
        QVERIFY(!PlainBufferList(*one_line).number_regions({Region{.name = "r"}, Region{.name = "s"}}));
        QVERIFY(one_line->number_regions(regions));
        QCOMPARE(one_line->buffers[0].name, Name("a"));
        QCOMPARE(one_line->buffers[0].lifetime, (Lifetime{Step(0), Step(2)}));
        QVERIFY(!one_line->placements[0]);
        const Buffer& second = one_line->buffers[1];
        QCOMPARE(second.name, Name("é"));
        QCOMPARE(second.lifetime.begin, Step(-1));
        QCOMPARE(second.alignment, Bytes(16));
        QCOMPARE(second.kind, BufferKind::input);
        QCOMPARE(second.region, RegionIndex(1));
        QCOMPARE(second.hint(), std::optional(Offset(3)));
        QVERIFY(second.pin == Offset(4));
        QVERIFY(one_line->placements[1] == (Placement{Offset(5), RegionIndex(0)}));
    }

    void leaves_what_is_not_plain_data() {
        QTest::addColumn<QByteArray>("text");
        const auto add = [](const std::string& text) {
            QTest::newRow(text.c_str()) << QByteArray::fromStdString(text);
        };
        for (const char* element :
             {R"({"name": "a\n", "size": 64, "begin": 0, "end": 2})",
              R"({"name": "", "size": 64, "begin": 0, "end": 2})", R"({"name": "a", "size": 64, "begin": 0})",
              R"({"name": "a", "size": 64.0, "begin": 0, "end": 2})",
              R"({"name": "a", "size": 064, "begin": 0, "end": 2})",
              R"({"name": "a", "size": 1e3, "begin": 0, "end": 2})",
              R"({"name": "a", "size": 64, "size": 64, "begin": 0, "end": 2})",
              R"({"name": "a", "size": [8, 8], "begin": 0, "end": 2})",
              R"({"name": "a", "size": 64, "begin": 0, "end": 2, "gaps": []})",
              R"({"name": "a", "size": 64, "begin": 0, "end": 2, "offset": -1})",
              R"({"name": "a", "size": 64, "begin": 0, "end": 2, "offset": null})",
              R"({"name": "a", "size": 64, "begin": 0, "end": 2,})",
              R"({"name": "a", "size": 64, "begin": 0, "end": 2)",
              "{\"name\": \"a\xFF\", \"size\": 64, \"begin\": 0, \"end\": 2}",
              "{\"name\": \"\xF4\x8F\xBE\x80\", \"size\": 64, \"begin\": 0, \"end\": 2}", "{}", "3", ","}) {
            add(listed_plan(element));
        }
        add(listed_plan(a + "," + a + ","));
        add(listed_plan(a + "\n" + a));
        add(listed_plan(a + ",\n"));
        add(head + a);
        add(R"({"format": "buffers", "x": {"buffers": [)" + a + "]}}");
        add("[{\"buffers\": []}]");
        add("");
        add("\"");
        add("{\"buffers\": 3}");
    }
    void leaves_what_is_not_plain() {
        QFETCH(const QByteArray, text);
        QVERIFY(!plain_buffer_list(text.toStdString()));
    }

    void takes_the_list_out_of_an_object_within() {
        static constexpr std::array within = {std::string_view("problem")};
        const std::string before = R"({"buffers": [{}], "x": {"problem": [1]}, "problem": {"y": {"buffers": [2]}, )";
        const std::string text = before + R"("buffers": [)" + a + R"(]}, "z": 3})";
        const auto list = plain_buffer_list(text, {}, within);
        QVERIFY(list.has_value());
        QCOMPARE(list->buffers.size(), std::size_t{1});
        QCOMPARE(list->rest, before + R"("buffers": []}, "z": 3})");
        for (const std::string& other :
             {R"({"problem": {"x": 1}, "buffers": [)" + a + "]}", R"({"problem": [{"buffers": [)" + a + "]}]}",
              R"({"x": {"problem": {"buffers": [)" + a + "]}}}",
              R"({"problem": {"problem": {"buffers": [)" + a + "]}}}", listed_plan(a)}) {
            QVERIFY2(!plain_buffer_list(other, {}, within), other.c_str());
        }
    }

    void an_unknown_region_is_left_to_the_general_reader() {
        auto list = plain_buffer_list(listed_plan(R"({"name": "a", "size": 64, "begin": 0, "end": 2, "region": "t"})"));
        QVERIFY(list && !list->number_regions({Region{.name = "r"}}));
    }

    void many_parts_give_what_the_general_reader_gives() {
        const std::string text = long_plan(30'000);
        std::uint64_t last = 0;
        QVERIFY(plain_buffer_list(text, [&last](std::uint64_t done, std::uint64_t) { last = std::max(last, done); }));
        QVERIFY(last > 0 && last <= text.size());
        QVERIFY(!plain_buffer_list(with_escape(text)));
        const auto plain = parse_plan_json(text, "plan.json");
        const auto general = parse_plan_json(with_escape(text), "plan.json");
        QVERIFY2(listed_plan_error(plain).empty() && listed_plan_error(general).empty(),
                 (listed_plan_error(plain) + listed_plan_error(general)).c_str());
        QVERIFY(plain->problem == general->problem);
        QVERIFY(plain->layout == general->layout);
        QCOMPARE(plain->notes, general->notes);
    }

    void errors_name_the_line_in_the_whole_file() {
        std::string text = long_plan(10);
        text.replace(text.find("\"b7\"", text.find("sharing")), 4, "\"bx\"");
        const auto document = parse_plan_json(text, "plan.json");
        QVERIFY(!document);
        QCOMPARE(document.error().line, std::int64_t{14});
    }
};

ARENASCOPE_TEST(PlainBufferListTest)
#include "plain_buffer_list_test.moc"
