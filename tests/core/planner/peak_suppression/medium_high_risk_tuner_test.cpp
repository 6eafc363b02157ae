#include "core/planner/peak_suppression/medium_high_risk_tuner.h"

#include <algorithm>

#include "core/model/memory/live_profile.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/trace/trace_recorder.h"
#include "tests/support/random_problem.h"
#include "tests/support/rectangle_placer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The input of one call of the tuner, with the first placement by falling width.
struct FirstPlacement {
    explicit FirstPlacement(Problem given) : problem(std::move(given)), container(problem, RegionIndex(0)) {
        std::vector<BufferIndex> all;
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            if (!problem.buffers[i].pin) {  // the run does not include pinned buffers in its order
                all.emplace_back(i);
            }
        }
        order = sorted(problem, all, key);
        layout = place_in_order(problem, order, PlacingRule::lowest_fit);
        risks = classify(problem, layout);
    }

    [[nodiscard]] std::vector<BufferIndex> tune(TraceSink* trace = nullptr, std::uint64_t work_end = 30'000) {
        const PlanRequest request{.problem = problem, .options = {}, .trace = trace};
        StopPoll poll(request.stop);
        const TuningSetting setting{.request = request,
                                    .region = RegionIndex(0),
                                    .threshold = Offset(threshold(problem).value()),
                                    .rule = rule,
                                    .adjustment_limit = adjustment_limit,
                                    .seed = 1,
                                    .poll = poll,
                                    .method = method};
        MediumHighRiskTuner tuner(setting, container);
        return tuner.tune(order, layout, risks, key, {.work_end = work_end, .by_order = 0.1});
    }

    [[nodiscard]] std::vector<BufferIndex> of_tier(Tier tier) const {
        std::vector<BufferIndex> members;
        for (std::size_t i = 0; i < risks.size(); ++i) {
            if (risks[i].tier == tier) {
                members.emplace_back(i);
            }
        }
        return members;
    }

    SortKey key = *parse_sort_key("width", "desc");
    Problem problem;
    RectangleContainer container;
    std::vector<BufferIndex> order;
    Layout layout;
    std::vector<Risk> risks;
    PlacingRule rule = PlacingRule::lowest_fit;
    TuningMethod method = TuningMethod::best;
    std::uint64_t adjustment_limit = 1000;
};

/// The groups of a run, in order.
std::vector<Frame> groups_of(TraceRecorder& recorder) {
    std::vector<Frame> groups;
    for (const Frame& frame : recorder.take().frames) {
        if (frame.kind == FrameKind::group) {
            groups.push_back(frame);
        }
    }
    return groups;
}

/// Lowest fit by width gives a peak of 10; the threshold is 9. The last buffer does not matter for that.
Problem one_above() {
    return problem_of({buffer("a", 1, 4, 4), buffer("b", 4, 8, 2), buffer("c", 4, 6, 3), buffer("d", 3, 6, 4),
                       buffer("apart", 9, 10, 2)});
}

}  // namespace

class MediumHighRiskTunerTest : public QObject {
    Q_OBJECT

private slots:
    void brings_a_high_group_down_to_the_threshold() {
        FirstPlacement first(one_above());
        QCOMPARE(peak(first.problem, first.layout), Offset(10));
        const auto tuned = first.tune();
        QCOMPARE(peak(first.problem, place_in_order(first.problem, tuned, PlacingRule::lowest_fit)), Offset(9));
    }

    void holds_the_high_tier_then_the_medium_one_and_nothing_else() {
        QVERIFY(rc::check("what is tuned", [] {
            FirstPlacement first(random_problem({.with_gaps = true}));
            first.method = TuningMethod::source;
            const auto tuned = first.tune();
            const std::vector<BufferIndex> high = first.of_tier(Tier::high);
            const std::vector<BufferIndex> medium = first.of_tier(Tier::medium);
            RC_ASSERT(tuned.size() == high.size() + medium.size());
            const auto border = tuned.begin() + static_cast<std::ptrdiff_t>(high.size());
            RC_ASSERT(std::is_permutation(tuned.begin(), border, high.begin()));
            RC_ASSERT(std::is_permutation(border, tuned.end(), medium.begin()));
        }));
    }

