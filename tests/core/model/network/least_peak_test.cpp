#include "core/model/network/least_peak.h"

#include <algorithm>

#include "core/model/memory/live_profile.h"
#include "core/model/network/execution_order.h"
#include "tests/support/random_network.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// What an import makes of this order.
Bytes threshold_in(Problem problem, const std::vector<OperatorIndex>& order) {
    run_in_order(problem, order);
    return threshold(problem);
}

/// The lowest threshold of all orders in which the operators may run, by the import itself.
Bytes lowest_of_all(const Problem& problem, const NetworkOrder& network) {
    std::vector<OrderNode> nodes = identity_order(network.problem.size());
    std::optional<Bytes> lowest;
    do {
        if (!is_valid_order(network.problem, nodes)) {
            continue;
        }
        std::vector<OperatorIndex> order;
        for (const OrderNode node : nodes) {
            order.push_back(network.operators[node]);
        }
        const Bytes own = threshold_in(problem, order);
        lowest = std::min(lowest.value_or(own), own);
    } while (std::next_permutation(nodes.begin(), nodes.end()));
    return *lowest;
}

/// Adds what only some networks have: scratch that no operator names, effects, tensors without a buffer.
Problem odd_network(int most) {
    using rc::gen::inRange;
    Problem problem = random_network(most);
    auto& operators = problem.graph->operators;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        operators[i].keeps_order = *inRange(0, 5) == 0;
        if (*inRange(0, 4) == 0) {
            operators[i].writes_outside.push_back("kept");
        }
        if (*inRange(0, 4) == 0) {
            operators[i].reads_outside.push_back("kept");
        }
        if (*inRange(0, 4) == 0) {
            Buffer& scratch = problem.buffers.emplace_back();
            scratch.name = "scratch " + std::to_string(i);
            scratch.size = Bytes(*inRange<std::int64_t>(1, 9));
            scratch.kind = BufferKind::scratch;
            scratch.lifetime = {operators[i].step, operators[i].step + Duration(1)};
        }
    }
    return problem;
}

/// Input → two branches, each of a large and a small tensor → their sum. The file runs both large ones first.
Problem hills_in_turn() {
    NetworkSketch sketch;
    const auto input = sketch.input("input", 2);
    const auto high1 = sketch.add("high1", OperatorFeature::ordinary, {input}, 9);
    const auto high2 = sketch.add("high2", OperatorFeature::ordinary, {input}, 9);
    const auto low1 = sketch.add("low1", OperatorFeature::ordinary, {high1}, 1);
    const auto low2 = sketch.add("low2", OperatorFeature::ordinary, {high2}, 1);
    sketch.add("sum", OperatorFeature::ordinary, {low1, low2}, 1);
    return std::move(sketch.problem());
}

