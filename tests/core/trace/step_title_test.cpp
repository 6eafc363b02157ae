#include "core/trace/step_title.h"

#include <QtTest>

#include "core/trace/frame_number.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int64_t offset_of_all = 0;

/// Enters frames of these kinds, each within the one before, and leaves all of them.
void tell_frames(TraceRecorder& recorder, const std::vector<FrameKind>& kinds) {
    for (const FrameKind kind : kinds) {
        recorder.enter(kind, {}, {});
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        recorder.leave({.offsets = {&offset_of_all, 1}, .order = {}, .risks = {}});
    }
}

/// A run of these frames at the top, with what each has inside.
Trace run_of(const std::vector<std::vector<FrameKind>>& frames) {
    TraceRecorder recorder(test::placed_plan({{"a", 0, 4, 8, 0}}).problem, {});
    for (const std::vector<FrameKind>& kinds : frames) {
        tell_frames(recorder, kinds);
    }
    return recorder.take();
}

}  // namespace

class StepTitleTest : public QObject {
    Q_OBJECT

private slots:
    void iterations_count_on_through_passes_and_inner_steps_from_one() {
        const Trace trace =
            run_of({{FrameKind::pass, FrameKind::iteration},
                    {FrameKind::pass, FrameKind::iteration, FrameKind::group, FrameKind::rearrangement}});
        const StepTitles titles(trace);
        QCOMPARE(titles.title(FrameIndex(1)), std::string("iteration 0 of 1"));
        QCOMPARE(titles.title(FrameIndex(3)), std::string("iteration 1 of 1"));
        QCOMPARE(titles.title(FrameIndex(5)), std::string("iteration 1 of 1, group 1, rearrangement 1"));
        QCOMPARE(titles.name(FrameIndex(5)), std::string("rearrangement 1"));
        QCOMPARE(titles.title(FrameIndex(2)), std::string("pass 2"));
        QCOMPARE(titles.range(), std::string("iterations 0 to 1"));
        QCOMPARE(step_title(trace, FrameIndex(3)), titles.title(FrameIndex(3)));
    }

    void a_run_of_several_kinds_counts_all_of_them_as_steps() {
        Trace trace = run_of({{FrameKind::improvement}, {FrameKind::episode}, {FrameKind::placement}});
        trace.frames[1].learning = LearningPoint{.region = RegionIndex(0), .number = 12000};
        const StepTitles titles(trace);
        QCOMPARE(titles.title(FrameIndex(2)), std::string("step 2 of 2 (placement)"));
        QCOMPARE(titles.name(FrameIndex(1)), std::string("step 1 (episode 12,000)"));
        QCOMPARE(titles.range(), std::string("steps 0 to 2"));
    }

    void if_steps_are_missing_the_number_is_that_of_a_recorded_step() {
        Trace trace = run_of({{FrameKind::placement}, {FrameKind::placement}});
        QCOMPARE(step_title(trace, FrameIndex(1)), std::string("placement 1 of 1"));
        trace.frames[1].skipped = 1200;
        trace.dropped[static_cast<std::size_t>(FrameKind::placement)] = 1200;
        QCOMPARE(step_title(trace, FrameIndex(1)), std::string("recorded step 1 of 1 (placement)"));
    }

    void a_run_without_steps_has_no_range() {
        const Trace empty;
        QCOMPARE(StepTitles(empty).range(), std::string());
        QCOMPARE(StepTitles(run_of({{FrameKind::placement}})).range(), std::string("placement 0"));
    }

    /// What a title says is what `--iteration` takes.
    void every_number_is_the_one_that_names_the_step() {
        const Trace trace =
            run_of({{FrameKind::pass, FrameKind::iteration, FrameKind::group},
                    {FrameKind::pass, FrameKind::iteration},
                    {FrameKind::pass, FrameKind::iteration, FrameKind::group, FrameKind::rearrangement}});
        const StepTitles titles(trace);
        for (std::size_t i = 0; i < trace.frames.size(); ++i) {
            if (is_chief(trace.frames[i].kind)) {
                QVERIFY(frame_numbered(trace, std::to_string(titles.number(FrameIndex(i)))) == FrameIndex(i));
            }
        }
    }
};

ARENASCOPE_TEST(StepTitleTest)
#include "step_title_test.moc"
