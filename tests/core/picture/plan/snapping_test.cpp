#include "core/picture/plan/snapping.h"

#include <rapidcheck.h>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

namespace {

/// Of the first buffer, which may touch any other one.
SnapTargets targets_of_first(const test::PlacedPlan& plan) {
    std::vector<BufferIndex> all;
    for (std::size_t i = 0; i < plan.problem.buffers.size(); ++i) {
        all.emplace_back(i);
    }
    return snap_targets(plan.problem, plan.layout, BufferIndex(0), RegionIndex(0), all);
}

}  // namespace

class SnappingTest : public QObject {
    Q_OBJECT

private slots:
    void snaps_to_the_tail_of_a_live_buffer() {
        const auto plan =
            placed_plan({{"dragged", 0, 4, 10, 50}, {"below", 2, 6, 20, 0}, {"never together", 4, 8, 27, 0}});
        const SnapTargets targets = targets_of_first(plan);
        QCOMPARE(snapped(targets, Offset(24), Bytes(5)).value(), std::int64_t{20});
        QCOMPARE(snapped(targets, Offset(28), Bytes(5)).value(), std::int64_t{28});
    }

    void snaps_below_the_bottom_of_a_live_buffer() {
        const auto plan = placed_plan({{"dragged", 0, 4, 10, 0}, {"above", 2, 6, 20, 40}});
        const SnapTargets targets = targets_of_first(plan);
        QCOMPARE(snapped(targets, Offset(28), Bytes(4)).value(), std::int64_t{30});
    }

    void never_leaves_the_region_at_its_bottom() {
        const auto plan = placed_plan({{"dragged", 0, 4, 10, 5}});
        QCOMPARE(snapped(targets_of_first(plan), Offset(-70), Bytes(3)).value(), std::int64_t{0});
    }

    void its_tail_stays_within_64_bits() {
        constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
        auto plan = placed_plan({{"dragged", 0, 4, 10, 0}, {"low", 0, 4, 20, 0}});
        for (const std::int64_t alignment : {1, 16, 1000}) {
            plan.problem.buffers[0].alignment = Bytes(alignment);
            const SnapTargets targets = targets_of_first(plan);
            const std::int64_t offset = snapped(targets, Offset(highest), Bytes(30)).value();
            QVERIFY(offset <= highest - 10 && offset >= highest - 10 - alignment);
            QCOMPARE(offset % alignment, std::int64_t{0});
        }
    }

    void any_result_is_aligned_and_near() {
        QVERIFY(rc::check([] {
            auto plan = placed_plan({{"dragged", 0, 10, 10, 0}});
            for (int i = 0; i < *rc::gen::inRange(0, 12); ++i) {
                const auto more = placed_plan({{std::to_string(i), 0, 10, *rc::gen::inRange<std::int64_t>(1, 90),
                                                *rc::gen::inRange<std::int64_t>(0, 900)}});
                plan.problem.buffers.push_back(more.problem.buffers.front());
                plan.layout.placements.push_back(more.layout.placements.front());
            }
            plan.problem.buffers[0].alignment = Bytes(*rc::gen::inRange<std::int64_t>(1, 64));
            const Offset wanted(*rc::gen::inRange<std::int64_t>(0, 1000));
            const Bytes reach(*rc::gen::inRange<std::int64_t>(0, 50));
            const Offset result = snapped(targets_of_first(plan), wanted, reach);
            RC_ASSERT(result >= Offset(0));
            RC_ASSERT(result.value() % plan.problem.buffers[0].alignment.value() == 0);
            const std::int64_t distance = std::abs(result.value() - wanted.value());
            RC_ASSERT(distance <= std::max(reach.value(), plan.problem.buffers[0].alignment.value() / 2));
        }));
    }
};

ARENASCOPE_TEST(SnappingTest)
#include "snapping_test.moc"
