#include "core/trace/trace_validation.h"

#include <functional>
#include <limits>

#include "core/trace/trace_player.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const Problem& validated_problem() {
    static const Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8), buffer("c", 0, 4, 8)});
    return problem;
}

void leave_frame(TraceRecorder& recorder, const std::vector<std::int64_t>& offsets,
                 const std::vector<BufferIndex>& order = {}) {
    recorder.leave({.offsets = offsets, .order = order, .risks = {}, .peak = Offset(8)});
}

/// Two iterations in a pass, with a group in the second.
Trace trace_to_spoil() {
    TraceRecorder recorder(validated_problem(), {});
    recorder.enter(FrameKind::pass, {}, {});
    recorder.enter(FrameKind::iteration, {}, {});
    leave_frame(recorder, {0, 8, 16});
    recorder.enter(FrameKind::iteration, {}, {});
    recorder.enter(FrameKind::group, {}, {});
    recorder.enter(FrameKind::rearrangement, {}, {});
    leave_frame(recorder, {0, unplaced_offset, unplaced_offset});
    leave_frame(recorder, {0, unplaced_offset, unplaced_offset});
    leave_frame(recorder, {0, 16, 8});
    leave_frame(recorder, {0, 16, 8});
    return recorder.take();
}

/// The error about a trace that `spoil` has changed; empty: it is valid.
std::string error_of_spoilt(const std::function<void(Trace&)>& spoil) {
    Trace trace = trace_to_spoil();
    spoil(trace);
    const auto valid = validate_trace(trace);
    return valid ? std::string() : valid.error().cause;
}

/// The same for a trace of one frame with these changes, which nothing has checked before.
std::string error_of_changes(const FrameChanges& changes) {
    Trace trace;
    trace.buffer_count = 3;
    trace.frames.resize(1);
    trace.roots = {FrameIndex(0)};
    trace.changes.record(FrameIndex(0), changes);
    const auto valid = validate_trace(trace);
    return valid ? std::string() : valid.error().cause;
}

FrameChanges moves_only(std::vector<Move> list) {
    return {std::move(list), {}, {}};
}

}  // namespace

class TraceValidationTest : public QObject {
    Q_OBJECT

private slots:
    void a_recorded_trace_is_valid() {
        QCOMPARE(error_of_spoilt([](Trace&) {}), std::string());
        QVERIFY(validate_trace(trace_to_spoil(), validated_problem()).has_value());
    }

