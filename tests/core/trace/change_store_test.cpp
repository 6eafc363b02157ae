#include "core/trace/change_store.h"

#include <algorithm>
#include <map>
#include <rapidcheck.h>

#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_recorder.h"
#include "core/trace/trace_validation.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::size_t buffers_of_run = 60;

const Problem& many_buffers() {
    static const Problem problem = [] {
        std::vector<Buffer> buffers;
        for (std::size_t i = 0; i < buffers_of_run; ++i) {
            buffers.push_back(buffer("b" + std::to_string(i), 0, 4, 8));
        }
        return problem_of(std::move(buffers));
    }();
    return problem;
}

std::size_t below(std::size_t bound) {
    return *rc::gen::inRange<std::size_t>(0, bound);
}

RunState first_state() {
    return RunState(buffers_of_run);
}

/// A state near another one, as the next step of a tuner: some buffers moved, a part of the order rotated.
RunState drawn_near(RunState state) {
    for (std::size_t change = below(40); change > 0; --change) {
        const std::size_t offset = below(200);
        state.offsets[below(buffers_of_run)] =
            offset == 0 ? OptionalOffset() : Offset(static_cast<std::int64_t>(offset - 1));
        state.risks[below(buffers_of_run)] = risk_of(static_cast<std::uint8_t>(below(16)));
    }
    if (state.order.empty() || below(8) == 0) {
        state.order.resize(below(buffers_of_run + 1));
        for (std::size_t i = 0; i < state.order.size(); ++i) {
            state.order[i] = BufferIndex(i);
        }
    }
    const auto middle = static_cast<std::ptrdiff_t>(below(state.order.size() + 1));
    std::rotate(state.order.begin(), state.order.begin() + middle, state.order.end());
    return state;
}

/// The plain way: every state of a run as a whole, named by `work`.
using WholeStates = std::map<std::uint64_t, RunState>;

struct RecordedRun {
    Trace trace;
    WholeStates states;
    std::uint64_t iterations = 0;
};

/// Records a random run of passes, iterations, groups and rearrangements.
class DrawnRun {
public:
    explicit DrawnRun(std::size_t limit) : recorder_(many_buffers(), {}, limit) {}

    RecordedRun record() {
        for (std::size_t pass = 1 + below(2); pass > 0; --pass) {
            recorder_.enter(FrameKind::pass, {}, {});
            for (std::size_t iteration = 1 + below(6); iteration > 0; --iteration) {
                ++run_.iterations;
                recorder_.enter(FrameKind::iteration, {}, {});
                record_groups();
                leave();
                recorder_.mark_result();
            }
            leave();
        }
        run_.trace = recorder_.take();
        return std::move(run_);
    }

private:
    void record_groups() {
        for (std::size_t group = below(4); group > 0; --group) {
            recorder_.enter(FrameKind::group, {}, std::vector{BufferIndex(group)});
            for (std::size_t attempt = below(4); attempt > 0; --attempt) {
                recorder_.enter(FrameKind::rearrangement, {}, {});
                leave();
            }
            leave();
        }
    }

    void leave() {
        state_ = drawn_near(std::move(state_));
        run_.states[++work_] = state_;
        std::vector<std::int64_t> offsets;
        for (const OptionalOffset offset : state_.offsets) {
            offsets.push_back(offset.value_or(OptionalOffset::none).value());
        }
        recorder_.leave(
            {.offsets = offsets, .order = state_.order, .risks = state_.risks, .peak = Offset(9), .work = work_});
    }

    TraceRecorder recorder_;
    RecordedRun run_;
    RunState state_ = first_state();
    std::uint64_t work_ = 0;
};

/// The changes between two whole states, by comparing each entry.
FrameChanges plain_changes(const RunState& from, const RunState& to) {
    const auto place = [](const RunState& state, std::size_t i) {
        return i < state.order.size() ? state.order[i] : BufferIndex::none();
    };
    FrameChanges changes;
    for (std::size_t i = 0; i < buffers_of_run; ++i) {
        if (from.offsets[i] != to.offsets[i]) {
            changes.moves.push_back({BufferIndex(i), from.offsets[i], to.offsets[i]});
        }
        if (place(from, i) != place(to, i)) {
            changes.order.push_back({static_cast<std::uint32_t>(i), place(from, i), place(to, i)});
        }
        if (from.risks[i] != to.risks[i]) {
            changes.risks.push_back({BufferIndex(i), from.risks[i], to.risks[i]});
        }
    }
    return changes;
}

const RunState& whole_state(const RecordedRun& run, FrameIndex frame) {
    static const RunState nothing = first_state();
    return frame == FrameIndex::none() ? nothing : run.states.at(run.trace.frames[frame].work);
}

FrameChanges few_changes() {
    return {{{BufferIndex(3), std::nullopt, Offset(7)}, {BufferIndex(9), Offset(8), std::nullopt}},
            {{2, BufferIndex::none(), BufferIndex(3)}},
            {{BufferIndex(3), Risk(), {Tier::high, Cause::over}}}};
}

}  // namespace