    void joining_groups_changes_what_is_tuned_together_and_not_what_is_tuned() {
        QVERIFY(rc::check("what is tuned", [] {
            FirstPlacement first(random_problem({.with_gaps = true}));
            const auto tuned = first.tune();
            std::vector<BufferIndex> risky = first.of_tier(Tier::high);
            const std::vector<BufferIndex> medium = first.of_tier(Tier::medium);
            risky.insert(risky.end(), medium.begin(), medium.end());
            RC_ASSERT(std::is_permutation(tuned.begin(), tuned.end(), risky.begin(), risky.end()));
        }));
    }

    void a_group_without_work_says_that_its_work_is_spent() {
        QVERIFY(rc::check("work", [] {
            FirstPlacement first(random_problem({.with_alignment = true}));
            TraceRecorder recorder(first.problem, {});
            (void)first.tune(&recorder, 0);
            const Offset limit(threshold(first.problem).value());
            for (const Frame& group : groups_of(recorder)) {
                const bool is_proved = group.goal == Goal::optimal;
                RC_ASSERT((is_proved || group.goal == (group.peak <= limit ? Goal::at_threshold : Goal::work_spent)));
            }
        }));
    }

    void a_group_without_a_new_order_says_that_its_order_was_seen() {
        // The two are alive together, so the one above stays above in either order.
        FirstPlacement first(problem_of({buffer("a", 0, 4, 6), buffer("b", 3, 8, 5), buffer("c", 6, 9, 6)}));
        first.problem.regions.front().alignment = Bytes(4);
        FirstPlacement aligned(first.problem);
        aligned.method = TuningMethod::source;
        TraceRecorder recorder(aligned.problem, {});
        (void)aligned.tune(&recorder);
        const std::vector<Frame> groups = groups_of(recorder);
        QVERIFY(!groups.empty());
        QCOMPARE(groups.front().goal, Goal::order_seen);
    }

    void the_limit_counts_every_rearrangement_whatever_found_it() {
        QVERIFY(rc::check("limit", [] {
            FirstPlacement first(random_problem());
            first.adjustment_limit = *rc::gen::inRange<std::uint64_t>(1, 5);
            TraceRecorder recorder(first.problem, {});
            (void)first.tune(&recorder);
            for (const Frame& group : groups_of(recorder)) {
                RC_ASSERT(group.children.size() <= 1 + first.adjustment_limit);
                const bool is_spent = group.goal == Goal::adjustments_spent;
                RC_ASSERT(is_spent <= (group.children.size() == 1 + first.adjustment_limit));
            }
        }));
    }

    void leaves_low_and_none_out_of_the_container() {
        FirstPlacement first(one_above());
        QVERIFY(first.risks[4].tier == Tier::none);
        (void)first.tune();
        QCOMPARE(first.container.offsets()[4], unplaced_offset);
    }

    /// docs/method.md, "Peak suppression", step 6: merging places the whole sequence into an empty container.
    void merging_keeps_the_offsets_of_the_tuned_buffers() {
        QVERIFY(rc::check("landing", [] {
            FirstPlacement first(random_problem({.with_gaps = true, .with_alignment = true}));
            const auto tuned = first.tune();
            const Layout alone = place_in_order(first.problem, tuned, PlacingRule::lowest_fit);
            for (const BufferIndex each : tuned) {
                RC_ASSERT(alone.placements[each]->offset.value() == first.container.offsets()[each]);
            }
        }));
    }

    void no_group_ends_higher_than_in_sorted_order() {
        QVERIFY(rc::check("groups never rise", [] {
            FirstPlacement first(random_problem());
            TraceRecorder recorder(first.problem, {});
            (void)first.tune(&recorder);
            const Trace trace = recorder.take();
            for (const Frame& frame : trace.frames) {
                if (frame.kind == FrameKind::group) {
                    RC_ASSERT(!frame.children.empty());
                    RC_ASSERT(frame.goal != Goal::none);
                    for (const FrameIndex attempt : frame.children) {
                        RC_ASSERT(frame.peak <= trace.frames[attempt].peak);
                    }
                }
            }
        }));
    }

    void pinned_buffers_stay_and_the_group_goes_around_them() {
        FirstPlacement first(one_above());
        first.problem.buffers[1].pin = Offset(12);
        FirstPlacement pinned(first.problem);
        (void)pinned.tune();
        QCOMPARE(pinned.container.offsets()[1], std::int64_t{12});
    }
};

ARENASCOPE_TEST(MediumHighRiskTunerTest)
#include "medium_high_risk_tuner_test.moc"
