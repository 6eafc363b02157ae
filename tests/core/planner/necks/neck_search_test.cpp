#include "core/planner/necks/neck_search.h"

#include "core/planner/generate/generated_problem.h"
#include "tests/core/planner/necks/whole_part.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The lowest peak after turns until it is exhausted, or so many visits.
Offset lowest_peak(NeckSearch& search, std::uint64_t work_limit) {
    Offset best = any_peak;
    while (!search.is_exhausted() && search.work() < work_limit) {
        if (const auto found = search.turn(best, work_limit / 10, never_stopped)) {
            best = found->peak;
        }
    }
    return best;
}

}  // namespace

class NeckSearchTest : public QObject {
    Q_OBJECT

private slots:
    /// Greedy orders alone end several percent above it.
    void generated_models_reach_their_threshold_with_little_work() {
        for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
            const Problem problem = model_problem(5'000, seed);
            NeckSearch search(problem, RegionIndex(0), threshold_of(problem), 1);
            QCOMPARE(lowest_peak(search, 100'000'000), threshold_of(problem));
            QVERIFY(search.is_exhausted());
        }
    }

    void a_layout_is_complete_and_sound_and_below_the_best() {
        QVERIFY(rc::check("necks", [] {
            Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            problem.regions.push_back(Region{.name = "second", .alignment = Bytes(2)});
            for (Buffer& each : problem.buffers) {
                each.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 2));
            }
            Buffer& first = problem.buffers.front();
            if (*rc::gen::arbitrary<bool>()) {
                first.pin = aligned_up(Offset(*rc::gen::inRange(0, 40)), alignment_of(problem, first));
            }
            const RegionIndex region = first.region;
            NeckSearch search(problem, region, threshold_of(problem, region), 1);
            Offset best = any_peak;
            while (!search.is_exhausted()) {
                const auto found = search.turn(best, 100'000, never_stopped);
                if (!found) {
                    continue;
                }
                RC_ASSERT(found->peak < best);
                best = found->peak;
                Layout layout = empty_layout(problem);
                take_over(layout, found->offsets, region);
                RC_ASSERT(peak(problem, layout, region) == best);
                Problem alone = problem;
                std::erase_if(alone.buffers, [&](const Buffer& each) { return each.region != region; });
                Layout alone_layout = empty_layout(alone);
                for (std::size_t i = 0, next = 0; i < problem.buffers.size(); ++i) {
                    RC_ASSERT(layout.placements[i].has_value() == (problem.buffers[i].region == region));
                    if (layout.placements[i]) {
                        alone_layout.placements[next++] = layout.placements[i];
                    }
                }
                RC_ASSERT(is_clean(check(alone, alone_layout)));
            }
        }));
    }

    void the_same_turns_find_the_same_layouts() {
        const Problem problem = dense_problem(300, 1);
        NeckSearch first(problem, RegionIndex(0), threshold_of(problem), 1);
        NeckSearch second(problem, RegionIndex(0), threshold_of(problem), 1);
        Offset best = any_peak;
        for (int turn = 0; turn < 20; ++turn) {
            const auto one = first.turn(best, 1'000'000, never_stopped);
            const auto other = second.turn(best, 1'000'000, never_stopped);
            QCOMPARE(one.has_value(), other.has_value());
            QCOMPARE(first.work(), second.work());
            if (one) {
                QCOMPARE(one->offsets, other->offsets);
                QCOMPARE(one->found_by, other->found_by);
                best = one->peak;
            }
        }
        QVERIFY(best < any_peak);
    }

    void a_peak_that_is_the_lowest_needs_no_work() {
        const Problem problem = model_problem(2'000, 1);
        NeckSearch search(problem, RegionIndex(0), threshold_of(problem), 1);
        const std::uint64_t before = search.work();
        QVERIFY(!search.turn(threshold_of(problem), 1'000'000, never_stopped));
        QVERIFY(search.is_exhausted());
        QCOMPARE(search.work(), before);
    }

    void few_buffers_are_exhausted_soon() {
        Problem problem = problem_of({buffer("a", 0, 3, 1)});
        problem.buffers.front().add_gap({{Step(0), Step(1)}, {}});
        problem.buffers.front().pin = {};
        NeckSearch search(problem, RegionIndex(0), Offset(0), 1);
        QCOMPARE(lowest_peak(search, 1'000'000), Offset(1));
        QVERIFY(search.is_exhausted());
        QVERIFY2(search.work() < 50'000, std::to_string(search.work()).c_str());
    }

    void a_region_without_buffers_is_exhausted() {
        const NeckSearch search(Problem{}, RegionIndex(0), Offset(0), 1);
        QVERIFY(search.is_exhausted());
    }

    void a_stopped_turn_finds_nothing() {
        const Problem problem = model_problem(2'000, 1);
        NeckSearch search(problem, RegionIndex(0), threshold_of(problem), 1);
        QVERIFY(!search.turn(any_peak, 1'000'000'000, [](std::uint64_t) { return true; }));
        QVERIFY(!search.is_exhausted());
    }
};

ARENASCOPE_TEST(NeckSearchTest)
#include "neck_search_test.moc"
