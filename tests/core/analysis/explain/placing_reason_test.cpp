#include "core/analysis/explain/placing_reason.h"

#include <rapidcheck.h>

#include "core/check/overlap_checker.h"
#include "core/planner/greedy/greedy_strategy.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "tests/support/drawn_problem.h"
#include "tests/support/first_buffers.h"
#include "tests/support/placed_plan.h"
#include "tests/support/rectangle_placer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::first_buffers;
using Rule = PlacingReason::Rule;
using Among = PlacingReason::Among;

namespace {

constexpr BufferIndex x(3);

/// a and b are one above the other with a hole of 6 between them, and c lies above a hole of 4; x has 4 bytes.
test::PlacedPlan three_and_one(std::int64_t offset_of_x) {
    return test::placed_plan(
        {{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 16}, {"c", 0, 4, 10, 30}, {"x", 1, 3, 4, offset_of_x}});
}

const std::vector<BufferIndex> in_order{a, b, c, x};

Problem problem_to_explain(bool with_windows) {
    test::DrawnShape shape;
    shape.with_windows = with_windows;
    shape.with_pins = false;
    shape.most_buffers = 9;
    shape.largest_size = 24;
    return test::drawn_problem([](std::size_t bound) { return *rc::gen::inRange<std::size_t>(0, bound); }, shape);
}

/// Whether the buffer could lie at an offset among some others, found by looking at each step and byte.
bool fits_at(const Problem& problem, const Layout& layout, BufferIndex buffer, std::int64_t offset,
             const std::vector<bool>& others) {
    const auto covers = [&](BufferIndex one, std::int64_t at, std::int64_t step, std::int64_t byte) {
        bool is_covered = false;
        for_each_piece(problem.buffers[one], [&](const Piece& piece) {
            is_covered |= piece.steps.begin.value() <= step && step < piece.steps.end.value() &&
                          at + piece.bytes.from.value() <= byte && byte < at + piece.bytes.to.value();
        });
        return is_covered;
    };
    const Buffer& own = problem.buffers[buffer];
    if (offset % alignment_of(problem, own).value() != 0) {
        return false;
    }
    for (std::int64_t step = own.lifetime.begin.value(); step < own.lifetime.end.value(); ++step) {
        for (std::int64_t byte = offset; byte < offset + own.size.value(); ++byte) {
            for (std::size_t i = 0; i < others.size(); ++i) {
                const BufferIndex other(i);
                if (others[i] && covers(buffer, offset, step, byte) &&
                    covers(other, layout.placements[other]->offset.value(), step, byte)) {
                    return false;
                }
            }
        }
    }
    return true;
}

}  // namespace

class PlacingReasonTest : public QObject {
    Q_OBJECT

private slots:
    void the_lowest_fit_tells_each_offset_below_and_who_is_in_the_way() {
        const auto plan = three_and_one(10);
        const auto reason = placing_reason(plan.problem, plan.layout, in_order, Rule::lowest_fit, x);
        QVERIFY(reason.has_value());
        QCOMPARE(reason->rule, Rule::lowest_fit);
        QCOMPARE(reason->others, std::size_t{3});
        QCOMPARE(reason->blocked, (std::vector<BlockedOffset>{{Offset(0), a}}));
        QCOMPARE(reason->places,
                 (std::vector<FreePlace>{{Offset(10), {Offset(10), Offset(16)}, a, b, true},
                                         {Offset(26), {Offset(26), Offset(30)}, b, c, false},
                                         {Offset(40), {Offset(40), Offset(44)}, c, BufferIndex::none(), false}}));
    }

    void the_smallest_gap_tells_every_place_that_held_it() {
        const auto plan = three_and_one(26);
        const auto reason = placing_reason(plan.problem, plan.layout, in_order, Rule::best_fit, x);
        QCOMPARE(reason->rule, Rule::best_fit);
        QCOMPARE(reason->places.size(), std::size_t{3});
        QVERIFY(reason->places[1].is_taken);
        // The lowest fit would have taken the first, so it is no reason.
        QCOMPARE(placing_reason(plan.problem, plan.layout, in_order, Rule::lowest_fit, x)->rule, Rule::none);
    }

    void stacked_is_above_all_that_live_at_the_same_time_and_above_all_above_everything() {
        auto plan = three_and_one(40);
        QCOMPARE(placing_reason(plan.problem, plan.layout, in_order, Rule::stacked, x)->rule, Rule::stacked);
        plan = test::placed_plan({{"a", 0, 4, 10, 0}, {"b", 4, 8, 10, 10}});
        QCOMPARE(placing_reason(plan.problem, plan.layout, std::vector{a, b}, Rule::above_all, b)->rule,
                 Rule::above_all);
        QCOMPARE(placing_reason(plan.problem, plan.layout, std::vector{a, b}, Rule::stacked, b)->rule, Rule::none);
    }

