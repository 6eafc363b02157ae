#include "core/analysis/debugging/run_findings.h"

#include <algorithm>
#include <cmath>

#include "core/trace/trace_recorder.h"
#include "tests/core/analysis/debugging/recorded_runs.h"
#include "tests/core/analysis/debugging/watch_history.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const Problem& lone_buffer() {
    static const Problem problem = problem_of({buffer("a", 0, 4, 1)});
    return problem;
}

/// Moves of the buffer to 0, 1, 2 and so on.
Trace rising_moves(std::int64_t count) {
    TraceRecorder recorder(lone_buffer(), {});
    for (std::int64_t i = 0; i < count; ++i) {
        recorder.enter(FrameKind::move, {}, {});
        recorder.leave({.offsets = std::vector<std::int64_t>{i}, .order = {}, .risks = {}, .peak = {}});
    }
    return recorder.take();
}

RunFindings found_in_ten_moves(const std::vector<Breakpoint>& breakpoints,
                               const std::vector<std::string>& watches = {}) {
    const Trace trace = rising_moves(10);
    return find_in_run({&lone_buffer(), &trace, nullptr}, breakpoints, watches).value();
}

}  // namespace

class RunFindingsTest : public QObject {
    Q_OBJECT

private slots:
    void hits_of_several_breakpoints_are_in_time_order() {
        const RunFindings found = found_in_ten_moves({{.condition = "peak >= 9"}, {.condition = "peak == 10"}});
        QCOMPARE(found.hits,
                 (std::vector<StepHit>{
                     {FrameIndex(8), Offset(9)}, {FrameIndex(9), Offset(10)}, {FrameIndex(9), Offset(10)}}));
        QCOMPARE(found.breakpoint_of_hit, (std::vector<std::size_t>{0, 0, 1}));
        QCOMPARE(found.breakpoints[0].hits, std::uint64_t{2});
        QCOMPARE(found.breakpoints[0].first, FrameIndex(8));
        QCOMPARE(found.breakpoints[1].first, FrameIndex(9));
        QCOMPARE(found.paths[FrameIndex(9)], std::string("9"));
    }

    void ignored_hits_are_held_but_no_hits() {
        const RunFindings found = found_in_ten_moves({{.condition = "peak > 4", .ignored = 4}});
        QCOMPARE(found.breakpoints[0].held, std::uint64_t{6});
        QCOMPARE(found.breakpoints[0].hits, std::uint64_t{2});
        QCOMPARE(found.breakpoints[0].first, FrameIndex(8));
    }

    void a_logpoint_writes_lines_and_does_not_stop() {
        const RunFindings found = found_in_ten_moves(
            {{.condition = "peak == 3", .action = Breakpoint::Action::log, .line = "at {frame}: {peak}"}});
        QVERIFY(found.hits.empty());
        QCOMPARE(found.lines, (std::vector<RunLine>{{FrameIndex(2), 0, "at 2: 3"}}));
        QCOMPARE(found.breakpoints[0].hits, std::uint64_t{1});
    }

    void a_wrong_breakpoint_has_an_error_and_the_others_work() {
        const RunFindings found =
            found_in_ten_moves({{.condition = "peek > 1"},
                                {.condition = "peak == 2"},
                                {.condition = "peak == 2", .action = Breakpoint::Action::log, .line = "{nothing}"}});
        QVERIFY(found.breakpoints[0].error && found.breakpoints[2].error);
        QVERIFY(found.breakpoints[0].error->cause.find("character 1") != std::string::npos ||
                to_string(*found.breakpoints[0].error).find("peek") != std::string::npos);
        QCOMPARE(found.hits, (std::vector<StepHit>{{FrameIndex(1), Offset(2)}}));
        QCOMPARE(found.breakpoint_of_hit, std::vector<std::size_t>{1});
    }

    void a_condition_that_cannot_hold_says_why() {
        const RunFindings found = found_in_ten_moves({{.condition = "kind == group"}, {.condition = "peak > 1"}});
        QVERIFY(found.breakpoints[0].never);
        QVERIFY(!found.breakpoints[1].never);
    }

