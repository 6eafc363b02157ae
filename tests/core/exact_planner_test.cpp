#include "core/planner/exact/exact_planner.h"

#include <algorithm>
#include <limits>

#include "core/check/overlap_checker.h"
#include "core/format/document.h"
#include "core/memory/live_profile.h"
#include "core/planner/planning.h"
#include "core/planner/random.h"
#include "core/trace/trace_player.h"
#include "tests/core/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Expected<Plan> planned(const Problem& problem, const std::string& work = "20000000", int threads = 1,
                       bool record = false) {
    return run_planner(problem, empty_layout(problem),
                       {.planner = "exact", .settings = {{"work", work}}, .threads = threads, .record = record});
}

std::int64_t top_of(const Plan& plan) {
    return peak(plan.problem, plan.result.layout).value();
}

/// The lowest peak by trying every order: each buffer in turn at its lowest fit, never below the one before.
class AllOrders {
public:
    explicit AllOrders(const Problem& problem) : problem_(problem), offsets_(problem.buffers.size(), std::int64_t{-1}) {
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            if (problem.buffers[i].pin) {
                put(i, problem.buffers[i].pin->value());
                ++placed_;
            }
        }
    }

    std::int64_t lowest_peak() {
        descend(0, peak_);
        return best_;
    }

private:
    void put(std::size_t i, std::int64_t offset) {
        offsets_[i] = offset;
        peak_ = std::max(peak_, offset + problem_.buffers[i].size.value());
    }

    void descend(std::int64_t lowest, std::int64_t peak) {
        if (peak >= best_) {
            return;
        }
        if (placed_ == offsets_.size()) {
            best_ = peak;
            return;
        }
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            if (offsets_[i] >= 0) {
                continue;
            }
            const std::int64_t offset = lowest_fit(i);
            if (offset < lowest) {
                continue;
            }
            offsets_[i] = offset;
            ++placed_;
            descend(offset, std::max(peak, offset + problem_.buffers[i].size.value()));
            --placed_;
            offsets_[i] = -1;
        }
    }

    [[nodiscard]] std::int64_t lowest_fit(std::size_t i) const {
        const Buffer& buffer = problem_.buffers[i];
        Offset offset(0);
        for (bool fits = false; !fits;) {
            fits = true;
            for (std::size_t j = 0; j < offsets_.size(); ++j) {
                if (offsets_[j] < 0 || j == i) {
                    continue;
                }
                const std::int64_t above = least_above(buffer, offset, problem_.buffers[j], Offset(offsets_[j]));
                if (above > offset.value()) {
                    offset = aligned_up(Offset(above), alignment_of(problem_, buffer));
                    fits = false;
                }
            }
        }
        return offset.value();
    }

    /// Where `upper` would have to lie to be above `lower` in a step in which they collide; 0 where they do not.
    static std::int64_t least_above(const Buffer& upper, Offset at, const Buffer& lower, Offset lies) {
        std::int64_t least = 0;
        for_each_piece(upper, [&](const Piece& a) {
            for_each_piece(lower, [&](const Piece& b) {
                const bool collide = overlap(a.steps, b.steps) && at + a.bytes.from < lies + b.bytes.to &&
                                     lies + b.bytes.from < at + a.bytes.to;
                if (collide) {
                    least = std::max(least, (lies + b.bytes.to - a.bytes.from).value());
                }
            });
        });
        return least;
    }

    const Problem& problem_;
    std::vector<std::int64_t> offsets_;
    std::size_t placed_ = 0;
    std::int64_t peak_ = 0;
    std::int64_t best_ = std::numeric_limits<std::int64_t>::max();
};

enum class Extras : std::uint8_t { none, alignment, gaps, pins, windows };

Problem small_problem(Random& random, Extras extras) {
    Problem problem;
    const std::size_t count = 2 + random.below(5);
    for (std::size_t i = 0; i < count; ++i) {
        const auto begin = static_cast<std::int64_t>(random.below(6));
        const auto length = static_cast<std::int64_t>(1 + random.below(5));
        Buffer made = buffer(std::string("b").append(std::to_string(i)), begin, begin + length,
                             static_cast<std::int64_t>(1 + random.below(9)));
        if (extras == Extras::alignment) {
            made.alignment = Bytes(std::array<std::int64_t, 4>{1, 2, 4, 3}[random.below(4)]);
        }
        if ((extras == Extras::gaps || extras == Extras::windows) && length >= 3) {
            Gap gap{{Step(begin + 1), Step(begin + length - 1)}, {}};
            if (extras == Extras::windows && made.size > Bytes(1)) {
                gap.window = Window{Bytes(1), made.size};
            }
            made.gaps.push_back(gap);
        }
        problem.buffers.push_back(made);
    }
    if (extras == Extras::alignment && random.below(2) == 0) {
        problem.regions.front().alignment = Bytes(4);
    }
    if (extras == Extras::pins) {
        problem.buffers[random.below(count)].pin = Offset(static_cast<std::int64_t>(random.below(12)));
    }
    return problem;
}

