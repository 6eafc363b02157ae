#include "core/analysis/explain/learning_curve.h"

#include "core/analysis/explain/core_use.h"
#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Offsets = std::vector<std::int64_t>;
using Amounts = std::vector<std::int64_t>;

/// a and b on core 0, c on core 1.
Problem two_cores() {
    Problem problem = problem_of({buffer("a", 0, 2, 40), buffer("b", 1, 3, 30), buffer("c", 0, 3, 100)});
    problem.regions = {{"core 0", 0, {}, Bytes(1)}, {"core 1", 0, {}, Bytes(1)}};
    problem.buffers[BufferIndex(2)].region = RegionIndex(1);
    return problem;
}

/// Core 0 is placed with a hole of 50 bytes, tried with one of 20, and improved to none; then the result is placed.
Trace recorded(const Problem& problem, const char* criterion = "peak") {
    TraceRecorder recorder(problem, {"many-core", {{"criterion", criterion}}, 0, true});
    const auto tell = [&recorder](FrameKind kind, const Offsets& offsets, const LearningPoint* learning = nullptr) {
        recorder.enter(kind, {}, {});
        recorder.leave({.offsets = offsets, .order = {}, .risks = {}, .peak = Offset(120), .learning = learning});
    };
    const LearningPoint point{
        .region = RegionIndex(0), .number = 7, .attempts = 2, .best = Offset(90), .mean = Offset(95)};
    tell(FrameKind::improvement, {0, 90, 0});
    tell(FrameKind::generation, {0, 60, 0}, &point);
    tell(FrameKind::improvement, {0, 40, 0});
    tell(FrameKind::placement, {0, -1, -1});
    tell(FrameKind::placement, {0, 40, -1});
    tell(FrameKind::placement, {0, 40, 0});
    recorder.mark_result();
    return recorder.take();
}

Amounts amounts_of(const LearningCurve& curve) {
    Amounts amounts;
    for (const LearningCurve::Point& point : curve.points) {
        amounts.push_back(point.amount);
    }
    return amounts;
}

}  // namespace

class LearningCurveTest : public QObject {
    Q_OBJECT

private slots:
    void the_sum_of_the_peaks_of_all_cores_is_plotted_before_the_first_placement() {
        const LearningCurve curve = learning_curve(recorded(two_cores()), two_cores());
        QVERIFY(curve.figure == LearningCurve::Figure::sum_of_peaks);
        QCOMPARE(amounts_of(curve), (Amounts{120 + 100, 90 + 100, 70 + 100}));
        QVERIFY(!curve.points[0].mean);
        QCOMPARE(curve.points[1].mean, std::optional<std::int64_t>(190 + 5));
    }

    void by_the_criterion_fragmentation_it_is_plotted_instead() {
        const LearningCurve curve = learning_curve(recorded(two_cores(), "fragmentation"), two_cores());
        QVERIFY(curve.figure == LearningCurve::Figure::fragmentation);
        // Free below b while it is live, in steps 1 and 2: where a is live the hole, then all below b.
        QCOMPARE(amounts_of(curve), (Amounts{50 + 90, 20 + 60, 0 + 40}));
        QVERIFY(!curve.points[1].mean);
    }

    void a_run_without_placements_or_with_one_memory_has_no_curve() {
        Trace trace = recorded(two_cores());
        Problem one = two_cores();
        one.regions.pop_back();
        one.buffers[BufferIndex(2)].region = RegionIndex(0);
        QVERIFY(learning_curve(trace, one).points.empty());
        trace.roots.resize(3);
        QVERIFY(learning_curve(trace, two_cores()).points.empty());
        QVERIFY(learning_curve({}, two_cores()).points.empty());
    }

    void the_curve_of_a_real_run_is_the_sum_over_its_cores_at_every_step() {
        const auto document = read_document(sample(QStringLiteral("inception_eight_cores.json")).toStdString());
        QVERIFY(document);
        PlanOrder order;
        order.planner = "many-core";
        order.settings = {{"method", "reinforcement"}, {"steps", "3000"}};
        order.record = true;
        const auto plan = run_planner(document->problem, document->layout, order);
        QVERIFY(plan && plan->trace);
        const LearningCurve curve = learning_curve(*plan->trace, plan->problem);
        QVERIFY(!curve.points.empty());
        TracePlayer player(*plan->trace);
        for (const LearningCurve::Point& point : curve.points) {
            player.go_to(point.frame);
            std::int64_t sum = 0;
            for (const CoreUse& use : core_uses(plan->problem, player.layout(plan->problem))) {
                sum += use.peak.value();
            }
            QCOMPARE(point.amount, sum);
        }
    }
};

ARENASCOPE_TEST(LearningCurveTest)
#include "learning_curve_test.moc"
