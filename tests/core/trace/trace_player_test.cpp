#include "core/trace/trace_player.h"

#include <algorithm>

#include "core/planner/planning.h"
#include "core/trace/trace_recorder.h"
#include "core/trace/trace_validation.h"
#include "tests/support/counted_memory.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Offsets = std::vector<std::int64_t>;

constexpr std::int64_t none = unplaced_offset;

std::vector<OptionalOffset> as_optional(const Offsets& offsets) {
    std::vector<OptionalOffset> result;
    for (const std::int64_t offset : offsets) {
        result.push_back(Offset(offset));
    }
    return result;
}

/// Records one frame without children.
void play(TraceRecorder& recorder, FrameKind kind, const Offsets& offsets, const std::vector<BufferIndex>& order,
          std::int64_t peak = 0) {
    recorder.enter(kind, {}, {});
    recorder.leave({.offsets = offsets, .order = order, .risks = {}, .peak = Offset(peak)});
}

const Problem& traced_buffers() {
    static const Problem problem = problem_of({buffer("a", 0, 4, 1), buffer("b", 0, 4, 2), buffer("c", 0, 4, 3)});
    return problem;
}

constexpr RegionIndex first(0);
constexpr RegionIndex second(1);

struct RecordedPass {
    RegionIndex region;
    std::vector<std::int64_t> peaks;
};

/// A trace of passes, each with an iteration for each peak.
Trace passes(const std::vector<RecordedPass>& recorded) {
    TraceRecorder recorder(traced_buffers(), {});
    for (const RecordedPass& pass : recorded) {
        recorder.enter(FrameKind::pass, "width, desc", {}, pass.region);
        for (const std::int64_t peak : pass.peaks) {
            play(recorder, FrameKind::iteration, {0, 0, 0}, {}, peak);
        }
        recorder.leave({.offsets = Offsets{0, 0, 0}, .order = {}, .risks = {}, .peak = Offset(pass.peaks.back())});
    }
    return recorder.take();
}

}  // namespace

namespace {

/// By frame: what it changed.
IndexedVector<FrameIndex, FrameChanges> all_changes(const Trace& trace) {
    IndexedVector<FrameIndex, FrameChanges> all;
    ChangeWalk walk(trace);
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        all.push_back(walk.changes_of(FrameIndex(i)));
    }
    return all;
}

}  // namespace

class TracePlayerTest : public QObject {
    Q_OBJECT

private slots:
    void goes_forwards_and_backwards_over_iterations() {
        TraceRecorder recorder(traced_buffers(), {});
        play(recorder, FrameKind::iteration, {0, 1, 3}, {BufferIndex(0), BufferIndex(1), BufferIndex(2)});
        play(recorder, FrameKind::iteration, {5, 3, 0}, {BufferIndex(2), BufferIndex(1), BufferIndex(0)});
        const Trace trace = recorder.take();
        QCOMPARE(trace.changes.counts(FrameIndex(1)).moves, 3U);
        QCOMPARE(ChangeWalk(trace).changes_of(FrameIndex(1)).order.size(), std::size_t{2});
        TracePlayer player(trace);
        player.go_to(FrameIndex(1));
        QCOMPARE(player.offsets(), as_optional({5, 3, 0}));
        player.go_to(FrameIndex(0));
        QCOMPARE(player.offsets(), as_optional({0, 1, 3}));
        QCOMPARE(player.order(), (std::vector<BufferIndex>{BufferIndex(0), BufferIndex(1), BufferIndex(2)}));
        player.go_to(FrameIndex::none());
        QCOMPARE(player.offsets(), as_optional({none, none, none}));
        QVERIFY(player.order().empty());
    }

