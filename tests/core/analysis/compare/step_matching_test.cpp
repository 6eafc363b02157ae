#include "core/analysis/compare/step_matching.h"

#include "core/analysis/compare/live_difference.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// An operator and its type.
using Named = std::pair<std::string, std::string>;

/// Operators one after the other, each of which writes a buffer of its own name and of these bytes.
Problem network_of(const std::vector<Named>& operators, const std::vector<std::int64_t>& sizes = {}) {
    Problem problem;
    Graph graph;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        const auto step = static_cast<std::int64_t>(i);
        const auto& [name, type] = operators[i];
        problem.buffers.push_back(buffer("out:" + name, step, step + 1, sizes.empty() ? 8 : sizes[i]));
        graph.operators.push_back(
            {.name = name, .type = type, .step = Step(step), .reads = {}, .writes = {BufferIndex(i)}});
    }
    problem.graph = std::move(graph);
    return problem;
}

/// The same with the names as labels of steps, without a network.
Problem labelled(const std::vector<Named>& operators) {
    Problem problem = network_of(operators);
    for (const Operator& one : problem.graph->operators) {
        problem.step_labels.push_back({one.step, one.name});
    }
    problem.graph.reset();
    return problem;
}

StepMatching matching_of(const Problem& first, const Problem& second) {
    return match_steps(first, second, pair_buffers(first, second));
}

std::vector<StepPair> pairs_of(const std::vector<std::pair<std::int64_t, std::int64_t>>& steps) {
    std::vector<StepPair> pairs;
    for (const auto& [first, second] : steps) {
        pairs.push_back({Step(first), Step(second)});
    }
    return pairs;
}

}  // namespace

class StepMatchingTest : public QObject {
    Q_OBJECT

private slots:
    void operators_of_one_name_are_the_same_step_wherever_they_run() {
        const Problem first = network_of({{"conv1", "Conv"}, {"relu1", "Relu"}, {"conv2", "Conv"}, {"add", "Add"}});
        const Problem second = network_of({{"conv1", "Conv"}, {"conv2", "Conv"}, {"add", "Add"}});
        const StepMatching matching = matching_of(first, second);
        QVERIFY(matching.by == StepsMatchedBy::operators);
        QCOMPARE(matching.by_first, pairs_of({{0, 0}, {2, 1}, {3, 2}}));
        QCOMPARE(step_in_second(matching, Step(3)), std::optional(Step(2)));
        QCOMPARE(step_in_second(matching, Step(1)), std::optional<Step>());
        QCOMPARE(step_in_first(matching, Step(1)), std::optional(Step(2)));
        QCOMPARE(matching_words(matching), std::string("steps matched by operator: 3 of 4 in A, 3 of 3 in B"));
    }

    void operators_in_another_order_are_matched_too() {
        const Problem first = network_of({{"a", "Relu"}, {"b", "Relu"}, {"c", "Add"}});
        const Problem second = network_of({{"b", "Relu"}, {"a", "Relu"}, {"c", "Add"}});
        const StepMatching matching = matching_of(first, second);
        QVERIFY(matching.by == StepsMatchedBy::operators);
        QCOMPARE(matching.by_first, pairs_of({{0, 1}, {1, 0}, {2, 2}}));
        QCOMPARE(matching.by_second, pairs_of({{1, 0}, {0, 1}, {2, 2}}));
    }

    void the_same_operators_at_the_same_steps_match_by_number() {
        const Problem network = network_of({{"a", "Conv"}, {"b", "Relu"}});
        QVERIFY(matching_of(network, network).by == StepsMatchedBy::number);
        // Another tool has other names for them.
        QVERIFY(matching_of(network, network_of({{"x", "Conv"}, {"y", "Relu"}})).by == StepsMatchedBy::number);
        QCOMPARE(matching_words(matching_of(network, network)), std::string());
    }

    void renamed_operators_are_matched_by_type_between_the_same_neighbours() {
        const Problem first =
            network_of({{"a", "Conv"}, {"b", "Relu"}, {"c", "Conv"}, {"d", "Relu"}, {"e", "Softmax"}});
        const Problem second =
            network_of({{"a", "Conv"}, {"B", "Relu"}, {"new", "Pad"}, {"c", "Conv"}, {"e", "Softmax"}});
        QCOMPARE(matching_of(first, second).by_first, pairs_of({{0, 0}, {1, 1}, {2, 3}, {4, 4}}));
        // Of two that could be the one, neither is.
        const Problem twice = network_of({{"a", "Conv"}, {"x", "Relu"}, {"y", "Relu"}, {"c", "Conv"}});
        QCOMPARE(matching_of(first, twice).by_first, pairs_of({{0, 0}, {2, 3}}));
    }

    void names_of_steps_stand_for_a_network() {
        const std::vector<Named> names = {{"a", "Conv"}, {"b", "Relu"}, {"c", "Conv"}};
        const Problem shorter = labelled({names[0], names[2]});
        QCOMPARE(matching_of(labelled(names), shorter).by_first, pairs_of({{0, 0}, {2, 1}}));
        QCOMPARE(matching_of(network_of(names), shorter).by_first, pairs_of({{0, 0}, {2, 1}}));
    }

