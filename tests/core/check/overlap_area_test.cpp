#include "core/check/overlap_area.h"

#include <limits>
#include <set>

#include "core/check/intended_sharing.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/placed_piece.h"
#include "tests/support/random_problem.h"
#include "tests/support/random_sharing.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// One byte of a region in one step.
using Cell = std::tuple<std::uint32_t, std::int64_t, std::int64_t>;

void add_cells(std::set<Cell>& cells, RegionIndex region, Lifetime steps, AddressRange bytes) {
    for (std::int64_t step = steps.begin.value(); step < steps.end.value(); ++step) {
        for (std::int64_t byte = bytes.from.value(); byte < bytes.to.value(); ++byte) {
            cells.emplace(region.value(), step, byte);
        }
    }
}

/// Compares every pair of pieces: slow, but obviously correct.
std::set<Cell> shared_cells(const Problem& problem, const Layout& layout,
                            std::optional<BufferIndex> left_out = std::nullopt) {
    const IntendedSharing sharing(problem, layout);
    std::set<Cell> cells;
    for (std::size_t region = 0; region < problem.regions.size(); ++region) {
        std::vector<PlacedPiece> pieces;
        for_each_placed_piece(problem, layout, RegionIndex(region),
                              [&](const PlacedPiece& piece) { pieces.push_back(piece); });
        for (const PlacedPiece& a : pieces) {
            for (const PlacedPiece& b : pieces) {
                if (a.buffer < b.buffer && a.buffer != left_out && b.buffer != left_out &&
                    !sharing.accepts(a.buffer, b.buffer)) {
                    add_cells(cells, RegionIndex(region), intersection(a.steps, b.steps),
                              intersection(a.bytes, b.bytes));
                }
            }
        }
    }
    return cells;
}

struct Covered {
    std::set<Cell> cells;
    std::size_t added = 0;  ///< more than the number of cells if areas overlap
};

Covered covered(const std::vector<OverlapArea>& areas) {
    Covered result;
    for (const OverlapArea& area : areas) {
        add_cells(result.cells, area.region, area.steps, area.bytes);
        result.added +=
            static_cast<std::size_t>((area.steps.end.value() - area.steps.begin.value()) * size(area.bytes).value());
    }
    return result;
}

/// Buffers that cross each other like the threads of a cloth. Each crossing is a separate overlap.
Problem crossing_bars(std::int64_t bars) {
    Problem problem;
    for (std::int64_t i = 0; i < bars; ++i) {
        problem.buffers.push_back(buffer("lying" + std::to_string(i), 0, 4 * bars, 1));
        problem.buffers.push_back(buffer("standing" + std::to_string(i), 4 * i, 4 * i + 1, 4 * bars));
    }
    return problem;
}

Layout crossing_layout(const Problem& problem) {
    std::vector<std::int64_t> offsets;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        offsets.push_back(i % 2 == 0 ? 2 * static_cast<std::int64_t>(i) : 0);
    }
    return layout_of(problem, offsets);
}

}  // namespace

class OverlapAreaTest : public QObject {
    Q_OBJECT

private slots:
    void is_the_intersection_of_two_buffers() {
        const Problem problem = problem_of({buffer("a", 0, 10, 8), buffer("b", 5, 15, 8)});
        QCOMPARE(overlap_areas(problem, layout_of(problem, {0, 4})),
                 (std::vector<OverlapArea>{{RegionIndex(0), {Step(5), Step(10)}, {Offset(4), Offset(8)}}}));
        QVERIFY(overlap_areas(problem, layout_of(problem, {0, 8})).empty());
    }

    void is_one_area_for_any_number_of_buffers() {
        Problem problem;
        for (int i = 0; i < 1000; ++i) {
            problem.buffers.push_back(buffer(std::to_string(i), 0, 10, 8));
        }
        QCOMPARE(overlap_areas(problem, layout_of(problem, std::vector<std::int64_t>(1000, 0))),
                 (std::vector<OverlapArea>{{RegionIndex(0), {Step(0), Step(10)}, {Offset(0), Offset(8)}}}));
    }

