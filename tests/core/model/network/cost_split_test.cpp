#include "core/model/network/cost_split.h"

#include <string>
#include <vector>

#include "core/format/reading.h"
#include "tests/support/random_network.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string cores_text(const std::vector<RegionIndex>& cores) {
    std::string text;
    for (const RegionIndex core : cores) {
        text += std::to_string(core.value());
    }
    return text;
}

/// Two chains side by side, their operators in turn.
Problem two_chains() {
    NetworkSketch sketch;
    BufferIndex left = sketch.input("left", 8);
    BufferIndex right = sketch.input("right", 8);
    for (const char* number : {"1", "2", "3"}) {
        left = sketch.add(std::string("l") + number, OperatorFeature::ordinary, {left}, 8);
        right = sketch.add(std::string("r") + number, OperatorFeature::ordinary, {right}, 8);
    }
    return std::move(sketch.problem());
}

}  // namespace

class CostSplitTest : public QObject {
    Q_OBJECT

private slots:
    void work_is_multiply_accumulates_or_bytes_written_and_traffic_counts_a_tensor_once_for_each_other_core() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 10);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 20);
        sketch.add("b", OperatorFeature::ordinary, {a, a}, 3);
        sketch.add("c", OperatorFeature::ordinary, {a}, 4);
        const std::vector<RegionIndex> apart = {RegionIndex(0), RegionIndex(1), RegionIndex(1)};
        QCOMPARE(split_cost(sketch.problem(), apart, 2), (SplitCost{20, 27, 20}));
        const std::vector<RegionIndex> three = {RegionIndex(0), RegionIndex(1), RegionIndex(2)};
        QCOMPARE(split_cost(sketch.problem(), three, 3), (SplitCost{20, 27, 40}));
        QCOMPARE(note_on_work(sketch.problem()),
                 std::string("split=cost: the work of operators is the bytes that they write, because no "
                             "multiply-accumulates are known"));
        sketch.problem().graph->operators[OperatorIndex(2)].multiply_accumulates = 1'000;
        QCOMPARE(split_cost(sketch.problem(), three, 3), (SplitCost{1'000, 1'023, 40}));
        QCOMPARE(
            note_on_work(sketch.problem()),
            std::string("split=cost: the work of 1 of 3 operators is their multiply-accumulates, 1000 in all; that "
                        "of the others is the bytes that they write"));
    }

    void chains_side_by_side_are_not_cut() {
        const auto split = split_by_cost(two_chains(), 2);
        if (!can_split_by_cost()) {
            QVERIFY(!split && split.error().cause.find("METIS") != std::string::npos);
            return;
        }
        QVERIFY(split.has_value());
        QCOMPARE(cores_text(split->cores), std::string("010101"));
        QCOMPARE(split_cost(two_chains(), split->cores, 2), (SplitCost{24, 48, 0}));
        QCOMPARE(split->regions.size(), std::size_t{2});
    }

    void the_busiest_core_has_little_more_than_the_least_work_and_the_split_is_reproducible() {
        if (!can_split_by_cost()) {
            QSKIP("this build has no METIS");
        }
        QVERIFY(rc::check([] {
            const Problem problem = random_network();
            const auto count = *rc::gen::inRange<std::int64_t>(1, 6);
            const auto split = split_by_cost(problem, count);
            RC_ASSERT(split.has_value());
            RC_ASSERT(split->cores == split_by_cost(problem, count)->cores);
            const SplitCost cost = split_cost(problem, split->cores, count);
            for (const CoreSplit rule : {CoreSplit::order, CoreSplit::bytes}) {
                const SplitCost simple = split_cost(problem, split_by_rule(problem, count, rule).cores, count);
                const bool is_even = cost.largest_work * 100 <= simple.largest_work * 110;
                RC_ASSERT(is_even);
            }
        }));
    }

    void no_simple_rule_is_as_even_with_less_traffic_data() { add_model_rows(); }
    void no_simple_rule_is_as_even_with_less_traffic() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(QString, path);
        const auto document = opened_model(path);
        if (!document || !document->problem.graph || !can_split_by_cost()) {
            return;
        }
        const SplitCost cost = split_cost(document->problem, split_by_cost(document->problem, 4)->cores, 4);
        for (const CoreSplit rule : {CoreSplit::order, CoreSplit::bytes, CoreSplit::round_robin}) {
            const SplitCost simple = split_cost(document->problem, split_by_rule(document->problem, 4, rule).cores, 4);
            QVERIFY(simple.largest_work > cost.largest_work || simple.traffic >= cost.traffic);
        }
    }

    void the_switch_splits_by_cost() {
        const auto document =
            read_document(sample("inception_cell.param").toStdString(), {.cores = 2, .split = CoreSplit::cost});
        QCOMPARE(document.has_value(), can_split_by_cost());
        QVERIFY(!document || document->problem.regions.size() == 2);
    }
};

ARENASCOPE_TEST(CostSplitTest)
#include "cost_split_test.moc"