    void a_player_takes_10_bytes_a_buffer_and_4_for_the_order_wherever_it_was() {
        constexpr std::size_t count = 100'000;
        Problem problem;
        problem.buffers.resize(count);
        Offsets offsets(count);
        std::vector<BufferIndex> order;
        for (std::size_t i = 0; i < count; ++i) {
            offsets[i] = static_cast<std::int64_t>(i * 8);
            order.emplace_back(i);
        }
        TraceRecorder recorder(problem, {});
        play(recorder, FrameKind::iteration, offsets, order);
        for (std::int64_t iteration = 0; iteration < 9; ++iteration) {
            for (std::size_t i = 0; i < count; i += 10) {
                offsets[i] += iteration;
            }
            std::swap(order.front(), order.back());
            play(recorder, FrameKind::iteration, offsets, order);
        }
        const Trace trace = recorder.take();
        const CountedMemory memory;
        TracePlayer player(trace);
        for (std::size_t frame = 0; frame < trace.frames.size(); ++frame) {
            player.go_to(FrameIndex(frame));
        }
        // Beside the state: the changes of a tenth of the buffers, and the block that they are in.
        const std::size_t of_changes = 4 * 12 * (count / 10) + (std::size_t{1} << 18U);
        QVERIFY2(memory.held() <= 14 * count + of_changes, std::to_string(memory.held()).c_str());
        // The first frame is unpacked as a whole: 12 bytes for a move, 12 for a position, and its block.
        QVERIFY2(memory.most() <= 70 * count, std::to_string(memory.most()).c_str());
    }

    void moves_are_those_of_buffers_placed_before_and_after_a_step() {
        TraceRecorder recorder(traced_buffers(), {});
        play(recorder, FrameKind::iteration, {0, 1, none}, {});
        play(recorder, FrameKind::iteration, {5, 1, 3}, {});
        recorder.enter(FrameKind::pass, {}, {});
        play(recorder, FrameKind::iteration, {7, 8, 9}, {});
        recorder.leave({.offsets = Offsets{7, 8, 9}, .order = {}, .risks = {}, .peak = {}});
        Trace trace = recorder.take();
        QVERIFY(moves_in(trace, FrameIndex(0)).empty());
        QCOMPARE(moves_in(trace, FrameIndex(1)), (std::vector<Move>{{BufferIndex(0), Offset(0), Offset(5)}}));
        // The first step of a pass begins anew.
        QVERIFY(moves_in(trace, FrameIndex(3)).empty());
        // A file may list them in another order.
        IndexedVector<FrameIndex, FrameChanges> listed = all_changes(trace);
        std::reverse(listed[1].moves.begin(), listed[1].moves.end());
        QVERIFY(set_changes(trace, listed));
        QCOMPARE(ChangeWalk(trace).changes_of(FrameIndex(1)).moves.front().buffer, BufferIndex(2));
        QCOMPARE(moves_in(trace, FrameIndex(1)), (std::vector<Move>{{BufferIndex(0), Offset(0), Offset(5)}}));
    }

    void rearrangements_start_from_the_result_of_earlier_groups() {
        TraceRecorder recorder(traced_buffers(), {});
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.enter(FrameKind::group, "high", std::vector<BufferIndex>{BufferIndex(0)});
        play(recorder, FrameKind::rearrangement, {7, none, none}, {BufferIndex(0)});
        recorder.leave({.offsets = Offsets{7, none, none}, .order = {}, .risks = {}, .peak = Offset(8)});
        recorder.enter(FrameKind::group, "medium", std::vector<BufferIndex>{BufferIndex(1)});
        play(recorder, FrameKind::rearrangement, {7, 2, none}, {BufferIndex(1)});
        play(recorder, FrameKind::rearrangement, {7, 9, none}, {BufferIndex(1)});
        recorder.leave({.offsets = Offsets{7, 2, none}, .order = {}, .risks = {}, .peak = Offset(4)});
        recorder.leave({.offsets = Offsets{7, 2, 0}, .order = {}, .risks = {}, .peak = Offset(8)});
        const Trace trace = recorder.take();
        QVERIFY(validate_trace(trace));
        TracePlayer player(trace);
        // frames: 0 iteration, 1 group, 2 rearrangement, 3 group, 4 and 5 rearrangements
        player.go_to(FrameIndex(5));
        QCOMPARE(player.offsets(), as_optional({7, 9, none}));
        player.go_to(FrameIndex(4));
        QCOMPARE(player.offsets(), as_optional({7, 2, none}));
        QCOMPARE(trace.changes.counts(FrameIndex(4)).moves, 1U);
        player.go_to(FrameIndex(2));
        QCOMPARE(player.offsets(), as_optional({7, none, none}));
        player.go_to(FrameIndex(0));
        QCOMPARE(player.offsets(), as_optional({7, 2, 0}));
        player.go_to(FrameIndex(3));
        QCOMPARE(player.offsets(), as_optional({7, 2, none}));
    }

