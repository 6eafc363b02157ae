#include "app/command_line/sweep_table.h"

#include <algorithm>
#include <rapidcheck.h>
#include <string>

#include "app/command_line/sweep_page.h"
#include "core/base/error/quotation.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

SweepLine complete_line(const std::string& file) {
    SweepLine line;
    line.file = file;
    line.format = "minimalloc-csv";
    line.buffers = 3;
    line.threshold = 100;
    line.lower_bound = 100;
    line.plans = {{"exact", 125, 0.25, {}, 1.25}, {"greedy-by-size", {}, 0, "no room"}};
    line.verdict = "improvable";
    line.sentence = "125 B needed; up to 25 B less may be possible.";
    line.seconds = 0.5;
    line.version = "0.1.0";
    line.switches = "sweep --planner exact,greedy-by-size";
    line.digest = "00ff";
    line.picture = "M0 0h1v1H0z||";
    return line;
}

SweepLine failed_line(const std::string& file) {
    SweepLine line;
    line.file = file;
    line.version = "0.1.0";
    line.switches = "sweep --planner exact,greedy-by-size";
    line.digest = "00ff";
    line.error = Error{file, 7, "it is broken", "mend it"};
    return line;
}

std::string table(const std::vector<SweepLine>& lines, SweepFormat format) {
    return sweep_table_text(lines, format);
}

/// Any bytes but zero, often those that mean something to CSV, JSON, HTML or a spreadsheet.
rc::Gen<std::string> names() {
    return rc::gen::nonEmpty(rc::gen::container<std::string>(
        rc::gen::oneOf(rc::gen::element('=', '+', '-', '@', '\'', '"', ',', '\n', '\r', '<', '&', ' ', '\t', '\\'),
                       rc::gen::inRange<char>(1, 127), rc::gen::element('\xff', '\x80', '\xc3', '\xa9'))));
}

Error refusal(std::vector<SweepShard> shards) {
    const auto merged = merged_lines(std::move(shards));
    return merged ? Error{} : merged.error();
}

}  // namespace

class SweepTableTest : public QObject {
    Q_OBJECT

private slots:
    void a_line_of_csv_has_the_figures_of_each_planner() {
        const std::string text = table({complete_line("a.csv")}, SweepFormat::csv);
        QVERIFY(QByteArray::fromStdString(text).contains(
            "\na.csv,minimalloc-csv,3,,100,100,,125,1.250,0.250,,,,0.000,no room,,improvable,"));
    }

    void a_failed_line_says_where_and_why() {
        const std::string text = table({failed_line("a.csv")}, SweepFormat::jsonl);
        QVERIFY(QByteArray::fromStdString(text).contains(
            R"("error": {"file": "a.csv", "line": 7, "what": "it is broken", "cure": "mend it"})"));
    }

