#include "core/format/table/minimalloc_csv.h"

#include <rapidcheck.h>

#include "core/format/reading.h"
#include "tests/support/named_error.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

Document parsed(std::string_view content) {
    auto document = parse_document(content, "plan.csv");
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

std::string table_error(std::string_view content) {
    const auto document = parse_document(content, "plan.csv");
    return document ? "no error" : to_string(document.error());
}

void add_refused_table(const char* name, const std::string& content, const char* place, const char* cause) {
    QTest::newRow(name) << QByteArray::fromStdString(content) << QByteArray(place) << QByteArray(cause);
}

}  // namespace

class MinimallocCsvTest : public QObject {
    Q_OBJECT

private slots:
    void reads_the_four_columns_that_every_file_has() {
        const Document document = parsed("id,lower,upper,size\nb1,0,3,4\nb2,3,9,8\n");
        QCOMPARE(document.format, FileFormat::minimalloc_csv);
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        const Buffer& second = document.problem.buffers[1];
        QCOMPARE(second.name, std::string("b2"));
        QCOMPARE(second.lifetime, (Lifetime{Step(3), Step(9)}));
        QCOMPARE(second.size, Bytes(8));
        QCOMPARE(second.alignment, Bytes(1));
        QVERIFY(!document.layout.placements[0] && !document.layout.placements[1]);
        QVERIFY(document.notes.empty());
    }

    void reads_every_optional_column() {
        const Document document = parsed(
            "id,lower,upper,size,alignment,hint,gaps,kind,region,pin,offset\n"
            "a,0,10,512,64,128,1-2 4-6@0:256,scratch,fast,64,192\n"
            "b,0,10,512,,-1,,,slow,,\n");
        const Buffer& a = document.problem.buffers[0];
        QCOMPARE(a.alignment, Bytes(64));
        QCOMPARE(a.hint(), std::optional(Offset(128)));
        QCOMPARE(a.gaps(), (std::vector<Gap>{{{Step(1), Step(2)}, std::nullopt},
                                             {{Step(4), Step(6)}, Window{Bytes(0), Bytes(256)}}}));
        QCOMPARE(a.kind, BufferKind::scratch);
        QCOMPARE(a.pin, std::optional(Offset(64)));
        QCOMPARE(document.problem.regions.size(), std::size_t{2});
        QCOMPARE(document.problem.regions[1].name, std::string("slow"));
        QCOMPARE(document.problem.buffers[1].region, RegionIndex(1));
        QVERIFY(!document.problem.buffers[1].hint() && !document.problem.buffers[1].pin);
        QCOMPARE(document.layout.placements[0], (std::optional(Placement{Offset(192), RegionIndex(0)})));
        QVERIFY(!document.layout.placements[1]);
    }

    void a_first_line_may_tell_the_base_as_omnimalloc_writes_it() {
        const Document document = parsed(
            "# pool_offset=4096\nid,lower,upper,size,offset,kind\na,0,2,64,0,workspace\nb,1,3,32,64,input\n"
            "c,2,3,32,0,output\nd,0,3,16,96,constant\n");
        QCOMPARE(document.format, FileFormat::minimalloc_csv);
        QCOMPARE(document.problem.regions[0].base, Address{4096});
        QCOMPARE(document.layout.placements[1]->offset, Offset(64));
        QCOMPARE(document.problem.buffers[0].kind, BufferKind::activation);
        QCOMPARE(document.problem.buffers[1].kind, BufferKind::input);
        QCOMPARE(document.problem.buffers[2].kind, BufferKind::output);
        QCOMPARE(document.problem.buffers[3].kind, BufferKind::variable);
        QVERIFY(document.notes.empty());
        QCOMPARE(parsed("#pool_offset = 0\r\nid,lower,upper,size\r\na,0,2,64\r\n").problem.buffers.size(),
                 std::size_t{1});
    }

    void a_base_that_is_no_address_is_refused() {
        const std::string rows = "id,lower,upper,size\na,0,2,64\n";
        for (const char* number : {"", "=", "=x", "=-1", "=1,2", "=9223372036854775808"}) {
            const std::string error = table_error("# pool_offset" + std::string(number) + "\n" + rows);
            test::verify_error(error, "plan.csv:1: ", "gives no address");
        }
    }

