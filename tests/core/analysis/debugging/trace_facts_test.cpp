#include "core/analysis/debugging/trace_facts.h"

#include "core/analysis/debugging/step_search.h"
#include "tests/core/analysis/debugging/recorded_runs.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const Problem& small_problem() {
    static const Problem problem = [] {
        Problem made = problem_of({buffer("a", 0, 4, 4)});
        made.regions.front().name = "sram";
        return made;
    }();
    return problem;
}

/// A run of two moves, without passes and without tiers.
const Trace& moves_only() {
    static const Trace trace = [] {
        TraceRecorder recorder(small_problem(), {});
        for (std::int64_t i = 0; i < 2; ++i) {
            recorder.enter(FrameKind::move, {}, {});
            recorder.leave({.offsets = std::vector<std::int64_t>{i}, .order = {}, .risks = {}, .peak = {}});
        }
        return recorder.take();
    }();
    return trace;
}

std::string reason_for(const char* text) {
    const RecordedRun run{&small_problem(), &moves_only(), nullptr};
    const auto condition = StepExpression::condition(text, scope_of(run)).value();
    return never_holds(condition, facts_of(moves_only(), small_problem()), small_problem()).value_or("it may");
}

}  // namespace

class TraceFactsTest : public QObject {
    Q_OBJECT

private slots:
    void says_why_a_condition_can_hold_nowhere() {
        QCOMPARE(reason_for("kind == iteration"), std::string("the run has no step of the kind iteration"));
        QCOMPARE(reason_for("not kind != iteration"), std::string("the run has no step of the kind iteration"));
        QCOMPARE(reason_for("kind == iteration or pass > 1"),
                 std::string("the run has no step of the kind iteration, and the run has no passes"));
        QCOMPARE(reason_for("group + 1 > 0"), std::string("the run has no groups"));
        QCOMPARE(reason_for("region == sram"), std::string("every step is about the whole problem"));
        QCOMPARE(reason_for("kind == pass"), std::string("a pass is no step: its iterations are, write pass == 1"));
    }

    void says_nothing_where_it_may_hold() {
        for (const char* text :
             {"peak > 100", "tier(a) == high", "not tier(a) == high", "kind == move", "kind != iteration",
              "kind == iteration or peak > 3", "before(peak) > 1", "changed(peak)"}) {
            QCOMPARE(reason_for(text), std::string("it may"));
        }
    }

    void what_never_holds_has_no_hits() {
        QVERIFY(rc::check([] {
            Problem problem = random_problem({.most_buffers = 3});
            problem.regions.front().name = "sram";
            TraceRecorder recorder(problem, {});
            RandomRun(problem, recorder).tell();
            const Trace trace = recorder.take();
            const RecordedRun run{&problem, &trace, nullptr};
            const std::vector<std::string> parts{
                "tier(b0) == none",    "not tier(b0) == none", "kind == move",   "kind != move",  "pass > 0",
                "group > 0",           "not group > 0",        "region == sram", "changed(pass)", "peak > 3",
                "before(kind == move)"};
            const std::string text = *rc::gen::elementOf(parts) + *rc::gen::element<std::string>(" and ", " or ") +
                                     *rc::gen::elementOf(parts);
            const auto condition = StepExpression::condition(text, scope_of(run)).value();
            const auto reason = never_holds(condition, facts_of(trace, problem), problem);
            RC_ASSERT((!reason.has_value() || all_hits(run, condition)->empty()));
        }));
    }
};

ARENASCOPE_TEST(TraceFactsTest)
#include "trace_facts_test.moc"
