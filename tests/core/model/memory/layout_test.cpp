#include "core/model/memory/layout.h"

#include "core/model/memory/live_profile.h"
#include "tests/support/counted_memory.h"
#include "tests/support/random_problem.h"
#include "tests/support/rectangle_placer.h"
#include "tests/support/small_network.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Problem in_two_regions() {
    Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 2, 5), buffer("c", 2, 4, 7)});
    problem.regions.push_back({"second", 0, {}, Bytes(1)});
    problem.buffers[2].region = RegionIndex(1);
    return problem;
}

}  // namespace

class LayoutTest : public QObject {
    Q_OBJECT

private slots:
    void a_plan_takes_80_bytes_a_buffer_beside_names() {
        Problem problem;
        NameStore names;
        problem.buffers.resize(100'000);
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            problem.buffers[i].name = names.add("b" + std::to_string(i));
        }
        const CountedMemory memory;
        const Problem copy = problem;
        const Layout layout = empty_layout(copy);
        QVERIFY2(memory.most() <= 80 * 100'000 + 10'000, std::to_string(memory.most()).c_str());
    }

    void an_empty_layout_has_an_empty_placement_for_each_buffer() {
        const Problem problem = in_two_regions();
        const Layout layout = empty_layout(problem);
        QCOMPARE(layout.placements.size(), std::size_t{3});
        QVERIFY(!is_complete(layout));
        QCOMPARE(peak(problem, layout), Offset(0));
        QVERIFY(is_complete(empty_layout(Problem{})));
    }

    void the_peak_is_the_largest_tail_of_all_and_of_each_region() {
        const Problem problem = in_two_regions();
        const Layout layout = layout_of(problem, {0, 10, 30});
        QVERIFY(is_complete(layout));
        QCOMPARE(peak(problem, layout), Offset(37));
        QCOMPARE(peak(problem, layout, RegionIndex(0)), Offset(15));
        QCOMPARE(peak(problem, layout, RegionIndex(1)), Offset(37));
    }

    void unplaced_buffers_do_not_count_for_the_peak() {
        const Problem problem = in_two_regions();
        Layout layout = layout_of(problem, {0, 10, 30});
        layout.placements[2].reset();
        QCOMPARE(peak(problem, layout), Offset(15));
    }

    void fits_unless_a_tail_exceeds_the_capacity_of_its_region() {
        Problem problem = in_two_regions();
        const Layout layout = layout_of(problem, {0, 10, 30});
        QVERIFY(fits(problem, layout));
        problem.regions[0].capacity = Bytes(15);
        QVERIFY(fits(problem, layout));
        problem.regions[0].capacity = Bytes(14);
        QVERIFY(!fits(problem, layout));
        problem.regions[0].capacity = std::nullopt;
        problem.regions[1].capacity = Bytes(36);
        QVERIFY(!fits(problem, layout));
    }

    void makes_views_and_merges_at_the_right_place_unnecessary() {
        auto [problem, layout] = small_network();
        const auto& operators = problem.graph->operators;
        const auto placed_at = [](std::int64_t offset) { return Placement{Offset(offset), RegionIndex(0)}; };
        const auto does = [&](std::size_t one) { return makes_unnecessary(layout, problem, operators[one]); };
        for (std::size_t i = 0; i < operators.size(); ++i) {
            QVERIFY(!does(i));
        }
        layout.placements[3] = layout.placements[1];
        QVERIFY(does(2));
        problem.graph->operators[2].positions = {Bytes(512)};
        QVERIFY(!does(2));
        layout.placements[3]->offset = Offset(1024 + 512);
        QVERIFY(does(2));
        layout.placements[3].reset();
        QVERIFY(!does(2));
        // b and c one after the other in d, then in the wrong order.
        layout.placements = {placed_at(0), placed_at(1024), placed_at(8192), placed_at(8192 + 2048), placed_at(8192)};
        QVERIFY(does(3));
        layout.placements[2] = placed_at(8192 + 512);
        layout.placements[3] = placed_at(8192);
        QVERIFY(!does(3));
        layout.placements[2] = layout.placements[1];
        QVERIFY(!does(1));
    }

    void a_buffer_uses_the_object_that_begins_at_its_offset() {
        Layout layout;
        layout.objects = {{RegionIndex(0), Offset(0), Bytes(8)},
                          {RegionIndex(0), Offset(8), Bytes(4)},
                          {RegionIndex(1), Offset(0), Bytes(4)}};
        layout.placements = {Placement{Offset(8), RegionIndex(0)}, Placement{Offset(0), RegionIndex(1)},
                             Placement{Offset(4), RegionIndex(0)}, std::nullopt, Placement{Offset(0), RegionIndex(0)}};
        QCOMPARE(objects_of_buffers(layout), (std::vector{ObjectIndex(1), ObjectIndex(2), ObjectIndex::none(),
                                                          ObjectIndex::none(), ObjectIndex(0)}));
    }

    void no_layout_without_overlaps_has_a_peak_below_the_threshold() {
        QVERIFY(rc::check("threshold <= peak", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            std::vector<BufferIndex> order;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                order.insert(order.begin() + static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::size_t>(0, i + 1)),
                             BufferIndex(i));
            }
            const PlacingRule rule = *rc::gen::element(PlacingRule::lowest_fit, PlacingRule::stacked);
            const Layout layout = place_in_order(problem, order, rule);
            RC_ASSERT(threshold(problem).value() <= peak(problem, layout).value());
        }));
    }
};

ARENASCOPE_TEST(LayoutTest)
#include "layout_test.moc"
