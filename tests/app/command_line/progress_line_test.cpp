#include "app/command_line/progress_line.h"

#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace std::chrono_literals;

/// Drives the line with times of the test's own.
class ProgressLineTest : public QObject {
    Q_OBJECT

private:
    static constexpr ProgressLine::Clock::time_point begin{};

    std::string written_;
    std::size_t columns_ = 80;

    Terminal terminal() {
        return {true, [this] { return columns_; }, [this](std::string_view text) { written_ += text; }};
    }
    static ProgressLine::Text words(const std::string& text) {
        return [text](std::size_t) { return text; };
    }
    static std::string drawn(const std::string& text) { return std::string(erased_line) + text; }

private slots:
    void init() {
        written_.clear();
        columns_ = 80;
    }

    void a_quick_command_stays_silent() {
        ProgressLine line(terminal());
        line.show(words("reading"), begin);
        line.tick(begin + 499ms);
        line.hide();
        line.tick(begin + 1s);
        QVERIFY(written_.empty());
    }

    void it_appears_after_half_a_second() {
        ProgressLine line(terminal());
        line.show(words("reading"), begin);
        line.tick(begin + 500ms);
        QCOMPARE(written_, drawn("reading"));
    }

    void a_later_work_does_not_wait_again() {
        ProgressLine line(terminal());
        line.show(words("reading"), begin);
        line.hide();
        line.show(words("writing"), begin + 450ms);
        line.tick(begin + 500ms);
        QCOMPARE(written_, drawn("writing"));
    }

    void it_is_drawn_at_most_ten_times_a_second_and_only_if_it_changes() {
        int number = 0;
        ProgressLine line(terminal());
        line.show([&number](std::size_t) { return std::to_string(number / 2); }, begin);
        line.tick(begin + 500ms);
        number = 2;
        line.tick(begin + 599ms);
        QCOMPARE(written_, drawn("0"));
        line.tick(begin + 600ms);
        number = 3;
        line.tick(begin + 700ms);
        QCOMPARE(written_, drawn("0") + drawn("1"));
    }

    void it_is_erased_and_does_not_come_back() {
        ProgressLine line(terminal());
        line.show(words("reading"), begin);
        line.tick(begin + 1s);
        line.hide();
        line.hide();
        line.tick(begin + 2s);
        QCOMPARE(written_, drawn("reading") + drawn(""));
    }

    void it_leaves_the_last_column_free() {
        std::size_t given = 0;
        ProgressLine line(terminal());
        line.show(
            [&given](std::size_t columns) {
                given = columns;
                return std::string("reading");
            },
            begin);
        columns_ = 40;
        line.tick(begin + 1s);
        QCOMPARE(given, std::size_t{39});
        columns_ = 0;
        line.tick(begin + 2s);
        QCOMPARE(given, std::size_t{0});
    }

    void without_a_terminal_no_text_is_made() {
        bool was_made = false;
        ProgressLine line({});
        line.show(
            [&was_made](std::size_t) {
                was_made = true;
                return std::string("reading");
            },
            begin);
        line.tick(begin + 1s);
        line.hide();
        QVERIFY(!line.is_possible() && !was_made);
    }
};

ARENASCOPE_TEST(ProgressLineTest)
#include "progress_line_test.moc"
