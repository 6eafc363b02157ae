#include "core/analysis/debugging/step_state.h"

#include <memory>

#include "core/analysis/debugging/step_walk.h"
#include "core/trace/trace_player.h"
#include "tests/core/analysis/debugging/recorded_runs.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::int64_t none = unplaced_offset;

/// Everything that a condition may see of a step, as plain values.
struct SeenStep {
    FrameKind kind;
    std::vector<std::uint64_t> path;
    std::optional<std::uint64_t> pass;
    RegionIndex region;
    std::string note;
    Goal goal;
    std::uint64_t moved;
    OptionalOffset best;
    std::vector<OptionalOffset> offsets;
    Offset peak;
    BufferIndex carrier;
    std::uint64_t overlaps;
    std::vector<Risk> risks;
    std::vector<Move> changes;
    friend bool operator==(const SeenStep&, const SeenStep&) = default;
};

SeenStep seen(const RecordedStep& step) {
    return {step.kind,
            {step.path.begin(), step.path.end()},
            step.pass,
            step.region,
            std::string(step.note),
            step.goal,
            step.moved,
            step.best,
            {step.state->offsets().begin(), step.state->offsets().end()},
            step.state->peak(),
            step.state->peak_carrier(),
            step.state->overlaps(),
            {step.risks.begin(), step.risks.end()},
            {step.changes.begin(), step.changes.end()}};
}

const StepNeeds everything{.peak = true, .tiers = true, .overlaps = true, .changes = true};

/// Feeds a StepState as a running planner does.
class LiveSteps final : public TraceSink {
public:
    explicit LiveSteps(const Problem& problem) : state_(problem, everything) {}
    void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> /*members*/,
               RegionIndex region = RegionIndex::none()) override {
        state_.enter(kind, note, region);
    }
    void leave(const FrameState& state) override {
        if (const RecordedStep* step = state_.leave(state)) {
            steps.push_back(seen(*step));
        }
    }
    void mark_result() override {}
    [[nodiscard]] bool has_room() const override { return true; }

    std::vector<SeenStep> steps;

private:
    StepState state_;
};

std::vector<SeenStep> recorded_steps(const Problem& problem, const Trace& trace) {
    std::vector<SeenStep> steps;
    StepWalk walk(problem, trace, everything);
    while (const RecordedStep* step = walk.next()) {
        steps.push_back(seen(*step));
    }
    return steps;
}

}  // namespace

class StepStateTest : public QObject {
    Q_OBJECT

private slots:
    void steps_come_in_the_order_in_which_they_end() {
        const Problem problem = problem_of({buffer("a", 0, 4, 1), buffer("b", 0, 4, 2)});
        LiveSteps live(problem);
        const auto leave = [&live](const std::vector<std::int64_t>& offsets) {
            live.leave({.offsets = offsets, .order = {}, .risks = {}, .peak = {}});
        };
        live.enter(FrameKind::pass, "width", {}, RegionIndex(0));
        live.enter(FrameKind::iteration, {}, {});
        leave({0, 1});
        live.enter(FrameKind::iteration, {}, {});
        live.enter(FrameKind::group, "high", {});
        live.enter(FrameKind::rearrangement, "sorted", {});
        leave({7, none});
        leave({3, none});
        live.enter(FrameKind::group, "medium", {});
        live.enter(FrameKind::rearrangement, "sorted", {});
        leave({4, 9});
        live.enter(FrameKind::rearrangement, "sorted", {});
        leave({3, 9});
        leave({3, 0});
        leave({2, 0});
        leave({2, 0});
        std::vector<std::string> paths;
        for (const SeenStep& step : live.steps) {
            paths.push_back(path_text(step.path));
        }
        QCOMPARE(paths, (std::vector<std::string>{"0", "1.1.1", "1.1", "1.2.1", "1.2.2", "1.2", "1"}));
        // The tries of the second group begin where the first one ended, and each other one at the try before.
        QCOMPARE(live.steps[3].moved, std::uint64_t{1});
        QCOMPARE(live.steps[4].moved, std::uint64_t{1});
        QCOMPARE(live.steps[5].moved, std::uint64_t{0});
        QCOMPARE(live.steps[5].changes, (std::vector<Move>{{BufferIndex(1), std::nullopt, Offset(0)}}));
        QCOMPARE(live.steps[6].moved, std::uint64_t{2});
        QCOMPARE(live.steps[6].pass, std::optional<std::uint64_t>(1));
        QCOMPARE(live.steps[1].best, std::optional(Offset(3)));
        QCOMPARE(live.steps[6].peak, Offset(3));
    }

    void the_best_counts_only_steps_with_most_buffers_placed() {
        const Problem problem = problem_of({buffer("a", 0, 4, 1), buffer("b", 0, 4, 2)});
        LiveSteps live(problem);
        for (const std::vector<std::int64_t>& offsets :
             std::vector<std::vector<std::int64_t>>{{none, none}, {0, none}, {0, 5}, {0, 1}, {none, 0}, {0, 3}}) {
            live.enter(FrameKind::placement, {}, {});
            live.leave({.offsets = offsets, .order = {}, .risks = {}, .peak = {}});
        }
        std::vector<std::optional<Offset>> best;
        for (const SeenStep& step : live.steps) {
            best.push_back(step.best);
        }
        QCOMPARE(best, (std::vector<std::optional<Offset>>{std::nullopt, Offset(1), Offset(7), Offset(3), Offset(3),
                                                           Offset(3)}));
    }

    void a_running_planner_and_its_trace_give_the_same_steps() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem({.most_buffers = 6});
            TraceRecorder recorder(problem, {});
            LiveSteps live(problem);
            TwoSinks both(recorder, live);
            RandomRun(problem, both).tell();
            const Trace trace = recorder.take();
            const bool has_some_tiers = has_tiers(trace);
            std::vector<SeenStep> recorded = recorded_steps(problem, trace);
            RC_ASSERT(recorded.size() == live.steps.size());
            for (std::size_t i = 0; i < recorded.size(); ++i) {
                // A trace cannot tell tiers that are all none from tiers that were not recorded.
                if (!has_some_tiers) {
                    live.steps[i].risks.clear();
                }
                RC_ASSERT(recorded[i] == live.steps[i]);
            }
        }));
    }

    void each_step_has_the_offsets_that_the_player_gives() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem({.most_buffers = 6});
            TraceRecorder recorder(problem, {}, *rc::gen::inRange<std::size_t>(600, 20'000));
            RandomRun(problem, recorder).tell();
            const Trace trace = recorder.take();
            StepWalk walk(problem, trace, everything);
            std::size_t count = 0;
            FrameIndex before = FrameIndex::none();
            while (const RecordedStep* step = walk.next()) {
                ++count;
                TracePlayer player(trace);
                player.go_to(step->frame);
                RC_ASSERT(Layout{player.layout(problem)}.placements.size() == problem.buffers.size());
                for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                    RC_ASSERT(step->state->offset(BufferIndex(i)) == player.offsets()[i]);
                }
                RC_ASSERT(step->moved == moves_in(trace, step->frame).size());
                if (before != FrameIndex::none()) {
                    RC_ASSERT(ends_before(trace, before, step->frame));
                    RC_ASSERT(!ends_before(trace, step->frame, before));
                }
                before = step->frame;
            }
            const auto passes = std::ranges::count(trace.frames, FrameKind::pass, &Frame::kind);
            RC_ASSERT(count + static_cast<std::size_t>(passes) == trace.frames.size());
        }));
    }
};

ARENASCOPE_TEST(StepStateTest)
#include "step_state_test.moc"
