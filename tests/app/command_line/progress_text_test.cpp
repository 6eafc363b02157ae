#include "app/command_line/progress_line.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class ProgressTextTest : public QObject {
    Q_OBJECT

private:
    static constexpr std::uint64_t mebibyte = 1024 * 1024;

    /// 498.75 KiB with a threshold of 477.56 KiB.
    static RunStanding facts() {
        RunStanding facts;
        facts.planner = "exact";
        facts.work = 1'234'567;
        facts.work_limit = 20'000'000;
        facts.best_peak = Offset(510'720);
        facts.lower_bound = Bytes(500'000);
        facts.threshold = Bytes(489'024);
        return facts;
    }

private slots:
    void a_file_is_read_and_then_parsed() {
        QCOMPARE(reading_parts(34 * mebibyte, 240 * mebibyte), ProgressParts{"reading 34 of 120 MiB"});
        QCOMPARE(reading_parts(120 * mebibyte, 240 * mebibyte), ProgressParts{"parsing 120 MiB"});
        QCOMPARE(reading_parts(154 * mebibyte, 240 * mebibyte), ProgressParts{"parsing 34 of 120 MiB"});
        QCOMPARE(reading_parts(240 * mebibyte, 240 * mebibyte), ProgressParts{"parsing 120 of 120 MiB"});
    }

    void a_small_file_is_counted_in_kib() {
        QCOMPARE(reading_parts(mebibyte, 16 * mebibyte), ProgressParts{"reading 1,024 of 8,192 KiB"});
    }

    void a_file_of_unknown_size_has_no_figures() { QCOMPARE(reading_parts(0, 0), ProgressParts{"reading"}); }

    void a_run_has_best_bound_gap_and_work() {
        QCOMPARE(run_parts(facts()), (ProgressParts{"exact: best 498.75 KiB (+4.4 %)", "bound 488.28 KiB", "gap 2.1 %",
                                                    "work 1,234,567 of 20,000,000"}));
    }

    void what_is_unknown_is_left_out() {
        RunStanding early = facts();
        early.best_peak = Offset(0);
        early.lower_bound = Bytes(0);
        early.work_limit = 0;
        QCOMPARE(run_parts(early), (ProgressParts{"exact: no layout yet", "work 1,234,567"}));
        early.work = 0;
        QCOMPARE(run_parts(early), ProgressParts{"exact: no layout yet"});
    }

    void one_of_several_planners_has_its_number() {
        RunStanding third = facts();
        third.number = 3;
        third.count = 26;
        QCOMPARE(run_parts(third).front(), std::string("3 of 26, exact: best 498.75 KiB (+4.4 %)"));
    }

    void a_run_that_is_stopping_says_how_to_end_at_once() {
        RunStanding stopping = facts();
        stopping.is_stopping = true;
        QCOMPARE(run_parts(stopping)[0], std::string("stopping exact: best 498.75 KiB (+4.4 %)"));
        QCOMPARE(run_parts(stopping)[1], std::string("Ctrl+C again ends at once without a layout"));
    }

    void the_last_parts_give_way_on_a_narrow_terminal() {
        const ProgressParts parts = {"exact: best 8 B", "bound 8 B", "work 12"};
        QCOMPARE(fitted(parts, 80), std::string("exact: best 8 B, bound 8 B, work 12"));
        QCOMPARE(fitted(parts, 35), std::string("exact: best 8 B, bound 8 B, work 12"));
        QCOMPARE(fitted(parts, 34), std::string("exact: best 8 B, bound 8 B"));
        QCOMPARE(fitted(parts, 15), std::string("exact: best 8 B"));
        QCOMPARE(fitted(parts, 8), std::string("exact: …"));
        QCOMPARE(fitted(parts, 0), std::string());
    }
};

ARENASCOPE_TEST(ProgressTextTest)
#include "progress_text_test.moc"
