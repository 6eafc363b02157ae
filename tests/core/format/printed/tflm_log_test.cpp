#include "core/format/printed/tflm_log.h"

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::string plan =
    "0 (id=0): size=96, offset=0, first_used=0 last_used=1\n"
    "1 (id=1): size=64, offset=96, first_used=1 last_used=2\n"
    "2 (id=2): size=16, offset=0, first_used=2 last_used=2\n";

const std::string map =
    " 0: 000000000000000000000000000000000000000000000000................................ (0k)\n"
    " 1: 00000000000000000000000000000000000000000000000011111111111111111111111111111111 (1k)\n"
    " 2: 22222222........................................11111111111111111111111111111111 (0k)\n";

bool notes_say(const Document& document, const std::string& words) {
    return std::any_of(document.notes.begin(), document.notes.end(),
                       [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

}  // namespace

class TflmLogTest : public QObject {
    Q_OBJECT

private slots:
    void zero_bytes_and_garbage_at_boot_are_skipped() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const auto document =
            read_document(shared_data(QStringLiteral("field/tflm_nul_boot_garbage.log")).toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->format, FileFormat::tflm_log);
        QCOMPARE(document->problem.buffers.size(), std::size_t{3});
        QCOMPARE(peak(document->problem, document->layout), Offset(160));
        QCOMPARE(document->notes.back(), std::string("skipped in the log: 1 control character"));
    }

    void the_first_line_may_look_like_json() {
        for (const std::string first : {"{boot}\n", "{\"level\": 1} ready\n", "[1] started\n", "{\n", "[\n"}) {
            const auto document = parse_document(first + "0 (id=0): size=16, offset=0, first_used=0 last_used=1\r\r\n" +
                                                     "1 (id=1): size=16, offset=16, first_used=0 last_used=1\r\r\n",
                                                 "log");
            QVERIFY2(document.has_value(), first.c_str());
            QCOMPARE(document->problem.buffers.size(), std::size_t{2});
        }
    }

    void reads_sizes_offsets_and_inclusive_uses() {
        const Document document = opened(plan + map);
        QCOMPARE(document.format, FileFormat::tflm_log);
        QVERIFY(is_complete(document.layout));
        QVERIFY(document.notes.empty());
        QCOMPARE(document.problem.buffers.size(), std::size_t{3});
        QCOMPARE(document.problem.buffers[1].name, std::string("buffer_1"));
        QCOMPARE(document.problem.buffers[1].size, Bytes(64));
        QCOMPARE(document.problem.buffers[1].lifetime, (Lifetime{Step(1), Step(3)}));
        QCOMPARE(document.layout.placements[1]->offset, Offset(96));
        QCOMPARE(peak(document.problem, document.layout), Offset(160));
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void finds_it_among_other_output() {
        const Document alone = opened(plan + map);
        const std::string prefixed = "I (312) tflm: " + replaced(plan, "1 (id=1)", "I (313) tflm: b (id=1)");
        for (const std::string& log :
             {"start\n[INFO] booting, id 7\r\n\x1b[32m" + plan + map + "Invoke: 12 ms\nid=3 done\n",
              with_crlf("[boot] 1, 2\n" + plan + map + "bye\n"), "\xEF\xBB\xBF" + plan + map, prefixed + "\n" + map,
              replaced(plan, "1 (id", "W: heap at 0x3ffb\n1 (id") + map}) {
            const Document document = opened(log);
            QCOMPARE(document.problem, alone.problem);
            QCOMPARE(document.layout, alone.layout);
        }
    }

    void reads_the_older_wording() {
        const Document document = opened(
            "Planner buffer ID: 0, calculated offset: 32, size required: 16, first_time_created: 0, "
            "last_time_used: 1\n"
            "Planner buffer ID: 1, calculated offset: 0, size required: 32, first_time_created: 1, "
            "last_time_used: 1\n" +
            std::string(80, '.') + "\n");
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        QCOMPARE(document.problem.buffers[1].size, Bytes(32));
        QCOMPARE(document.layout.placements[0]->offset, Offset(32));
        QVERIFY(document.notes.empty());
    }

    void takes_the_last_complete_plan() {
        const std::string other = replaced(plan, "size=96", "size=80");
        const Document second = opened(plan + map + "again\n" + other + map);
        QCOMPARE(second.problem.buffers[0].size, Bytes(80));
        QVERIFY(notes_say(second, "holds 2 plans"));
        QVERIFY(notes_say(second, "lines 8 to 10"));
        // The second plan is incomplete: a line is broken, an id is wrong, or its map is missing.
        for (const std::string& broken : {other.substr(0, other.size() - 20), replaced(other, "(id=1)", "(id=4)") + map,
                                          replaced(other, "(id=0)", "(id=1)") + map, other}) {
            const Document first = opened(plan + map + broken);
            QCOMPARE(first.problem.buffers[0].size, Bytes(96));
            QVERIFY(notes_say(first, "is not complete"));
        }
    }

    void notes_that_a_plan_without_a_map_may_be_truncated() {
        QVERIFY(notes_say(opened(plan), "no map follows"));
        QVERIFY(notes_say(opened(plan.substr(0, plan.size() - 1)), "the log ends inside the plan"));
    }

    void errors_name_the_line() {
        QVERIFY(error_of("log\n" + replaced(plan, ", offset=96", "")).starts_with("text:3: the line is incomplete"));
        QVERIFY(error_of(replaced(plan, "(id=1)", "(id=2)")).starts_with("text:2: the plan has id 2 where id 1"));
        QVERIFY(error_of(replaced(plan, "size=64", "size=-64")).starts_with("text:2: size of buffer 'buffer_1'"));
        QVERIFY(error_of(replaced(plan, "offset=96", "offset=-1")).starts_with("text:2: offset -1"));
        QVERIFY(error_of(replaced(plan, "last_used=1", "last_used=-4")).starts_with("text:1: buffer 'buffer_0'"));
        QVERIFY(error_of(replaced(plan, "last_used=1", "last_used=9223372036854775807"))
                    .starts_with("text:1: last_used does not fit in 64 bits"));
        QVERIFY(error_of(replaced(plan, "last_used=1", "last_used=99999999999999999999"))
                    .starts_with("text:1: the line is incomplete"));
        QVERIFY(error_of(replaced(plan, "offset=96", "offset=9223372036854775800")).find("does not fit in 64 bits") !=
                std::string::npos);
    }

    void leaves_out_buffers_of_0_bytes() {
        const Document document = opened(replaced(plan, "size=64", "size=0") + map);
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        QVERIFY(notes_say(document, "1 of 0 bytes left out"));
    }

    void a_truncated_log_is_an_error_or_noted_or_complete() {
        const std::string text = "boot\n" + plan + map;
        const Document whole = opened(text);
        for (std::size_t length = 0; length < text.size(); ++length) {
            const auto document = parse_document(text.substr(0, length), "run.log");
            QVERIFY(!document || !document->notes.empty() || document->problem == whole.problem);
        }
    }

    void reports_the_error_if_only_a_broken_plan_has_a_map() {
        const auto document = parse_document_as(FileFormat::tflm_log,
                                                "0 (id=0): size=96, offset=0, first_used=0 last_u\n 0: 0000 (0k)\n"
                                                "0 (id=0): size=96, offset=0, first_used=0 last_used=1\n",
                                                "log");
        QVERIFY(!document.has_value());
        QCOMPARE(document.error().line, std::int64_t{1});
        QVERIFY(!document.error().cause.empty());
    }
};

ARENASCOPE_TEST(TflmLogTest)
#include "tflm_log_test.moc"
