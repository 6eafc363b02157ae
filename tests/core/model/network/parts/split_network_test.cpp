#include "core/model/network/parts/split_network.h"

#include "core/check/symbolic_run.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/network_problem.h"
#include "core/model/network/parts/part_price.h"
#include "core/model/network/parts/split_search.h"
#include "core/planner/body_planner.h"
#include "core/planner/planning.h"
#include "tests/support/dataflow.h"
#include "tests/support/deployed_network.h"
#include "tests/support/numeric_network.h"
#include "tests/support/random_pictures.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// in (1 channel, 8 × 8) ─▶ Conv 3 × 3 to 4 channels ─▶ Relu ─▶ MaxPool 2 × 2
PictureSketch chain() {
    PictureSketch sketch(ModelKind::onnx);
    const TensorIndex in = sketch.tensor("in", 1, 8, 8);
    sketch.network.inputs = {in};
    const TensorIndex wide = *sketch.slide(in, {padded_three, padded_three}, 4);
    const TensorIndex positive = sketch.node("Relu", {wide}, sketch.tensor("positive", 4, 8, 8));
    sketch.slide(positive, {{2, 2}, {2, 2}, WindowUse::maximum}, 4);
    sketch.end();
    return sketch;
}

/// All chains of a network that may run in parts.
std::vector<Chain> chains_of(const SplitSteps& steps, std::int64_t most_parts) {
    std::vector<Chain> chains;
    for (std::size_t first = 0; first < steps.size(); ++first) {
        for (std::size_t last = first; last < steps.size(); ++last) {
            for (const SplitAxis axis : {SplitAxis::height, SplitAxis::width, SplitAxis::channels}) {
                for (std::int64_t parts = 2; parts <= most_parts; ++parts) {
                    const Chain chain{first, last, axis, parts};
                    if (steps.reason_against(chain).empty()) {
                        chains.push_back(chain);
                    }
                }
            }
        }
    }
    return chains;
}

/// Whether a network gives the same numbers after this.
std::string difference(const Network& whole, const Network& split) {
    const NumericRun a(whole);
    const NumericRun b(split);
    return !a.wrong().empty()           ? a.wrong()
           : !b.wrong().empty()         ? b.wrong()
           : a.outputs() == b.outputs() ? std::string()
                                        : "the outputs differ";
}

}  // namespace

class SplitNetworkTest : public QObject {
    Q_OBJECT

private slots:
    void each_part_has_the_rows_that_it_needs_and_its_own_padding() {
        const PictureSketch sketch = chain();
        const SplitSteps steps(sketch.network, true);
        const Chain parts{0, 2, SplitAxis::height, 2};
        QCOMPARE(steps.reason_against(parts), std::string());
        const Network split = split_network(steps, {parts});
        QCOMPARE(split.nodes.size(), std::size_t{6});
        QCOMPARE(split.nodes[0].name, std::string("Conv 0, part 1 of 2"));
        QCOMPARE(split.nodes[5].name, std::string("MaxPool 2, part 2 of 2"));
        // Rows 0 to 3 of the convolution see rows 0 to 4 of the input and one row of padding.
        QCOMPARE(*split.nodes[0].part->reads[0], (TensorRows{2, {0, 5}}));
        QCOMPARE(split.nodes[0].window->height, (WindowAxis{3, 1, 1, 1, 0}));
        QCOMPARE(*split.nodes[3].part->reads[0], (TensorRows{2, {3, 8}}));
        QCOMPARE(split.nodes[3].window->height, (WindowAxis{3, 1, 1, 0, 1}));
        QCOMPARE(*split.tensors[split.nodes[0].outputs[0]].shape, (std::vector<std::int64_t>{1, 4, 4, 8}));
        QCOMPARE(split.nodes[2].part->writes, (TensorRows{2, {0, 2}}));
        QCOMPARE(split.nodes[5].part->writes, (TensorRows{2, {2, 4}}));
        QCOMPARE(split.nodes[0].part->computes, (Rows{0, 4}));
        QCOMPARE(split.nodes[3].part->computes, (Rows{4, 8}));
        QCOMPARE(split.nodes[0].part->before, std::int64_t{1});
        QCOMPARE(split.nodes[3].part->after, std::int64_t{1});
        QCOMPARE(split.nodes[2].outputs, split.nodes[5].outputs);
        QCOMPARE(difference(sketch.network, split), std::string());
    }

