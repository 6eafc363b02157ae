#include "core/picture/plan/container.h"

#include <limits>

#include "core/base/containers/indexed_vector.h"
#include "core/picture/plan/memory_rectangle.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

PlacedPlan in_two_regions() {
    PlacedPlan plan = placed_plan({{"a", 0, 4, 100, 0}, {"b", 2, 9, 50, 20}});
    plan.problem.regions.push_back({"second", 0, {}, Bytes(1)});
    plan.problem.buffers[1].region = RegionIndex(1);
    plan.layout.placements[1]->region = RegionIndex(1);
    return plan;
}

}  // namespace

class ContainerTest : public QObject {
    Q_OBJECT

private slots:
    void has_space_above_peak_and_threshold() {
        const PlacedPlan plan = placed_plan({{"a", 0, 4, 100, 20}, {"b", 4, 8, 60, 0}});
        const auto stack = containers(plan.problem, plan.layout);
        QCOMPARE(stack.size(), std::size_t{1});
        QCOMPARE(stack[0].peak, Offset(120));
        QCOMPARE(stack[0].threshold, Bytes(100));
        QCOMPARE(stack[0].lowest, std::int64_t{0});
        QVERIFY(stack[0].highest > 120);
        QVERIFY(stack[0].highest < 150);
    }

    void regions_are_stacked_from_the_bottom_up() {
        const PlacedPlan plan = in_two_regions();
        const auto stack = containers(plan.problem, plan.layout);
        QCOMPARE(stack.size(), std::size_t{2});
        QCOMPARE(stack[0].shift, std::int64_t{0});
        QCOMPARE(stack[1].shift, stack[0].highest);
        QCOMPARE(shifts(plan.problem, stack), (std::vector<std::int64_t>{0, stack[1].shift}));
    }

    void a_region_without_buffers_is_left_out_unless_all_are() {
        PlacedPlan plan = in_two_regions();
        plan.problem.buffers[1].region = RegionIndex(0);
        plan.layout.placements[1]->region = RegionIndex(0);
        QCOMPARE(containers(plan.problem, plan.layout).size(), std::size_t{1});
        QCOMPARE(shifts(plan.problem, containers(plan.problem, plan.layout)),
                 (std::vector<std::int64_t>{0, not_shown}));
        QCOMPARE(containers(Problem{}, Layout{}).size(), std::size_t{1});
    }

    void a_choice_gives_the_order_and_hides_regions() {
        const PlacedPlan plan = in_two_regions();
        ContainerChoice choice;
        choice.order = {RegionIndex(1)};
        const auto turned = containers(plan.problem, plan.layout, choice);
        QCOMPARE(turned.size(), std::size_t{2});
        QVERIFY(turned[0].region == RegionIndex(1) && turned[1].region == RegionIndex(0));
        QCOMPARE(turned[1].shift, turned[0].highest);
        set_hidden(choice, RegionIndex(1), true);
        const auto alone = containers(plan.problem, plan.layout, choice);
        QCOMPARE(alone.size(), std::size_t{1});
        QCOMPARE(shifts(plan.problem, alone), (std::vector<std::int64_t>{0, not_shown}));
        const auto shown = memory_rectangles(plan.problem, plan.layout, shifts(plan.problem, alone));
        QCOMPARE(shown.size(), std::size_t{1});
        QVERIFY(shown[0].buffer == BufferIndex(0));
        set_hidden(choice, RegionIndex(0), true);
        QVERIFY(containers(plan.problem, plan.layout, choice).empty());
    }

    void a_folded_container_is_a_strip_without_rectangles() {
        const PlacedPlan plan = in_two_regions();
        ContainerChoice choice;
        set_folded(choice, RegionIndex(0), true);
        const auto stack = containers(plan.problem, plan.layout, choice);
        QCOMPARE(stack.size(), std::size_t{2});
        QVERIFY(stack[0].is_folded && !stack[1].is_folded);
        QVERIFY(stack[0].highest * 10 < stack[1].highest);
        QCOMPARE(stack[0].peak, Offset(100));
        QCOMPARE(stack[1].shift, stack[0].highest);
        QCOMPARE(shifts(plan.problem, stack), (std::vector<std::int64_t>{not_shown, stack[1].shift}));
        QVERIFY(container_of(stack, RegionIndex(0)) == &stack[0]);
    }

    void many_folded_containers_take_at_most_half_of_the_stack() {
        PlacedPlan plan = placed_plan({{"a", 0, 4, 1'000'000, 0}});
        ContainerChoice choice;
        for (std::size_t i = 1; i < 64; ++i) {
            plan.problem.regions.push_back({"core " + std::to_string(i), 0, {}, Bytes(1)});
            plan.problem.buffers.push_back(plan.problem.buffers[0]);
            plan.problem.buffers.back().region = RegionIndex(i);
            plan.layout.placements.push_back(Placement{Offset(0), RegionIndex(i)});
            set_folded(choice, RegionIndex(i), true);
        }
        const auto stack = containers(plan.problem, plan.layout, choice);
        QCOMPARE(stack.size(), std::size_t{64});
        QVERIFY(stack.back().shift + stack.back().highest <= 2 * stack.front().highest);
    }

