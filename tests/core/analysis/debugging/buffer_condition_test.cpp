#include "core/analysis/debugging/buffer_condition.h"

#include <QtTest>

#include "core/analysis/debugging/step_search.h"
#include "core/analysis/debugging/step_walk.h"
#include "tests/core/analysis/debugging/recorded_runs.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::vector<StepHit> hits_of(const RecordedRun& run, const std::string& condition) {
    const auto parsed = StepExpression::condition(condition, scope_of(run));
    RC_ASSERT(parsed.has_value());
    return all_hits(run, *parsed).value();
}

/// The steps at which something holds that did not hold at the step before of the same kind.
class Beginnings {
public:
    void add(const RecordedStep& step, bool holds) {
        const auto kind = static_cast<std::size_t>(step.kind);
        if (holds && !held_[kind] && is_chief(step.kind)) {
            steps.push_back({step.frame, step.state->peak()});
        }
        held_[kind] = holds;
    }
    std::vector<StepHit> steps;

private:
    std::array<bool, frame_kind_count> held_{};
};

}  // namespace

class BufferConditionTest : public QObject {
    Q_OBJECT

private slots:
    void conditions_are_what_a_user_would_type() {
        Problem problem;
        problem.buffers = {buffer("conv \"1\"", 0, 4, 8)};
        const BufferIndex first(0);
        QCOMPARE(buffer_condition(BufferEvent::moves, problem, first),
                 std::string("changed(offset(\"conv \\\"1\\\"\"))"));
        QCOMPARE(buffer_condition(BufferEvent::becomes_high, problem, first),
                 std::string("tier(\"conv \\\"1\\\"\") == high and not before(tier(\"conv \\\"1\\\"\") == high)"));
        problem.buffers[0].name = "a";
        problem.regions.push_back({.name = "dram"});
        problem.buffers[0].region = RegionIndex(1);
        QCOMPARE(buffer_condition(BufferEvent::begins_to_carry, problem, first),
                 std::string("tail(\"a\") == peak(\"dram\") and not before(tail(\"a\") == peak(\"dram\"))"));
    }

    void they_hold_at_the_steps_where_it_begins() {
        QVERIFY(rc::check([] {
            Problem problem = random_problem();
            RC_PRE(!problem.buffers.empty());
            const BufferIndex buffer(*rc::gen::inRange<std::size_t>(0, problem.buffers.size()));
            problem.buffers[buffer].name = *rc::gen::element<std::string>(
                "plain", "with \"quotes\"", "back\\slash", "line\nbreak", "\x01", "kind", "peak.any", "a, b (c)");
            TraceRecorder recorder(problem, {});
            RandomRun(problem, recorder).tell();
            const Trace trace = recorder.take();
            const RecordedRun run{&problem, &trace, nullptr};
            Beginnings high;
            Beginnings carries;
            StepWalk walk(problem, trace, {.peak = true, .tiers = true});
            while (const RecordedStep* step = walk.next()) {
                const OptionalOffset offset = step->state->offset(buffer);
                const auto& risks = step->risks;
                high.add(*step,
                         !risks.empty() && risks[buffer.value()].tier == Tier::high && (has_tiers(trace) || offset));
                carries.add(*step, offset && *offset + problem.buffers[buffer].size == step->state->peak());
            }
            RC_ASSERT(hits_of(run, buffer_condition(BufferEvent::begins_to_carry, problem, buffer)) == carries.steps);
            if (has_tiers(trace)) {
                RC_ASSERT(hits_of(run, buffer_condition(BufferEvent::becomes_high, problem, buffer)) == high.steps);
            }
        }));
    }
};

ARENASCOPE_TEST(BufferConditionTest)
#include "buffer_condition_test.moc"
