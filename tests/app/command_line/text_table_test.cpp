#include "app/command_line/text_table.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class TextTableTest : public QObject {
    Q_OBJECT

private slots:
    void characters_count_as_a_terminal_draws_them_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::size_t>("columns");
        QTest::newRow("empty") << std::string() << std::size_t{0};
        QTest::newRow("ASCII") << std::string("conv1/relu") << std::size_t{10};
        QTest::newRow("accents") << std::string("größe") << std::size_t{5};
        QTest::newRow("Chinese") << std::string("张量1") << std::size_t{5};
        QTest::newRow("Korean") << std::string("텐서") << std::size_t{4};
        QTest::newRow("full width") << std::string("Ａ") << std::size_t{2};
        QTest::newRow("emoji") << std::string("🚀") << std::size_t{2};
        QTest::newRow("combining mark") << std::string("e\u0301") << std::size_t{1};
        QTest::newRow("box") << std::string("→") << std::size_t{1};
        QTest::newRow("not UTF-8") << std::string("a\xff") << std::size_t{2};
    }
    void characters_count_as_a_terminal_draws_them() {
        QFETCH(const std::string, text);
        QFETCH(const std::size_t, columns);
        QCOMPARE(columns_of(text), columns);
    }

    void text_is_cut_between_characters() {
        QCOMPARE(cut_to_columns("peak", 4), std::string("peak"));
        QCOMPARE(cut_to_columns("peaks", 4), std::string("pea…"));
        QCOMPARE(cut_to_columns("张量表", 4), std::string("张…"));
        QCOMPARE(cut_to_columns("peak", 0), std::string());
    }

    void names_are_left_and_numbers_right_whatever_their_characters() {
        const std::string text = table_text({{"  ", false, {}}, {"  size ", true, " B"}},
                                            {{"conv1", "8"}, {"张量", "1,024"}, {"a_long_name", "16"}});
        QCOMPARE(text, std::string("  conv1        size     8 B\n"
                                   "  张量         size 1,024 B\n"
                                   "  a_long_name  size    16 B\n"));
    }

    void a_row_may_end_early_and_an_empty_cell_leaves_its_words_out() {
        const std::string text = table_text({{{}, false, {}}, {" of ", true, " B"}, {", hole ", true, " B"}},
                                            {{"a", "8", "4"}, {"b", "16"}, {"c", "", "32"}, {"d", "", ""}});
        QCOMPARE(text, std::string("a of  8 B, hole  4 B\n"
                                   "b of 16 B\n"
                                   "c        , hole 32 B\n"
                                   "d\n"));
    }

    void no_rows_are_no_text() { QVERIFY(table_text({{"  ", false, {}}}, {}).empty()); }
};

ARENASCOPE_TEST(TextTableTest)
#include "text_table_test.moc"
