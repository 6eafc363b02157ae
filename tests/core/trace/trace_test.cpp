#include "core/trace/trace.h"

#include <functional>

#include "core/trace/trace_recorder.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A run with a step of each of these kinds.
Trace recorded_run(const std::vector<FrameKind>& kinds) {
    TraceRecorder recorder(problem_of({buffer("a", 0, 4, 8)}), {});
    for (const FrameKind kind : kinds) {
        recorder.enter(kind, {}, {});
        recorder.leave({.offsets = std::vector<std::int64_t>{0}, .order = {}, .risks = {}, .peak = Offset(8)});
    }
    return recorder.take();
}

}  // namespace

class TraceTest : public QObject {
    Q_OBJECT

private slots:
    void the_fingerprint_depends_on_everything_a_planner_sees() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 20)});
        QCOMPARE(fingerprint(problem), fingerprint(Problem(problem)));
        const std::function<void(Problem&)> changes[] = {
            [](Problem& p) { p.buffers[1].name = p.buffers[1].name + "c"; },
            [](Problem& p) { p.buffers[1].size = Bytes(21); },
            [](Problem& p) { p.buffers[1].lifetime.end = Step(7); },
            [](Problem& p) { p.buffers[1].alignment = Bytes(2); },
            [](Problem& p) {
                p.buffers[1].set_gaps({{{Step(3), Step(4)}, {}}});
            },
            [](Problem& p) { p.buffers.pop_back(); },
            [](Problem& p) { std::swap(p.buffers[0], p.buffers[1]); },
            [](Problem& p) {
                p.regions.push_back({"second", 0, {}, Bytes(1)});
                p.buffers[1].region = RegionIndex(1);
            },
        };
        for (const auto& change : changes) {
            Problem other = problem;
            change(other);
            QVERIFY(fingerprint(other) != fingerprint(problem));
        }
    }

    /// FNV-1a over all bytes, one after the other.
    void the_fingerprint_is_the_hash_that_files_have() {
        const Problem problem =
            problem_of({buffer("a", -3, 4, 10), buffer("", 0, 1, std::int64_t{1} << 62U), buffer("längst", 2, 600, 1)});
        std::uint64_t hash = 14695981039346656037ULL;
        const auto add = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 1099511628211ULL; };
        const auto add_number = [&add](std::int64_t number) {
            for (unsigned i = 0; i < 8; ++i) {
                add((static_cast<std::uint64_t>(number) >> (8 * i)) & 0xFFU);
            }
        };
        for (const Buffer& each : problem.buffers) {
            for (const char byte : each.name.view()) {
                add(static_cast<unsigned char>(byte));
            }
            add_number(static_cast<std::int64_t>(each.name.size()));
            for (const std::int64_t number : {each.size.value(), each.lifetime.begin.value(), each.lifetime.end.value(),
                                              each.alignment.value(), std::int64_t{0}}) {
                add_number(number);
            }
        }
        QCOMPARE(fingerprint(problem), hash);
    }

    void main_steps_of_all_kinds_are_counted_together_from_zero() {
        const Trace trace = recorded_run({FrameKind::improvement, FrameKind::generation, FrameKind::placement});
        using Numbers = IndexedVector<FrameIndex, std::uint64_t>;
        QVERIFY(frame_numbers(trace) == (Numbers{0, 1, 2}));
    }

    void frame_kinds_and_goals_are_found_by_their_names() {
        for (const FrameKind kind :
             {FrameKind::pass, FrameKind::iteration, FrameKind::group, FrameKind::rearrangement, FrameKind::placement,
              FrameKind::move, FrameKind::improvement, FrameKind::generation, FrameKind::episode}) {
            QVERIFY(frame_kind_named(name_of(kind)) == kind);
        }
        for (const Goal goal : {Goal::none, Goal::at_threshold, Goal::order_seen, Goal::adjustments_spent,
                                Goal::work_spent, Goal::complete, Goal::optimal, Goal::stopped}) {
            QVERIFY(goal_named(name_of(goal)) == goal);
        }
        QVERIFY(!frame_kind_named("step").has_value());
        QVERIFY(!goal_named("done").has_value());
    }
};

ARENASCOPE_TEST(TraceTest)
#include "trace_test.moc"
