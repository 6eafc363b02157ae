#include "core/model/network/spill/spilled_problem.h"

#include <rapidcheck.h>

#include "core/check/overlap_checker.h"
#include "core/check/symbolic_run.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/spill/second_traffic.h"
#include "core/planner/planning.h"
#include "tests/support/deployed_network.h"
#include "tests/support/random_network.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

SpillWish spill_of(const std::string& text) {
    return spill_wish(text).value().value();
}

/// A tensor that is written and read first, and read again at last, around large ones.
Problem long_bridge() {
    NetworkSketch sketch;
    const auto in = sketch.input("in", 10);
    const auto skip = sketch.add("skip", OperatorFeature::ordinary, {in}, 40);
    const auto a = sketch.add("a", OperatorFeature::ordinary, {in, skip}, 50);
    const auto b = sketch.add("b", OperatorFeature::ordinary, {a}, 50);
    const auto c = sketch.add("c", OperatorFeature::ordinary, {b}, 10);
    sketch.add("join", OperatorFeature::ordinary, {c, skip}, 10);
    return std::move(sketch.problem());
}

std::string error_of_spill(Problem problem, const std::string& wish) {
    const auto spilled = spilled_problem(std::move(problem), spill_of(wish), {});
    return spilled ? std::string() : spilled.error().cause;
}

const Buffer& spilled_buffer(const Problem& problem, std::string_view name) {
    return *std::ranges::find(problem.buffers, name, [](const Buffer& buffer) { return buffer.name.view(); });
}

}  // namespace

class SpilledProblemTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_leaves_the_first_memory_between_two_uses() {
        const auto spilled = spilled_problem(long_bridge(), spill_of("sdram:1000:100"), {});
        QVERIFY2(spilled.has_value(), spilled ? "" : spilled.error().cause.c_str());
        QCOMPARE(spilled->threshold_before, Bytes(140));
        QCOMPARE(spilled->threshold, Bytes(100));
        QCOMPARE(threshold(spilled->problem), Bytes(100));
        QCOMPARE(spilled->second_threshold, Bytes(40));
        QCOMPARE(spilled->traffic, std::int64_t{80});
        QCOMPARE(spilled->lower_bound, std::int64_t{80});
        QCOMPARE(spilled->movers, std::vector<std::string>{"skip"});
        QVERIFY(spilled->residents.empty());
        const Problem& problem = spilled->problem;
        QVERIFY((problem.regions[RegionIndex(1)] == Region{.name = "sdram", .capacity = Bytes(1000), .second = true}));
        QVERIFY((spilled_buffer(problem, "skip").lifetime == Lifetime{Step(0), Step(2)}));
        QVERIFY((spilled_buffer(problem, "skip@sdram").lifetime == Lifetime{Step(1), Step(5)}));
        QCOMPARE(spilled_buffer(problem, "skip@sdram").region, RegionIndex(1));
    }

    void operators_use_what_is_there_at_their_step() {
        // The join reads its operand in the second memory: that costs as much as a copy back, and needs less.
        const auto spilled = spilled_problem(long_bridge(), spill_of("sdram:1000:100"), {});
        const Problem& problem = spilled->problem;
        const Operator& join = problem.graph->operators.back();
        QVERIFY(problem.buffers[join.reads[1]].name.view().starts_with("skip@"));
        QVERIFY(contains(problem.buffers[join.reads[1]].lifetime, join.step));
        QCOMPARE(problem.buffers[problem.graph->operators.front().writes[0]].name, std::string("skip"));
    }

    void without_a_limit_the_first_memory_holds_what_operators_use_at_once() {
        const auto spilled = spilled_problem(long_bridge(), spill_of("sdram:1000"), {});
        QCOMPARE(spilled->threshold, Bytes(100));
        QCOMPARE(text_of(spilled->wish), std::string("sdram:1000:100"));
        const auto capacity = spilled_problem(long_bridge(), spill_of("sdram:1000"), Bytes(120));
        QCOMPARE(capacity->wish.most, Bytes(120));
    }

    void a_limit_that_cannot_be_kept_gives_the_lowest_where_only_the_capacity_says_it() {
        const auto spilled = spilled_problem(long_bridge(), spill_of("sdram:40"), Bytes(20));
        QVERIFY2(spilled.has_value(), spilled ? "" : spilled.error().cause.c_str());
        QCOMPARE(spilled->notes.front(), std::string("spill: 20 bytes of the first memory are not enough"));
        QVERIFY(spilled->threshold >= Bytes(100));
        QVERIFY(spilled->threshold < Bytes(140));
    }

    void errors_say_what_prevents_it() {
        QCOMPARE(error_of_spill(long_bridge(), "sdram"),
                 std::string("spill: the file has no region 'sdram'; its memories are 'arena'"));
        QCOMPARE(error_of_spill(long_bridge(), "arena:100"),
                 std::string("spill: 'arena' is the only memory of the file"));
        QCOMPARE(
            error_of_spill(long_bridge(), "sdram:10:100"),
            std::string("spill: at step 2 (b 'b'), 140 bytes are needed, more than 100 bytes and the 10 of 'sdram'; "
                        "the largest is 'a' of 50"));
        Problem pinned = long_bridge();
        pinned.buffers[BufferIndex(2)].pin = Offset(0);
        QCOMPARE(
            error_of_spill(pinned, "sdram:1000:30"),
            std::string("spill: at step 1 (a 'a'), 50 bytes cannot leave the first memory, more than 30 bytes; the "
                        "largest is 'a' of 50"));
        Problem plain = problem_of({buffer("x", 0, 1, 10)});
        QCOMPARE(error_of_spill(plain, "sdram:1000"),
                 std::string("spill: without operators, nothing says how much the first memory has to hold"));
    }

    void without_operators_a_buffer_is_written_and_read_once() {
        const auto spilled =
            spilled_problem(problem_of({buffer("x", 0, 2, 10), buffer("y", 1, 3, 7)}), spill_of("slow:100:10"), {});
        QCOMPARE(spilled->traffic, std::int64_t{14});
        QCOMPARE(spilled->residents, std::vector<std::string>{"y"});
        QCOMPARE(second_traffic(spilled->problem), std::int64_t{14});
    }

    void a_region_of_the_file_is_filled_anew_except_for_pins() {
        Problem problem = problem_of({buffer("x", 0, 2, 10), buffer("y", 1, 3, 7), buffer("z", 0, 3, 5)});
        problem.regions = {Region{.name = "fast", .capacity = Bytes(12)}, Region{.name = "slow"}};
        problem.buffers[BufferIndex(0)].region = RegionIndex(1);
        problem.buffers[BufferIndex(2)].region = RegionIndex(1);
        problem.buffers[BufferIndex(2)].pin = Offset(0);
        const auto spilled = spilled_problem(problem, spill_of("slow"), {});
        QVERIFY2(spilled.has_value(), spilled ? "" : spilled.error().cause.c_str());
        QCOMPARE(spilled->traffic, std::int64_t{14});
        QCOMPARE(spilled->problem.buffers[BufferIndex(0)].region, RegionIndex(0));
        QCOMPARE(spilled->problem.buffers[BufferIndex(1)].region, RegionIndex(1));
        QCOMPARE(spilled->problem.buffers[BufferIndex(2)].region, RegionIndex(1));
    }

    void the_peak_is_that_of_the_first_memory() {
        const auto spilled =
            spilled_problem(problem_of({buffer("x", 0, 2, 10), buffer("y", 0, 2, 7)}), spill_of("slow:100:8"), {});
        PlanOrder order;
        order.planner = "portfolio";
        const auto plan = run_planner(spilled->problem, empty_layout(spilled->problem), order);
        QVERIFY(plan.has_value());
        QCOMPARE(peak(plan->problem, plan->result.layout), Offset(7));
        QCOMPARE(peak(plan->problem, plan->result.layout, RegionIndex(1)), Offset(10));
        QCOMPARE(plan->result.threshold, Bytes(7));
        QCOMPARE(plan->result.lower_bound, Bytes(7));
    }

    void the_peak_of_a_deployment_is_that_of_the_first_memory_too() {
        const auto spilled = spilled_problem(long_bridge(), spill_of("sdram:1000:100"), {});
        const Document document = deployed_network(spilled->problem, "best");
        QCOMPARE(document.problem.regions.size(), std::size_t{2});
        QCOMPARE(peak(document.problem, document.layout), Offset(100));
        QVERIFY(std::ranges::count_if(document.problem.regions, &Region::second) == 1);
    }

    void random_networks_keep_what_the_search_says_and_can_be_planned() {
        QVERIFY(rc::check([] {
            const Problem whole = random_network(14);
            const Bytes before = threshold(whole);
            const auto most = *rc::gen::inRange<std::int64_t>(before.value() / 3, before.value() + 1);
            const auto second = *rc::gen::inRange<std::int64_t>(before.value() / 2, 2 * before.value() + 1);
            SpillWish wish{"sdram", Bytes(second), Bytes(most)};
            const auto spilled = spilled_problem(whole, wish, {});
            RC_CLASSIFY(!spilled.has_value(), "impossible");
            if (!spilled) {
                return;
            }
            const Problem& problem = spilled->problem;
            RC_ASSERT(validate(problem).has_value());
            const std::vector<Bytes> thresholds = region_thresholds(problem, Layout());
            RC_ASSERT(thresholds[0] <= Bytes(most));
            RC_ASSERT(thresholds[0] == spilled->threshold);
            RC_ASSERT(thresholds[1] <= Bytes(second));
            RC_ASSERT(spilled->threshold_before == before);
            RC_ASSERT(second_traffic(problem) == spilled->traffic);
            RC_ASSERT(spilled->lower_bound == spilled->traffic);
            for (const Operator& node : problem.graph->operators) {
                for (const auto* used : {&node.reads, &node.writes}) {
                    for (const BufferIndex buffer : *used) {
                        RC_ASSERT(contains(problem.buffers[buffer].lifetime, node.step));
                    }
                }
            }
            for (const auto& planner : {"offsets-greedy-by-size", "operator-sharing"}) {
                PlanOrder order;
                order.planner = planner;
                const auto plan = run_planner(problem, empty_layout(problem), order);
                RC_ASSERT(plan.has_value());
                RC_ASSERT(check(plan->problem, plan->result.layout, 1).overlaps.empty());
            }
            const Deployment deployment = *deployed_network(problem, "best").deployment;
            RC_ASSERT(dataflow_findings(deployment, problem).empty());
            // The same again from its own words.
            const auto again = spilled_problem(whole, spilled->wish, {});
            RC_ASSERT(again.has_value());
            RC_ASSERT(again->problem == problem);
        }));
    }
};

ARENASCOPE_TEST(SpilledProblemTest)
#include "spilled_problem_test.moc"
