#include "core/model/memory/live_share.h"

#include <algorithm>
#include <map>
#include <rapidcheck.h>
#include <set>

#include "core/analysis/compare/plan_totals.h"
#include "core/analysis/explain/core_use.h"
#include "core/analysis/explain/peak_report.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/external_fragmentation.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"
#include "tests/support/random_network.h"
#include "tests/support/random_regions.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Bytes sum_of(const std::vector<LiveShare>& shares) {
    Bytes sum;
    for (const LiveShare& share : shares) {
        sum = sum + share.counted;
    }
    return sum;
}

/// The live bytes of a region at a step, counted one by one: a byte that a block of sharing buffers uses counts once.
std::int64_t live_by_bytes(const Problem& problem, const Layout& layout, RegionIndex region, Step step) {
    std::map<BufferIndex, std::size_t> block_of;
    const auto blocks = sharing_blocks(layout);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        for (const BufferIndex member : blocks[i]) {
            block_of[member] = i;
        }
    }
    std::int64_t live = 0;
    std::map<std::size_t, std::set<std::int64_t>> used;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const BufferIndex buffer(i);
        for_each_piece(problem.buffers[i], [&](const Piece& piece) {
            if (problem.buffers[i].region != region || !contains(piece.steps, step)) {
                return;
            }
            if (!block_of.contains(buffer) || !layout.placements[i]) {
                live += (piece.bytes.to - piece.bytes.from).value();
                return;
            }
            for (Bytes byte = piece.bytes.from; byte < piece.bytes.to; byte = byte + Bytes(1)) {
                used[block_of[buffer]].insert((layout.placements[i]->offset + byte).value());
            }
        });
    }
    for (const auto& [block, bytes] : used) {
        live += static_cast<std::int64_t>(bytes.size());
    }
    return live;
}

/// What every view shows of a sound plan: nothing counts twice.
void assert_nothing_counts_twice(const Problem& problem, const Layout& layout) {
    const PeakReport report = peak_report(problem, layout);
    RC_ASSERT(Offset(report.threshold.value()) <= report.peak);
    RC_ASSERT(sum_of(report.live) == report.threshold);
    for (const CoreUse& use : core_uses(problem, layout)) {
        RC_ASSERT(Offset(use.threshold.value()) <= use.peak);
        RC_ASSERT(external_fragmentation(problem, layout, use.core).largest <= use.peak - Offset(0));
    }
    const Comparand plan{problem, layout};
    const PlanFigures figures = plan_figures(plan, {});
    RC_ASSERT(figures.height.threshold <= *figures.height.peak - Offset(0));
    for (const GroupBy by : all_groupings) {
        Bytes at_peak;
        for (const GroupTotal& total : group_totals(plan, figures.moment(), plan, figures.moment(), by)) {
            RC_ASSERT(total.first.at_peak <= *figures.height.peak - Offset(0));
            at_peak = at_peak + total.first.at_peak;
        }
        RC_ASSERT(at_peak == figures.height.threshold);
    }
}

}  // namespace

