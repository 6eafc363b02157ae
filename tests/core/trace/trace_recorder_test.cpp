#include "core/trace/trace_recorder.h"

#include <algorithm>
#include <map>
#include <rapidcheck.h>

#include "core/model/memory/live_profile.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "tests/support/random_problem.h"
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
        QCOMPARE(trace.changes.counts(FrameIndex(0)).moves, 2U);
        QCOMPARE(ChangeWalk(trace).changes_of(FrameIndex(1)).moves,
                 (std::vector<Move>{{BufferIndex(1), Offset(1), Offset(5)}}));
        QVERIFY(ChangeWalk(trace).changes_of(FrameIndex(2)).moves.empty());
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
        const FrameChanges changes = ChangeWalk(trace).changes_of(FrameIndex(0));
        QCOMPARE(changes.order.size(), std::size_t{2});
        QCOMPARE(changes.risks, (std::vector<RiskChange>{{BufferIndex(1), {}, {Tier::high, Cause::over}}}));
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

    void above_a_quarter_of_the_limit_rearrangements_are_only_counted() {
        constexpr std::size_t limit = 16'000;
        TraceRecorder recorder(two_buffers(), {}, limit);
        recorder.enter(FrameKind::pass, {}, {});
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.enter(FrameKind::group, {}, {});
        for (int attempt = 0; attempt < 1000; ++attempt) {
            tell(recorder, FrameKind::rearrangement, {attempt, 0});
        }
        QVERIFY(!recorder.has_room());
        for (int level = 0; level < 3; ++level) {
            recorder.leave({.offsets = Offsets{1, 0}, .order = {}, .risks = {}});
        }
        const Trace trace = recorder.take();
        const std::uint64_t recorded = trace.frames.size() - 3;
        QVERIFY(recorded > 0);
        QCOMPARE(trace.dropped, dropped_of(FrameKind::rearrangement, 1000 - recorded));
        QVERIFY(bytes_of(trace) <= limit / 2);
        QVERIFY(validate_trace(trace).has_value());
    }

    void above_half_of_the_limit_groups_are_only_counted_and_steps_still_recorded() {
        constexpr std::size_t limit = 32'000;
        TraceRecorder recorder(two_buffers(), {}, limit);
        constexpr int iterations = 20;
        for (int iteration = 0; iteration < iterations; ++iteration) {
            recorder.enter(FrameKind::iteration, {}, {});
            for (int group = 0; group < 5; ++group) {
                recorder.enter(FrameKind::group, {}, {});
                tell(recorder, FrameKind::rearrangement, {group, iteration});
                recorder.leave({.offsets = Offsets{group, iteration}, .order = {}, .risks = {}});
            }
            recorder.leave({.offsets = Offsets{iteration, 1}, .order = {}, .risks = {}});
        }
        const Trace trace = recorder.take();
        QCOMPARE(chief_frames(trace).size(), std::size_t{iterations});
        QVERIFY(trace.dropped[static_cast<std::size_t>(FrameKind::group)] > 0);
        QVERIFY(trace.frames[trace.frames[0].children.front()].kind == FrameKind::group);
        QVERIFY(bytes_of(trace) <= limit);
        verify_replay(trace, chief_frames(trace)[7], {7, 1});
        verify_replay(trace, chief_frames(trace)[iterations - 1], {iterations - 1, 1});
    }

    void a_long_run_keeps_its_first_step_its_result_and_its_last_step_within_the_limit() {
        constexpr std::size_t limit = 20'000;
        constexpr int count = 5000;
        constexpr int best = 1234;
        TraceRecorder recorder(two_buffers(), {}, limit);
        for (int step = 0; step < count; ++step) {
            recorder.enter(FrameKind::improvement, std::to_string(step), {});
            recorder.leave({.offsets = Offsets{step, 2 * step},
                            .order = {},
                            .risks = {},
                            .peak = Offset(step == best ? 10 : 10 + std::abs(step - best))});
            if (step == best) {
                recorder.mark_result();
            }
        }
        const Trace trace = recorder.take();
        QVERIFY(validate_trace(trace).has_value());
        QVERIFY(bytes_of(trace) <= limit);
        QVERIFY(trace.frames.size() > 20);
        QCOMPARE(trace.dropped, dropped_of(FrameKind::improvement, count - trace.frames.size()));
        QCOMPARE(trace.frames.front().note, std::string("0"));
        QCOMPARE(trace.frames[trace.result].note, std::to_string(best));
        QCOMPARE(trace.frames.back().note, std::to_string(count - 1));
        const auto numbers = frame_numbers(trace);
        for (std::size_t i = 0; i < trace.frames.size(); ++i) {
            const int step = std::stoi(trace.frames[i].note);
            verify_replay(trace, FrameIndex(i), {step, 2 * step});
            QCOMPARE(numbers[i], std::uint64_t{i});
            QCOMPARE(number_of(trace, FrameIndex(i)), numbers[i]);
        }
    }

    /// The steps that lowered the peak stay as long as others can be removed.
    void steps_that_lowered_the_best_peak_are_removed_last() {
        TraceRecorder recorder(two_buffers(), {}, 20'000);
        int lowered = 0;
        for (int step = 0; step < 2000; ++step) {
            const bool lowers = step % 200 == 0;
            lowered += lowers ? 1 : 0;
            recorder.enter(FrameKind::improvement, lowers ? "lower" : "", {});
            recorder.leave({.offsets = Offsets{step, 0},
                            .order = {},
                            .risks = {},
                            .peak = Offset(9000 - lowered + (lowers ? 0 : 5))});
        }
        const Trace trace = recorder.take();
        QVERIFY(dropped_frames(trace) > 1000);
        QCOMPARE(std::count_if(trace.frames.begin(), trace.frames.end(),
                               [](const Frame& frame) { return frame.note == "lower"; }),
                 std::ptrdiff_t{lowered});
    }

    /// Even where nothing fits, the window can show where the run began, what it found and where it ended.
    void without_any_room_the_first_step_the_result_and_the_last_step_remain() {
        TraceRecorder recorder(two_buffers(), {}, 0);
        QVERIFY(!recorder.has_room());
        for (int step = 0; step < 12; ++step) {
            recorder.enter(FrameKind::improvement, {}, {});
            recorder.leave({.offsets = Offsets{step, 1}, .order = {}, .risks = {}, .peak = Offset(50)});
            if (step == 5) {
                recorder.mark_result();
            }
        }
        const Trace trace = recorder.take();
        QVERIFY(validate_trace(trace).has_value());
        QCOMPARE(trace.frames.size(), std::size_t{3});
        verify_replay(trace, FrameIndex(0), {0, 1});
        verify_replay(trace, FrameIndex(1), {5, 1});
        verify_replay(trace, FrameIndex(2), {11, 1});
        QCOMPARE(trace.result, FrameIndex(1));
        QCOMPARE(number_of(trace, FrameIndex(1)), std::uint64_t{1});
        QCOMPARE(trace.dropped, dropped_of(FrameKind::improvement, 9));
    }

    void iterations_remain_without_any_room() {
        TraceRecorder recorder(two_buffers(), {}, 0);
        for (int pass = 0; pass < 5; ++pass) {
            recorder.enter(FrameKind::pass, std::to_string(pass), {});
            for (int iteration = 0; iteration < 4; ++iteration) {
                recorder.enter(FrameKind::iteration, {}, {});
                recorder.enter(FrameKind::group, {}, {});
                tell(recorder, FrameKind::rearrangement, {9, 9});
                recorder.leave({.offsets = Offsets{9, 9}, .order = {}, .risks = {}});
                recorder.leave({.offsets = Offsets{pass, iteration}, .order = {}, .risks = {}, .peak = Offset(50)});
            }
            recorder.leave({.offsets = Offsets{pass, 3}, .order = {}, .risks = {}});
        }
        const Trace trace = recorder.take();
        const std::vector<FrameIndex> steps = chief_frames(trace);
        QCOMPARE(steps.size(), std::size_t{20});
        for (std::size_t i = 0; i < steps.size(); ++i) {
            verify_replay(trace, steps[i], {static_cast<std::int64_t>(i / 4), static_cast<std::int64_t>(i % 4)});
        }
        QCOMPARE(trace.dropped[static_cast<std::size_t>(FrameKind::group)], std::uint64_t{20});
        QCOMPARE(trace.dropped[static_cast<std::size_t>(FrameKind::rearrangement)], std::uint64_t{20});
    }

    /// The list of the orders and the risks take part as the offsets do.
    void orders_and_risks_of_removed_steps_reach_the_next_one() {
        TraceRecorder recorder(two_buffers(), {}, 0);
        const std::vector<BufferIndex> a{BufferIndex(0), BufferIndex(1)};
        const std::vector<BufferIndex> b{BufferIndex(1), BufferIndex(0)};
        const Risk high{Tier::high, Cause::over};
        const auto step = [&](const std::vector<BufferIndex>& order, const std::vector<Risk>& risks) {
            recorder.enter(FrameKind::improvement, {}, {});
            recorder.leave({.offsets = Offsets{0, 1}, .order = order, .risks = risks});
        };
        step(a, {high, {}});
        step(b, {high, {}});
        step(b, {{}, high});
        step(a, {{}, high});
        const Trace trace = recorder.take();
        QCOMPARE(trace.frames.size(), std::size_t{2});
        QVERIFY(ChangeWalk(trace).changes_of(FrameIndex(1)).order.empty());
        TracePlayer player(trace);
        player.go_to(FrameIndex(1));
        QCOMPARE(player.order(), a);
        QCOMPARE(player.risks()[0], Risk());
        QCOMPARE(player.risks()[1], high);
    }

    void any_run_replays_exactly_at_any_limit() {
        QVERIFY(rc::check([] {
            const auto limit = static_cast<std::size_t>(*rc::gen::inRange(0, 20'000));
            TraceRecorder recorder(two_buffers(), {}, limit);
            std::map<std::int64_t, Offsets> states;  // by work, which names a frame
            std::int64_t work = 0;
            const auto offsets = [] { return Offsets{any_offset(4), any_offset(4)}; };
            const auto leave = [&] {
                const Offsets now = offsets();
                states[++work] = now;
                recorder.leave({.offsets = now,
                                .order = {},
                                .risks = {},
                                .peak = Offset(*rc::gen::inRange(0, 9)),
                                .work = static_cast<std::uint64_t>(work)});
            };
            std::uint64_t told = 0;
            const auto enter = [&](FrameKind kind) {
                ++told;
                recorder.enter(kind, {}, {});
            };
            std::int64_t result = 0;
            for (int pass = *rc::gen::inRange(1, 4); pass > 0; --pass) {
                enter(FrameKind::pass);
                for (int iteration = *rc::gen::inRange(1, 12); iteration > 0; --iteration) {
                    enter(FrameKind::iteration);
                    for (int group = *rc::gen::inRange(0, 4); group > 0; --group) {
                        enter(FrameKind::group);
                        for (int attempt = *rc::gen::inRange(0, 4); attempt > 0; --attempt) {
                            enter(FrameKind::rearrangement);
                            leave();
                        }
                        leave();
                    }
                    leave();
                    if (*rc::gen::inRange(0, 4) == 0) {
                        recorder.mark_result();
                        result = work;
                    }
                }
                leave();
            }
            const Trace trace = recorder.take();
            RC_ASSERT(validate_trace(trace).has_value());
            RC_ASSERT(trace.frames.size() + dropped_frames(trace) == told);
            const bool has_inner =
                std::ranges::any_of(trace.frames, [](const Frame& one) { return is_inner(one.kind); });
            const bool is_within = bytes_of(trace) <= limit;
            const bool is_bounded = is_within || !has_inner;
            RC_ASSERT(is_bounded);
            RC_ASSERT(trace.dropped[static_cast<std::size_t>(FrameKind::iteration)] == 0);
            RC_ASSERT((trace.result == FrameIndex::none()) == (result == 0));
            if (result != 0) {
                RC_ASSERT(trace.frames[trace.result].work == static_cast<std::uint64_t>(result));
            }
            TracePlayer player(trace);
            for (std::size_t i = 0; i < trace.frames.size(); ++i) {
                player.go_to(FrameIndex(i));
                const Offsets& state = states[static_cast<std::int64_t>(trace.frames[i].work)];
                for (std::size_t buffer = 0; buffer < 2; ++buffer) {
                    RC_ASSERT(player.offsets()[buffer] == OptionalOffset(Offset(state[buffer])));
                }
            }
        }));
    }

    void children_of_dropped_frames_are_dropped_and_the_rest_replays() {
        TraceRecorder recorder(two_buffers(), {}, 0);
        recorder.enter(FrameKind::rearrangement, {}, {});
        tell(recorder, FrameKind::move, {9, 9});
        recorder.leave({.offsets = Offsets{9, 9}, .order = {}, .risks = {}});
        tell(recorder, FrameKind::iteration, {4, 0});
        const Trace trace = recorder.take();
        QCOMPARE(dropped_frames(trace), std::uint64_t{2});
        verify_replay(trace, FrameIndex(0), {4, 0});
    }

private:
    static FrameCounts dropped_of(FrameKind kind, std::uint64_t count) {
        FrameCounts counts{};
        counts[static_cast<std::size_t>(kind)] = count;
        return counts;
    }
    static void verify_replay(const Trace& trace, FrameIndex frame, const Offsets& offsets) {
        TracePlayer player(trace);
        player.go_to(frame);
        QCOMPARE(player.layout(two_buffers()), layout_of(two_buffers(), offsets));
    }
};

ARENASCOPE_TEST(TraceRecorderTest)
#include "trace_recorder_test.moc"
