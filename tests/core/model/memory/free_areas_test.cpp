#include "core/model/memory/free_areas.h"

#include "core/model/memory/heap_part.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

AddressRange range(std::int64_t from, std::int64_t to) {
    return {Offset(from), Offset(to)};
}

}  // namespace

class FreeAreasTest : public QObject {
    Q_OBJECT

private slots:
    void areas_lie_between_ranges_that_may_overlap_or_exceed_the_heap() {
        QCOMPARE(areas_between({range(20, 30), range(-5, 3), range(25, 28), range(30, 40)}, range(0, 50)),
                 (std::vector{range(3, 20), range(40, 50)}));
        QCOMPARE(areas_between({}, range(0, 5)), std::vector{range(0, 5)});
        QCOMPARE(areas_between({range(-1, 9)}, range(0, 5)), std::vector<AddressRange>{});
    }

    void bytes_without_a_live_buffer_are_free() {
        const PlacedPlan plan = placed_plan({{"a", 0, 2, 10, 0}, {"b", 1, 3, 10, 20}, {"c", 0, 1, 5, 30}});
        QCOMPARE(free_areas(plan.problem, plan.layout, RegionIndex(0), Step(0)), std::vector{range(10, 30)});
        QCOMPARE(free_areas(plan.problem, plan.layout, RegionIndex(0), Step(2)),
                 (std::vector{range(0, 20), range(30, 35)}));
    }

    void the_area_of_a_buffer_is_free_without_it() {
        PlacedPlan plan = placed_plan({{"tensor", 0, 2, 10, 4}, {"in it", 1, 2, 3, 16}, {"later", 0, 1, 6, 18}});
        plan.layout.heaps = {{RegionIndex(0), range(0, 16), range(-4, 20)}};
        QVERIFY(area_taken_by(plan.problem, plan.layout, BufferIndex(1)) == std::optional(range(14, 24)));
        // Before the later buffer was placed, the heap was smaller.
        plan.layout.placements[2].reset();
        QVERIFY(area_taken_by(plan.problem, plan.layout, BufferIndex(1)) == std::optional(range(14, 20)));
        QVERIFY(!area_taken_by(plan.problem, plan.layout, BufferIndex(2)));
    }

    void an_overlay_took_only_the_area_outside_the_other_buffer() {
        const PlacedPlan plan =
            placed_plan({{"under", 0, 1, 10, 10}, {"all over", 0, 1, 5, 10}, {"and below", 0, 1, 16, 4}});
        QVERIFY(!area_taken_by(plan.problem, plan.layout, BufferIndex(1)));
        const PlacedPlan below = placed_plan({{"under", 0, 1, 10, 10}, {"and below", 0, 1, 16, 4}});
        QVERIFY(area_taken_by(below.problem, below.layout, BufferIndex(1)) == std::optional(range(0, 10)));
    }

    void the_heap_extends_to_the_scratch_placed_so_far() {
        PlacedPlan plan = placed_plan({{"tensor", 0, 2, 8, 4}, {"below", 0, 1, 4, 0}, {"above", 1, 2, 5, 11}});
        plan.layout.heaps = {{RegionIndex(0), range(0, 10), range(-4, 12)}};
        QCOMPARE(heap_of(plan.problem, plan.layout, RegionIndex(0)), range(0, 16));
        QCOMPARE(free_areas(plan.problem, plan.layout, RegionIndex(0), Step(0)), std::vector{range(12, 16)});
        plan.layout.placements[2].reset();
        QCOMPARE(heap_of(plan.problem, plan.layout, RegionIndex(0)), range(0, 14));
        QCOMPARE(free_areas(plan.problem, plan.layout, RegionIndex(0), Step(0)), std::vector{range(12, 14)});
        plan.layout.placements[1].reset();
        QCOMPARE(heap_of(plan.problem, plan.layout, RegionIndex(0)), range(4, 14));
    }

