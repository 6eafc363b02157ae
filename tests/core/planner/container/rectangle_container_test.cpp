#include "core/planner/container/rectangle_container.h"

#include <limits>

#include "core/check/overlap_checker.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/random.h"
#include "tests/support/counted_memory.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A literal version of lowest fit, offset by offset.
std::int64_t lowest_by_trying(const Problem& problem, Layout layout, std::size_t index) {
    const std::int64_t step = alignment_of(problem, problem.buffers[index]).value();
    for (std::int64_t offset = 0;; offset += step) {
        layout.placements[index] = Placement{Offset(offset), RegionIndex(0)};
        if (check_around(problem, layout, BufferIndex(index)).overlaps.empty()) {
            return offset;
        }
    }
}

/// A literal version of best fit, offset by offset: the lowest offset in the smallest gap. The size of a gap is the
/// number of offsets that the buffer could take in it. The gap above everything is unlimited.
std::int64_t best_by_trying(const Problem& problem, Layout layout, std::size_t index) {
    const std::int64_t step = alignment_of(problem, problem.buffers[index]).value();
    const std::int64_t top = peak(problem, layout).value() + step;
    const auto collides = [&](std::int64_t offset) {
        layout.placements[index] = Placement{Offset(offset), RegionIndex(0)};
        return !check_around(problem, layout, BufferIndex(index)).overlaps.empty();
    };
    std::int64_t best = -1;
    std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t offset = 0; offset <= top; ++offset) {
        if (collides(offset) || offset % step != 0) {
            continue;
        }
        std::int64_t end = offset;
        while (end <= top && !collides(end)) {
            ++end;
        }
        if (end <= top && end - offset < smallest) {
            smallest = end - offset;
            best = offset;
        }
        if (end > top) {
            return best >= 0 ? best : offset;
        }
        offset = end;
    }
    return best;
}

}  // namespace

class RectangleContainerTest : public QObject {
    Q_OBJECT

private slots:
    void best_fit_takes_the_smallest_gap_that_holds_it() {
        const Problem problem = problem_of(
            {buffer("low", 0, 9, 10), buffer("middle", 0, 9, 10), buffer("high", 0, 9, 10), buffer("new", 0, 9, 5)});
        RectangleContainer container(problem, RegionIndex(0));
        container.put(BufferIndex(0), Offset(20));
        container.put(BufferIndex(1), Offset(36));
        container.put(BufferIndex(2), Offset(100));
        QCOMPARE(container.place(BufferIndex(3), PlacingRule::lowest_fit), Offset(0));
        QCOMPARE(container.place(BufferIndex(3), PlacingRule::best_fit), Offset(30));
        QCOMPARE(container.place(BufferIndex(3), PlacingRule::stacked), Offset(110));
    }

    void best_fit_goes_above_the_highest_conflicting_tail_if_no_gap_holds_it() {
        const Problem problem =
            problem_of({buffer("below", 0, 9, 10), buffer("elsewhere", 9, 12, 90), buffer("new", 0, 9, 11)});
        RectangleContainer container(problem, RegionIndex(0));
        container.put(BufferIndex(0), Offset(4));
        container.put(BufferIndex(1), Offset(0));
        QCOMPARE(container.place(BufferIndex(2), PlacingRule::best_fit), Offset(14));
    }

    void of_equal_gaps_best_fit_takes_the_lowest() {
        const Problem problem = problem_of({buffer("a", 0, 9, 10), buffer("b", 0, 9, 10), buffer("new", 0, 9, 5)});
        RectangleContainer container(problem, RegionIndex(0));
        container.put(BufferIndex(0), Offset(8));
        container.put(BufferIndex(1), Offset(26));
        QCOMPARE(container.place(BufferIndex(2), PlacingRule::best_fit), Offset(0));
    }