    void input_and_output_stay_whole_and_the_rest_lives_in_parts() {
        const PictureSketch sketch = chain();
        const SplitSteps steps(sketch.network, true);
        const Problem problem = problem_of_pictures(split_network(steps, {{0, 2, SplitAxis::height, 2}}));
        // Two tensors of 4 · 4 · 8 = 128 at a time, with in in the first part, and with the output in the second one.
        QCOMPARE(threshold(problem_of_pictures(sketch.network)), Bytes(256 + 256));
        QCOMPARE(threshold(problem), Bytes(64 + 128 + 128));
        const auto lifetime = [&](const std::string& name) {
            return std::ranges::find(problem.buffers, name, &Buffer::name)->lifetime;
        };
        QCOMPARE(lifetime("in"), (Lifetime{Step(0), Step(4)}));
        QCOMPARE(lifetime("t2"), (Lifetime{Step(2), Step(6)}));
        QCOMPARE(lifetime("t0, part 1 of 2"), (Lifetime{Step(0), Step(2)}));
        QCOMPARE(lifetime("t0, part 2 of 2"), (Lifetime{Step(3), Step(5)}));
    }

    void the_price_is_what_two_parts_compute_twice() {
        PictureSketch sketch(ModelKind::onnx);
        const TensorIndex in = sketch.tensor("in", 1, 8, 8);
        sketch.network.inputs = {in};
        const TensorIndex first = *sketch.slide(in, {padded_three, padded_three}, 4);
        sketch.slide(first, {padded_three, padded_three}, 1);
        sketch.end();
        const SplitSteps steps(sketch.network, true);
        const Chain parts{0, 1, SplitAxis::height, 2};
        const RunPrice whole = price_of_run(sketch.network, true);
        const RunPrice split = price_of_run(split_network(steps, {parts}), true);
        // Both parts compute rows 3 and 4 of the first one: 2 rows of 8 places with 4 channels and 9 weights.
        QCOMPARE(split.work - whole.work, std::int64_t{2 * 8 * 4 * 9});
        // Of the input, both read rows 2 to 5; of the first output, both write and read two.
        QCOMPARE(split.traffic - whole.traffic, std::int64_t{4 * 8 + 2 * (2 * 8 * 4)});
        QCOMPARE(weigh(steps, problem_of_pictures(sketch.network), parts, Bytes(1)).extra, split.work - whole.work);
    }

    void channels_of_an_output_are_computed_once() {
        PictureSketch sketch(ModelKind::tflite);
        const TensorIndex in = sketch.tensor("in", 2, 6, 6);
        sketch.network.inputs = {in};
        const TensorIndex wide = *sketch.slide(in, {{}, {}}, 8);
        sketch.slide(wide, {padded_three, padded_three, WindowUse::convolution, 8}, 8);
        sketch.end();
        const SplitSteps steps(sketch.network, true);
        const Chain parts{0, 1, SplitAxis::channels, 4};
        QCOMPARE(steps.reason_against(parts), std::string());
        const Network split = split_network(steps, {parts});
        QCOMPARE(price_of_run(split, true).work, price_of_run(sketch.network, true).work);
        QCOMPARE(difference(sketch.network, split), std::string());
        QCOMPARE(threshold(problem_of_pictures(split)), Bytes(36 * 2 + 36 * 2 + 36 * 8));
    }