    void a_negative_offset_is_shown() {
        PlacedPlan plan = placed_plan({{"a", 0, 4, 100, 0}});
        plan.layout.placements[0]->offset = Offset(-30);
        const auto stack = containers(plan.problem, plan.layout);
        QCOMPARE(stack[0].lowest, std::int64_t{-30});
        QCOMPARE(stack[0].shift, std::int64_t{30});
        QVERIFY(whole_view(plan.problem, stack).bytes.from <= 0);
    }

    void a_capacity_is_shown_unless_it_would_flatten_the_picture() {
        PlacedPlan plan = placed_plan({{"a", 0, 4, 100, 0}});
        plan.problem.regions[0].capacity = Bytes(200);
        QVERIFY(containers(plan.problem, plan.layout)[0].shows_capacity);
        QVERIFY(containers(plan.problem, plan.layout)[0].highest > 200);
        plan.problem.regions[0].capacity = Bytes(100'000);
        QVERIFY(!containers(plan.problem, plan.layout)[0].shows_capacity);
        QVERIFY(containers(plan.problem, plan.layout)[0].highest < 150);
    }

    void containers_with_equal_capacity_have_equal_height() {
        PlacedPlan plan = in_two_regions();
        plan.problem.regions[0].capacity = Bytes(180);
        plan.problem.regions[1].capacity = Bytes(180);
        plan.problem.buffers[1].size = Bytes(5);
        const auto stack = containers(plan.problem, plan.layout);
        QVERIFY(stack[0].shows_capacity && stack[1].shows_capacity);
        QCOMPARE(stack[0].highest, stack[1].highest);
        // A folded container is not considered.
        const auto open = containers(plan.problem, plan.layout, {.folded = {RegionIndex(0)}});
        QVERIFY(!container_of(open, RegionIndex(1))->shows_capacity);
    }

    void the_whole_view_shows_the_time_span_and_every_container() {
        const PlacedPlan plan = in_two_regions();
        const auto stack = containers(plan.problem, plan.layout);
        const View view = whole_view(plan.problem, stack);
        QCOMPARE(view.steps, (Stretch{0, 9}));
        QCOMPARE(view.bytes, (Stretch{0, static_cast<long double>(stack[1].shift + stack[1].highest)}));
        QVERIFY(length(whole_view(Problem{}, containers(Problem{}, Layout{})).steps) > 0);
    }

    void a_container_is_found_by_a_height() {
        const PlacedPlan plan = in_two_regions();
        const auto stack = containers(plan.problem, plan.layout);
        QCOMPARE(container_at(stack, 0), &stack[0]);
        QCOMPARE(container_at(stack, static_cast<long double>(stack[1].shift)), &stack[1]);
        QCOMPARE(container_at(stack, static_cast<long double>(stack[1].shift) - 0.5L), &stack[0]);
        QVERIFY(container_at(stack, -1) == nullptr);
        QVERIFY(container_at(stack, static_cast<long double>(stack[1].shift + stack[1].highest)) == nullptr);
    }

    void heights_near_the_end_of_64_bits_do_not_wrap() {
        constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
        PlacedPlan plan = in_two_regions();
        plan.layout.placements[0]->offset = Offset(highest - 10);
        plan.layout.placements[1]->offset = Offset(highest - 10);
        for (const Container& container : containers(plan.problem, plan.layout)) {
            QVERIFY(container.highest > 0);
            QVERIFY(container.shift >= 0);
        }
    }

    void every_rectangle_lies_within_the_container_of_its_region() {
        QVERIFY(rc::check("bands", [] {
            Problem problem = random_problem();
            problem.regions.push_back({"second", 0, {}, Bytes(1)});
            for (Buffer& each : problem.buffers) {
                each.region = RegionIndex(*rc::gen::inRange<std::size_t>(0, 2));
            }
            std::vector<std::int64_t> offsets;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                offsets.push_back(*rc::gen::inRange<std::int64_t>(-20, 300));
            }
            const Layout layout = layout_of(problem, offsets);
            const auto stack = containers(problem, layout);
            const IndexedVector<RegionIndex, std::int64_t> raised = shifts(problem, stack);
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                const RegionIndex region = problem.buffers[i].region;
                const std::int64_t from = offsets[i] + raised[region];
                const Container* own = container_at(stack, static_cast<long double>(from));
                RC_ASSERT(own != nullptr);
                RC_ASSERT(own->region == region);
                const std::int64_t last = from + problem.buffers[i].size.value() - 1;
                RC_ASSERT(container_at(stack, static_cast<long double>(last)) == own);
            }
        }));
    }
};

ARENASCOPE_TEST(ContainerTest)
#include "container_test.moc"