    void above_the_limit_rearrangements_are_counted_and_iterations_kept() {
        TraceRecorder recorder(traced_buffers(), {}, 60'000);
        for (int iteration = 0; iteration < 10; ++iteration) {
            recorder.enter(FrameKind::iteration, {}, {});
            recorder.enter(FrameKind::group, {}, {});
            for (int attempt = 0; attempt < 10; ++attempt) {
                play(recorder, FrameKind::rearrangement, {attempt, iteration, 0}, {});
            }
            recorder.leave({.offsets = Offsets{1, iteration, 0}, .order = {}, .risks = {}, .peak = Offset(1)});
            recorder.leave({.offsets = Offsets{2, iteration, 0}, .order = {}, .risks = {}, .peak = Offset(1)});
        }
        const Trace trace = recorder.take();
        QCOMPARE(chief_frames(trace).size(), std::size_t{10});
        QVERIFY(dropped_frames(trace) > 0);
        QVERIFY(dropped_frames(trace) < 100);
        TracePlayer player(trace);
        player.go_to(chief_frames(trace)[9]);
        QCOMPARE(player.offsets(), as_optional({2, 9, 0}));
    }

    void an_iteration_with_fewer_buffers_than_one_before_was_cut_short() {
        TraceRecorder recorder(traced_buffers(), {});
        recorder.enter(FrameKind::pass, {}, {});
        play(recorder, FrameKind::iteration, {0, 1, 3}, {});
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.enter(FrameKind::group, {}, {});  // a group always holds only a part of the buffers
        play(recorder, FrameKind::rearrangement, {7, none, none}, {});
        recorder.leave({.offsets = Offsets{7, none, none}, .order = {}, .risks = {}, .peak = Offset(8)});
        recorder.leave({.offsets = Offsets{7, 2, 0}, .order = {}, .risks = {}, .peak = Offset(8)});
        recorder.leave({.offsets = Offsets{7, 2, 0}, .order = {}, .risks = {}, .peak = Offset(8)});
        recorder.enter(FrameKind::pass, {}, {});
        play(recorder, FrameKind::iteration, {7, none, 0}, {});
        recorder.leave({.offsets = Offsets{7, 2, 0}, .order = {}, .risks = {}, .peak = Offset(8)});
        // frames: 0 pass, 1 and 2 iterations, 3 group, 4 rearrangement, 5 pass, 6 iteration
        QCOMPARE(cut_short_frames(recorder.take()),
                 (std::vector<bool>{false, false, false, false, false, false, true}));
    }

    void iterations_of_the_first_region_are_complete_before_the_second_is_placed() {
        TraceRecorder recorder(traced_buffers(), {});
        for (const Offsets& offsets :
             {Offsets{0, none, none}, Offsets{0, 0, none}, Offsets{0, 0, 2}, Offsets{0, none, none}}) {
            play(recorder, FrameKind::iteration, offsets, {});
        }
        QCOMPARE(cut_short_frames(recorder.take()), (std::vector<bool>{false, false, false, true}));
    }

    void a_planner_that_places_one_buffer_at_a_time_is_not_cut_short() {
        TraceRecorder recorder(traced_buffers(), {});
        play(recorder, FrameKind::improvement, {0, 1, 3}, {});
        play(recorder, FrameKind::placement, {0, none, none}, {});
        QCOMPARE(cut_short_frames(recorder.take()), (std::vector<bool>{false, false}));
    }

    void the_largest_drop_is_the_step_that_lowered_the_peak_most() {
        TraceRecorder recorder(traced_buffers(), {});
        for (const std::int64_t peak : {20, 18, 25, 12, 11}) {
            play(recorder, FrameKind::iteration, {0, 0, 0}, {}, peak);
        }
        QCOMPARE(largest_drop(recorder.take()), FrameIndex(3));
        TraceRecorder level(traced_buffers(), {});
        play(level, FrameKind::iteration, {0, 0, 0}, {}, 20);
        QCOMPARE(largest_drop(level.take()), FrameIndex::none());
    }

    void the_largest_drop_is_measured_from_the_lowest_peak_so_far() {
        QCOMPARE(largest_drop(passes({{first, {50, 48}}, {first, {60, 47, 46}}})), FrameIndex(2));
        QCOMPARE(largest_drop(passes({{first, {50, 48}}, {first, {20, 17}}})), FrameIndex(4));
    }

    void the_largest_drop_compares_no_regions_with_each_other() {
        QCOMPARE(largest_drop(passes({{first, {50, 48}}, {second, {20, 17}}})), FrameIndex(5));
    }

    void the_largest_drop_is_never_an_iteration_that_was_cut_short() {
        TraceRecorder recorder(traced_buffers(), {});
        play(recorder, FrameKind::iteration, {0, 1, 3}, {}, 20);
        play(recorder, FrameKind::iteration, {0, 2, 3}, {}, 19);
        play(recorder, FrameKind::iteration, {none, none, none}, {}, 0);
        QCOMPARE(largest_drop(recorder.take()), FrameIndex(1));
    }

    void a_trace_with_an_index_out_of_range_is_refused() {
        TraceRecorder recorder(traced_buffers(), {});
        play(recorder, FrameKind::iteration, {0, 1, 3}, {BufferIndex(0)});
        const Trace sound = recorder.take();
        QVERIFY(validate_trace(sound));
        Trace broken = sound;
        IndexedVector<FrameIndex, FrameChanges> changes = all_changes(sound);
        changes[0].moves[0].buffer = BufferIndex(3);
        QVERIFY(!set_changes(broken, changes));
        changes = all_changes(sound);
        changes[0].order[0].position = 3;
        QVERIFY(!set_changes(broken, changes));
        broken = sound;
        broken.frames[0].previous = FrameIndex(0);
        QVERIFY(!validate_trace(broken));
        broken = sound;
        broken.result = FrameIndex(1);
        QVERIFY(!validate_trace(broken));
    }

    void a_frame_that_contradicts_the_state_before_it_is_refused() {
        TraceRecorder recorder(traced_buffers(), {});
        const auto iteration = [&](const Offsets& offsets, const std::vector<BufferIndex>& order, Risk risk) {
            recorder.enter(FrameKind::iteration, {}, {});
            const std::vector<Risk> risks{risk, {}, {}};
            recorder.leave({.offsets = offsets, .order = order, .risks = risks, .peak = Offset(8)});
        };
        iteration({0, 1, 3}, {BufferIndex(0), BufferIndex(1)}, {Tier::high, Cause::over});
        iteration({5, 1, 3}, {BufferIndex(1)}, {Tier::low, Cause::none});
        const Trace sound = recorder.take();
        QVERIFY(validate_trace(sound));
        const auto refused = [&](const auto& spoil, const char* what) {
            Trace broken = sound;
            IndexedVector<FrameIndex, FrameChanges> changes = all_changes(sound);
            spoil(changes[1]);
            const auto valid = set_changes(broken, changes);
            return !valid && valid.error().cause.find(what) != std::string::npos &&
                   valid.error().cause.find("frame 1 ") != std::string::npos;
        };
        QVERIFY(refused([](FrameChanges& changes) { changes.moves[0].from = Offset(2); }, "a move"));
        QVERIFY(refused([](FrameChanges& changes) { changes.moves[0].from.reset(); }, "a move"));
        QVERIFY(refused([](FrameChanges& changes) { changes.order[0].from = BufferIndex(2); }, "a change of order"));
        QVERIFY(refused([](FrameChanges& changes) { changes.risks[0].from = {}; }, "a change of tier"));
        // Two moves of the same buffer in one frame: the second contradicts the state before the frame.
        QVERIFY(refused(
            [](FrameChanges& changes) {
                changes.moves.push_back({BufferIndex(0), Offset(5), Offset(6)});
            },
            "a move"));
    }

    void going_through_random_frames_restores_the_recorded_states() {
        QVERIFY(rc::check("replay equals what was told", [] {
            const Problem& problem = traced_buffers();
            TraceRecorder recorder(problem, {});
            std::vector<Offsets> told;
            const auto count = *rc::gen::inRange(1, 12);
            for (int i = 0; i < count; ++i) {
                told.push_back({any_offset(5), any_offset(5), any_offset(5)});
                play(recorder, FrameKind::iteration, told.back(), {});
            }
            const Trace trace = recorder.take();
            TracePlayer player(trace);
            for (int walk = 0; walk < 20; ++walk) {
                const auto frame = *rc::gen::inRange<std::size_t>(0, told.size());
                player.go_to(FrameIndex(frame));
                RC_ASSERT(player.offsets() == as_optional(told[frame]));
            }
        }));
    }
};

ARENASCOPE_TEST(TracePlayerTest)
#include "trace_player_test.moc"