    void a_chain_that_can_not_run_in_parts_says_which_operator_prevents_it() {
        PictureSketch sketch(ModelKind::onnx);
        const TensorIndex in = sketch.tensor("in", 2, 4, 4);
        sketch.network.inputs = {in};
        const TensorIndex a = sketch.node("Relu", {in}, sketch.tensor("a", 2, 4, 4));
        const TensorIndex b = sketch.node("Softmax", {a}, sketch.tensor("b", 2, 4, 4));
        const TensorIndex c = *sketch.slide(b, {padded_three, padded_three}, 2);
        const TensorIndex d = sketch.node("Relu", {c}, sketch.tensor("d", 2, 4, 4));
        sketch.node("Add", {d, c}, sketch.tensor("e", 2, 4, 4));
        sketch.end();
        const SplitSteps steps(sketch.network, true);
        const auto reason = [&](std::size_t first, std::size_t last, SplitAxis axis, std::int64_t parts) {
            return steps.reason_against({first, last, axis, parts});
        };
        QCOMPARE(reason(0, 1, SplitAxis::height, 2),
                 std::string("step 1 cannot run in parts: Softmax 'Softmax 1' is of a "
                             "kind that is not known to work in parts"));
        QCOMPARE(reason(2, 3, SplitAxis::height, 2),
                 std::string("what step 2 (Conv 'Conv 2') writes is read by step 4 (Add 'Add 4'), too"));
        QCOMPARE(reason(3, 9, SplitAxis::height, 2), std::string("there is no step 9: the last one is step 4"));
        QCOMPARE(reason(3, 4, SplitAxis::height, 5),
                 std::string("the height of what step 4 (Add 'Add 4') writes is 4, less than 5 parts"));
        QCOMPARE(reason(2, 4, SplitAxis::height, 4), std::string());
    }