    void a_search_tells_what_is_in_the_way_in_the_whole_layout() {
        const auto plan = three_and_one(10);
        const std::vector<BufferIndex> x_first{x, a, b, c};
        const auto reason = placing_reason(plan.problem, plan.layout, x_first, Rule::lowest_fit, x);
        QCOMPARE(reason->rule, Rule::none);
        QCOMPARE(reason->among, Among::all_others);
        QCOMPARE(reason->blocked, (std::vector<BlockedOffset>{{Offset(0), a}}));
        QCOMPARE(placing_reason(plan.problem, plan.layout, {}, std::nullopt, x)->blocked, reason->blocked);
    }

    void a_pin_is_a_reason_and_an_unplaced_buffer_has_none() {
        auto plan = three_and_one(10);
        plan.problem.buffers[x].pin = Offset(10);
        QCOMPARE(placing_reason(plan.problem, plan.layout, in_order, Rule::lowest_fit, x)->rule, Rule::pinned);
        plan.layout.placements[x] = std::nullopt;
        QVERIFY(!placing_reason(plan.problem, plan.layout, in_order, Rule::lowest_fit, x));
    }

    void buffers_that_share_memory_on_purpose_are_not_in_the_way() {
        auto plan = test::placed_plan({{"a", 0, 4, 10, 0}, {"b", 0, 4, 10, 0}});
        plan.layout.sharing.push_back({SharingGroup::Kind::sharing, {a, b}});
        const auto reason = placing_reason(plan.problem, plan.layout, {}, std::nullopt, b);
        QVERIFY(reason->blocked.empty());
        QCOMPARE(reason->others, std::size_t{0});
    }

    void another_choice_places_what_comes_after_by_the_same_rule() {
        const auto plan = test::placed_plan({{"a", 0, 4, 10, 0}, {"b", 0, 2, 4, 10}, {"c", 1, 4, 6, 14}});
        const std::vector<BufferIndex> order{a, b, c};
        const auto reason = placing_reason(plan.problem, plan.layout, order, Rule::lowest_fit, b);
        const Layout other = placed_otherwise(plan.problem, plan.layout, order, *reason, Offset(16));
        QCOMPARE(other.placements[b]->offset, Offset(16));
        QCOMPARE(other.placements[c]->offset, Offset(10));
    }

    void the_rule_explains_every_buffer_that_it_placed() {
        QVERIFY(rc::check(
            "each buffer of each greedy strategy is explained by its rule, and the taken place is where it lies", [] {
                const Problem problem = problem_to_explain(*rc::gen::arbitrary<bool>());
                const auto strategies = greedy_strategies();
                const GreedyStrategy& strategy = strategies[*rc::gen::inRange<std::size_t>(0, strategies.size())];
                const PlanOrder plan_order{.planner = std::string(strategy.name), .record = true};
                const auto plan = run_planner(problem, empty_layout(problem), plan_order);
                RC_ASSERT(plan.has_value());
                const Trace& trace = *plan->trace;
                TracePlayer player(trace);
                for (std::size_t i = 0; i < trace.frames.size(); ++i) {
                    player.go_to(FrameIndex(i));
                    const Layout layout = player.layout(problem);
                    const auto& order = player.order();
                    if (order.empty()) {
                        continue;
                    }
                    const auto reason =
                        placing_reason(problem, layout, order, placing_rule(trace.provenance), order.back());
                    RC_ASSERT(reason->rule == *placing_rule(trace.provenance));
                }
            }));
    }

    void places_and_blocked_offsets_agree_with_a_look_at_every_byte() {
        QVERIFY(rc::check("a place holds the buffer at its lowest offset, no offset between places does", [] {
            const Problem problem = problem_to_explain(true);
            std::vector<BufferIndex> order;
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                order.emplace_back(i);
            }
            const Layout layout = test::place_in_order(problem, order, PlacingRule::lowest_fit);
            const BufferIndex buffer(*rc::gen::inRange<std::size_t>(0, problem.buffers.size()));
            const auto reason = placing_reason(problem, layout, {}, std::nullopt, buffer);
            std::vector<bool> others(problem.buffers.size());
            for (std::size_t i = 0; i < others.size(); ++i) {
                others[i] = i != buffer.value() && problem.buffers[i].region == problem.buffers[buffer].region;
            }
            const std::int64_t size = problem.buffers[buffer].size.value();
            for (std::int64_t offset = 0; offset <= reason->places.back().lowest.value(); ++offset) {
                const bool is_in_a_place = std::ranges::any_of(reason->places, [&](const FreePlace& place) {
                    return place.lowest.value() <= offset && offset + size <= place.bytes.to.value();
                });
                const bool fits = fits_at(problem, layout, buffer, offset, others);
                const bool is_aligned = offset % alignment_of(problem, problem.buffers[buffer]).value() == 0;
                RC_ASSERT(fits == (is_in_a_place && is_aligned));
            }
            for (const BlockedOffset& blocked : reason->blocked) {
                std::vector<bool> only(problem.buffers.size());
                only[blocked.by.value()] = true;
                RC_ASSERT(!fits_at(problem, layout, buffer, blocked.offset.value(), only));
            }
        }));
    }
};

ARENASCOPE_TEST(PlacingReasonTest)

#include "placing_reason_test.moc"
