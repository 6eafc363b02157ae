#include "core/planner/greedy/greedy_placement.h"

#include "core/check/overlap_checker.h"
#include "tests/support/random_problem.h"
#include "tests/support/rectangle_placer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::vector<std::int64_t> offsets(const Problem& problem, PlacingRule rule) {
    std::vector<std::int64_t> found;
    for (const auto& placement : place_in_order(problem, all_buffers(problem), rule).placements) {
        found.push_back(placement->offset.value());
    }
    return found;
}

/// The lowest fit by trying every offset.
std::int64_t lowest_by_trying(const Problem& problem, Layout layout, std::size_t index) {
    for (std::int64_t offset = 0;; offset += alignment_of(problem, problem.buffers[index]).value()) {
        layout.placements[index] = Placement{Offset(offset), RegionIndex(0)};
        if (check_around(problem, layout, BufferIndex(index)).overlaps.empty()) {
            return offset;
        }
    }
}

}  // namespace

class GreedyPlacementTest : public QObject {
    Q_OBJECT

private slots:
    void worked_example_stacked_gives_0_0_10_15() {
        const Problem problem =
            problem_of({buffer("a", 0, 4, 10), buffer("b", 4, 6, 7), buffer("c", 1, 3, 5), buffer("d", 2, 4, 3)});
        QCOMPARE(offsets(problem, PlacingRule::stacked), (std::vector<std::int64_t>{0, 0, 10, 15}));
    }

    void lowest_fit_takes_a_hole_that_stacked_leaves_empty() {
        const Problem problem =
            problem_of({buffer("a", 0, 2, 10), buffer("b", 1, 4, 10), buffer("c", 3, 6, 10), buffer("d", 5, 7, 4)});
        QCOMPARE(offsets(problem, PlacingRule::lowest_fit), (std::vector<std::int64_t>{0, 10, 0, 10}));
        QCOMPARE(offsets(problem, PlacingRule::stacked), (std::vector<std::int64_t>{0, 10, 20, 30}));
    }

    void keeps_the_alignment_of_buffer_and_region() {
        Problem problem = problem_of({buffer("a", 0, 2, 5), buffer("b", 0, 2, 5)});
        problem.regions[0].alignment = Bytes(4);
        problem.buffers[1].alignment = Bytes(6);
        QCOMPARE(offsets(problem, PlacingRule::lowest_fit), (std::vector<std::int64_t>{0, 12}));
    }

    void places_into_the_gap_of_another() {
        Problem problem = problem_of({buffer("a", 0, 10, 8), buffer("b", 3, 5, 6)});
        problem.buffers[0].set_gaps({{{Step(3), Step(5)}, Window{Bytes(6), Bytes(8)}}});
        QCOMPARE(offsets(problem, PlacingRule::lowest_fit), (std::vector<std::int64_t>{0, 0}));
    }

    void keeps_pinned_buffers_at_their_pins() {
        Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 4), buffer("c", 0, 4, 4)});
        problem.buffers[2].pin = Offset(2);
        QCOMPARE(offsets(problem, PlacingRule::lowest_fit), (std::vector<std::int64_t>{6, 14, 2}));
    }

    void finds_long_buffers_that_begin_much_earlier() {
        const std::int64_t far = 1'000'000'000'000'000'000;
        const Problem problem = problem_of({buffer("long", -far, far, 8), buffer("short", far - 1, far, 4)});
        QCOMPARE(offsets(problem, PlacingRule::lowest_fit), (std::vector<std::int64_t>{0, 8}));
    }

    void lowest_fit_is_the_lowest_and_collides_with_nothing() {
        QVERIFY(rc::check("lowest fit as by trying every offset", [] {
            const Problem problem = random_problem({.most_buffers = 12,
                                                    .most_steps = *rc::gen::element<std::int64_t>(20, 400),
                                                    .with_gaps = true,
                                                    .with_alignment = true});
            const Layout placed = place_in_order(problem, all_buffers(problem), PlacingRule::lowest_fit);
            RC_ASSERT(is_clean(check(problem, placed)));
            Layout rebuilt = empty_layout(problem);
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                RC_ASSERT(placed.placements[i]->offset.value() == lowest_by_trying(problem, rebuilt, i));
                rebuilt.placements[i] = placed.placements[i];
            }
        }));
    }

    void stacked_collides_with_nothing() {
        QVERIFY(rc::check("stacked layouts are clean", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            RC_ASSERT(is_clean(check(problem, place_in_order(problem, all_buffers(problem), PlacingRule::stacked))));
        }));
    }

    void placing_any_layout_by_rising_offset_raises_no_buffer() {
        QVERIFY(rc::check("reading a layout in offset order never lifts a buffer", [] {
            const Problem problem = random_problem();
            const Layout stacked = place_in_order(problem, all_buffers(problem), PlacingRule::stacked);
            std::vector<BufferIndex> order = all_buffers(problem);
            std::stable_sort(order.begin(), order.end(), [&](BufferIndex a, BufferIndex b) {
                return stacked.placements[a]->offset < stacked.placements[b]->offset;
            });
            const Layout read = place_in_order(problem, order, PlacingRule::lowest_fit);
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                RC_ASSERT(read.placements[i]->offset <= stacked.placements[i]->offset);
            }
        }));
    }
};

ARENASCOPE_TEST(GreedyPlacementTest)
#include "greedy_placement_test.moc"
