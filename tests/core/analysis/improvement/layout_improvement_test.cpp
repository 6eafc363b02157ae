#include "core/analysis/improvement/layout_improvement.h"

#include <algorithm>
#include <rapidcheck.h>
#include <set>
#include <utility>
#include <vector>

#include "core/analysis/explain/peak_report.h"
#include "core/check/overlap_checker.h"
#include "core/planner/planning.h"
#include "tests/support/drawn_problem.h"
#include "tests/support/first_buffers.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::first_buffers;
using test::buffer;
using test::layout_of;
using test::problem_of;
using Kind = ImprovementKind;
using Obstacle = ImprovementObstacle;

namespace {

constexpr std::size_t all_of_them = 100'000;

Offset at(const Improvement& improvement, BufferIndex buffer) {
    const auto found = std::ranges::find(improvement.moves, buffer, &Move::buffer);
    return found == improvement.moves.end() ? Offset(-1) : *found->to;
}

/// The offsets of a layout, to compare layouts.
std::vector<std::int64_t> offsets_of(const Layout& layout) {
    std::vector<std::int64_t> offsets;
    for (const auto& placement : layout.placements) {
        offsets.push_back(placement ? placement->offset.value() : -1);
    }
    return offsets;
}

/// Whether a buffer could lie at an offset among the placed ones, found by looking at each step and byte.
bool is_free(const Problem& problem, const Layout& layout, BufferIndex buffer, std::int64_t offset) {
    const auto covers = [&](BufferIndex one, std::int64_t from, std::int64_t step, std::int64_t byte) {
        bool is_covered = false;
        for_each_piece(problem.buffers[one], [&](const Piece& piece) {
            is_covered |= piece.steps.begin.value() <= step && step < piece.steps.end.value() &&
                          from + piece.bytes.from.value() <= byte && byte < from + piece.bytes.to.value();
        });
        return is_covered;
    };
    const Buffer& own = problem.buffers[buffer];
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const BufferIndex other(i);
        if (other == buffer || !layout.placements[other] || problem.buffers[other].region != own.region) {
            continue;
        }
        for (std::int64_t step = own.lifetime.begin.value(); step < own.lifetime.end.value(); ++step) {
            for (std::int64_t byte = offset; byte < offset + own.size.value(); ++byte) {
                if (covers(buffer, offset, step, byte) &&
                    covers(other, layout.placements[other]->offset.value(), step, byte)) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool is_aligned(const Problem& problem, BufferIndex buffer, std::int64_t offset) {
    return offset % alignment_of(problem, problem.buffers[buffer]).value() == 0;
}

/// Above all bytes in use, and as far beyond them as alignment may raise the buffer.
std::int64_t highest_possible(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    return peak(problem, layout).value() + total_size(problem).value() +
           alignment_of(problem, problem.buffers[buffer]).value();
}

void put(Layout& layout, BufferIndex buffer, std::int64_t offset, const Problem& problem) {
    layout.placements[buffer] = Placement{Offset(offset), problem.buffers[buffer].region};
}

/// The lowest aligned offset of each run of free offsets.
std::vector<std::int64_t> places_of(const Problem& problem, const Layout& layout, BufferIndex buffer) {
    std::vector<std::int64_t> places;
    bool is_found = false;
    for (std::int64_t offset = 0; offset <= highest_possible(problem, layout, buffer); ++offset) {
        const bool free = is_free(problem, layout, buffer, offset);
        if (!free) {
            is_found = false;
        } else if (!is_found && is_aligned(problem, buffer, offset)) {
            is_found = true;
            places.push_back(offset);
        }
    }
    return places;
}

using Layouts = std::set<std::vector<std::int64_t>>;

/// The layouts of all moves and swaps around a buffer that lower the peak of its region, tried one by one.
void try_plainly(const Problem& problem, const Layout& layout, BufferIndex buffer, Layouts& found) {
    const RegionIndex region = problem.buffers[buffer].region;
    const Offset before = peak(problem, layout, region);
    const auto keep = [&](const Layout& other) {
        if (peak(problem, other, region) < before && is_clean(check(problem, other))) {
            found.insert(offsets_of(other));
        }
    };
    for (const std::int64_t place : places_of(problem, layout, buffer)) {
        Layout other = layout;
        put(other, buffer, place, problem);
        keep(other);
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const BufferIndex partner(i);
        if (partner == buffer || problem.buffers[partner].pin || problem.buffers[partner].region != region) {
            continue;
        }
        Layout exchanged = layout;
        exchanged.placements[buffer] = layout.placements[partner];
        exchanged.placements[partner] = layout.placements[buffer];
        keep(exchanged);
        for (const auto& [first, second] : {std::pair(buffer, partner), std::pair(partner, buffer)}) {
            Layout other = layout;
            other.placements[buffer] = other.placements[partner] = std::nullopt;
            put(other, first, places_of(problem, other, first).front(), problem);
            put(other, second, places_of(problem, other, second).front(), problem);
            keep(other);
        }
    }
}

/// A problem with a plan of a planner that leaves something to improve.
std::pair<Problem, Layout> drawn_plan(bool with_windows, bool with_pins = true) {
    test::DrawnShape shape;
    shape.with_windows = with_windows;
    shape.with_pins = with_pins;
    shape.most_buffers = 7;
    shape.largest_size = 12;
    shape.most_steps = 6;
    Problem problem =
        test::drawn_problem([](std::size_t bound) { return *rc::gen::inRange<std::size_t>(0, bound); }, shape);
    const std::vector<std::string> planners{"greedy-in-order-of-birth", "greedy-by-size", "naive"};
    const std::string& planner = planners[*rc::gen::inRange<std::size_t>(0, planners.size())];
    const auto plan = run_planner(problem, empty_layout(problem), {.planner = planner});
    if (!plan) {
        RC_DISCARD("pinned buffers that overlap");
    }
    return {std::move(problem), plan->result.layout};
}

std::vector<BufferIndex> drawn_selection(const Problem& problem) {
    std::vector<BufferIndex> selection;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (*rc::gen::arbitrary<bool>()) {
            selection.push_back(BufferIndex(i));
        }
    }
    return selection;
}

}  // namespace

class LayoutImprovementTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_at_the_peak_goes_into_a_hole() {
        // c lies on a and b, although there is a hole between them.
        const auto plan = test::placed_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 16}, {"c", 1, 3, 4, 26}});
        const auto report = find_improvements(plan.problem, plan.layout, {});
        QCOMPARE(report.obstacle, Obstacle::none);
        QCOMPARE(report.region_peak, Offset(30));
        const auto move = std::ranges::find(report.improvements, Kind::move, &Improvement::kind);
        QVERIFY(move != report.improvements.end());
        QCOMPARE(move->moves, (std::vector<Move>{{c, Offset(26), Offset(10)}}));
        QCOMPARE(move->peak, Offset(26));
        QCOMPARE(move->highest, b);
        QCOMPARE(move->moved, Bytes(4));
        // Placing b again, too, closes the hole: that is better, and moves more.
        QCOMPARE(report.improvements.front().peak, Offset(24));
        QVERIFY(report.is_complete);
    }

    void two_buffers_exchange_their_places() {
        // c is too high for the hole below b. If b makes room for it and goes above it, both end lower.
        const auto plan =
            test::placed_plan({{"a", 4, 6, 8, 0}, {"b", 0, 6, 2, 8}, {"c", 0, 2, 6, 10}, {"d", 0, 1, 4, 0}});
        const auto report = find_improvements(plan.problem, plan.layout, {.buffers = {c}});
        QCOMPARE(report.improvements.front().kind, Kind::swap);
        QCOMPARE(report.improvements.front().buffer, c);
        QCOMPARE(report.improvements.front().partner, b);
        QCOMPARE(report.improvements.front().moves,
                 (std::vector<Move>{{b, Offset(8), Offset(10)}, {c, Offset(10), Offset(4)}}));
        QCOMPARE(report.improvements.front().peak, Offset(12));
    }

    void buffers_that_reach_the_peak_together_move_together() {
        const auto plan = test::placed_plan({{"a", 0, 2, 10, 20}, {"b", 2, 4, 10, 20}, {"c", 0, 4, 5, 0}});
        const auto report = find_improvements(plan.problem, plan.layout, {.buffers = {a}});
        QCOMPARE(report.at_peak, std::size_t{2});
        QCOMPARE(report.tried[static_cast<std::size_t>(Kind::move)], std::uint64_t{0});
        QCOMPARE(report.improvements.front().peak, Offset(15));
        const auto together = std::ranges::find_if(report.improvements, [](const Improvement& each) {
            return each.kind == Kind::together || each.kind == Kind::swap;
        });
        QVERIFY(together != report.improvements.end());
        QCOMPARE(at(*together, a), Offset(5));
        QCOMPARE(at(*together, b), Offset(5));
    }

    void another_position_in_the_order_moves_those_after_it() {
        // Three in a tower: if the middle one goes first, the top one falls beside it.
        const auto plan =
            test::placed_plan({{"a", 0, 2, 8, 0}, {"b", 1, 4, 6, 8}, {"c", 3, 6, 8, 14}, {"d", 5, 6, 6, 0}});
        const auto report = find_improvements(plan.problem, plan.layout, {.buffers = {b}});
        QVERIFY(!report.improvements.empty());
        QCOMPARE(report.improvements.front().kind, Kind::reinsertion);
        QCOMPARE(report.improvements.front().buffer, b);
        QCOMPARE(report.improvements.front().peak, Offset(14));
    }

    void the_theoretical_threshold_is_told_as_the_reason_why_there_is_none() {
        const auto plan = test::placed_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 10}});
        const auto report = find_improvements(plan.problem, plan.layout, {});
        QCOMPARE(report.obstacle, Obstacle::at_threshold);
        QVERIFY(report.improvements.empty());
    }

    void pins_and_shared_memory_never_move() {
        auto plan = test::placed_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 16}, {"c", 1, 3, 4, 26}});
        plan.problem.buffers[c].pin = Offset(26);
        QCOMPARE(find_improvements(plan.problem, plan.layout, {}).obstacle, Obstacle::fixed_at_peak);
        plan.problem.buffers[c].pin.reset();
        plan.problem.buffers[b].pin = Offset(16);
        QCOMPARE(find_improvements(plan.problem, plan.layout, {.buffers = {b}}).obstacle, Obstacle::all_fixed);
        plan.problem.buffers[b].pin.reset();
        auto shared = test::placed_plan({{"a", 0, 4, 10, 20}, {"b", 0, 4, 10, 20}});
        shared.layout.sharing.push_back({SharingGroup::Kind::sharing, {a, b}});
        QCOMPARE(find_improvements(shared.problem, shared.layout, {}).obstacle, Obstacle::fixed_at_peak);
    }

    void nothing_that_is_placed_is_nothing_to_improve() {
        const auto plan = test::placed_plan({{"a", 0, 4, 10, -1}});
        QCOMPARE(find_improvements(plan.problem, plan.layout, {}).obstacle, Obstacle::nothing_placed);
        QCOMPARE(find_improvements(plan.problem, plan.layout, {.buffers = {a}}).obstacle, Obstacle::nothing_placed);
    }

    void a_capacity_that_a_change_would_exceed_forbids_it() {
        // a could go above b, below the peak of the other region's buffer; but the capacity ends there.
        auto plan = test::placed_plan({{"a", 0, 4, 10, 30}, {"b", 0, 4, 10, 10}, {"c", 0, 4, 10, 0}});
        plan.problem.regions[RegionIndex(0)].capacity = Bytes(25);
        for (const Improvement& each : find_improvements(plan.problem, plan.layout, {.buffers = {b}}).improvements) {
            const Layout other = improved_layout(plan.layout, each);
            QVERIFY(check(plan.problem, other).outside.size() <= 1);
        }
    }

    void a_buffer_in_the_wrong_region_stays_there() {
        auto plan = test::placed_plan({{"a", 0, 4, 10, 20}, {"b", 0, 4, 10, 0}});
        plan.problem.regions.push_back({.name = "other"});
        plan.layout.placements[a]->region = RegionIndex(1);
        QCOMPARE(find_improvements(plan.problem, plan.layout, {.buffers = {a}}).obstacle, Obstacle::all_fixed);
    }

    void a_stop_ends_the_search() {
        const auto plan = test::placed_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 16}, {"c", 1, 3, 4, 26}});
        const auto report = find_improvements(plan.problem, plan.layout, {.stop = [] { return true; }});
        QVERIFY(!report.is_complete);
        QVERIFY(report.improvements.empty());
    }

    void a_work_limit_leaves_changes_untried() {
        const auto plan = test::placed_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 16}, {"c", 1, 3, 4, 26}});
        QVERIFY(!find_improvements(plan.problem, plan.layout, {.work = 1}).is_complete);
    }

    void every_lowering_move_and_swap_is_found_and_no_other() {
        QVERIFY(rc::check("moves and swaps are those that trying one by one finds", [] {
            const auto [problem, layout] = drawn_plan(*rc::gen::arbitrary<bool>());
            const std::vector<BufferIndex> selection = drawn_selection(problem);
            RC_PRE(!selection.empty());
            Layouts expected;
            for (const BufferIndex buffer : selection) {
                if (!problem.buffers[buffer].pin) {
                    try_plainly(problem, layout, buffer, expected);
                }
            }
            Layouts found;
            const auto report = find_improvements(problem, layout, {.buffers = selection, .most = all_of_them});
            for (const Improvement& each : report.improvements) {
                if (each.kind == Kind::move || each.kind == Kind::swap) {
                    RC_ASSERT(found.insert(offsets_of(improved_layout(layout, each))).second);
                }
            }
            RC_TAG(expected.size());
            RC_ASSERT(found == expected);
        }));
    }

    void every_improvement_keeps_its_promise() {
        QVERIFY(rc::check("what is listed is free of overlaps, has the promised peak, and is sorted and unique", [] {
            const auto [problem, layout] = drawn_plan(*rc::gen::arbitrary<bool>());
            const std::vector<BufferIndex> selection = drawn_selection(problem);
            const auto report = find_improvements(problem, layout, {.buffers = selection});
            RC_ASSERT(report.is_complete);
            RC_ASSERT(report.improvements.empty() == (report.obstacle != Obstacle::none));
            Layouts seen;
            const Improvement* before = nullptr;
            for (const Improvement& each : report.improvements) {
                const Layout other = improved_layout(layout, each);
                RC_ASSERT(is_clean(check(problem, other)));
                RC_ASSERT(peak(problem, other) == each.peak);
                RC_ASSERT(peak(problem, other, each.region) == each.region_peak);
                RC_ASSERT(each.region_peak < peak(problem, layout, each.region));
                RC_ASSERT(seen.insert(offsets_of(other)).second);
                RC_ASSERT(other.placements[each.highest]->offset + problem.buffers[each.highest].size ==
                          each.region_peak);
                for (const Move& move : each.moves) {
                    RC_ASSERT(!problem.buffers[move.buffer].pin.has_value());
                    RC_ASSERT(move.from == layout.placements[move.buffer]->offset);
                    RC_ASSERT(!(move.from == move.to));
                }
                if (before != nullptr) {
                    RC_ASSERT(before->peak <= each.peak);
                }
                before = &each;
            }
        }));
    }

    /// A stack over a hole. A swap moves parts of the list of buffers that live throughout, however few it visits.
    void the_work_of_a_swap_counts_what_the_container_moves_for_it() {
        constexpr std::int64_t count = 4'000;
        std::vector<Buffer> buffers;
        std::vector<std::int64_t> offsets;
        for (std::int64_t i = 0; i < count; ++i) {
            buffers.push_back(buffer("b" + std::to_string(i), 0, 10, 4));
            offsets.push_back(100 + 4 * i);
        }
        const Problem problem = problem_of(std::move(buffers));
        constexpr std::uint64_t work = 1'000'000;
        const ImprovementReport report = find_improvements(problem, layout_of(problem, offsets), {.work = work});
        QVERIFY(!report.is_complete);
        QVERIFY(!report.was_stopped);
        QCOMPARE(report.work_limit, work);
        const std::uint64_t swaps = report.tried[static_cast<std::size_t>(ImprovementKind::swap)];
        QVERIFY2(swaps * count <= 4 * work, qPrintable(QString::number(swaps)));
    }

    /// Comparing each piece of one with each piece of the other would take 4 · 10^10 visits.
    void buffers_with_many_gaps_are_swapped_in_linear_time() {
        constexpr std::int64_t gaps = 200'000;
        Problem problem = problem_of({buffer("a", 0, 4 * gaps, 5), buffer("b", 0, 4 * gaps, 10)});
        for (std::size_t each : {std::size_t{0}, std::size_t{1}}) {
            std::vector<Gap> list;
            for (std::int64_t i = 0; i < gaps; ++i) {
                const std::int64_t begin = 4 * i + (each == 0 ? 3 : 1);
                list.push_back({{Step(begin), Step(begin + 1)}, {}});
            }
            problem.buffers[each].set_gaps(std::move(list));
        }
        const ImprovementReport report = find_improvements(problem, layout_of(problem, {10, 30}), {});
        QVERIFY(!report.improvements.empty());
        QCOMPARE(report.improvements.front().peak, Offset(15));
    }

    void the_peak_of_one_region_is_improved_where_that_is_asked() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 2, 10)});
        problem.regions = {{.name = "high"}, {.name = "low"}};
        problem.buffers[1].region = RegionIndex(1);
        const Layout layout = layout_of(problem, {90, 40});
        QCOMPARE(find_improvements(problem, layout, {}).region, RegionIndex(0));
        const ImprovementReport low = find_improvements(problem, layout, {.region = RegionIndex(1)});
        QCOMPARE(low.region, RegionIndex(1));
        QCOMPARE(low.region_peak, Offset(50));
    }

    void the_best_is_never_worse_than_the_lowest_place_of_the_top_of_the_chain() {
        QVERIFY(rc::check("moving the top of the chain to its lowest place gives no lower peak", [] {
            const auto [problem, layout] = drawn_plan(false, false);
            const std::vector<PeakChainLink> chain = peak_chain(problem, layout);
            const BufferIndex top = chain.back().buffer;
            Layout other = layout;
            put(other, top, places_of(problem, layout, top).front(), problem);
            const auto report = find_improvements(problem, layout, {});
            const Offset best = report.improvements.empty() ? peak(problem, layout) : report.improvements.front().peak;
            RC_ASSERT(best <= peak(problem, other));
        }));
    }
};

ARENASCOPE_TEST(LayoutImprovementTest)

#include "layout_improvement_test.moc"
