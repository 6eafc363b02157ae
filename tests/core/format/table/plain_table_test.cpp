#include "core/format/table/plain_table.h"

#include <rapidcheck.h>

#include "core/format/table/minimalloc_csv.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

std::optional<Document> plain(std::string_view text, const ReadProgress& progress = {}) {
    CsvRows rows(text, "t.csv");
    const auto has_header = rows.next();
    const auto columns = has_header && *has_header ? read_buffer_header(rows) : failure("no header");
    return columns ? plain_document(rows.rest(), *columns, progress) : std::nullopt;
}

/// With a quote, which is not plain.
std::string with_quotes(const std::string& text) {
    const std::size_t row = text.find('\n') + 1;
    const std::size_t comma = text.find(',', row);
    return text.substr(0, row) + '"' + text.substr(row, comma - row) + '"' + text.substr(comma);
}

std::string long_table(std::size_t rows) {
    std::string text = "id,lower,upper,size,region,offset\n";
    for (std::size_t i = 0; i < rows; ++i) {
        const std::string number = std::to_string(i);
        text += "b" + number + "," + number + "," + std::to_string(i + 3) + ",64,r" +
                std::to_string((rows - i) / 1'000 % 50) + (i % 2 == 0 ? ",\n" : "," + number + "\n");
    }
    return text;
}

}  // namespace

class PlainTableTest : public QObject {
    Q_OBJECT

private slots:
    void reads_every_plain_column() {
        const auto document = plain(
            "size,lower,id,end,alignment,hint,pin,kind,region,what,offset,gaps\n"
            " 512 ,0,a,9,64,-1,,,r,x y,192,\r\n"
            "\n"
            "1,-5, b b ,7,,128,7,scratch,s,,,");
        QVERIFY(document.has_value());
        const auto& buffers = document->problem.buffers;
        QCOMPARE(buffers.size(), std::size_t{2});
        QCOMPARE(buffers[0].name, Name("a"));
        QCOMPARE(buffers[0].size, Bytes(512));
        QCOMPARE(buffers[0].lifetime, (Lifetime{Step(0), Step(10)}));
        QCOMPARE(buffers[0].alignment, Bytes(64));
        QVERIFY(!buffers[0].hint() && !buffers[0].pin);
        QCOMPARE(buffers[1].name, Name("b b"));
        QCOMPARE(buffers[1].lifetime, (Lifetime{Step(-5), Step(8)}));
        QCOMPARE(buffers[1].hint(), std::optional(Offset(128)));
        QVERIFY(buffers[1].pin == Offset(7));
        QCOMPARE(buffers[1].kind, BufferKind::scratch);
        QCOMPARE(document->problem.regions[buffers[1].region].name, std::string("s"));
        QVERIFY(document->layout.placements[0] == (Placement{Offset(192), RegionIndex(0)}));
        QVERIFY(!document->layout.placements[1]);
    }

    void leaves_what_is_not_plain_data() {
        QTest::addColumn<QByteArray>("row");
        for (const char* row :
             {"\"a\",0,1,2,", "a,0,1,2", "a,0,1,2,3,4", ",0,1,2,", "a,,1,2,", "a,x,1,2,", "a,0,1,2,-3",
              "a,0,1,1234567890123456789,", "a,0,1,0,", "a,1,1,2,", "a,0,1,2,3\nb", "a,0,1,+2,", ","}) {
            QTest::newRow(row) << QByteArray(row);
        }
    }
    void leaves_what_is_not_plain() {
        QFETCH(const QByteArray, row);
        QVERIFY(!plain("id,lower,upper,size,offset\n" + row.toStdString() + "\n"));
        QVERIFY(!plain("id,lower,upper,size,offset\n" + row.toStdString()));
    }

    void leaves_a_table_without_rows_or_with_names_that_come_twice() {
        QVERIFY(!plain("id,lower,upper,size\n"));
        QVERIFY(!plain("id,lower,upper,size\n\n\n"));
        QVERIFY(!plain("id,lower,upper,size\na,0,1,2\na,1,2,3\n"));
    }

    void many_parts_give_what_the_general_reader_gives() {
        const std::string text = long_table(60'000);
        std::uint64_t last = 0;
        const auto document = plain(text, [&last](std::uint64_t done, std::uint64_t) { last = std::max(last, done); });
        const auto general = parse_minimalloc_csv(with_quotes(text), "t.csv");
        QVERIFY(document && general && !plain(with_quotes(text)));
        QVERIFY(document->problem == general->problem);
        QVERIFY(document->layout == general->layout);
        QVERIFY(last > 0 && last <= text.size());
    }

    void a_row_that_is_not_plain_sends_only_its_part_to_the_other_reader() {
        const std::string text = with_quotes(long_table(60'000));
        CsvRows rows(text, "t.csv");
        QVERIFY(rows.next());
        const auto columns = read_buffer_header(rows);
        std::size_t calls = 0;
        QVERIFY(!plain_document(rows.rest(), *columns, {}, [&calls](std::string_view part) {
            ++calls;
            // It begins with the row that has quotes.
            return part.starts_with('"') ? std::nullopt : std::optional(OtherRows());
        }));
        QCOMPARE(calls, std::size_t{1});
    }

    /// Wherever a part ends, some cell with line ends is cut in one of these tables.
    void a_quoted_cell_that_parts_cut_is_read_as_one() {
        std::string name = "begin";
        for (int i = 0; i < 2'000; ++i) {
            name += "\nx,0,1,2,r0,";
        }
        const std::string plain_rows = long_table(7'000);
        std::string text = plain_rows;
        for (int i = 0; i < 12; ++i) {
            text += '"' + name + "end" + std::to_string(i) + "\",0,1,2,r0,\n";
        }
        const auto document = parse_minimalloc_csv(text, "t.csv");
        QVERIFY(document.has_value());
        const auto& buffers = document->problem.buffers;
        QCOMPARE(buffers.size(), std::size_t{7'012});
        QCOMPARE(buffers[7'011].name, Name(name + "end11"));
        QCOMPARE(buffers[6'999].name, Name("b6999"));
        QCOMPARE(document->problem.regions[buffers[7'011].region].name, std::string("r0"));
    }

    void errors_name_the_line_wherever_they_are() {
        const auto document = parse_minimalloc_csv(with_quotes(long_table(30'000)) + "z,1,x,3,r,\n", "t.csv");
        QVERIFY(!document.has_value());
        QCOMPARE(document.error().line, std::int64_t{30'002});
    }

    void gives_what_the_general_reader_gives_or_nothing() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_csv);
            const std::string text = minimalloc_csv_text(problem, layout);
            if (const auto document = plain(text)) {
                RC_ASSERT(document->problem == problem);
                RC_ASSERT(document->layout == layout);
            }
        }));
    }
};

ARENASCOPE_TEST(PlainTableTest)

}  // namespace arenascope

#include "plain_table_test.moc"
