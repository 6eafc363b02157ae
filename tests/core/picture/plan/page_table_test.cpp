#include "core/picture/plan/page_table.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

const MeasureText ten_each = [](std::string_view text, TextStyle /*style*/) {
    return 10.0 * static_cast<double>(text.size());
};

PageTable sample_table() {
    return {.columns = {{"name"}, {"size", true}}, .rows = {{"a", "1"}, {"b", "20"}, {"c", "300"}}};
}

std::vector<DrawnText> table_texts(const PageTable& table, std::size_t lines, double right = 1000) {
    Drawing drawing;
    draw_table(drawing, table, 0, right, 0, lines, {10, false}, palette(Theme::light), ten_each);
    std::vector<DrawnText> texts;
    for (const Primitive& primitive : drawing.primitives) {
        texts.push_back(std::get<DrawnText>(primitive));
    }
    return texts;
}

}  // namespace

class PageTableTest : public QObject {
    Q_OBJECT

private slots:
    void numbers_stand_below_each_other_at_the_right() {
        const std::vector<DrawnText> texts = table_texts(sample_table(), 4);
        QCOMPARE(texts.size(), std::size_t{8});
        QCOMPARE(texts[7].text, std::string("300"));
        QVERIFY(texts[7].align == DrawnText::Align::right);
        QCOMPARE(texts[7].at.x, texts[3].at.x);
        QVERIFY(texts[2].at.y > texts[0].at.y);
    }

    void rows_without_room_are_counted() {
        const std::vector<DrawnText> texts = table_texts(sample_table(), 3);
        QCOMPARE(texts.size(), std::size_t{5});
        QCOMPARE(texts.back().text, std::string("… and 2 more"));
        PageTable part = sample_table();
        part.left_out = 7;
        QCOMPARE(table_texts(part, 100).back().text, std::string("… and 7 more"));
        QVERIFY(table_texts(sample_table(), 2).empty());
        QVERIFY(table_texts({}, 100).empty());
    }

    void a_column_without_room_is_left_out() {
        for (const DrawnText& text : table_texts(sample_table(), 4, 60)) {
            QVERIFY(text.align == DrawnText::Align::left);
        }
    }
};

ARENASCOPE_TEST(PageTableTest)
#include "page_table_test.moc"
