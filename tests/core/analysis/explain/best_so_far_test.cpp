#include "core/analysis/explain/learning_curve.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Trace run_of(const std::vector<std::pair<FrameKind, std::int64_t>>& steps) {
    TraceRecorder recorder(test::placed_plan({{"a", 0, 4, 512, 0}}).problem, {});
    for (const auto& [kind, peak] : steps) {
        recorder.enter(kind, {}, {});
        recorder.leave({.offsets = std::vector<std::int64_t>{0}, .order = {}, .risks = {}, .peak = Offset(peak)});
    }
    return recorder.take();
}

using Best = std::vector<std::optional<std::int64_t>>;

}  // namespace

class BestSoFarTest : public QObject {
    Q_OBJECT

private slots:
    void a_worse_step_keeps_the_lowest_before_it() {
        const Trace run = run_of({{FrameKind::iteration, 9},
                                  {FrameKind::iteration, 7},
                                  {FrameKind::iteration, 8},
                                  {FrameKind::iteration, 5},
                                  {FrameKind::iteration, 6}});
        const std::vector<std::size_t> begins{0};
        QVERIFY(best_so_far(run, chief_frames(run), begins) == (Best{9, 7, 7, 5, 5}));
    }

    void each_region_has_its_own() {
        const Trace run = run_of({{FrameKind::iteration, 3},
                                  {FrameKind::iteration, 4},
                                  {FrameKind::iteration, 9},
                                  {FrameKind::iteration, 8}});
        const std::vector<std::size_t> begins{0, 2};
        QVERIFY(best_so_far(run, chief_frames(run), begins) == (Best{3, 3, 9, 8}));
    }

    void placements_have_none_because_their_layouts_are_not_complete() {
        const Trace run = run_of({{FrameKind::placement, 3}, {FrameKind::placement, 4}, {FrameKind::improvement, 9}});
        const std::vector<std::size_t> begins{0};
        QVERIFY(best_so_far(run, chief_frames(run), begins) == (Best{std::nullopt, std::nullopt, 9}));
    }

    void what_is_learned_counts_by_its_own_amounts() {
        const Trace run = run_of({{FrameKind::improvement, 1}, {FrameKind::generation, 1}, {FrameKind::placement, 5}});
        const LearningCurve learning{LearningCurve::Figure::sum_of_peaks,
                                     {{FrameIndex(0), 90, {}}, {FrameIndex(1), 95, {}}}};
        const std::vector<std::size_t> begins{2};
        QVERIFY(best_so_far(run, chief_frames(run), begins, learning) == (Best{90, 90, std::nullopt}));
    }

    void a_run_without_steps_has_nothing() { QVERIFY(best_so_far({}, {}, {}).empty()); }
};

ARENASCOPE_TEST(BestSoFarTest)
#include "best_so_far_test.moc"
