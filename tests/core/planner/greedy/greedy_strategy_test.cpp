#include "core/planner/greedy/greedy_strategy.h"

#include <array>
#include <string>

#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A usage record of TensorFlow: size, first and last task, inclusive.
using Record = std::array<std::int64_t, 3>;

Problem problem_of_records(const std::vector<Record>& records) {
    Problem problem;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto [size, first, last] = records[i];
        problem.buffers.push_back(buffer(std::string("t").append(std::to_string(i)), first, last + 1, size));
    }
    return problem;
}

const std::vector<Record> chain{{16, 0, 1}, {8, 1, 2}, {64, 2, 3}, {32, 3, 4}, {8, 4, 5}};

std::vector<std::int64_t> offsets_by(const Problem& problem, const std::string& planner, std::string alignment = "1") {
    const auto plan = run_planner(problem, empty_layout(problem),
                                  {.planner = planner, .settings = {{"alignment", std::move(alignment)}}});
    std::vector<std::int64_t> offsets;
    for (const auto& placement : plan->result.layout.placements) {
        offsets.push_back(placement->offset.value());
    }
    return offsets;
}

std::vector<std::uint32_t> positions(const Problem& problem, OrderRule rule) {
    PlacingOrder members;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        members.push_back(BufferIndex(i));
    }
    std::vector<std::uint32_t> found;
    for (const BufferIndex index : rule(problem, RegionIndex(0), members)) {
        found.push_back(index.value());
    }
    return found;
}

using Offsets = std::vector<std::int64_t>;
using Positions = std::vector<std::uint32_t>;

}  // namespace

class GreedyStrategyTest : public QObject {
    Q_OBJECT

private slots:
    void a_chain_by_size_matches_tensorflow() {
        QCOMPARE(offsets_by(problem_of_records(chain), "offsets-greedy-by-size"), (Offsets{0, 64, 0, 64, 0}));
    }

    void naive_offsets_put_each_buffer_above_the_previous_one() {
        QCOMPARE(offsets_by(problem_of_records(chain), "offsets-naive"), (Offsets{0, 16, 24, 88, 120}));
    }