class LiveShareTest : public QObject {
    Q_OBJECT

private slots:
    void counts_only_the_window_of_a_gap() {
        Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 8, 8), buffer("c", 5, 8, 8)});
        problem.buffers[1].set_gaps(
            {{{Step(1), Step(3)}, Window{Bytes(2), Bytes(5)}}, {{Step(3), Step(4)}, std::nullopt}});
        const Layout nothing = empty_layout(problem);
        QCOMPARE(live_shares(problem, nothing, Step(1)),
                 (std::vector<LiveShare>{{BufferIndex(0), Bytes(8), Bytes(8)}, {BufferIndex(1), Bytes(3), Bytes(3)}}));
        QCOMPARE(live_shares(problem, nothing, Step(3)),
                 (std::vector<LiveShare>{{BufferIndex(0), Bytes(8), Bytes(8)}}));
        QVERIFY(live_shares(problem, nothing, Step(8)).empty());
    }

    void the_parts_of_a_whole_count_once() {
        const Problem problem =
            problem_of({buffer("left", 0, 4, 30), buffer("right", 0, 4, 60), buffer("whole", 1, 4, 90)});
        Layout layout = layout_of(problem, {0, 30, 0});
        layout.sharing = {{SharingGroup::Kind::parts, {BufferIndex(2), BufferIndex(0), BufferIndex(1)}}};
        QCOMPARE(live_shares(problem, layout, Step(1)),
                 (std::vector<LiveShare>{{BufferIndex(0), Bytes(30), Bytes(0)},
                                         {BufferIndex(1), Bytes(60), Bytes(0)},
                                         {BufferIndex(2), Bytes(90), Bytes(90)}}));
        QCOMPARE(core_uses(problem, layout)[0].threshold, Bytes(90));
        QCOMPARE(core_uses(problem, layout)[0].fragmentation, std::int64_t{0});
    }

    void bytes_that_are_shared_are_no_less_free_memory() {
        const Problem problem = problem_of({buffer("a", 0, 2, 4), buffer("b", 0, 2, 4), buffer("c", 0, 2, 2)});
        Layout layout = layout_of(problem, {0, 0, 10});
        layout.sharing = {{SharingGroup::Kind::in_place, {BufferIndex(0), BufferIndex(1)}}};
        QCOMPARE(external_fragmentation(problem, layout, RegionIndex(0)).largest, Bytes(6));
    }

    void the_shares_add_up_to_the_live_size_of_every_step() {
        QVERIFY(rc::check("shares add up", [] {
            const Problem problem = random_regions();
            const Layout layout = random_unsound_layout(problem, true, true);
            const LiveProfile all = live_profile(problem, layout);
            for (std::int64_t step = 0; step < 42; ++step) {
                RC_ASSERT(sum_of(live_shares(problem, layout, Step(step))) == live_at(all, Step(step)));
                for (std::size_t i = 0; i < problem.regions.size(); ++i) {
                    const RegionIndex region(i);
                    const Bytes live = live_at(live_profile(problem, layout, region), Step(step));
                    RC_ASSERT(live == Bytes(live_by_bytes(problem, layout, region, Step(step))));
                    RC_ASSERT(sum_of(live_shares(problem, layout, Step(step), region)) == live);
                }
            }
        }));
    }

    void free_memory_below_the_highest_tail_counts_shared_bytes_once() {
        QVERIFY(rc::check("free memory", [] {
            const Problem problem = random_regions(1);
            const Layout layout = random_unsound_layout(problem, true, true);
            const FragmentationProfile free = external_fragmentation(problem, layout, RegionIndex(0));
            for (std::size_t i = 0; i < free.steps.size(); ++i) {
                Problem placed = problem;
                Offset top;
                for (std::size_t each = 0; each < problem.buffers.size(); ++each) {
                    if (const auto& place = layout.placements[each]; !place) {
                        placed.buffers[each].size = Bytes(0);
                    } else {
                        for_each_piece(problem.buffers[each], [&](const Piece& piece) {
                            top = contains(piece.steps, free.steps[i]) ? std::max(top, place->offset + piece.bytes.to)
                                                                       : top;
                        });
                    }
                }
                const std::int64_t live = live_by_bytes(placed, layout, RegionIndex(0), free.steps[i]);
                RC_ASSERT(free.free[i] == std::max(Bytes(0), top - Offset(live)));
            }
        }));
    }

    void no_view_of_a_sound_plan_counts_a_byte_twice() {
        QVERIFY(rc::check("sound plans without sharing", [] {
            const Problem problem = random_regions();
            const Layout layout = lowest_fit_layout(problem);
            assert_nothing_counts_twice(problem, layout);
        }));
    }

    void no_view_of_a_plan_with_shared_memory_counts_a_byte_twice() {
        QVERIFY(rc::check("plans of operator-sharing", [] {
            const Problem network = random_network();
            const auto plan = run_planner(network, empty_layout(network), {.planner = "operator-sharing"});
            RC_ASSERT(plan.has_value());
            RC_ASSERT(is_clean(check(plan->problem, plan->result.layout)));
            assert_nothing_counts_twice(plan->problem, plan->result.layout);
        }));
    }
};

ARENASCOPE_TEST(LiveShareTest)
#include "live_share_test.moc"