    void best_fit_is_the_best_by_trying_every_offset() {
        QVERIFY(rc::check("best fit", [] {
            const Problem problem = random_problem({.most_buffers = 10,
                                                    .most_steps = *rc::gen::element<std::int64_t>(20, 400),
                                                    .with_gaps = true,
                                                    .with_alignment = true});
            RectangleContainer container(problem, RegionIndex(0));
            Layout rebuilt = empty_layout(problem);
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                const Offset offset = container.place(BufferIndex(i), PlacingRule::best_fit);
                RC_ASSERT(offset.value() == best_by_trying(problem, rebuilt, i));
                rebuilt.placements[i] = Placement{offset, RegionIndex(0)};
            }
        }));
    }

    void lowest_fit_is_the_lowest_by_trying_every_offset() {
        QVERIFY(rc::check("lowest fit", [] {
            const Problem problem = random_problem(
                {.most_steps = *rc::gen::element<std::int64_t>(20, 400), .with_gaps = true, .with_alignment = true});
            RectangleContainer container(problem, RegionIndex(0));
            Layout rebuilt = empty_layout(problem);
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                const Offset offset = container.place(BufferIndex(i), PlacingRule::lowest_fit);
                RC_ASSERT(offset.value() == lowest_by_trying(problem, rebuilt, i));
                rebuilt.placements[i] = Placement{offset, RegionIndex(0)};
            }
        }));
    }

    void a_gap_at_an_end_of_the_lifetime_is_free() {
        Problem problem = problem_of({buffer("early", 0, 8, 2), buffer("late", 4, 8, 2)});
        problem.buffers.front().add_gap({{Step(3), Step(8)}, std::nullopt});  // its only piece is [0, 3)
        RectangleContainer container(problem, RegionIndex(0));
        container.put(BufferIndex(1), Offset(0));
        QCOMPARE(container.place(BufferIndex(0), PlacingRule::lowest_fit), Offset(0));
    }

    void crowded_regions_get_the_same_offsets() {
        QVERIFY(rc::check("crowded", [] {
            const std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
            Random random(seed);
            Problem problem;
            for (std::size_t i = 0; i < 1'200; ++i) {
                Buffer& one = problem.buffers.emplace_back();
                const auto begin = static_cast<std::int64_t>(random.below(12));
                one.lifetime = {Step(begin), Step(begin + 1 + static_cast<std::int64_t>(random.below(6)))};
                one.size = Bytes(1 + static_cast<std::int64_t>(random.below(40)));
                one.alignment = Bytes(random.below(3) == 0 ? 6 : 1);
            }
            RectangleContainer crowded(problem, RegionIndex(0));
            RectangleContainer plain(problem, RegionIndex(0));
            // Once a placed buffer is removed, every placed one is looked at.
            (void)plain.place(BufferIndex(0), PlacingRule::lowest_fit);
            plain.remove(BufferIndex(0));
            for (const std::size_t pinned : {3, 700}) {
                crowded.put(BufferIndex(pinned), Offset(100));
                plain.put(BufferIndex(pinned), Offset(100));
            }
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                if (i == 3 || i == 700) {
                    continue;
                }
                const PlacingRule rule = random.below(2) == 0 ? PlacingRule::best_fit : PlacingRule::lowest_fit;
                RC_ASSERT(crowded.place(BufferIndex(i), rule) == plain.place(BufferIndex(i), rule));
            }
            RC_ASSERT(crowded.work() != plain.work());
        }));
    }

    /// A trial of one buffer elsewhere would start what is free at each time, and end it at once.
    void in_a_complete_crowded_layout_one_search_reads_pieces_alone() {
        const Problem problem = dense_problem(3'000, 1);
        RectangleContainer first(problem, RegionIndex(0));
        for (const BufferIndex buffer : all_buffers(problem)) {
            (void)first.place(buffer, PlacingRule::lowest_fit);
        }
        RectangleContainer other(problem, RegionIndex(0));
        for (const BufferIndex buffer : all_buffers(problem)) {
            other.put(buffer, Offset(first.offsets()[buffer]));
        }
        const BufferIndex last(problem.buffers.size() - 1);
        QCOMPARE(other.work(), std::uint64_t{0});
        QCOMPARE(other.place(last, PlacingRule::lowest_fit), Offset(first.offsets()[last]));
        QVERIFY2(other.work() < 20 * problem.buffers.size(), std::to_string(other.work()).c_str());
        QVERIFY2(first.work() > 50 * problem.buffers.size(), std::to_string(first.work()).c_str());
    }

    void a_crowded_region_in_which_nothing_is_searched_takes_little_memory() {
        Problem problem;
        for (std::int64_t i = 0; i < 4'000; ++i) {
            Buffer buffer;
            buffer.lifetime = {Step(i % 200), Step(200 + i % 200)};
            buffer.size = Bytes(8);
            problem.buffers.push_back(buffer);
        }
        RectangleContainer container(problem, RegionIndex(0));
        const CountedMemory memory;
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            container.put(BufferIndex(i), Offset(static_cast<std::int64_t>(8 * i)));
        }
        QVERIFY2(memory.most() < 100'000, qPrintable(QString::number(memory.most())));
        QVERIFY(container.place(BufferIndex(7), PlacingRule::lowest_fit) == Offset(8 * 7));
        container.clear();
        QVERIFY(container.place(BufferIndex(7), PlacingRule::lowest_fit) == Offset(0));
    }

    void crowded_regions_can_be_changed_and_cleared() {
        Problem problem;
        for (std::size_t i = 0; i < 1'200; ++i) {
            problem.buffers.push_back(buffer("b" + std::to_string(i), 0, 9, 10));
        }
        RectangleContainer container(problem, RegionIndex(0));
        const auto placed_at = [&](std::size_t i) {
            return container.place(BufferIndex(i), PlacingRule::lowest_fit).value();
        };
        QCOMPARE(placed_at(0), 0);
        QCOMPARE(placed_at(1), 10);
        container.remove(BufferIndex(0));
        QCOMPARE(placed_at(2), 0);
        QCOMPARE(placed_at(0), 20);
        container.clear();
        QCOMPARE(placed_at(1), 0);
        QCOMPARE(placed_at(1), 0);
        QCOMPARE(placed_at(2), 10);
    }

    void fetching_changes_nothing() {
        QVERIFY(rc::check("fetch", [] {
            const Problem problem = random_problem({.with_gaps = true});
            RectangleContainer plain(problem, RegionIndex(0));
            RectangleContainer fetching(problem, RegionIndex(0));
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                const BufferIndex buffer(i);
                fetching.fetch({&buffer, 1});
                RC_ASSERT(plain.place(buffer, PlacingRule::lowest_fit) ==
                          fetching.place(buffer, PlacingRule::lowest_fit));
            }
            RC_ASSERT(plain.work() == fetching.work());
        }));
    }

    void removed_and_cleared_buffers_collide_with_nothing() {
        const Problem problem = problem_of({buffer("a", 0, 9, 10), buffer("b", 0, 9, 10)});
        RectangleContainer container(problem, RegionIndex(0));
        (void)container.place(BufferIndex(0), PlacingRule::lowest_fit);
        container.remove(BufferIndex(0));
        QCOMPARE(container.place(BufferIndex(1), PlacingRule::lowest_fit), Offset(0));
        container.clear();
        QCOMPARE(container.place(BufferIndex(0), PlacingRule::lowest_fit), Offset(0));
    }
};

ARENASCOPE_TEST(RectangleContainerTest)
#include "rectangle_container_test.moc"