    void frames_lie_no_deeper_in_each_other_than_their_kinds_allow() {
        const auto nested = [](std::size_t depth) {
            return error_of_spoilt([depth](Trace& trace) {
                trace.frames.assign(depth, Frame());
                for (std::size_t i = 1; i < depth; ++i) {
                    trace.frames[i].parent = FrameIndex(i - 1);
                }
                link_frames(trace);
                trace.changes = ChangeStore();
                trace.result = FrameIndex::none();
            });
        };
        QCOMPARE(nested(deepest_frame), std::string());
        QCOMPARE(nested(deepest_frame + 1), std::string("frame 4 lies in more than 3 others"));
        QCOMPARE(nested(5'000), std::string("frame 4 lies in more than 3 others"));
    }

    void a_negative_offset_is_refused() {
        QCOMPARE(error_of_changes(moves_only({{BufferIndex(0), std::nullopt, Offset(0)}})), std::string());
        for (const std::int64_t offset : {std::int64_t{-2}, -std::numeric_limits<std::int64_t>::max()}) {
            QVERIFY(
                error_of_changes(moves_only({{BufferIndex(0), std::nullopt, Offset(offset)}})).starts_with("a move"));
        }
        QCOMPARE(error_of_spoilt([](Trace& trace) { trace.frames[1].peak = Offset(-1); }),
                 std::string("the peak of frame 1 is out of range"));
        QVERIFY(!error_of_spoilt([](Trace& trace) {
                     trace.frames[1].step = PlacementStep{.buffer = BufferIndex(0), .candidates = {Offset(-4)}};
                 }).empty());
        QVERIFY(!error_of_spoilt([](Trace& trace) {
                     trace.frames[1].learning = LearningPoint{.region = RegionIndex(0), .worst = Offset(-1)};
                 }).empty());
    }

    void an_address_beyond_64_bits_is_refused() {
        Trace trace = trace_to_spoil();
        const std::int64_t highest = std::numeric_limits<std::int64_t>::max() - 8;
        for (const std::int64_t beyond : {0, 1}) {
            trace.changes = ChangeStore();
            trace.changes.record(FrameIndex(0), moves_only({{BufferIndex(1), std::nullopt, Offset(highest + beyond)}}));
            QVERIFY(validate_trace(trace).has_value());
            QCOMPARE(validate_trace(trace, validated_problem()).has_value(), beyond == 0);
        }
    }

    void a_base_leaves_less_for_offsets() {
        Trace trace = trace_to_spoil();
        Problem problem = validated_problem();
        const std::int64_t size = problem.buffers[1].size.value();
        problem.regions[0].base = std::numeric_limits<Address>::max() - 1000;
        for (const std::int64_t beyond : {0, 1}) {
            trace.changes = ChangeStore();
            trace.changes.record(FrameIndex(0),
                                 moves_only({{BufferIndex(1), std::nullopt, Offset(1000 - size + beyond)}}));
            QCOMPARE(validate_trace(trace, problem).has_value(), beyond == 0);
        }
    }

    void no_buffer_moves_twice_in_a_frame() {
        QVERIFY(
            error_of_changes(moves_only({{BufferIndex(2), std::nullopt, Offset(8)}, {BufferIndex(0), {}, Offset(4)}}))
                .empty());
        const FrameChanges twice =
            moves_only({{BufferIndex(0), std::nullopt, Offset(8)}, {BufferIndex(0), std::nullopt, Offset(4)}});
        QVERIFY(error_of_changes(twice).starts_with("a move"));
        Trace trace;
        trace.buffer_count = 3;
        trace.frames.resize(1);
        QVERIFY(!set_changes(trace, {twice}));
    }

    void a_buffer_that_does_not_exist_is_refused() {
        QVERIFY(error_of_changes(moves_only({{BufferIndex(3), std::nullopt, Offset(8)}})).starts_with("a move"));
        QVERIFY(
            error_of_changes({{}, {{3, BufferIndex::none(), BufferIndex(0)}}, {}}).starts_with("a change of order"));
        QVERIFY(
            error_of_changes({{}, {{0, BufferIndex::none(), BufferIndex(3)}}, {}}).starts_with("a change of order"));
        QVERIFY(error_of_changes({{}, {}, {{BufferIndex(3), Risk(), {Tier::low, Cause::none}}}})
                    .starts_with("a change of tier"));
    }

    /// Long permutations are kept as sources, which say nothing about the buffers before.
    void an_order_that_was_never_set_cannot_be_permuted() {
        constexpr std::uint32_t buffers = 40;
        FrameChanges changes;
        for (std::uint32_t i = 0; i < buffers; ++i) {
            changes.order.push_back({i, BufferIndex(i), BufferIndex((i + 1) % buffers)});
        }
        Trace trace;
        trace.buffer_count = buffers;
        trace.frames.resize(1);
        trace.changes.record(FrameIndex(0), changes);
        const auto valid = validate_trace(trace);
        QVERIFY(!valid && valid.error().cause.starts_with("a change of order"));
    }

    void a_checkpoint_that_is_not_the_state_is_refused() {
        RunState state(3);
        state.offsets = {Offset(0), Offset(8), Offset(16)};
        QCOMPARE(error_of_spoilt([&](Trace& trace) { trace.changes.record_checkpoint(FrameIndex(1), state); }),
                 std::string());
        state.offsets[1] = Offset(9);
        QVERIFY(error_of_spoilt([&](Trace& trace) {
                    trace.changes.record_checkpoint(FrameIndex(1), state);
                }).starts_with("the checkpoint of frame 1"));
    }

    void a_choice_among_no_objects_is_refused() {
        QVERIFY(!error_of_spoilt([](Trace& trace) {
                     trace.frames[1].step = PlacementStep{.buffer = BufferIndex(0), .object = ObjectChoice()};
                 }).empty());
    }

    void a_damaged_block_is_refused() {
        const Trace sound = trace_to_spoil();
        ChangeStore::Parts parts = sound.changes.parts();
        QCOMPARE(parts.blocks.size(), std::size_t{1});
        const std::string block(parts.blocks[0].bytes);
        for (std::size_t i = 0; i < block.size(); ++i) {
            std::string damaged = block;
            damaged[i] = static_cast<char>(damaged[i] ^ 1);
            parts.blocks[0] = shared_bytes(std::move(damaged));
            Trace trace = sound;
            trace.changes = ChangeStore(parts);
            QVERIFY(!validate_trace(trace));
        }
        parts.blocks[0] = shared_bytes(block);
        Trace trace = sound;
        trace.changes = ChangeStore(parts);
        QVERIFY(trace == sound);
        QVERIFY(validate_trace(trace).has_value());
    }

    void an_entry_names_a_block_that_exists() {
        const Trace sound = trace_to_spoil();
        ChangeStore::Parts parts = sound.changes.parts();
        parts.entries[1].block = 1;
        Trace trace = sound;
        trace.changes = ChangeStore(parts);
        QVERIFY(!validate_trace(trace));
        parts = sound.changes.parts();
        ++parts.entries[1].counts.placed;
        trace.changes = ChangeStore(parts);
        QVERIFY(!validate_trace(trace));
    }
};

ARENASCOPE_TEST(TraceValidationTest)
#include "trace_validation_test.moc"
