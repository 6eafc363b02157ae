#include "core/analysis/debugging/breakpoint.h"

#include "core/analysis/debugging/step_walk.h"
#include "tests/core/analysis/debugging/recorded_runs.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const Problem& one_buffer() {
    static const Problem problem = problem_of({buffer("a {b}", 0, 4, 2)});
    return problem;
}

/// Moves of the buffer to 0, 1, 2 and so on.
class Moves {
public:
    explicit Moves(const BreakpointRun& run) : state_(one_buffer(), run.needs()) {}

    const RecordedStep& next() {
        state_.enter(FrameKind::move, {}, {});
        return *state_.leave({.offsets = std::vector<std::int64_t>{offset_++}, .order = {}, .risks = {}, .peak = {}});
    }

private:
    StepState state_;
    std::int64_t offset_ = 0;
};

BreakpointRun breakpoint_run(const std::vector<Breakpoint>& breakpoints) {
    auto run = BreakpointRun::of(breakpoints, {&one_buffer(), Bytes(2)});
    if (!run) {
        qFatal("%s", to_string(run.error()).c_str());
    }
    return std::move(*run);
}

/// The breakpoints that stop at each of the first steps.
std::vector<std::vector<std::size_t>> stops_of(BreakpointRun& run, int steps) {
    Moves moves(run);
    std::vector<std::vector<std::size_t>> all;
    for (int i = 0; i < steps; ++i) {
        all.push_back(run.next(moves.next()).stops);
    }
    return all;
}

std::string breakpoint_error(const Breakpoint& breakpoint) {
    const auto run = BreakpointRun::of({breakpoint}, {&one_buffer(), Bytes(2)});
    return run ? "no error" : to_string(run.error());
}

}  // namespace

class BreakpointTest : public QObject {
    Q_OBJECT

private slots:
    void stops_where_its_condition_holds() {
        BreakpointRun run = breakpoint_run({{.condition = "peak == 3"}, {.condition = "peak >= 3"}});
        QCOMPARE(stops_of(run, 3), (std::vector<std::vector<std::size_t>>{{}, {0, 1}, {1}}));
        QCOMPARE(run.hits(0), std::uint64_t{1});
        QCOMPARE(run.hits(1), std::uint64_t{2});
    }

    void the_first_hits_can_be_ignored() {
        BreakpointRun run = breakpoint_run({{.condition = "peak > 2", .ignored = 2}});
        QCOMPARE(stops_of(run, 5), (std::vector<std::vector<std::size_t>>{{}, {}, {}, {0}, {0}}));
        QCOMPARE(run.hits(0), std::uint64_t{4});
    }

    void a_disabled_one_does_nothing_but_looks_on() {
        BreakpointRun run = breakpoint_run({{.condition = "before(peak) == 3", .is_enabled = false}});
        Moves moves(run);
        QVERIFY(run.next(moves.next()).stops.empty());
        QVERIFY(run.next(moves.next()).stops.empty());
        run.enable(0, true);
        QCOMPARE(run.next(moves.next()).stops, std::vector<std::size_t>{0});
        QCOMPARE(run.hits(0), std::uint64_t{1});
    }

    void a_logpoint_writes_a_line_and_does_not_stop() {
        BreakpointRun run =
            breakpoint_run({{.condition = "peak >= 3",
                             .action = Breakpoint::Action::log,
                             .line = "{frame}: {peak}, was {before(peak)}, {{{offset(\"a {b}\") / 2}}} {pass}"}});
        Moves moves(run);
        QVERIFY(run.next(moves.next()).lines.empty());
        const BreakReport& report = run.next(moves.next());
        QVERIFY(report.stops.empty());
        QCOMPARE(report.lines, (std::vector<BreakReport::Line>{{0, "1: 3, was 2, {0.5} –"}}));
    }

    void errors_name_the_breakpoint_and_the_place() {
        QCOMPARE(breakpoint_error({.condition = "paek > 1"}),
                 std::string("breakpoint 1: at character 1: there is no field 'paek'; the nearest is peak"));
        const auto line = [](const char* text) {
            return breakpoint_error({.condition = "peak > 1", .action = Breakpoint::Action::log, .line = text});
        };
        QCOMPARE(line("at {paek}"),
                 std::string("breakpoint 1: in {paek}: at character 1: there is no field 'paek'; the "
                             "nearest is peak"));
        QVERIFY(line("at {peak").find("at character 4: a brace stands alone") != std::string::npos);
        QVERIFY(line("at } peak").find("at character 4: a brace stands alone") != std::string::npos);
    }
};

ARENASCOPE_TEST(BreakpointTest)
#include "breakpoint_test.moc"
