#include "core/planner/greedy/birth_placement.h"

#include "core/check/overlap_checker.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The offsets of region 0, without a stop.
std::vector<std::int64_t> as_born(const Problem& problem) {
    IndexedVector<BufferIndex, std::int64_t> offsets(problem.buffers.size(), unplaced_offset);
    const PlacingOrder order = by_birth(problem, RegionIndex(0), members_of(problem, RegionIndex(0)));
    const auto placed =
        place_by_birth(problem, RegionIndex(0), order, offsets, [](const BirthProgress&) { return false; });
    Offset top;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        top = std::max(top, Offset(offsets[i]) + problem.buffers[i].size);
    }
    return placed && placed->peak == top && placed->placed == order.size()
               ? std::vector<std::int64_t>(offsets.begin(), offsets.end())
               : std::vector<std::int64_t>();
}

}  // namespace

class BirthPlacementTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_takes_the_lowest_gap_at_its_begin() {
        const Problem problem =
            problem_of({buffer("a", 0, 2, 10), buffer("b", 1, 4, 10), buffer("c", 3, 6, 10), buffer("d", 5, 7, 4)});
        QCOMPARE(as_born(problem), (std::vector<std::int64_t>{0, 10, 0, 10}));
    }

    void what_ends_in_a_step_leaves_its_bytes_to_what_begins_there() {
        const Problem problem = problem_of({buffer("a", 0, 2, 8), buffer("b", 2, 4, 8)});
        QCOMPARE(as_born(problem), (std::vector<std::int64_t>{0, 0}));
    }

    void equals_the_lowest_fit_of_the_container() {
        QVERIFY(rc::check([] {
            const Problem problem = random_problem({.with_alignment = true});
            RC_ASSERT(can_be_placed_by_birth(problem, RegionIndex(0)));
            RectangleContainer container(problem, RegionIndex(0));
            const PlacingOrder order = by_birth(problem, RegionIndex(0), members_of(problem, RegionIndex(0)));
            (void)place_greedily(container, problem, RegionIndex(0), order, PlacingRule::lowest_fit,
                                 [](std::size_t, Offset) { return false; });
            RC_ASSERT(as_born(problem) ==
                      std::vector<std::int64_t>(container.offsets().begin(), container.offsets().end()));
        }));
    }

    void places_around_pins_and_gaps_without_an_overlap() {
        QVERIFY(rc::check([] {
            Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            problem.buffers[0].pin = Offset(24);
            RC_ASSERT(!can_be_placed_by_birth(problem, RegionIndex(0)));
            const std::vector<std::int64_t> offsets = as_born(problem);
            RC_ASSERT(is_clean(check(problem, layout_of(problem, offsets))));
            RC_ASSERT(offsets[0] == 24);
            RectangleContainer container(problem, RegionIndex(0));
            const PlacingOrder order = place_by_birth(container, problem, RegionIndex(0));
            RC_ASSERT(order.size() == problem.buffers.size() - 1);
            RC_ASSERT(offsets == std::vector<std::int64_t>(container.offsets().begin(), container.offsets().end()));
        }));
    }

    void ends_when_it_is_told_to() {
        const Problem problem = problem_of({buffer("a", 0, 2, 8), buffer("b", 1, 4, 8), buffer("c", 1, 4, 8)});
        IndexedVector<BufferIndex, std::int64_t> offsets(3, unplaced_offset);
        const auto placed = place_by_birth(problem, RegionIndex(0), all_buffers(problem), offsets,
                                           [](const BirthProgress& now) { return now.placed == 2; });
        QVERIFY(!placed);
        QCOMPARE(offsets[BufferIndex(1)], 8);
        QCOMPARE(offsets[BufferIndex(2)], unplaced_offset);
    }
};

ARENASCOPE_TEST(BirthPlacementTest)
#include "birth_placement_test.moc"
