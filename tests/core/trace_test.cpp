#include "core/trace/trace.h"

#include <functional>

#include "tests/core/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class TraceTest : public QObject {
    Q_OBJECT

private slots:
    void the_fingerprint_depends_on_everything_a_planner_sees() {
        const Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 20)});
        QCOMPARE(fingerprint(problem), fingerprint(Problem(problem)));
        const std::function<void(Problem&)> changes[] = {
            [](Problem& p) { p.buffers[1].name += 'c'; },
            [](Problem& p) { p.buffers[1].size = Bytes(21); },
            [](Problem& p) { p.buffers[1].lifetime.end = Step(7); },
            [](Problem& p) { p.buffers[1].alignment = Bytes(2); },
            [](Problem& p) {
                p.buffers[1].gaps = {{{Step(3), Step(4)}, {}}};
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
