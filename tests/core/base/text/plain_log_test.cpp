#include "core/base/text/plain_log.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace std::string_literals;

namespace {

bool is_row(std::string_view line) {
    return line.starts_with("row ");
}

std::string plain(const std::string& line) {
    std::string room;
    return std::string(plain_line(line, room));
}

}  // namespace

class PlainLogTest : public QObject {
    Q_OBJECT

private slots:
    void a_line_is_what_a_terminal_shows() {
        QCOMPARE(plain("row 1"), "row 1"s);
        QCOMPARE(plain("\x1B[1;32mrow 1\x1B[0m"), "row 1"s);
        QCOMPARE(plain("\x1B]0;title\x07row 1"), "row 1"s);
        QCOMPARE(plain("\x1B]8;;http://x\x1B\\row 1"), "row 1"s);
        QCOMPARE(plain("\x1B(Brow 1\x1B"), "row 1"s);
        QCOMPARE(plain("\0\x01row\t1\x7F"s), "row\t1"s);
        QCOMPARE(plain("10 %\r20 %\rrow 1\r\r"), "row 1"s);
        QCOMPARE(plain("\rrow 1"), "row 1"s);
        QCOMPARE(plain("\r"), ""s);
    }

    void the_prefix_is_what_stands_before_the_first_row() {
        QCOMPARE(log_prefix("web_1  | hello\nweb_1  | row 1\n", is_row), "web_1  |"s);
        QCOMPARE(log_prefix("2024-03-02T10:11:12.21Z row 1\n", is_row), "2024-03-02T10:11:12.21Z"s);
        QCOMPARE(log_prefix("Mar  2 10:11:12 host app[12]: row 1\n", is_row), "Mar  2 10:11:12 host app[12]:"s);
    }

    void a_log_with_a_row_that_has_no_prefix_has_none() {
        QCOMPARE(log_prefix("see row 1\nrow 2\n", is_row), std::string());
        QCOMPARE(log_prefix("nothing\n", is_row), std::string());
        QCOMPARE(log_prefix(std::string(300, 'x') + " row 1\n", is_row), std::string());
    }

    void lines_lose_their_prefix_whatever_its_digits_are() {
        const PlainLog log =
            plain_log("[10:11:12.5] head\n[10:11:13.25] row 1\nother\n[9:00:00.0]   row 2\n[10:11:14.1]\nend", is_row);
        QCOMPARE(log.kept, " head\n row 1\nother\n   row 2\n\nend"s);
        QCOMPARE(log.note, "skipped in the log: text such as '[10:11:13.25]' before 4 lines"s);
    }

    void what_is_skipped_is_counted() {
        const PlainLog log = plain_log("\0\x7Fgarbage\r\n\x1B[1mrow 1\x1B[0m\n10 %\rrow 2\n"s, is_row);
        QCOMPARE(log.kept, "garbage\nrow 1\nrow 2\n"s);
        QCOMPARE(log.note,
                 "skipped in the log: 2 terminal codes; 2 control characters; what carriage returns overwrite in 1 "
                 "line"s);
        QVERIFY(plain_log("row 1\r\nrow 2\n", is_row).note.empty());
        QVERIFY(plain_log("row 1\rrow 2\r", is_row).note.empty());
        QVERIFY(plain_log("", is_row).note.empty());
    }

    void no_control_character_remains_and_lines_keep_their_numbers() {
        QVERIFY(rc::check([] {
            const auto text = *rc::gen::container<std::string>(
                rc::gen::element('\0', '\x1B', '[', '3', 'm', ']', '\\', '\x07', '\r', ' ', '|', 'a', 'r', 'o', 'w'));
            std::string log;
            const auto lines = *rc::gen::inRange(1, 6);
            for (int i = 0; i < lines; ++i) {
                log += text + "\n";
            }
            log += "x: row 1\n";
            const PlainLog made = plain_log(log, is_row);
            RC_ASSERT(!made.note.empty());
            RC_ASSERT(std::ranges::count(made.kept, '\n') == std::ranges::count(log, '\n'));
            RC_ASSERT(std::ranges::all_of(made.kept, [](char c) { return c == '\n' || c >= ' '; }));
            RC_ASSERT(made.kept.size() <= log.size());
        }));
    }

    void a_log_gives_the_same_rows_with_any_prefix() {
        QVERIFY(rc::check([](const std::vector<std::uint8_t>& numbers) {
            std::string bare;
            std::string prefixed;
            std::int64_t second = 0;
            for (const std::uint8_t number : numbers) {
                const std::string line = "row " + std::to_string(number) + "\n";
                bare += " " + line;
                prefixed += "job-1 | 10:11:" + std::to_string(second++) + " " + line;
            }
            RC_PRE(!numbers.empty());
            RC_ASSERT(plain_log(prefixed, is_row).kept == bare);
        }));
    }
};

ARENASCOPE_TEST(PlainLogTest)
#include "plain_log_test.moc"
