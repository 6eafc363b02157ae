#include <algorithm>

#include "core/model/memory/live_profile.h"
#include "core/planner/capacity/capacity_search.h"
#include "tests/support/hard_families.h"
#include "tests/support/least_peak.h"
#include "tests/support/random_problem.h"
#include "tests/support/rectangle_placer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::array<Focus, 8> foci{Focus::lowest_buffer,   Focus::least_slack,    Focus::fewest_choices,
                                    Focus::failing_choices, Focus::most_remaining, Focus::failing_room,
                                    Focus::crowded_room,    Focus::failing_floor};
constexpr std::array<Score, 5> scores{Score::length, Score::width, Score::length_root_width, Score::area,
                                      Score::level_length};

std::vector<SearchedBuffer> searched(const Problem& problem) {
    std::vector<SearchedBuffer> buffers;
    for (const Buffer& each : problem.buffers) {
        buffers.push_back(
            {each.lifetime.begin.value(), each.lifetime.end.value(), each.size.value(), each.alignment.value()});
    }
    return buffers;
}

Offset branched_tail(const Problem& problem, const std::vector<std::int32_t>& order) {
    std::vector<BufferIndex> indices(order.begin(), order.end());
    return peak(problem, place_in_order(problem, indices, PlacingRule::lowest_fit));
}

}  // namespace