    void vector_times_are_refused_by_name() {
        for (const char* row : {"a,3:0,4,64\n", "a,3,4:0:1,64\n"}) {
            const std::string error = table_error("id,lower,upper,size\nb,0,1,1\n" + std::string(row));
            test::verify_error(error, "plan.csv:3: ", " of buffer 'a' has the vector time '");
        }
    }

    void batch_height_and_channels_make_a_texture_of_four_dimensions() {
        const std::string text =
            "id,lower,upper,size,height,depth,batch,channels,offset\na,0,3,4,3,,2,5,\nb,0,3,4,3,2,,,\nc,0,3,4,,,,,\n";
        const Document document = parsed(text);
        QCOMPARE(document.problem.buffers[0].dimensions(), (std::vector<std::int64_t>{2, 3, 4, 5}));
        QCOMPARE(document.problem.buffers[0].size, Bytes(120));
        QCOMPARE(document.problem.buffers[1].dimensions(), (std::vector<std::int64_t>{4, 3, 2}));
        QVERIFY(document.problem.buffers[2].dimensions().empty());
        QCOMPARE(minimalloc_csv_text(document.problem, document.layout), text);
    }

    void height_and_depth_make_a_texture_of_the_width() {
        const Document document = parsed("id,lower,upper,size,height,depth\na,0,3,4,3,2\nb,0,3,4,3,\nc,0,3,4,,\n");
        QCOMPARE(document.problem.buffers[0].size, Bytes(24));
        QCOMPARE(document.problem.buffers[0].dimensions(), (std::vector<std::int64_t>{4, 3, 2}));
        QCOMPARE(document.problem.buffers[1].dimensions(), (std::vector<std::int64_t>{4, 3}));
        QVERIFY(document.problem.buffers[2].dimensions().empty());
        QVERIFY(document.notes.empty());
    }

    void names_in_may_take_over_are_separated_by_semicolons_or_spaces() {
        const Document document =
            parsed("id,lower,upper,size,may_take_over\na,0,3,4,\nb c,0,3,4,a\nd,4,5,4,b c;a\ne,6,7,4,a d\n");
        const auto& lists = document.problem.usage_graph->may_take_over;
        QVERIFY(lists[0].empty());
        QCOMPARE(lists[1], (std::vector{BufferIndex(0)}));
        QCOMPARE(lists[2], (std::vector{BufferIndex(1), BufferIndex(0)}));
        QCOMPARE(lists[3], (std::vector{BufferIndex(0), BufferIndex(2)}));
    }

    void accepts_columns_in_any_order_and_with_every_name() {
        const auto expected = parsed("id,lower,upper,size\na,1,5,7\n").problem;
        QCOMPARE(parsed("size,upper,lower,id\n7,5,1,a\n").problem, expected);
        QCOMPARE(parsed("buffer,begin,upper,size\na,1,5,7\n").problem, expected);
        QCOMPARE(parsed("buffer_id,start,upper,size\na,1,5,7\n").problem, expected);
        QCOMPARE(parsed("ID,Lower,UPPER,Size\na,1,5,7\n").problem, expected);
    }

    void a_column_called_end_is_inclusive() {
        const Document document = parsed("id,start,end,size,gaps\na,0,9,4,3-5\n");
        QCOMPARE(document.problem.buffers[0].lifetime, (Lifetime{Step(0), Step(10)}));
        QCOMPARE(document.problem.buffers[0].gaps()[0].steps, (Lifetime{Step(3), Step(6)}));
    }

    void accepts_carriage_returns_empty_lines_and_a_byte_order_mark() {
        const auto expected = parsed("id,lower,upper,size\na,0,3,4\nb,3,9,8\n").problem;
        QCOMPARE(parsed("\xEF\xBB\xBFid,lower,upper,size\r\n\r\na,0,3,4\r\n\n  \n,,,\nb,3,9,8").problem, expected);
    }

    void accepts_quoted_names() {
        const Document document =
            parsed("id,lower,upper,size\n\"a, \"\"b\"\"\nc\",0,3,4\r\n \"d\" ,0,1,2\n\xE5\x8D\xB7\xE7\xA7\xAF,0,1,1\n");
        QCOMPARE(document.problem.buffers[0].name, std::string("a, \"b\"\nc"));
        QCOMPARE(document.problem.buffers[1].name, std::string("d"));
        QCOMPARE(document.problem.buffers[2].name, std::string("\xE5\x8D\xB7\xE7\xA7\xAF"));
    }