    void without_names_only_the_same_steps_match() {
        const Problem first = problem_of({buffer("a", 0, 4, 8), buffer("b", 2, 6, 8)});
        const Problem other = problem_of({buffer("a", 0, 4, 8), buffer("b", 3, 6, 8)});
        QVERIFY(matching_of(first, other).by == StepsMatchedBy::number);
        const Problem longer = problem_of({buffer("a", 0, 4, 8), buffer("b", 2, 6, 8), buffer("c", 5, 9, 8)});
        QVERIFY(matching_of(first, longer).by == StepsMatchedBy::number);  // its buffers live when they did
        const Problem unlike = problem_of({buffer("a", 0, 7, 8), buffer("x", 3, 9, 5)});
        const StepMatching nothing = matching_of(first, unlike);
        QVERIFY(nothing.by == StepsMatchedBy::nothing);
        QCOMPARE(step_in_second(nothing, Step(1)), std::optional<Step>());
        QCOMPARE(matching_words(nothing),
                 std::string("live sizes not compared: A has 6 steps, B has 9, and no operator names tell which steps "
                             "are the same"));
    }

    void networks_without_a_common_operator_do_not_match() {
        const Problem first = network_of({{"a", "Conv"}, {"b", "Conv"}});
        const Problem second = network_of({{"x", "Lstm"}, {"y", "Add"}});
        QVERIFY(matching_of(first, second).by == StepsMatchedBy::nothing);
        // One type in common makes no match.
        const Problem ends_alike = network_of({{"a", "Conv"}, {"b", "Conv"}, {"c", "Pad"}, {"s", "Softmax"}});
        const Problem other = network_of({{"x", "Lstm"}, {"y", "Add"}, {"z", "Mul"}, {"t", "Softmax"}});
        QVERIFY(matching_of(ends_alike, other).by == StepsMatchedBy::nothing);
        const LiveDifferences live =
            live_differences(live_profile(first), live_profile(second), matching_of(first, second));
        QVERIFY(live.at_first.steps.empty());
        QCOMPARE(live.at_first.unmatched, (std::vector{Lifetime{Step(0), Step(2)}}));
        QCOMPARE(difference_at(live.at_first, Step(1)), std::optional<Bytes>());
    }

    void only_live_sizes_at_the_same_operator_are_subtracted() {
        const Problem first = network_of({{"a", "Conv"}, {"pad", "Pad"}, {"b", "Conv"}}, {10, 500, 20});
        const Problem second = network_of({{"a", "Conv"}, {"b", "Conv"}}, {10, 26});
        const LiveDifferences live =
            live_differences(live_profile(first), live_profile(second), matching_of(first, second));
        QCOMPARE(live.at_first.steps, (std::vector{Step(2), Step(3)}));
        QCOMPARE(live.at_first.bytes, (std::vector{Bytes(6), Bytes(0)}));
        QCOMPARE(live.at_first.unmatched, (std::vector{Lifetime{Step(1), Step(2)}}));
        QCOMPARE(live.at_first.least, Bytes(0));
        QCOMPARE(difference_at(live.at_first, Step(2)), std::optional(Bytes(6)));
        QCOMPARE(live.at_second.steps, (std::vector{Step(1), Step(2)}));
        QVERIFY(live.at_second.unmatched.empty());
    }

    /// Whatever is left out or put elsewhere, what is compared is the same operator.
    void matched_steps_run_the_same_operator() {
        QVERIFY(rc::check("names are the same, and each step is matched once", [] {
            const auto names_of = [] {
                std::vector<Named> names;
                const auto letters = *rc::gen::unique<std::vector<char>>(rc::gen::inRange('a', 'z'));
                for (const char letter : letters) {
                    names.emplace_back(std::string(1, letter), "");
                }
                return names;
            };
            const std::vector<Named> of_first = names_of();
            const std::vector<Named> of_second = names_of();
            RC_PRE(!of_first.empty() && !of_second.empty());
            const StepMatching matching = matching_of(network_of(of_first), network_of(of_second));
            std::size_t in_both = 0;
            for (std::size_t i = 0; i < of_first.size(); ++i) {
                const auto found = std::ranges::find(of_second, of_first[i]);
                in_both += found != of_second.end() ? 1 : 0;
                const auto partner = step_in_second(matching, Step(static_cast<std::int64_t>(i)));
                RC_ASSERT(partner.has_value() == (found != of_second.end()));
                RC_ASSERT(!partner || partner->value() == found - of_second.begin());
                RC_ASSERT(!partner || step_in_first(matching, *partner) == Step(static_cast<std::int64_t>(i)));
            }
            RC_ASSERT((in_both == 0) == (matching.by == StepsMatchedBy::nothing));
        }));
    }
};

ARENASCOPE_TEST(StepMatchingTest)
#include "step_matching_test.moc"