class CapacityBranchingTest : public QObject {
    Q_OBJECT

private slots:
    /// The branching decides how fast a layout is found, never whether it is correct.
    void every_branching_keeps_the_capacity() {
        QVERIFY(rc::check("branching", [] {
            const Problem problem = random_problem({.most_buffers = 12, .with_alignment = true});
            const std::int64_t lowest = threshold(problem).value();
            const std::int64_t capacity = lowest + *rc::gen::inRange<std::int64_t>(0, lowest + 1);
            const Strategy strategy{foci[*rc::gen::inRange<std::size_t>(0, foci.size())],
                                    scores[*rc::gen::inRange<std::size_t>(0, scores.size())],
                                    *rc::gen::arbitrary<bool>(), *rc::gen::element(0.0, 0.3), false};
            CapacitySearch search(searched(problem));
            Random random(*rc::gen::arbitrary<std::uint64_t>());
            if (search.search(capacity, strategy, random, 20'000, {}) == Verdict::found) {
                RC_ASSERT(search.order().size() == problem.buffers.size());
                RC_ASSERT(branched_tail(problem, search.order()).value() <= capacity);
            }
        }));
    }

    /// Judged by all orders. A search that jumps may miss a layout, but never makes one up; a complete one does
    /// neither.
    void every_complete_branching_decides_as_all_orders_do() {
        QVERIFY(rc::check("decided", [] {
            Problem problem = random_problem(
                {.most_buffers = 7, .most_steps = 8, .largest_size = 9, .with_gaps = true, .with_alignment = true});
            std::vector<BufferIndex> members = all_buffers(problem);
            std::vector<BufferIndex> pinned;
            if (members.size() > 1 && *rc::gen::arbitrary<bool>()) {
                Buffer& last = problem.buffers[members.back()];
                last.pin = Offset(last.alignment.value() * *rc::gen::inRange<std::int64_t>(0, 6));
                pinned.push_back(members.back());
                members.pop_back();
            }
            const SearchedGroup group = searched_group(problem, members, pinned);
            RC_PRE(group.is_provable);
            const std::int64_t least = LeastPeak(problem, RegionIndex(0)).find()->value();
            const std::int64_t capacity = least + *rc::gen::inRange<std::int64_t>(-2, 2);
            Strategy strategy{foci[*rc::gen::inRange<std::size_t>(0, foci.size())],
                              scores[*rc::gen::inRange<std::size_t>(0, scores.size())], *rc::gen::arbitrary<bool>(),
                              *rc::gen::element(0.0, 0.3)};
            const std::size_t direction = *rc::gen::arbitrary<bool>() ? 1 : 0;
            for (const bool is_complete : {false, true}) {
                strategy.complete = is_complete;
                CapacitySearch search(group.seen[direction]);
                Random random(*rc::gen::arbitrary<std::uint64_t>());
                const Verdict verdict = search.search(capacity, strategy, random, 100'000'000, {});
                RC_ASSERT(verdict != Verdict::found || capacity >= least);
                RC_ASSERT(!is_complete || verdict == (capacity >= least ? Verdict::found : Verdict::none));
            }
        }));
    }

    /// Two full stacks at different times, the first of which does not fit: its failures come from its own placements,
    /// not from those of the second stack, which are jumped over.
    void jumps_over_what_did_not_contribute_to_a_failure() {
        std::vector<SearchedBuffer> buffers;
        for (std::int64_t i = 0; i < 6; ++i) {
            buffers.push_back({i % 2, 3 + i % 3, 7 + 2 * i, 1});  // cannot be stacked without waste
            buffers.push_back({20 + i, 40 - i, 5 + i, 1});
        }
        buffers.push_back({0, 40, 3, 1});
        CapacitySearch search(buffers);
        Random random(1);
        Strategy strategy{Focus::lowest_buffer, Score::length};
        const std::int64_t capacity = search.group().threshold;
        const auto nodes_of = [&](bool is_complete) {
            strategy.complete = is_complete;
            search.start_anew({});
            const std::int64_t before = search.nodes();
            (void)search.search(capacity, strategy, random, 50'000'000, {});
            return search.nodes() - before;
        };
        const std::int64_t jumping = nodes_of(false);
        QVERIFY2(jumping <= nodes_of(true), std::to_string(jumping).c_str());
    }

    /// A problem of which a search without jumps fails four times as long in one section.
    void finds_by_jumps_what_takes_a_complete_search_four_times_as_long() {
        const auto family = std::find_if(hard_families().begin(), hard_families().end(),
                                         [](const HardFamily& one) { return one.name == "equal sizes"; });
        const Problem problem = hard_problem(*family, {}, 3)->problem;
        CapacitySearch search(searched(problem));
        Random random(1);
        Strategy strategy{Focus::most_remaining, Score::length};
        const std::int64_t capacity = threshold(problem).value();
        QCOMPARE(search.search(capacity, strategy, random, 1'000'000, {}), Verdict::found);
        QCOMPARE(branched_tail(problem, search.order()).value(), capacity);
        strategy.complete = true;
        search.start_anew({});
        QCOMPARE(search.search(capacity, strategy, random, 4'000'000, {}), Verdict::limit);
    }

    void a_descent_without_a_failure_is_cut_late() {
        std::vector<SearchedBuffer> buffers;
        for (std::int64_t i = 0; i < 40; ++i) {
            buffers.push_back({i % 4, 5 + i % 3, 1 + i % 5, 1});
        }
        CapacitySearch whole(buffers);
        Random random(1);
        QCOMPARE(whole.search(10 * whole.group().threshold, {}, random, 1'000'000, {}), Verdict::found);
        const std::int64_t needed = whole.work();
        CapacitySearch late(buffers);
        QCOMPARE(late.search(10 * late.group().threshold, {}, random, needed / 2, {}), Verdict::found);
        CapacitySearch cut(buffers);
        QCOMPARE(cut.search(10 * cut.group().threshold, {}, random, needed / 8, {}), Verdict::limit);
    }

    void every_strategy_finds_a_layout_with_much_slack() {
        const Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 4, 1), buffer("c", 3, 5, 3),
                                            buffer("d", 0, 1, 1), buffer("e", 4, 5, 1)});
        for (const Focus focus : foci) {
            for (const Score score : scores) {
                for (const bool reversed : {false, true}) {
                    CapacitySearch search(searched(problem));
                    Random random(1);
                    QCOMPARE(search.search(9, {focus, score, reversed, 0, false}, random, 100'000, {}), Verdict::found);
                }
            }
        }
    }

    void the_same_random_numbers_find_the_same_order() {
        QVERIFY(rc::check("reproducible", [] {
            const Problem problem = random_problem({.most_buffers = 12});
            const std::int64_t capacity = threshold(problem).value() + 20;
            const Strategy noisy{Focus::most_remaining, Score::length, false, 0.2, false};
            CapacitySearch first(searched(problem));
            CapacitySearch second(searched(problem));
            Random one(5);
            Random other(5);
            const Verdict verdict = first.search(capacity, noisy, one, 20'000, {});
            RC_ASSERT(verdict == second.search(capacity, noisy, other, 20'000, {}));
            RC_ASSERT(first.work() == second.work());
            if (verdict == Verdict::found) {
                RC_ASSERT(first.order() == second.order());
            }
        }));
    }

    void inherits_the_scores_of_the_last_layout_found() {
        const Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 4, 1), buffer("c", 3, 5, 3)});
        CapacitySearch search(searched(problem));
        Random random(1);
        QCOMPARE(search.search(7, {}, random, 100'000, {}), Verdict::found);
        QCOMPARE(search.search(7, {Focus::lowest_buffer, Score::length, false, 0.05, true}, random, 100'000, {}),
                 Verdict::found);
    }
};

ARENASCOPE_TEST(CapacityBranchingTest)
#include "capacity_branching_test.moc"