    void watches_have_a_value_at_each_step() {
        const RunFindings found = found_in_ten_moves({}, {"before(peak)", "peek", "peak > 2"});
        QCOMPARE(found.watches[0].words[FrameIndex(4)], std::string("4"));
        QVERIFY(found.watches[1].error);
        QCOMPARE(found.watches[2].words[FrameIndex(1)], std::string("false"));
        QCOMPARE(found.watches[2].words[FrameIndex(2)], std::string("true"));
    }

    void watches_have_numbers_beside_their_words() {
        const RunFindings found = found_in_ten_moves({}, {"before(peak)", "peek", "peak > 2", "note"});
        QVERIFY(std::isnan(found.watches[0].numbers[FrameIndex(0)]));
        QCOMPARE(found.watches[0].numbers[FrameIndex(4)], 4.0);
        QVERIFY(found.watches[1].numbers.empty());
        QCOMPARE(found.watches[2].numbers[FrameIndex(1)], 0.0);
        QCOMPARE(found.watches[2].numbers[FrameIndex(2)], 1.0);
        QVERIFY(std::ranges::all_of(found.watches[3].numbers, [](double number) { return std::isnan(number); }));
        QCOMPARE(found.main_steps.size(), std::size_t{10});
    }

    void a_search_of_breakpoints_can_be_stopped() {
        const Trace trace = rising_moves(1000);
        const auto stop = [](std::size_t) { return false; };
        QVERIFY(!find_in_run({&lone_buffer(), &trace, nullptr}, {{.condition = "peak > 0"}}, {}, stop));
    }

    void random_runs_match_a_search_for_each_condition() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem({.most_buffers = 4});
            TraceRecorder recorder(problem, {});
            RandomRun(problem, recorder).tell();
            const Trace trace = recorder.take();
            const RecordedRun run{&problem, &trace, nullptr};
            const std::vector<std::string> conditions{"changed(peak)", "peak > before(peak)", "moved > 0",
                                                      "group >= 1"};
            std::vector<Breakpoint> breakpoints;
            for (const std::string& condition : conditions) {
                breakpoints.push_back({.condition = condition});
            }
            const RunFindings found = find_in_run(run, breakpoints).value();
            for (std::size_t i = 0; i < conditions.size(); ++i) {
                const auto condition = StepExpression::condition(conditions[i], scope_of(run)).value();
                std::vector<StepHit> own;
                for (std::size_t hit = 0; hit < found.hits.size(); ++hit) {
                    if (found.breakpoint_of_hit[hit] == i) {
                        own.push_back(found.hits[hit]);
                    }
                }
                const std::vector<StepHit> expected = all_hits(run, condition).value();
                RC_ASSERT(own == expected);
                RC_ASSERT(found.breakpoints[i].hits == expected.size());
            }
        }));
    }

    void random_runs_give_watches_the_numbers_of_their_histories() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem({.most_buffers = 4});
            TraceRecorder recorder(problem, {});
            RandomRun(problem, recorder).tell();
            const Trace trace = recorder.take();
            const RecordedRun run{&problem, &trace, nullptr};
            const std::vector<std::string> watches{"peak", "before(peak) / 3", "group", "changed(peak)", "note"};
            const RunFindings found = find_in_run(run, {}, watches).value();
            for (std::size_t i = 0; i < watches.size(); ++i) {
                const auto expression = StepExpression::value(watches[i], scope_of(run)).value();
                const std::vector<WatchMoment> history = watch_history(run, expression);
                RC_ASSERT(history.size() == found.main_steps.size());
                for (std::size_t moment = 0; moment < history.size(); ++moment) {
                    const FrameIndex frame = found.main_steps[moment];
                    const double number = found.watches[i].numbers[frame];
                    const auto expected = std::isnan(number) ? std::nullopt : std::optional(number);
                    RC_ASSERT(history[moment].frame == frame);
                    RC_ASSERT(history[moment].number == expected);
                    RC_ASSERT(history[moment].words == found.watches[i].words[frame]);
                }
            }
        }));
    }
};

ARENASCOPE_TEST(RunFindingsTest)
#include "run_findings_test.moc"