    void cells_that_would_be_formulas_are_text_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("cell");
        QTest::newRow("equals") << QByteArray("=1+1") << QByteArray("'=1+1");
        QTest::newRow("plus") << QByteArray("+1") << QByteArray("'+1");
        QTest::newRow("minus") << QByteArray("-1") << QByteArray("'-1");
        QTest::newRow("at") << QByteArray("@SUM(A1)") << QByteArray("'@SUM(A1)");
        QTest::newRow("behind blanks") << QByteArray("  =1") << QByteArray("'  =1");
        QTest::newRow("quote") << QByteArray("'a") << QByteArray("''a");
        QTest::newRow("tab") << QByteArray("\t=1") << QByteArray("\\t=1");
        QTest::newRow("plain") << QByteArray("a=1") << QByteArray("a=1");
    }
    void cells_that_would_be_formulas_are_text() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, cell);
        QCOMPARE(QByteArray::fromStdString(spreadsheet_cell(name.toStdString())), cell);
    }

    void tables_of_all_formats_are_read_back() {
        QVERIFY(rc::check("a table is what its text is read as", [] {
            std::vector<SweepLine> lines = {complete_line(*names()), failed_line(*names())};
            lines[0].levers = *names();
            lines[1].error->cause = *names();
            lines[1].error->cure = *names();
            const std::string exact = table(lines, SweepFormat::jsonl);
            for (const SweepFormat format : {SweepFormat::jsonl, SweepFormat::html}) {
                const auto read = sweep_lines(table(lines, format), "t", false);
                RC_ASSERT(read.has_value());
                RC_ASSERT(table(*read, SweepFormat::jsonl) == exact);
            }
            const std::string csv = table(lines, SweepFormat::csv);
            const auto read = sweep_lines(csv, "t", false);
            RC_ASSERT(read.has_value());
            RC_ASSERT(table(*read, SweepFormat::csv) == csv);
            RC_ASSERT(line_key((*read)[0]) == line_key(lines[0]));
        }));
    }

    void no_byte_of_a_name_is_raw_in_a_table() {
        QVERIFY(rc::check("tables hold visible characters and line ends only", [] {
            const std::string name = *names();
            for (const SweepFormat format : {SweepFormat::csv, SweepFormat::jsonl, SweepFormat::html}) {
                std::string text = table({complete_line(name)}, format);
                std::erase(text, '\n');
                RC_ASSERT(visible(text) == text);
            }
        }));
    }

    void a_name_is_no_markup_of_a_page() {
        const std::string page = table({complete_line("</script><img src=x onerror=alert(1)>")}, SweepFormat::html);
        QCOMPARE(page.find("<img"), std::string::npos);
        QCOMPARE(QByteArray::fromStdString(page).count("</script>"), 2);
        QCOMPARE(page.find("http:"), std::string::npos);
        QCOMPARE(page.find("https:"), std::string::npos);
    }

    void a_picture_of_a_stranger_is_no_markup_of_a_page() {
        SweepLine line = complete_line("a");
        line.picture = "M0 0\"/><script>alert(1)</script>||";
        const std::string page = table({line}, SweepFormat::html);
        QCOMPARE(page.find("<svg"), std::string::npos);
        QCOMPARE(page.find("<script>alert"), std::string::npos);
    }

    void the_worst_line_of_a_page_is_the_first() {
        SweepLine unsound = complete_line("unsound");
        unsound.verdict = "unsound";
        SweepLine high = complete_line("high");
        high.plans[0].ratio = 1.9;
        const std::string page =
            table({complete_line("good"), failed_line("failed"), high, unsound}, SweepFormat::html);
        std::vector<std::size_t> places;
        for (const char* name : {"failed", "unsound", "high", "good"}) {
            places.push_back(page.find("<td data-v=\"" + std::string(name) + "\""));
        }
        QVERIFY(std::ranges::is_sorted(places));
        QVERIFY(places.back() != std::string::npos);
    }

    void a_torn_last_line_is_left_out_of_a_journal_at_every_cut() {
        const std::string text = table({complete_line("a"), failed_line("b")}, SweepFormat::jsonl);
        const std::size_t first = text.find('\n') + 1;
        for (std::size_t length = 0; length <= text.size(); ++length) {
            const auto lines = sweep_lines(std::string_view(text).substr(0, length), "t", true);
            QVERIFY(lines.has_value());
            QCOMPARE(lines->size(), std::size_t(length < first ? 0 : length < text.size() ? 1 : 2));
        }
    }

    void what_is_no_table_is_an_error_with_its_line() {
        const auto lines = sweep_lines(table({complete_line("a")}, SweepFormat::jsonl) + "{}\n", "t.jsonl", true);
        QVERIFY(!lines.has_value());
        QCOMPARE(to_string(lines.error()),
                 std::string("t.jsonl:2: it is no table of arenascope sweep; give a table that sweep wrote"));
    }

    void damaged_tables_are_errors_or_tables() {
        QVERIFY(rc::check("no mutated table ends the program", [] {
            const auto format = *rc::gen::element(SweepFormat::csv, SweepFormat::jsonl, SweepFormat::html);
            std::string text = table({complete_line("a"), failed_line("b")}, format);
            const int changes = *rc::gen::inRange(1, 8);
            for (int i = 0; i < changes; ++i) {
                text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
            }
            text.resize(*rc::gen::inRange<std::size_t>(0, text.size() + 1));
            (void)sweep_lines(text, "t", *rc::gen::arbitrary<bool>());
        }));
    }

    void a_file_in_two_shards_is_one_line() {
        const auto merged = merged_lines({{"1", {complete_line("b"), failed_line("a")}}, {"2", {complete_line("a")}}});
        QVERIFY(merged.has_value());
        QCOMPARE(merged->size(), std::size_t{2});
        QCOMPARE(merged->front().file, std::string("a"));
        QVERIFY(!merged->front().error);
    }

    void shards_with_other_switches_are_refused() {
        SweepLine other = complete_line("b");
        other.switches = "sweep --planner exact";
        QCOMPARE(refusal({{"1.csv", {complete_line("a")}}, {"2.csv", {other}}}).cause,
                 std::string("it was made with 'sweep --planner exact', but '1.csv' was made with "
                             "'sweep --planner exact,greedy-by-size'"));
    }

    void shards_of_another_version_are_refused() {
        SweepLine other = complete_line("b");
        other.version = "0.2.0";
        QCOMPARE(refusal({{"1.csv", {complete_line("a")}}, {"2.csv", {other}}}).cause,
                 std::string("it was made by version '0.2.0', but '1.csv' was made by version '0.1.0'"));
    }

    void shards_of_other_contents_are_refused() {
        SweepLine other = complete_line("a");
        other.digest = "11";
        QCOMPARE(refusal({{"1.csv", {complete_line("a")}}, {"2.csv", {other}}}).cause,
                 std::string("'a' had another content than in the tables before it"));
    }

    void the_order_of_shards_does_not_matter() {
        QVERIFY(rc::check("merging is commutative", [] {
            const auto count = *rc::gen::inRange<std::size_t>(1, 5);
            std::vector<SweepShard> shards(count);
            for (const std::string& name : *rc::gen::container<std::vector<std::string>>(names())) {
                shards[*rc::gen::inRange<std::size_t>(0, count)].lines.push_back(complete_line(name));
            }
            const auto one = merged_lines(shards);
            std::ranges::reverse(shards);
            const auto other = merged_lines(shards);
            RC_ASSERT(table(*one, SweepFormat::csv) == table(*other, SweepFormat::csv));
        }));
    }
};

ARENASCOPE_TEST(SweepTableTest)
#include "sweep_table_test.moc"
