#include "core/format/table/sequence_csv.h"

#include "core/format/reading.h"
#include "tests/support/named_error.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

std::string sequence_table_error(std::string_view content) {
    const auto document = parse_document(content, "log.csv");
    return document ? "no error" : to_string(document.error());
}

void add_error(const char* name, const char* content, const char* place, const char* cause) {
    QTest::newRow(name) << QByteArray(content) << QByteArray(place) << QByteArray(cause);
}

}  // namespace

class SequenceCsvTest : public QObject {
    Q_OBJECT

private slots:
    void reads_allocations_and_frees() {
        const auto document =
            parse_document("op,name,size,alignment\nalloc,a,64,16\nalloc,b,8,\nfree,a,,\n", "log.csv");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->format, FileFormat::sequence_csv);
        QCOMPARE(document->problem.buffers.size(), std::size_t{2});
        QCOMPARE(document->problem.buffers[0].lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(document->problem.buffers[0].alignment, Bytes(16));
        QCOMPARE(document->problem.buffers[1].lifetime, (Lifetime{Step(1), Step(3)}));
        QVERIFY(!is_complete(document->layout));
    }

    void accepts_short_rows_other_orders_and_a_missing_header() {
        const auto expected = parse_document("op,name,size\nalloc,a,64\nfree,a,\n", "log.csv")->problem;
        for (const char* same : {"op,name,size\nalloc,a,64\nfree,a\n", "name,size,op\r\na,64,alloc\r\n\r\na,,free\r\n",
                                 "alloc,a,64\nfree,a\n", "OP,Name,SIZE\nALLOC,a,64\nFree,a\n"}) {
            const auto document = parse_document(same, "log.csv");
            QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
            QCOMPARE(document->problem, expected);
        }
    }

    void errors_name_the_line_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("cause");
        add_error("missing_column", "op,name\nalloc,a\n", "log.csv:1", "no column 'size'");
        add_error("unknown_operation", "op,name,size\ntake,a,4\n", "log.csv:2", "no operation 'take'");
        add_error("row_too_short", "op,name,size\nalloc,a\n", "log.csv:2", "too short");
        add_error("not_a_number", "op,name,size\nalloc,a,big\n", "log.csv:2", "'big' in column 'size'");
        add_error("zero_size", "op,name,size\nalloc,a,0\n", "log.csv:2", "operation 0 (alloc 'a') has the size 0");
        add_error("size_overflow", "op,name,size\nalloc,a,99999999999999999999\n", "log.csv:2",
                  "does not fit in 64 bits");
        add_error("sum_overflow", "op,name,size\nalloc,a,9223372036854775807\n\nalloc,b,2\n", "log.csv:4",
                  "sum of sizes and alignments does not fit in 64 bits");
        add_error("zero_alignment", "op,name,size,alignment\nalloc,a,4,0\n", "log.csv:2", "has the alignment 0");
        add_error("freed_twice", "op,name,size\nalloc,a,4\nfree,a\nfree,a\n", "log.csv:4", "operation 2 (free 'a')");
        add_error("freed_before", "op,name,size\n\nfree,a\n", "log.csv:3", "never allocated");
        add_error("allocated_twice", "op,name,size\nalloc,a,4\nalloc,a,4\n", "log.csv:3", "still alive");
        add_error("no_name", "op,name,size\nalloc,,4\n", "log.csv:2", "'name' is empty");
        add_error("row_too_long", "op,name,size,alignment\nalloc,conv,1,64,16\n", "log.csv:2",
                  "the row is too long: 5 cells under 4 columns");
        add_error("row_too_long_without_header", "alloc,a,64\nalloc,conv,1,64,16\n", "log.csv:2", "5 cells under 4");
        add_error("not_a_number_as_alignment", "op,name,size,alignment\nalloc,a,4,x\n", "log.csv:2", "'x' in column");
        add_error("lone_carriage_returns", "op,name,size\ralloc,a,4\r", "log.csv:1", "a carriage return only");
        add_error("header_alone", "op,name,size\n", "log.csv", "no operation");
    }

    void errors_name_the_line() {
        QFETCH(const QByteArray, content);
        QFETCH(const QByteArray, place);
        QFETCH(const QByteArray, cause);
        const std::string error = sequence_table_error(content.toStdString());
        test::verify_error(error, place.toStdString() + ": ", cause.toStdString());
    }

    void a_truncated_file_is_read_or_an_error() {
        const std::string whole = "op,name,size,alignment\nalloc,a,64,16\nalloc,\"b\",8\r\nfree,a,,\nfree,b\n";
        for (std::size_t length = 0; length <= whole.size(); ++length) {
            const auto document = parse_document(std::string_view(whole).substr(0, length), "cut");
            QVERIFY(!document || !document->problem.buffers.empty());
        }
    }
};

ARENASCOPE_TEST(SequenceCsvTest)

}  // namespace arenascope

#include "sequence_csv_test.moc"