/// Enough buffers that nothing is proved by the way, and several components.
Problem middling_problem(std::uint64_t seed) {
    Random random(seed);
    Problem problem;
    for (std::size_t i = 0; i < 60; ++i) {
        const auto begin = static_cast<std::int64_t>(random.below(40));
        problem.buffers.push_back(buffer(std::string("b").append(std::to_string(i)), begin,
                                         begin + 1 + static_cast<std::int64_t>(random.below(12)),
                                         static_cast<std::int64_t>(1 + random.below(50))));
    }
    return problem;
}

}  // namespace

class ExactPlannerTest : public QObject {
    Q_OBJECT

private slots:
    void proves_an_optimum_at_the_threshold() {
        const Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 4, 1), buffer("c", 3, 5, 3),
                                            buffer("d", 0, 1, 1), buffer("e", 4, 5, 1)});
        const auto plan = planned(problem);
        QVERIFY(plan);
        QCOMPARE(top_of(*plan), std::int64_t{4});
        QCOMPARE(plan->result.lower_bound, Bytes(4));
        QCOMPARE(plan->result.goal, Goal::optimal);
    }

    void proves_the_optimum_that_all_orders_have() {
        const Problem problem = problem_of({buffer("a", 0, 2, 2), buffer("b", 1, 3, 2), buffer("c", 0, 1, 1),
                                            buffer("d", 2, 4, 1), buffer("e", 1, 2, 1), buffer("f", 3, 5, 3),
                                            buffer("g", 4, 6, 2), buffer("h", 0, 6, 1), buffer("i", 2, 5, 2)});
        const auto plan = planned(problem);
        QVERIFY(plan);
        QCOMPARE(plan->result.goal, Goal::optimal);
        QCOMPARE(top_of(*plan), AllOrders(problem).lowest_peak());
        QCOMPARE(plan->result.lower_bound.value(), top_of(*plan));
    }

    void rounds_its_bound_to_sums_of_sizes_and_to_what_alignment_wastes() {
        // Two of 3 bytes at multiples of 4, alive together: 7, though 6 are in use.
        Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 3)});
        problem.regions.front().alignment = Bytes(4);
        const auto plan = planned(problem, "0");
        QVERIFY(plan);
        QCOMPARE(plan->result.threshold, Bytes(6));
        QCOMPARE(plan->result.lower_bound, Bytes(7));
        QCOMPARE(top_of(*plan), std::int64_t{7});
        QCOMPARE(plan->result.goal, Goal::optimal);
    }

    void a_pinned_tail_is_a_bound() {
        Problem problem = problem_of({buffer("a", 0, 2, 3), buffer("b", 1, 3, 3)});
        problem.buffers[1].pin = Offset(20);
        const auto plan = planned(problem);
        QVERIFY(plan);
        QCOMPARE(plan->result.lower_bound, Bytes(23));
        QCOMPARE(plan->result.goal, Goal::optimal);
        QCOMPARE(plan->result.layout.placements[1]->offset, Offset(20));
    }

    void plans_nothing_for_no_buffers() {
        const auto plan = planned(Problem{});
        QVERIFY(plan);
        QCOMPARE(plan->result.goal, Goal::optimal);
        QCOMPARE(plan->result.lower_bound, Bytes(0));
    }

    void finds_the_lowest_peak_of_thousands_of_small_problems() {
        Random random(7);
        for (const Extras extras : {Extras::none, Extras::alignment, Extras::gaps, Extras::pins}) {
            for (int i = 0; i < 600; ++i) {
                const Problem problem = small_problem(random, extras);
                const auto plan = planned(problem);
                QVERIFY(plan.has_value());
                const std::int64_t optimum = AllOrders(problem).lowest_peak();
                const std::string which = std::to_string(static_cast<int>(extras)) + "/" + std::to_string(i);
                QVERIFY2(is_clean(check(plan->problem, plan->result.layout)), which.c_str());
                QVERIFY2(top_of(*plan) == optimum, which.c_str());
                QVERIFY2(plan->result.lower_bound.value() == optimum, which.c_str());
                QVERIFY2(plan->result.goal == Goal::optimal, which.c_str());
            }
        }
    }

    void the_bound_is_never_above_a_layout_of_buffers_with_windows_and_mostly_proved() {
        Random random(3);
        int proved = 0;
        for (int i = 0; i < 400; ++i) {
            const Problem problem = small_problem(random, Extras::windows);
            const auto plan = planned(problem, "1000000");
            QVERIFY(plan.has_value());
            const std::int64_t tried = AllOrders(problem).lowest_peak();
            QVERIFY(is_clean(check(plan->problem, plan->result.layout)));
            QVERIFY(plan->result.lower_bound.value() <= std::min(top_of(*plan), tried));
            if (plan->result.goal == Goal::optimal) {
                QCOMPARE(top_of(*plan), std::min(top_of(*plan), tried));
                ++proved;
            }
        }
        QVERIFY(proved > 300);
    }

    void where_windows_of_a_pair_have_no_byte_in_common_the_bound_stays_at_the_threshold() {
        // At step 1 a keeps its low half and b its high half: b may lie half a size above a, or a above b by any.
        Problem problem = problem_of({buffer("a", 1, 2, 4), buffer("b", 1, 2, 4), buffer("c", 0, 2, 1)});
        problem.buffers[0].gaps = {{{Step(1), Step(2)}, Window{Bytes(0), Bytes(2)}}};
        problem.buffers[1].gaps = {{{Step(1), Step(2)}, Window{Bytes(2), Bytes(4)}}};
        const auto plan = planned(problem);
        QVERIFY(plan);
        QVERIFY(is_clean(check(problem, plan->result.layout)));
        QCOMPARE(plan->result.lower_bound, Bytes(5));
    }

    void a_capacity_that_some_layout_fits_is_kept() {
        Random random(5);
        for (int i = 0; i < 100; ++i) {
            Problem problem = small_problem(random, Extras::none);
            problem.regions.front().capacity = Bytes(AllOrders(problem).lowest_peak());
            const auto plan = planned(problem);
            QVERIFY(plan.has_value());
            QVERIFY(fits(plan->problem, plan->result.layout));
        }
    }

    void plans_each_region_by_itself() {
        Problem problem = problem_of({buffer("a", 0, 2, 10), buffer("b", 0, 2, 20), buffer("c", 0, 2, 5)});
        problem.regions.push_back({"second", 0, {}, Bytes(1)});
        problem.buffers[1].region = RegionIndex(1);
        const auto plan = planned(problem);
        QVERIFY(plan);
        QVERIFY(is_clean(check(problem, plan->result.layout)));
        QCOMPARE(peak(problem, plan->result.layout, RegionIndex(0)), Offset(15));
        QCOMPARE(peak(problem, plan->result.layout, RegionIndex(1)), Offset(20));
        QCOMPARE(plan->result.lower_bound, Bytes(20));
    }

    void the_layout_is_clean_and_the_bound_below_it() {
        QVERIFY(rc::check("exact layouts", [] {
            const Problem problem = random_problem({.with_gaps = true, .with_alignment = true});
            const auto plan = planned(problem, "500000");
            RC_ASSERT(plan.has_value());
            RC_ASSERT(is_clean(check(problem, plan->result.layout)));
            RC_ASSERT(plan->result.lower_bound.value() <= top_of(*plan));
            RC_ASSERT(plan->result.lower_bound >= plan->result.threshold);
            RC_ASSERT((plan->result.goal == Goal::optimal) == (plan->result.lower_bound.value() == top_of(*plan)));
        }));
    }

    void any_number_of_threads_gives_the_same_layout_and_bound() {
        for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
            const Problem problem = middling_problem(seed);
            const auto alone = planned(problem, "10000000", 1);
            const auto together = planned(problem, "10000000", 3);
            QVERIFY(alone && together);
            QCOMPARE(alone->result.layout.placements, together->result.layout.placements);
            QCOMPARE(alone->result.lower_bound, together->result.lower_bound);
            QCOMPARE(alone->result.work, together->result.work);
            QCOMPARE(alone->result.iterations, together->result.iterations);
        }
    }

    void the_trace_leads_to_the_layout_that_is_handed_out_and_tells_the_bound() {
        const Problem problem = middling_problem(5);
        const auto plan = planned(problem, "10000000", 1, true);
        QVERIFY(plan && plan->trace);
        QVERIFY(validate_trace(*plan->trace).has_value());
        TracePlayer player(*plan->trace);
        player.go_to(plan->trace->result);
        QCOMPARE(player.layout(problem).placements, plan->result.layout.placements);
        Offset last(std::numeric_limits<std::int64_t>::max());
        for (const Frame& frame : plan->trace->frames) {
            QCOMPARE(frame.kind, FrameKind::improvement);
            QVERIFY(frame.peak < last);
            QVERIFY(frame.note.find("; bound ") != std::string::npos);
            last = frame.peak;
        }
        QCOMPARE(planned(problem, "10000000", 1, false)->result.layout.placements, plan->result.layout.placements);
    }

    void progress_tells_a_peak_that_falls_and_a_bound_that_rises() {
        Bytes bound;
        Offset top(std::numeric_limits<std::int64_t>::max());
        bool is_monotone = true;
        const Problem problem = middling_problem(6);
        const auto plan = run_planner(
            problem, empty_layout(problem),
            {.planner = "exact", .settings = {{"work", "10000000"}}, .progress = [&](const Progress& progress) {
                 is_monotone = is_monotone && progress.lower_bound >= bound && progress.best_peak <= top;
                 bound = progress.lower_bound;
                 top = progress.best_peak;
             }});
        QVERIFY(plan);
        QVERIFY(is_monotone);
        QCOMPARE(top.value(), top_of(*plan));
        QVERIFY(bound <= plan->result.lower_bound);
    }

    void a_stop_hands_out_the_best_complete_layout_so_far_or_none() {
        const Problem problem = middling_problem(8);
        for (int patience = 0; patience < 40; ++patience) {
            int asked = 0;
            const auto plan = run_planner(problem, empty_layout(problem),
                                          {.planner = "exact", .stop = [&] { return ++asked > patience; }});
            QVERIFY(plan);
            QVERIFY(asked <= patience + 1);
            if (is_complete(plan->result.layout)) {
                QVERIFY(is_clean(check(problem, plan->result.layout)));
            } else {
                QCOMPARE(plan->result.goal, Goal::stopped);
                QVERIFY(plan->result.layout == empty_layout(problem));
            }
            QCOMPARE(plan->result.reproducible, asked <= patience);
        }
    }

    void is_asked_to_stop_at_a_bounded_amount_of_work() {
        const std::uint64_t most_visits = 300'000;
        std::uint64_t asked = 0;
        const Problem problem = middling_problem(9);
        const auto plan = run_planner(problem, empty_layout(problem),
                                      {.planner = "exact", .settings = {{"work", "20000000"}}, .stop = [&] {
                                           ++asked;
                                           return false;
                                       }});
        QVERIFY(plan);
        QVERIFY(asked * most_visits > plan->result.work);
    }

    void four_of_the_challenge_files_are_proved_optimal_with_little_work() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        for (const char* name : {"A", "C", "G", "K"}) {
            const auto document =
                read_document(shared_data(QStringLiteral("minimalloc/%1.1048576.csv").arg(name)).toStdString());
            QVERIFY(document);
            const auto plan = planned(document->problem, "40000000", 2);
            QVERIFY(plan);
            QVERIFY(is_clean(check(document->problem, plan->result.layout)));
            QVERIFY2(plan->result.goal == Goal::optimal, name);
            QCOMPARE(top_of(*plan), plan->result.threshold.value());
        }
    }

    void what_is_too_large_for_the_search_starts_from_the_best_of_all_fast_strategies() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(shared_data(QStringLiteral("large/iopddl_S_1.csv")).toStdString());
        QVERIFY(document);
        PlanOrder order{.planner = "portfolio", .settings = {{"work", "0"}}, .threads = 2};
        const auto portfolio = run_planner(document->problem, document->layout, order);
        order.planner = "exact";
        const auto exact = run_planner(document->problem, document->layout, order);
        QVERIFY(top_of(*exact) <= top_of(*portfolio));
    }
};

ARENASCOPE_TEST(ExactPlannerTest)
#include "exact_planner_test.moc"