    void covers_exactly_the_overlaps_of_all_pairs() {
        QVERIFY(rc::check("areas as by comparing all pieces", [] {
            const Problem problem = random_problem({.with_gaps = true});
            const Layout layout = random_layout_with_sharing(problem);
            const Covered found = covered(overlap_areas(problem, layout));
            RC_ASSERT(found.cells == shared_cells(problem, layout));
            RC_ASSERT(found.added == found.cells.size());
            RC_ASSERT(found.cells.empty() == (check(problem, layout).overlap_count == 0));
        }));
    }

    void covers_the_same_after_a_long_list_is_shortened() {
        QVERIFY(rc::check("areas with a limit", [] {
            const Problem problem = random_problem({.with_gaps = true});
            const Layout layout = random_layout_with_sharing(problem);
            // The plan is so small that each byte and step has its own grid cell, so nothing is rounded.
            const auto limit = *rc::gen::inRange<std::size_t>(1, 20);
            const Covered found = covered(overlap_areas(problem, layout, std::nullopt, limit));
            RC_ASSERT(found.cells == shared_cells(problem, layout));
            RC_ASSERT(found.added == found.cells.size());
        }));
    }

    void leaves_out_the_overlaps_of_one_buffer() {
        QVERIFY(rc::check("areas without a buffer", [] {
            const Problem problem = random_problem({.with_gaps = true});
            const Layout layout = random_layout_with_sharing(problem);
            const BufferIndex chosen(*rc::gen::inRange<std::size_t>(0, problem.buffers.size()));
            RC_ASSERT(covered(overlap_areas(problem, layout, chosen)).cells == shared_cells(problem, layout, chosen));
        }));
    }

    void keeps_regions_apart() {
        Problem problem = problem_of({buffer("a", 0, 4, 8), buffer("b", 0, 4, 8), buffer("c", 0, 4, 8)});
        problem.regions.push_back({"second", 0, {}, Bytes(1)});
        problem.buffers[1].region = RegionIndex(1);
        problem.buffers[2].region = RegionIndex(1);
        QCOMPARE(overlap_areas(problem, layout_of(problem, {0, 0, 6})),
                 (std::vector<OverlapArea>{{RegionIndex(1), {Step(0), Step(4)}, {Offset(6), Offset(8)}}}));
    }

    void too_many_areas_are_rounded_outwards() {
        const Problem problem = crossing_bars(600);
        const Layout layout = crossing_layout(problem);
        const std::vector<OverlapArea> exact = overlap_areas(problem, layout);
        QCOMPARE(exact.size(), std::size_t{360'000});
        const std::vector<OverlapArea> rounded = overlap_areas(problem, layout, std::nullopt, 10'000);
        // 2,400 steps on 2,048 cells: an area of one step touches one or two cells, which are at most 3 steps wide.
        for (const OverlapArea& area : rounded) {
            QVERIFY(area.steps.end.value() - area.steps.begin.value() <= 4);
        }
        std::set<std::pair<std::int64_t, std::int64_t>> hidden;
        for (const OverlapArea& area : exact) {
            hidden.emplace(area.steps.begin.value(), area.bytes.from.value());
        }
        for (const OverlapArea& area : rounded) {
            for (auto step = area.steps.begin.value(); step < area.steps.end.value(); ++step) {
                const auto first = hidden.lower_bound({step, area.bytes.from.value()});
                hidden.erase(first, hidden.lower_bound({step, area.bytes.to.value()}));
            }
        }
        QVERIFY(hidden.empty());
    }

    void reaches_both_ends_of_64_bits() {
        constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
        const Problem problem =
            problem_of({buffer("a", lowest, highest, highest), buffer("b", highest - 1, highest, highest),
                        buffer("c", lowest, lowest + 1, 1)});
        const Layout layout = layout_of(problem, {0, 0, highest - 1});
        for (const std::size_t limit : {std::size_t{100}, std::size_t{1}}) {
            bool is_first = false;
            bool is_last = false;
            for (const OverlapArea& area : overlap_areas(problem, layout, std::nullopt, limit)) {
                is_first = is_first || (area.steps.begin == Step(lowest) && area.bytes.to == Offset(highest));
                is_last = is_last || (area.steps.end == Step(highest) && area.bytes.from == Offset(0));
            }
            QVERIFY(is_first && is_last);
        }
    }
};

ARENASCOPE_TEST(OverlapAreaTest)
#include "overlap_area_test.moc"