    void ends_are_rounded_up_to_the_base_alignment_and_the_total_is_not() {
        const Problem problem = problem_of_records({{10, 0, 1}, {7, 0, 1}, {3, 0, 1}});
        QCOMPARE(offsets_by(problem, "offsets-greedy-by-size", "8"), (Offsets{0, 16, 24}));
        QCOMPARE(offsets_by(problem, "offsets-naive", "8"), (Offsets{0, 16, 24}));
        const auto plan = run_planner(problem, empty_layout(problem),
                                      {.planner = "offsets-greedy-by-size", .settings = {{"alignment", "8"}}});
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(27));
    }

    void naive_offsets_are_above_pinned_buffers() {
        Problem problem = problem_of_records({{4, 0, 0}, {4, 5, 5}});
        problem.buffers[1].pin = Offset(10);
        QCOMPARE(offsets_by(problem, "offsets-naive"), (Offsets{14, 10}));
    }

    void by_size_keeps_the_input_order_of_ties() {
        const Problem problem = problem_of_records({{4, 0, 9}, {8, 3, 4}, {4, 0, 0}, {8, 0, 9}});
        QCOMPARE(positions(problem, by_size), (Positions{1, 3, 0, 2}));
        QCOMPARE(positions(problem, by_size_then_length), (Positions{3, 1, 0, 2}));
        QCOMPARE(positions(problem, by_length_then_size), (Positions{3, 0, 1, 2}));
    }

    void buffers_alive_throughout_go_first_as_in_tensorflow_lite() {
        const Problem problem = problem_of_records({{8, 3, 4}, {1, 0, 9}, {8, 0, 2}, {2, 0, 9}});
        QCOMPARE(positions(problem, throughout_then_by_size), (Positions{1, 3, 2, 0}));
    }

    void by_conflicts_counts_buffers_alive_at_the_same_time() {
        const Problem problem = problem_of_records({{9, 0, 0}, {1, 0, 3}, {5, 2, 3}, {7, 3, 3}});
        QCOMPARE(positions(problem, by_conflicts), (Positions{1, 3, 2, 0}));
    }

    void by_area_does_not_overflow() {
        const std::int64_t large = std::int64_t{1} << 40U;
        const Problem problem = problem_of_records({{5, 0, 4}, {large, 0, large}, {large, 0, large + 1}, {13, 0, 1}});
        QCOMPARE(positions(problem, by_area), (Positions{2, 1, 3, 0}));
    }

    void by_breadth_goes_from_the_widest_step_to_the_narrowest() {
        // Breadths of steps 0 to 3: 10, 12, 9, 5.
        const Problem problem = problem_of_records({{10, 0, 0}, {4, 1, 2}, {8, 1, 1}, {5, 2, 3}});
        QCOMPARE(positions(problem, by_breadth), (Positions{2, 1, 0, 3}));
    }

    void by_breadth_agrees_with_a_visit_of_every_step() {
        QVERIFY(rc::check("by breadth", [] {
            const Problem problem = random_problem({.most_buffers = 12, .most_steps = 8, .largest_size = 6});
            std::vector<std::pair<std::int64_t, std::int64_t>> steps;
            for (std::int64_t step = 0; step < 16; ++step) {
                std::int64_t breadth = 0;
                for (const Buffer& each : problem.buffers) {
                    breadth += contains(each.lifetime, Step(step)) ? each.size.value() : 0;
                }
                steps.emplace_back(-breadth, step);
            }
            std::sort(steps.begin(), steps.end());
            Positions expected;
            for (const auto& [breadth, step] : steps) {
                Positions alive;
                for (std::uint32_t i = 0; i < problem.buffers.size(); ++i) {
                    if (contains(problem.buffers[i].lifetime, Step(step)) &&
                        std::find(expected.begin(), expected.end(), i) == expected.end()) {
                        alive.push_back(i);
                    }
                }
                std::stable_sort(alive.begin(), alive.end(), [&](std::uint32_t a, std::uint32_t b) {
                    return problem.buffers[a].size > problem.buffers[b].size;
                });
                expected.insert(expected.end(), alive.begin(), alive.end());
            }
            RC_ASSERT(positions(problem, by_breadth) == expected);
        }));
    }

    void around_the_peak_stacks_the_buffers_alive_there_first() {
        const Problem problem = problem_of_records({{4, 0, 1}, {6, 1, 2}, {5, 1, 9}, {30, 5, 5}, {9, 1, 1}});
        QCOMPARE(positions(problem, around_the_peak), (Positions{2, 3, 4, 1, 0}));
    }

    void by_birth_sorts_by_begin() {
        const Problem problem = problem_of_records({{4, 2, 3}, {4, 0, 9}, {4, 1, 1}});
        QCOMPARE(positions(problem, by_birth), (Positions{1, 2, 0}));
    }

    void large_then_by_length_puts_buffers_below_a_thousandth_of_the_threshold_last() {
        const Problem problem = problem_of_records({{1, 0, 9}, {4000, 0, 1}, {2000, 2, 6}});
        QCOMPARE(positions(problem, large_then_by_length), (Positions{2, 1, 0}));
    }

    void the_trace_has_a_frame_for_each_placement() {
        Problem problem = problem_of_records(chain);
        problem.buffers[1].region = RegionIndex(1);
        problem.regions.push_back({.name = "second"});
        const auto plan = run_planner(problem, empty_layout(problem), {.planner = "greedy-tflm", .record = true});
        QVERIFY(validate_trace(*plan->trace).has_value());
        QCOMPARE(plan->trace->frames.size(), std::size_t{5});
        for (std::size_t i = 0; i < plan->trace->frames.size(); ++i) {
            QCOMPARE(plan->trace->frames[i].kind, FrameKind::placement);
            QCOMPARE(plan->trace->changes.counts(FrameIndex(i)).moves, 1U);
        }
        TracePlayer player(*plan->trace);
        player.go_to(plan->trace->result);
        QVERIFY(player.layout(plan->problem).placements == plan->result.layout.placements);
    }
};

ARENASCOPE_TEST(GreedyStrategyTest)
#include "greedy_strategy_test.moc"