class ChangeStoreTest : public QObject {
    Q_OBJECT

private slots:
    void counts_the_changes_of_a_frame() {
        ChangeStore store;
        store.record(FrameIndex(1), few_changes());
        QCOMPARE(store.counts(FrameIndex(0)), ChangeCounts());
        QCOMPARE(store.counts(FrameIndex(1)), (ChangeCounts{.moves = 2, .placed = 1, .removed = 1, .all = 4}));
        QCOMPARE(store.counts(FrameIndex(2)), ChangeCounts());
    }

    void a_frame_is_read_back_from_the_open_block_and_from_a_compressed_one() {
        ChangeStore store;
        constexpr std::size_t frames = 60'000;  // several blocks
        for (std::size_t i = 0; i < frames; ++i) {
            FrameChanges changes;
            changes.moves.push_back({BufferIndex(i), std::nullopt, Offset(static_cast<std::int64_t>(i * 3))});
            changes.risks.push_back({BufferIndex(i), Risk(), {Tier::low, Cause::none}});
            store.record(FrameIndex(i), changes);
        }
        ChangeReader reader(store);
        for (const std::size_t i : {frames - 1, std::size_t{0}, frames / 2}) {
            const PackedChanges& changes = reader.read(FrameIndex(i));
            QCOMPARE(changes.moved, std::vector{BufferIndex(i)});
            QCOMPARE(changes.shifts, std::vector{static_cast<std::int64_t>(i * 3 + 1)});
        }
        QVERIFY(store.bytes() < frames * 40);
    }

    void frames_recorded_last_can_be_removed() {
        ChangeStore store;
        store.record(FrameIndex(0), few_changes());
        const ChangeStore one = store;
        store.record(FrameIndex(2), few_changes());
        store.record(FrameIndex(1), few_changes());
        QVERIFY(!(store == one));
        store.truncate(1);
        QVERIFY(store == one);
    }

    void a_checkpoint_is_the_whole_state() {
        RunState state = first_state();
        state.offsets[5] = Offset(640);
        state.order = {BufferIndex(7), BufferIndex(2)};
        state.risks[2] = {Tier::medium, Cause::at};
        ChangeStore store;
        store.record_checkpoint(FrameIndex(4), state);
        QVERIFY(store.has_checkpoint(FrameIndex(4)));
        QVERIFY(!store.has_checkpoint(FrameIndex(3)));
        QVERIFY(store.checkpoint(FrameIndex(4)) == state);
    }

    /// Against a plain recorder that keeps every state as a whole.
    void any_frame_of_any_run_replays_at_any_limit_with_and_without_checkpoints() {
        QVERIFY(rc::check("replay equals whole states", [] {
            RecordedRun run = DrawnRun(below(3) == 0 ? below(40'000) : 1'000'000).record();
            const std::size_t frames = run.trace.frames.size();
            RC_ASSERT(validate_trace(run.trace).has_value());
            RC_ASSERT(chief_frames(run.trace).size() == run.iterations);
            RC_ASSERT(run.trace.result == chief_frames(run.trace).back());
            for (std::size_t checkpoint = below(6); checkpoint > 0; --checkpoint) {
                const FrameIndex frame(below(frames));
                run.trace.changes.record_checkpoint(frame, whole_state(run, frame));
            }
            TracePlayer player(run.trace);
            FrameIndex at = FrameIndex::none();
            for (int walk = 0; walk < 60; ++walk) {
                // Far jumps, and steps to and fro.
                const std::size_t to = at == FrameIndex::none() ? below(frames) : at.value();
                at = FrameIndex(below(2) == 0 ? below(frames)
                                              : std::min(frames - 1, to + below(3) - std::min(to, below(2))));
                player.go_to(at);
                RC_ASSERT(player.state() == whole_state(run, at));
                RC_ASSERT(player.changes() ==
                          plain_changes(whole_state(run, base_of(run.trace, at)), whole_state(run, at)));
            }
            player.go_to(FrameIndex::none());
            RC_ASSERT(player.state() == first_state());
        }));
    }

    /// A move takes 24 bytes in a list, a change of the order 12, one of the risk 8.
    void the_changes_of_a_tuner_take_few_bytes() {
        const Problem problem = model_problem(2000, 1);
        const auto plan = run_planner(problem, empty_layout(problem),
                                      {.planner = "peak-suppression",
                                       .settings = {{"iterations", "20"}, {"rearrangements", "2"}},
                                       .record = true});
        const Trace& trace = *plan->trace;
        QVERIFY(chief_frames(trace).size() > 2);
        std::size_t changes = 0;
        for (std::size_t i = 0; i < trace.frames.size(); ++i) {
            changes += replay_weight(trace.changes.counts(FrameIndex(i)));
        }
        QVERIFY2(trace.changes.bytes() < 5 * changes, std::to_string(trace.changes.bytes()).c_str());
    }

    void listed_changes_give_the_same_store() {
        QVERIFY(rc::check("set_changes takes what changes_of gives", [] {
            const RecordedRun run = DrawnRun(1'000'000).record();
            IndexedVector<FrameIndex, FrameChanges> listed;
            ChangeWalk walk(run.trace);
            for (std::size_t i = 0; i < run.trace.frames.size(); ++i) {
                listed.push_back(walk.changes_of(FrameIndex(i)));
            }
            Trace again = run.trace;
            RC_ASSERT(set_changes(again, listed).has_value());
            RC_ASSERT(again == run.trace);
        }));
    }
};

ARENASCOPE_TEST(ChangeStoreTest)
#include "change_store_test.moc"
