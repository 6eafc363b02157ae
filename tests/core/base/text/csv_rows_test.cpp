#include "core/base/text/csv_rows.h"

#include <array>
#include <rapidcheck.h>

#include "core/base/file/file_content.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// All rows. After an error, the last row holds only the error.
Rows rows_of(std::string_view text) {
    Rows rows;
    CsvRows csv(text, "t.csv");
    while (true) {
        const auto more = csv.next();
        if (!more) {
            rows.push_back({to_string(more.error())});
            return rows;
        }
        if (!*more) {
            return rows;
        }
        std::vector<std::string> row;
        for (const CsvCell& cell : csv.cells()) {
            row.emplace_back(cell.text);
        }
        rows.push_back(std::move(row));
    }
}

std::string csv_error(std::string_view text) {
    return rows_of(text).back().front();
}

}  // namespace

class CsvRowsTest : public QObject {
    Q_OBJECT

private slots:
    void rows_end_in_lf_or_crlf_and_blank_ones_are_skipped() {
        const Rows expected{{"a", "b"}, {"1", "2"}};
        QCOMPARE(rows_of("a,b\n1,2\n"), expected);
        QCOMPARE(rows_of("a,b\r\n\r\n,\r\n1,2"), expected);
        QCOMPARE(rows_of("\xEF\xBB\xBF\n a , b\t\n1,2\n\n"), expected);
        QVERIFY(rows_of("").empty());
        QVERIFY(rows_of(",,\n \n").empty());
    }

    void a_quoted_cell_may_contain_commas_line_ends_and_quotes() {
        QCOMPARE(rows_of("\"a,b\",\" c \"\n"), (Rows{{"a,b", " c "}}));
        QCOMPARE(rows_of("\"say \"\"hi\"\"\",2\n"), (Rows{{"say \"hi\"", "2"}}));
        QCOMPARE(rows_of("\"two\nlines\",2\n3,4\n"), (Rows{{"two\nlines", "2"}, {"3", "4"}}));
        QCOMPARE(rows_of("\"\",2\r\n"), (Rows{{"", "2"}}));
    }

    void a_missing_cell_is_empty() {
        CsvRows csv("a,b\n", "t.csv");
        QVERIFY(csv.next().value());
        QCOMPARE(csv.cell(1), std::string_view("b"));
        QCOMPARE(csv.cell(2), std::string_view());
    }

    void lines_are_counted_through_blank_rows_and_quoted_line_ends() {
        CsvRows csv("a\n\n\"b\nc\"\nd\n", "t.csv");
        std::vector<std::int64_t> lines;
        while (csv.next().value()) {
            lines.push_back(csv.line());
        }
        QCOMPARE(lines, (std::vector<std::int64_t>{1, 3, 5}));
    }

    void errors_name_the_line() {
        QVERIFY(csv_error("a\n\"b\n").starts_with("t.csv:2: a double quote is opened and not closed"));
        QVERIFY(csv_error("a\n\n\"b\"c,d\n").starts_with("t.csv:3: there is text after the closing quote of cell 1"));
        const std::string endless(csv_line_limit + 1, 'x');
        QVERIFY(csv_error("a\n" + endless).starts_with("t.csv:2: the line is longer than"));
    }

    void a_column_is_found_by_any_of_its_names_and_two_are_an_error() {
        const std::array<std::string_view, 2> names{"lower", "begin"};
        CsvRows csv("id,Begin\nid,lower,begin\nid,upper\n", "t.csv");
        QVERIFY(csv.next().value());
        QCOMPARE(find_column(csv, names)->position, std::size_t{1});
        QCOMPARE(find_column(csv, names)->name, std::string("Begin"));
        QVERIFY(csv.next().value());
        const auto both = find_column(csv, names);
        QVERIFY(!both && both.error().line == 2);
        QVERIFY(csv.next().value());
        QVERIFY(!find_column(csv, names)->is_there());
    }

    void a_number_is_a_64_bit_integer() {
        CsvRows csv("x\n", "t.csv");
        QVERIFY(csv.next().value());
        QCOMPARE(*integer_in("-42", csv, "size"), std::int64_t{-42});
        QCOMPARE(*integer_in("9223372036854775807", csv, "size"), std::int64_t{9223372036854775807});
        QVERIFY(integer_in("9223372036854775808", csv, "size").error().cause.find("does not fit in 64 bits") !=
                std::string::npos);
        QVERIFY(integer_in("", csv, "size").error().cause.find("'size' is empty") != std::string::npos);
        QCOMPARE(*integer_in("1e3", csv, "size"), std::int64_t{1'000});
        for (const char* wrong : {"1.5", "0x10", "12k", "--1", "9999999999999999999x"}) {
            const auto read = integer_in(wrong, csv, "size");
            QVERIFY2(!read && read.error().cause.find("not a whole number") != std::string::npos, wrong);
        }
    }

    void any_cells_are_restored_after_writing() {
        QVERIFY(rc::check("cells", [](const std::vector<std::string>& cells) {
            std::string line = "first";
            Rows expected{{"first"}};
            for (const std::string& cell : cells) {
                line += ',';
                append_csv_cell(line, cell);
                expected[0].push_back(cell);
            }
            RC_ASSERT(rows_of(line + "\n") == expected);
        }));
    }

    void any_text_is_read_or_refused() {
        QVERIFY(rc::check("any text", [] {
            const auto text = *rc::gen::container<std::string>(rc::gen::element('a', '"', ',', '\n', '\r', ' '));
            CsvRows csv(text, "t.csv");
            std::int64_t line = 0;
            for (auto more = csv.next(); more && *more; more = csv.next()) {
                RC_ASSERT(csv.line() > line);
                RC_ASSERT(!csv.cells().empty());
                line = csv.line();
            }
        }));
    }
};

ARENASCOPE_TEST(CsvRowsTest)
#include "csv_rows_test.moc"