    void notes_unknown_columns() {
        const Document document = parsed("id,lower,upper,size,colour,owner\na,0,3,4,red,me\n");
        QCOMPARE(document.notes.size(), std::size_t{1});
        QVERIFY(document.notes[0].find("'colour', 'owner'") != std::string::npos);
    }

    void a_column_op_does_not_make_it_a_sequence() {
        QCOMPARE(parsed("id,lower,upper,size,op\na,0,3,4,conv\n").format, FileFormat::minimalloc_csv);
        QCOMPARE(parsed("name,op,buffer,start,end,size\nx,conv,a,0,3,4\n").format, FileFormat::minimalloc_csv);
    }

    void an_error_shortens_long_names() {
        const std::string row = std::string(100'000, 'x') + ",0,3,4\n";
        std::string text = "id,lower,upper,size\n";
        text.append(row).append(row);
        const std::string error = table_error(text);
        QVERIFY2(error.size() < 300 && error.find("duplicate buffer 'xxx") != std::string::npos, error.c_str());
    }

    void a_lifetime_may_have_a_quintillion_steps() {
        const Document document = parsed("id,lower,upper,size\na,0,1000000000000000000,4\n");
        QCOMPARE(time_span(document.problem).end, Step(1'000'000'000'000'000'000));
    }

    void an_overlap_or_a_misaligned_offset_is_no_error() {
        const Document document = parsed("id,lower,upper,size,alignment,offset\na,0,3,4,8,3\nb,0,3,4,8,3\n");
        QVERIFY(is_complete(document.layout));
    }

    void errors_name_the_line_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("cause");
        const std::string header = "id,lower,upper,size,alignment,gaps,offset\n";
        add_refused_table("missing_column", "id,lower,size\na,0,4\n", "plan.csv:1", "no column 'upper'");
        add_refused_table("unknown_columns", "foo,bar\n1,2\n", "plan.csv:1", "not a known header: 'foo,bar'");
        add_refused_table("no_header", "1,0,3,4\n", "plan.csv:1", "not a known header");
        add_refused_table("column_twice", "id,lower,upper,end,size\na,0,3,3,4\n", "plan.csv:1",
                          "'upper' and 'end' mean the same");
        add_refused_table("no_size", "id,lower,upper\na,0,4\n", "plan.csv:1", "no column 'size'");
        add_refused_table("lone_carriage_returns", "id,lower,upper,size\ra,0,3,4\r", "plan.csv:1",
                          "a carriage return only");
        add_refused_table("control_characters_in_a_name",
                          header + std::string(5'000, '\n') + "\"a\x1B\nb\",0,3,4,,,\n\"a\x1B\nb\",0,3,4,,,\n",
                          "plan.csv:5004", "duplicate buffer 'a\\x1b\\nb'");
        add_refused_table("tail_overflow_when_aligned",
                          header + "a,0,3,100,,,9223372036854775000\nb,0,3,100,4096,,9223372036854775200\n", "plan.csv",
                          "the tail of buffer 'a', aligned for the next buffer, does not fit in 64 bits");
        add_refused_table("row_too_short", header + "a,0,3,4\n", "plan.csv:2", "the row is too short: 4 of 7 cells");
        add_refused_table("row_too_long", header + "a,0,3,4,,,,9\n", "plan.csv:2", "the row is too long");
        add_refused_table("no_name", header + ",0,3,4,,,\n", "plan.csv:2", "column 'id' is empty");
        add_refused_table("not_a_number", header + "a,0,x3,4,,,\n", "plan.csv:2",
                          "'x3' in column 'upper' is not a whole number");
        add_refused_table("half_a_number", header + "a,0,3,4.5,,,\n", "plan.csv:2",
                          "'4.5' in column 'size' is not a whole");
        add_refused_table("empty_number", header + "a,0,,4,,,\n", "plan.csv:2", "column 'upper' is empty");
        add_refused_table("negative_size", header + "\na,0,3,-4,,,\n", "plan.csv:3", "size of buffer 'a' is -4");
        add_refused_table("zero_size", header + "a,0,3,0,,,\n", "plan.csv:2", "size of buffer 'a' is 0");
        add_refused_table("begin_at_end", header + "a,3,3,4,,,\n", "plan.csv:2", "begins at step 3 and ends at 3");
        add_refused_table("size_overflow", header + "a,0,3,9223372036854775808,,,\n", "plan.csv:2",
                          "does not fit in 64 bits");
        add_refused_table("end_overflow", "id,start,end,size\na,0,9223372036854775807,4\n", "plan.csv:2",
                          "the step after it does not fit in 64 bits");
        add_refused_table("offset_overflow", header + "a,0,3,4,,,9223372036854775805\n", "plan.csv:2",
                          "offset + size of buffer 'a' does not fit in 64 bits");
        add_refused_table("sum_overflow", header + "a,0,3,9223372036854775807,,,\nb,0,3,1,,,\n", "plan.csv:3",
                          "the sum of sizes and alignments does not fit in 64 bits");
        add_refused_table("span_overflow", header + "a,-9223372036854775808,0,4,,,\nb,0,9,1,,,\n", "plan.csv:2",
                          "time span");
        add_refused_table("duplicate_name", header + "a,0,3,4,,,\nb,0,3,4,,,\na,4,5,4,,,\n", "plan.csv:4",
                          "duplicate buffer 'a' (the first is on line 2)");
        add_refused_table("zero_alignment", header + "a,0,3,4,0,,\n", "plan.csv:2", "alignment of buffer 'a' is 0");
        add_refused_table("negative_alignment", header + "a,0,3,4,-8,,\n", "plan.csv:2",
                          "alignment of buffer 'a' is -8");
        add_refused_table("gap_outside", header + "a,0,3,4,,2-5,\n", "plan.csv:2", "gap 2-5 of buffer 'a' is outside");
        add_refused_table("gaps_overlap", header + "a,0,9,4,,2-5 4-6,\n", "plan.csv:2",
                          "outside its lifetime or meets");
        add_refused_table("gap_empty", header + "a,0,9,4,,5-5,\n", "plan.csv:2", "is empty");
        add_refused_table("gap_not_one", header + "a,0,9,4,,2..5,\n", "plan.csv:2",
                          "'2..5' in column 'gaps' is not a gap");
        add_refused_table("gap_overflow", header + "a,0,9,4,,2-99999999999999999999,\n", "plan.csv:2", "is not a gap");
        add_refused_table("window_outside", header + "a,0,9,4,,2-5@0:5,\n", "plan.csv:2", "window");
        add_refused_table("negative_offset", header + "a,0,3,4,,,-1\n", "plan.csv:2",
                          "offset -1 of buffer 'a' is negative");
        add_refused_table("negative_hint", "id,lower,upper,size,hint\na,0,3,4,-2\n", "plan.csv:2",
                          "hint -2 is negative");
        add_refused_table("unknown_kind", "id,lower,upper,size,kind\na,0,3,4,wood\n", "plan.csv:2", "no kind 'wood'");
        add_refused_table("no_region", "id,lower,upper,size,region\na,0,3,4,\n", "plan.csv:2",
                          "column 'region' is empty");
        const std::string texture = "id,lower,upper,size,height,depth\n";
        add_refused_table("batch_alone", "id,lower,upper,size,height,batch,channels\na,0,3,4,3,2,\n", "plan.csv:2",
                          "buffer 'a' has some of four dimensions");
        add_refused_table("depth_alone", texture + "a,0,3,4,,2\n", "plan.csv:2",
                          "buffer 'a' has a depth and no height");
        add_refused_table("zero_height", texture + "a,0,3,4,0,\n", "plan.csv:2",
                          "width, height and depth of buffer 'a'");
        add_refused_table("texture_overflow", texture + "a,0,3,4294967296,4294967296,\n", "plan.csv:2",
                          "give no valid size");
        add_refused_table("takes_over_from_nobody", "id,lower,upper,size,may_take_over\na,0,3,4,\nb,0,3,4,a;x\n",
                          "plan.csv:3", "buffer 'b' may take over from 'x', but there is no such buffer");
        add_refused_table("open_quote", header + "\"a,0,3,4,,,\n", "plan.csv:2", "quote is opened and not closed");
        add_refused_table("header_alone", "id,lower,upper,size", "plan.csv", "no buffer");
        add_refused_table("empty", "", "plan.csv", "it is empty");
        add_refused_table("blank", " \n\n\t\n", "plan.csv", "it is empty");
        add_refused_table("long_line", header + "a" + std::string(std::size_t{2} << 20U, 'x') + ",0,3,4,,,\n",
                          "plan.csv:2", "longer than 1048576 bytes");
        add_refused_table("binary",
                          std::string("\x7F"
                                      "ELF\x02\x01\x01\x00\x00",
                                      9),
                          "plan.csv", "it is a program or library (ELF)");
    }

    void errors_name_the_line() {
        QFETCH(const QByteArray, content);
        QFETCH(const QByteArray, place);
        QFETCH(const QByteArray, cause);
        const std::string error = table_error(content.toStdString());
        test::verify_error(error, place.toStdString() + ": ", cause.toStdString());
    }

    void writes_only_needed_columns() {
        const Document plain = parsed("id,begin,upper,size,colour\na,0,3,4,red\n\"b,c\",3,9,8,\n");
        QCOMPARE(minimalloc_csv_text(plain.problem, plain.layout),
                 std::string("id,lower,upper,size,offset\na,0,3,4,\n\"b,c\",3,9,8,\n"));
        const std::string full =
            "id,lower,upper,size,alignment,hint,gaps,offset\na,0,10,512,64,128,1-2 4-6@0:256,192\nb,0,10,9,1,-1,,\n";
        const Document rich = parsed(full);
        QCOMPARE(minimalloc_csv_text(rich.problem, rich.layout), full);
    }

    void the_alignment_of_a_region_goes_into_its_buffers() {
        Document document = parsed("id,lower,upper,size,alignment\na,0,3,4,6\n");
        document.problem.regions[0].alignment = Bytes(4);
        QCOMPARE(minimalloc_csv_text(document.problem, document.layout),
                 std::string("id,lower,upper,size,alignment,offset\na,0,3,4,12,\n"));
    }

    void any_layout_is_read_back_equal() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_csv);
            const auto again = parse_document(minimalloc_csv_text(problem, layout), "again");
            RC_ASSERT(again.has_value());
            RC_ASSERT(again->problem.buffers == problem.buffers);
            RC_ASSERT(again->layout == layout);
        }));
    }

    void a_line_of_a_header_alone_is_a_table_of_no_buffers() {
        for (const char* text : {"id,lower,upper,size\n", "id,lower,upper,size,region,offset\r\n"}) {
            const auto document = parse_document(text, "none.csv");
            QVERIFY(document && document->problem.buffers.empty() && document->layout.placements.empty());
            QCOMPARE(document->problem.regions.size(), std::size_t{1});
            QCOMPARE(document->notes, std::vector<std::string>{"the file lists no buffers"});
        }
        Problem none;
        none.regions.push_back({.name = "other"});
        const auto again = parse_document(minimalloc_csv_text(none, empty_layout(none)), "again.csv");
        QVERIFY(again && again->problem.buffers.empty());
    }

    void a_truncated_file_is_read_or_an_error() {
        const std::string whole =
            "id,lower,upper,size,alignment,hint,gaps,offset\r\na,0,10,512,64,128,1-2 4-6@0:256,192\n"
            "\"b \"\"q\"\"\",0,10,9,1,-1,,\n";
        for (std::size_t length = 0; length <= whole.size(); ++length) {
            const auto document = parse_document(std::string_view(whole).substr(0, length), "cut");
            const bool is_whole_header = length > 0 && length == whole.find('\n') + 1;
            QVERIFY(!document || document->problem.buffers.empty() == is_whole_header);
        }
    }

    void reads_the_minimalloc_benchmarks() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        for (const auto& [name, count] :
             {std::pair{"minimalloc/A.1048576.csv", 154U}, {"minimalloc/input.12.csv", 5U}}) {
            const auto document = read_document(test::shared_data(QLatin1String(name)).toStdString());
            QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
            QCOMPARE(document->problem.buffers.size(), std::size_t{count});
        }
    }
};

ARENASCOPE_TEST(MinimallocCsvTest)

}  // namespace arenascope

#include "minimalloc_csv_test.moc"