    void results_are_the_same_to_the_bit_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("ONNX") << static_cast<int>(ModelKind::onnx);
        QTest::newRow("TFLite") << static_cast<int>(ModelKind::tflite);
    }
    void results_are_the_same_to_the_bit() {
        QFETCH(const int, kind);
        std::size_t networks = 0;
        std::size_t tried = 0;
        QVERIFY(rc::check([kind, &networks, &tried] {
            ++networks;
            const Network network = random_pictures(static_cast<ModelKind>(kind), 6);
            const SplitSteps steps(network, true);
            for (const Chain& chain : chains_of(steps, 4)) {
                RC_ASSERT(difference(network, split_network(steps, {chain})) == std::string());
                ++tried;
            }
        }));
        QVERIFY(tried > networks);
    }

    void disjoint_chains_run_in_parts_together() {
        QVERIFY(rc::check([] {
            const Network network = random_pictures(ModelKind::onnx, 8);
            const SplitSteps steps(network, true);
            std::vector<Chain> some;
            for (const Chain& chain : chains_of(steps, 3)) {
                if ((some.empty() || some.back().last < chain.first) && *rc::gen::inRange(0, 3) == 0) {
                    some.push_back(chain);
                }
            }
            const Network split = split_network(steps, some);
            RC_ASSERT(difference(network, split) == std::string());
            // Each chain is weighed alone, and the rest as it was.
            const Problem whole = problem_of_pictures(network);
            std::int64_t extra = 0;
            for (const Chain& chain : some) {
                extra += weigh(steps, whole, chain, Bytes(1)).extra;
            }
            RC_ASSERT(price_of_run(split, true).work - price_of_run(network, true).work == extra);
        }));
    }

    void the_import_of_the_changed_network_has_the_threshold_that_was_weighed() {
        QVERIFY(rc::check([] {
            const Network network = random_pictures(ModelKind::onnx, 7);
            const SplitSteps steps(network, true);
            ImportOptions options;
            options.size_multiple = Bytes(*rc::gen::element(1, 16));
            options.outputs = static_cast<Residence>(*rc::gen::inRange(0, 3));
            options.inputs = static_cast<Residence>(*rc::gen::inRange(0, 3));
            const auto import = [&](const Network& one) {
                return imported_model(one, options, planner_of_bodies(), "network").value().problem;
            };
            const Problem whole = import(network);
            for (const Chain& chain : chains_of(steps, 3)) {
                const Problem split = import(split_network(steps, {chain}));
                RC_ASSERT(weigh(steps, whole, chain, options.size_multiple).threshold == threshold(split));
            }
        }));
    }

    void a_deployment_in_parts_is_checked_against_the_model() {
        const PictureSketch sketch = chain();
        const SplitSteps steps(sketch.network, true);
        const Problem problem = problem_of_pictures(split_network(steps, {{0, 2, SplitAxis::height, 2}}));
        Deployment deployment = *deployed_network(problem, "best").deployment;
        QVERIFY(dataflow_findings(deployment, problem).empty());
        // The second part of the convolution writes over what the first part of the pooling has left in the output.
        const auto pooling = std::ranges::find(deployment.operators, "MaxPool 2, part 1 of 2", &DeployedOperator::name);
        const auto second = std::ranges::find(deployment.operators, "Conv 0, part 2 of 2", &DeployedOperator::name);
        second->writes.front().place = pooling->writes.front().place;
        const auto findings = dataflow_findings(deployment, problem);
        const auto lost = std::ranges::find(findings, "MaxPool 2, part 2 of 2", &DataflowFinding::operator_name);
        QVERIFY(lost != findings.end());
        QCOMPARE(lost->kind, DataflowFinding::Kind::overwritten);
        QCOMPARE(lost->tensor, std::string("t2"));
        QCOMPARE(lost->overwritten_by, std::string("Conv 0, part 2 of 2"));
    }

    void a_deployment_with_other_rows_or_padding_is_found() {
        const PictureSketch sketch = chain();
        const SplitSteps steps(sketch.network, true);
        const Problem problem = problem_of_pictures(split_network(steps, {{0, 2, SplitAxis::height, 2}}));
        const Deployment right = *deployed_network(problem, "best").deployment;
        const auto sentence_after = [&](const std::function<void(OperatorPart&)>& change) {
            Deployment deployment = right;
            const auto second = std::ranges::find(deployment.operators, "Conv 0, part 2 of 2", &DeployedOperator::name);
            change(*second->part);
            const auto findings = dataflow_findings(deployment, problem);
            return findings.size() == 1 ? sentence_of(findings.front()) : std::string();
        };
        QCOMPARE(sentence_after([](OperatorPart& part) { part.reads[0]->rows.begin = 4; }),
                 std::string("Conv 0, part 2 of 2 is another part than the model's: of operand 0 it reads rows 4 up to "
                             "8 of dimension 2, not rows 3 up to 8 of dimension 2"));
        QCOMPARE(sentence_after([](OperatorPart& part) { part.before = 1; }),
                 std::string("Conv 0, part 2 of 2 is another part than the model's: its padding is 1 before and 1 "
                             "after, not 0 before and 1 after"));
        QCOMPARE(sentence_after([](OperatorPart& part) { part.computes.end = 7; }),
                 std::string("Conv 0, part 2 of 2 is another part than the model's: it computes rows 4 up to 7, not "
                             "rows 4 up to 8"));
        QCOMPARE(sentence_after([](OperatorPart& part) { part.number = 1; }),
                 std::string("Conv 0, part 2 of 2 is another part than the model's: it is part 1 of 2 along the "
                             "height, not part 2 of 2 along the height"));
        // A list that does not tell is no contradiction.
        Deployment silent = right;
        for (DeployedOperator& one : silent.operators) {
            one.part.reset();
        }
        QVERIFY(dataflow_findings(silent, problem).empty());
    }

    void a_part_of_a_model_that_runs_whole_is_found() {
        const PictureSketch sketch = chain();
        const Problem problem = problem_of_pictures(sketch.network);
        Deployment deployment = *deployed_network(problem, "best").deployment;
        deployment.operators.front().part = OperatorPart{.number = 1, .count = 2, .reads = {}, .computes = {0, 4}};
        const auto findings = dataflow_findings(deployment, problem);
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(sentence_of(findings.front()), std::string("Conv 0 is another part than the model's: it is part 1 of "
                                                            "2 along the height, and the model's runs whole"));
    }

    void plans_with_shared_memory_keep_the_dataflow_of_the_parts() {
        QVERIFY(rc::check([] {
            const Network network = random_pictures(ModelKind::onnx, 6);
            const SplitSteps steps(network, true);
            const auto chains = chains_of(steps, 3);
            RC_PRE(!chains.empty());
            const Problem problem = problem_of_pictures(split_network(steps, {*rc::gen::elementOf(chains)}));
            const auto plan =
                run_planner(problem, empty_layout(problem), {.planner = "operator-sharing", .settings = {}});
            RC_ASSERT(plan.has_value());
            RC_ASSERT(Dataflow(plan->problem, plan->result.layout).first_wrong_read() == std::string());
            const Deployment deployment = *deployed_network(problem, "best").deployment;
            RC_ASSERT(dataflow_findings(deployment, problem).empty());
        }));
    }
};

ARENASCOPE_TEST(SplitNetworkTest)
#include "split_network_test.moc"
