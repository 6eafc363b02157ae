#include "core/trace/group_frame.h"

#include "core/trace/trace_recorder.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Offsets = std::vector<std::int64_t>;

/// A pass with a first placement and an iteration with a group of b that is rearranged once.
///
///   0 pass ─┬─ 1 iteration
///           └─ 2 iteration ── 3 group ── 4 rearrangement
Trace one_group() {
    TraceRecorder recorder(problem_of({buffer("a", 0, 1, 1), buffer("b", 1, 2, 1)}), {});
    const auto leave = [&recorder] {
        recorder.leave({.offsets = Offsets{0, 0}, .order = {}, .risks = {}, .peak = Offset(1)});
    };
    recorder.enter(FrameKind::pass, "width, desc", {}, RegionIndex(0));
    recorder.enter(FrameKind::iteration, {}, {});
    leave();
    recorder.enter(FrameKind::iteration, {}, {});
    recorder.enter(FrameKind::group, "high", std::vector{BufferIndex(1)});
    recorder.enter(FrameKind::rearrangement, "sorted", {});
    leave();
    leave();
    leave();
    leave();
    return recorder.take();
}

}  // namespace

class GroupFrameTest : public QObject {
    Q_OBJECT

private slots:
    void a_group_and_its_rearrangements_have_its_members() {
        const Trace trace = one_group();
        QVERIFY(group_at(trace, FrameIndex(2)).empty());
        for (const std::size_t frame : {3U, 4U}) {
            QCOMPARE(group_at(trace, FrameIndex(frame)).size(), std::size_t{1});
            QCOMPARE(group_at(trace, FrameIndex(frame)).front(), BufferIndex(1));
        }
    }

    void the_tiers_that_made_a_group_are_those_of_the_iteration_before() {
        const Trace trace = one_group();
        QCOMPARE(tier_frame(trace, FrameIndex(3)), FrameIndex(1));
        QCOMPARE(tier_frame(trace, FrameIndex(4)), FrameIndex(1));
        QCOMPARE(tier_frame(trace, FrameIndex(2)), FrameIndex::none());
    }

    void without_the_iteration_before_they_are_not_known() {
        Trace trace = one_group();
        trace.frames[2].skipped = 1;
        QCOMPARE(tier_frame(trace, FrameIndex(3)), FrameIndex::none());
    }

    void a_pass_tells_its_region_as_data() { QCOMPARE(one_group().frames[0].region, RegionIndex(0)); }
};

ARENASCOPE_TEST(GroupFrameTest)
#include "group_frame_test.moc"