    void a_bottom_moves_by_whole_alignments() {
        PlacedPlan plan = placed_plan({{"tensor", 0, 2, 10, 16}, {"below", 0, 1, 5, 11}});
        plan.problem.buffers[0].alignment = Bytes(8);
        plan.layout.heaps = {{RegionIndex(0), range(0, 10), range(-16, 10)}};
        QCOMPARE(heap_of(plan.problem, plan.layout, RegionIndex(0)), range(8, 26));
        plan.layout.heaps[0].after = range(-8, 10);
        plan.layout.placements[0]->offset = Offset(8);
        plan.layout.placements[1]->offset = Offset(3);
        QCOMPARE(heap_of(plan.problem, plan.layout, RegionIndex(0)), range(0, 18));
        QCOMPARE(free_areas(plan.problem, plan.layout, RegionIndex(0), Step(0)), std::vector{range(0, 3)});
        QVERIFY(remove_wrong_heaps(plan.layout, plan.problem).empty());
    }

    void the_unit_of_a_bottom_does_not_depend_on_the_part_that_scratch_goes_to() {
        Problem problem =
            problem_of({buffer("tensor", 0, 2, 10), buffer("scratch", 0, 1, 5), buffer("other", 0, 2, 3)});
        problem.regions = {{.name = "slow", .alignment = Bytes(2)}, {.name = "fast", .fast = true}, {.name = "flash"}};
        problem.regions[1].slow_part = RegionIndex(0);
        problem.buffers[1].kind = BufferKind::scratch;
        problem.buffers[1].alignment = Bytes(3);
        problem.buffers[2].alignment = Bytes(7);
        problem.buffers[2].region = RegionIndex(2);
        for (const std::size_t part : {0, 1}) {
            problem.buffers[1].region = RegionIndex(part);
            QVERIFY(bottom_unit(problem, RegionIndex(0)) == std::optional(Bytes(6)));
            QVERIFY(bottom_unit(problem, RegionIndex(1)) == std::optional(Bytes(3)));
            QVERIFY(bottom_unit(problem, RegionIndex(2)) == std::optional(Bytes(7)));
        }
    }

    void bounds_that_are_exceeded_or_not_reached_are_removed() {
        const auto left_out = [](AddressRange before, AddressRange after, bool is_whole = true) {
            PlacedPlan plan = placed_plan({{"tensor", 0, 2, 10, 4}, {"below", 0, 1, 4, 0}});
            plan.layout.heaps = {{RegionIndex(0), before, after}};
            if (!is_whole) {
                plan.layout.placements[1].reset();
            }
            const bool is_left_out = remove_wrong_heaps(plan.layout, plan.problem).size() == 1;
            return is_left_out && plan.layout.heaps.empty();
        };
        QVERIFY(!left_out(range(0, 10), range(-4, 10)));
        QVERIFY(!left_out(range(0, 5), range(-4, 10)));
        QVERIFY(left_out(range(0, 10), range(-4, 9)));
        QVERIFY(left_out(range(0, 10), range(-4, 11)));
        QVERIFY(left_out(range(0, 11), range(-4, 10)));
        QVERIFY(!left_out(range(0, 10), range(-4, 11), false));
        QVERIFY(left_out(range(0, 10), range(-4, 9), false));
    }

    void occupancy_gives_the_used_bytes_of_each_step() {
        QVERIFY(rc::check("occupancy", [] {
            const Problem problem = random_problem({.with_gaps = true});
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(0, 100));
            }
            const Layout layout = layout_of(problem, offsets);
            const AddressRange heap = heap_of(problem, layout, RegionIndex(0));
            Step next = time_span(problem).begin;
            for_each_occupancy(problem, layout, RegionIndex(0),
                               [&](Lifetime steps, std::span<const AddressRange> occupied) {
                                   RC_ASSERT(steps.begin == next);
                                   next = steps.end;
                                   for (const Step step : {steps.begin, Step(steps.end.value() - 1)}) {
                                       RC_ASSERT(areas_between({occupied.begin(), occupied.end()}, heap) ==
                                                 free_areas(problem, layout, RegionIndex(0), step));
                                   }
                               });
            RC_ASSERT(next == time_span(problem).end);
        }));
    }
};

ARENASCOPE_TEST(FreeAreasTest)
#include "free_areas_test.moc"
