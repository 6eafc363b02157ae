#include "core/trace/trace_recorder.h"

#include "core/memory/live_profile.h"
#include "core/trace/trace_player.h"
#include "tests/core/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Offsets = std::vector<std::int64_t>;

const Problem& two_buffers() {
    static const Problem problem = problem_of({buffer("a", 0, 4, 1), buffer("b", 0, 4, 2)});
    return problem;
}

void tell(TraceRecorder& recorder, FrameKind kind, const Offsets& offsets) {
    recorder.enter(kind, {}, {});
    recorder.leave({.offsets = offsets, .order = {}, .risks = {}});
}

}  // namespace

class TraceRecorderTest : public QObject {
    Q_OBJECT

private slots:
    void records_the_problem_and_the_run() {
        TraceRecorder recorder(two_buffers(), {.planner = "peak-suppression", .options = {}, .seed = 3});
        const Trace trace = recorder.take();
        QCOMPARE(trace.fingerprint, fingerprint(two_buffers()));
        QCOMPARE(trace.buffer_count, 2U);
        QCOMPARE(trace.threshold, threshold(two_buffers()));
        QCOMPARE(trace.provenance.seed, std::uint64_t{3});
        QVERIFY(trace.frames.empty());
        QCOMPARE(trace.result, FrameIndex::none());
    }

    void stores_only_differences_from_the_previous_sibling() {
        TraceRecorder recorder(two_buffers(), {});
        tell(recorder, FrameKind::iteration, {0, 1});
        tell(recorder, FrameKind::iteration, {0, 5});
        tell(recorder, FrameKind::iteration, {0, 5});
        const Trace trace = recorder.take();
        QCOMPARE(trace.frames[0].moves.size(), std::size_t{2});
        QCOMPARE(trace.frames[1].moves, (std::vector<Move>{{BufferIndex(1), Offset(1), Offset(5)}}));
        QVERIFY(trace.frames[2].moves.empty());
        QCOMPARE(trace.frames[2].previous, FrameIndex(1));
    }

    void records_risks_order_members_and_figures() {
        TraceRecorder recorder(two_buffers(), {});
        const std::vector<BufferIndex> members{BufferIndex(1)};
        const std::vector<BufferIndex> order{BufferIndex(1), BufferIndex(0)};
        const std::vector<Risk> risks{{}, {Tier::high, Cause::over}};
        recorder.enter(FrameKind::group, "high", members);
        recorder.leave({.offsets = Offsets{0, 1},
                        .order = order,
                        .risks = risks,
                        .peak = Offset(3),
                        .goal = Goal::order_seen,
                        .work = 12,
                        .attempts = 4});
        const Trace trace = recorder.take();
        const Frame& frame = trace.frames[0];
        QCOMPARE(frame.note, std::string("high"));
        QCOMPARE(frame.members, members);
        QCOMPARE(frame.order.size(), std::size_t{2});
        QCOMPARE(frame.risks, (std::vector<RiskChange>{{BufferIndex(1), {}, {Tier::high, Cause::over}}}));
        QCOMPARE(frame.peak, Offset(3));
        QCOMPARE(frame.goal, Goal::order_seen);
        QCOMPARE(frame.work, std::uint64_t{12});
        QCOMPARE(frame.attempts, std::uint64_t{4});
    }

    void the_result_is_the_frame_marked_last() {
        TraceRecorder recorder(two_buffers(), {});
        tell(recorder, FrameKind::iteration, {0, 1});
        recorder.mark_result();
        tell(recorder, FrameKind::iteration, {2, 0});
        recorder.mark_result();
        tell(recorder, FrameKind::iteration, {5, 0});
        QCOMPARE(recorder.take().result, FrameIndex(1));
    }

    void above_the_limit_rearrangements_are_only_counted() {
        TraceRecorder recorder(two_buffers(), {}, 0);
        QVERIFY(!recorder.has_room());
        recorder.enter(FrameKind::pass, {}, {});
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.enter(FrameKind::group, {}, {});
        for (int attempt = 0; attempt < 7; ++attempt) {
            tell(recorder, FrameKind::rearrangement, {attempt, 0});
        }
        for (int level = 0; level < 3; ++level) {
            recorder.leave({.offsets = Offsets{1, 0}, .order = {}, .risks = {}});
        }
        const Trace trace = recorder.take();
        QCOMPARE(trace.dropped_frames, std::uint64_t{7});
        QCOMPARE(trace.frames.size(), std::size_t{3});
        QVERIFY(validate_trace(trace).has_value());
    }

    /// For a run of any length, only passes, iterations and groups are recorded above the limit.
    void the_memory_of_rearrangements_is_limited() {
        constexpr std::size_t limit = 4000;
        TraceRecorder recorder(two_buffers(), {}, limit);
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.enter(FrameKind::group, {}, {});
        for (int attempt = 0; attempt < 10'000; ++attempt) {
            tell(recorder, FrameKind::rearrangement, {attempt, 0});
        }
        recorder.leave({.offsets = Offsets{0, 0}, .order = {}, .risks = {}});
        recorder.leave({.offsets = Offsets{0, 0}, .order = {}, .risks = {}});
        const Trace trace = recorder.take();
        QCOMPARE(trace.frames.size() + trace.dropped_frames, std::size_t{10'002});
        QVERIFY(trace.frames.size() * sizeof(Frame) <= limit + 3 * sizeof(Frame));
    }

    void children_of_dropped_frames_are_dropped_and_the_rest_replays() {
        TraceRecorder recorder(two_buffers(), {}, 0);
        recorder.enter(FrameKind::rearrangement, {}, {});
        tell(recorder, FrameKind::move, {9, 9});
        recorder.leave({.offsets = Offsets{9, 9}, .order = {}, .risks = {}});
        tell(recorder, FrameKind::iteration, {4, 0});
        const Trace trace = recorder.take();
        QCOMPARE(trace.dropped_frames, std::uint64_t{2});
        TracePlayer player(trace);
        player.go_to(FrameIndex(0));
        QCOMPARE(player.layout(two_buffers()), layout_of(two_buffers(), {4, 0}));
    }
};

ARENASCOPE_TEST(TraceRecorderTest)
#include "trace_recorder_test.moc"