std::vector<std::string> names_in_order(const Problem& problem, const std::vector<OperatorIndex>& order) {
    std::vector<std::string> names;
    for (const OperatorIndex index : order) {
        names.push_back(problem.graph->operators[index].name);
    }
    return names;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class LeastPeakTest : public QObject {
    Q_OBJECT

private slots:
    void a_branch_ends_before_the_other_begins() {
        const Problem problem = hills_in_turn();
        QCOMPARE(threshold(problem), Bytes(20));
        const auto search = least_peak_search(problem);
        QVERIFY(search);
        QCOMPARE(search->threshold, Bytes(12));
        QCOMPARE(search->lower_bound, Bytes(12));
        QCOMPARE(threshold_in(problem, search->order), Bytes(12));
    }

    void the_search_knows_the_threshold_that_the_import_computes() {
        QVERIFY(rc::check("threshold", [] {
            const Problem problem = odd_network(20);
            const auto search = least_peak_search(problem);
            RC_ASSERT(search.has_value());
            RC_ASSERT(threshold_in(problem, search->order) == search->threshold);
            RC_ASSERT(search->threshold <= threshold(problem));
            RC_ASSERT(search->lower_bound == search->threshold);
        }));
    }

    void no_order_of_the_import_is_lower() {
        QVERIFY(rc::check("all orders", [] {
            const Problem problem = odd_network(8);
            const auto network = network_order(problem);
            const auto search = least_peak_search(problem);
            RC_ASSERT(network.has_value() && search.has_value());
            RC_ASSERT(search->threshold == lowest_of_all(problem, *network));
        }));
    }

    void operators_with_effects_keep_their_order() {
        Problem problem = hills_in_turn();
        problem.graph->operators[1].keeps_order = true;
        problem.graph->operators[2].keeps_order = true;
        problem.graph->operators[3].keeps_order = true;
        const auto search = least_peak_search(problem);
        QVERIFY(search);
        QCOMPARE(search->kept, (std::vector<std::string>{"high2", "low1", "low2"}));
        const std::vector<std::string> names = names_in_order(problem, search->order);
        QVERIFY(std::ranges::find(names, "high2") < std::ranges::find(names, "low1"));
        QCOMPARE(search->threshold, Bytes(20));
        QVERIFY(has(least_peak_note(*search, Bytes(20), Bytes(20), true), "3 operators keep their order"));
    }

    void users_of_a_variable_keep_their_order() {
        Problem problem = hills_in_turn();
        Buffer& state = problem.buffers.emplace_back();
        state.name = "state";
        state.size = Bytes(4);
        state.kind = BufferKind::variable;
        state.lifetime = {Step(0), Step(5)};
        problem.graph->operators[1].writes.emplace_back(6);
        problem.graph->operators[2].reads.emplace_back(6);
        const auto search = least_peak_search(problem);
        QVERIFY(search);
        const std::vector<std::string> names = names_in_order(problem, search->order);
        QVERIFY(std::ranges::find(names, "high2") < std::ranges::find(names, "low1"));
    }

    void a_tensor_without_a_buffer_is_written_before_it_is_read() {
        Problem problem = hills_in_turn();
        problem.graph->operators[1].writes_outside = {"kept by the caller"};
        problem.graph->operators[2].reads_outside = {"kept by the caller"};
        const auto search = least_peak_search(problem);
        QVERIFY(search);
        const std::vector<std::string> names = names_in_order(problem, search->order);
        QVERIFY(std::ranges::find(names, "high2") < std::ranges::find(names, "low1"));
    }

    void what_prevents_another_order_is_said() {
        const auto without_operators = least_peak_search({});
        QVERIFY(!without_operators && has(without_operators.error().cause, "the file has no operators"));
        Problem problem = hills_in_turn();
        problem.regions.push_back({.name = "second"});
        problem.buffers[2].region = RegionIndex(1);
        const auto elsewhere = least_peak_search(problem);
        QVERIFY(!elsewhere && has(elsewhere.error().cause, "several memories"));
        Problem circle = hills_in_turn();
        circle.graph->operators[0].reads.emplace_back(3);
        const auto round = least_peak_search(circle);
        QVERIFY(!round && has(round.error().cause, "there is a cycle"));
        QVERIFY(has(round.error().cause, "operator 'high1'"));
    }

    void the_note_says_what_is_proved() {
        LeastPeakSearch search{.threshold = Bytes(12), .lower_bound = Bytes(12), .limit = "high1"};
        QCOMPARE(least_peak_note(search, Bytes(20), Bytes(12), true),
                 std::string("execution-order=least-peak lowers the threshold from 20 B to 12 B: no order has a lower "
                             "one, because operator 'high1' needs that much in any order"));
        search.lower_bound = Bytes(11);
        QVERIFY(has(least_peak_note(search, Bytes(20), Bytes(12), true), "no order is below 11 B"));
        QVERIFY(has(least_peak_note(search, Bytes(12), Bytes(12), true), "keeps the file's order"));
        QVERIFY(has(least_peak_note(search, Bytes(20), Bytes(12), false), "proves nothing"));
    }

    void models_data() { add_model_rows(); }
    void models() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(const QString, path);
        const auto document = opened_model(path);
        if (!document || !document->problem.graph || document->problem.graph->operators.empty()) {
            return;
        }
        const auto search = least_peak_search(document->problem);
        QVERIFY2(search.has_value(), search ? "" : to_string(search.error()).c_str());
        QCOMPARE(threshold_in(document->problem, search->order), search->threshold);
        QCOMPARE(search->lower_bound, search->threshold);
        QVERIFY(search->threshold <= threshold(document->problem));
    }
};

ARENASCOPE_TEST(LeastPeakTest)
#include "least_peak_test.moc"
