#include "core/analysis/debugging/step_history.h"

#include "core/analysis/explain/peak_report.h"
#include "core/model/memory/placed_piece.h"
#include "core/trace/trace_player.h"
#include "tests/core/analysis/debugging/recorded_runs.h"
#include "tests/core/analysis/debugging/watch_history.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr BufferIndex lower(0);
constexpr BufferIndex upper(1);

const Problem& two_at_once() {
    static const Problem problem = problem_of({buffer("a", 0, 4, 4), buffer("b", 2, 6, 2)});
    return problem;
}

/// Iterations 0 and 1; the second one has a group.
const Trace& two_iterations() {
    static const Trace trace = [] {
        TraceRecorder recorder(two_at_once(), {});
        const auto leave = [&recorder](const std::vector<std::int64_t>& offsets, const std::vector<Risk>& risks) {
            recorder.leave({.offsets = offsets, .order = {}, .risks = risks, .peak = {}});
        };
        recorder.enter(FrameKind::iteration, {}, {});
        leave({0, 4}, {{Tier::low, Cause::none}, {Tier::high, Cause::over}});
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.enter(FrameKind::group, "high", {});
        leave({unplaced_offset, 0}, {});
        leave({2, 0}, {{Tier::medium, Cause::at}, {Tier::none, Cause::none}});
        return recorder.take();
    }();
    return trace;
}

RecordedRun two_steps() {
    return {&two_at_once(), &two_iterations(), nullptr};
}

constexpr FrameIndex iteration_0(0);
constexpr FrameIndex iteration_1(1);
constexpr FrameIndex group_of_1(2);

}  // namespace

class StepHistoryTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_has_an_offset_and_a_tier_at_each_step() {
        QCOMPARE(buffer_history(two_steps(), upper),
                 (std::vector<BufferMoment>{{iteration_0, Offset(4), Tier::high, true},
                                            {iteration_1, Offset(0), Tier::none, true}}));
        QCOMPARE(buffer_history(two_steps(), lower, StepDetail::all),
                 (std::vector<BufferMoment>{{iteration_0, Offset(0), Tier::low, true},
                                            {group_of_1, std::nullopt, Tier::low, true},
                                            {iteration_1, Offset(2), Tier::medium, true}}));
    }

    void a_place_has_a_holder_at_each_step() {
        QCOMPARE(place_history(two_steps(), {RegionIndex(0), Offset(1), Step(3)}, StepDetail::all),
                 (std::vector<PlaceMoment>{{iteration_0, lower}, {group_of_1, upper}, {iteration_1, upper}}));
        QCOMPARE(place_history(two_steps(), {RegionIndex(0), Offset(5), Step(1)}),
                 (std::vector<PlaceMoment>{{iteration_0, BufferIndex::none()}, {iteration_1, lower}}));
    }

    void the_peak_has_a_carrier_at_each_step() {
        QCOMPARE(
            peak_history(two_steps(), StepDetail::all),
            (std::vector<PeakMoment>{
                {iteration_0, Offset(6), upper}, {group_of_1, Offset(2), upper}, {iteration_1, Offset(6), lower}}));
    }

    void a_watch_has_a_value_at_each_step() {
        const auto watched = [](const char* text) {
            return watch_history(two_steps(), StepExpression::value(text, scope_of(two_steps())).value());
        };
        QCOMPARE(watched("peak / 4"), (std::vector<WatchMoment>{{iteration_0, 1.5, "1.5"}, {iteration_1, 1.5, "1.5"}}));
        QCOMPARE(watched("tier(b)"),
                 (std::vector<WatchMoment>{{iteration_0, 3.0, "high"}, {iteration_1, 0.0, "none"}}));
        QCOMPARE(watched("changed(offset(a))"),
                 (std::vector<WatchMoment>{{iteration_0, 0.0, "false"}, {iteration_1, 1.0, "true"}}));
        QCOMPARE(watched("group"),
                 (std::vector<WatchMoment>{{iteration_0, std::nullopt, "–"}, {iteration_1, std::nullopt, "–"}}));
        QCOMPARE(watched("before(note)")[0].words, std::string("–"));
    }

    void histories_match_layouts_that_are_made_anew() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem({.most_buffers = 6, .with_gaps = *rc::gen::arbitrary<bool>()});
            TraceRecorder recorder(problem, {});
            RandomRun(problem, recorder).tell();
            const Trace trace = recorder.take();
            const RecordedRun recorded{&problem, &trace, nullptr};
            const BytePlace place{RegionIndex(0), Offset(*rc::gen::inRange<std::int64_t>(0, 50)),
                                  Step(*rc::gen::inRange<std::int64_t>(0, 30))};
            const auto peaks = peak_history(recorded, StepDetail::all);
            const auto holders = place_history(recorded, place, StepDetail::all);
            auto holder = holders.begin();
            for (const PeakMoment& moment : peaks) {
                TracePlayer player(trace);
                player.go_to(moment.frame);
                const Layout layout = player.layout(problem);
                RC_ASSERT(moment.peak == peak(problem, layout));
                const auto chain = peak_chain(problem, layout);
                RC_ASSERT(moment.carrier == (chain.empty() ? BufferIndex::none() : chain.back().buffer));
                std::vector<BufferIndex> expected;
                for_each_placed_piece(problem, layout, place.region, [&](const PlacedPiece& piece) {
                    const bool is_then = piece.steps.begin <= place.step && place.step < piece.steps.end;
                    if (is_then && piece.bytes.from <= place.byte && place.byte < piece.bytes.to) {
                        expected.push_back(piece.buffer);
                    }
                });
                if (expected.empty()) {
                    expected.push_back(BufferIndex::none());
                }
                for (const BufferIndex one : expected) {
                    RC_ASSERT(holder != holders.end());
                    RC_ASSERT(*holder == (PlaceMoment{moment.frame, one}));
                    ++holder;
                }
            }
            RC_ASSERT(holder == holders.end());
        }));
    }
};

ARENASCOPE_TEST(StepHistoryTest)
#include "step_history_test.moc"
