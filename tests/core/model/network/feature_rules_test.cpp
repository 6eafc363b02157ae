#include "core/model/network/feature_rules.h"

#include <rapidcheck.h>

#include "core/planner/planning.h"
#include "tests/support/dataflow.h"
#include "tests/support/random_network.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;

namespace {

/// gelu (8 → 8), scale (8, 8 → 8), rows (4, 4 → 8), all ordinary.
Problem custom_network() {
    NetworkSketch sketch;
    const auto in = sketch.input("in", 8);
    const auto gelu = sketch.add("gelu", OperatorFeature::ordinary, {in}, 8);
    const auto scale = sketch.add("scale", OperatorFeature::ordinary, {gelu, in}, 8);
    const auto a = sketch.add("a", OperatorFeature::ordinary, {scale}, 4);
    const auto b = sketch.add("b", OperatorFeature::ordinary, {scale}, 4);
    sketch.add("rows", OperatorFeature::ordinary, {a, b}, 8);
    return std::move(sketch.problem());
}

struct Applied {
    Problem problem;
    bool has_changed = false;
    std::vector<std::string> notes;

    [[nodiscard]] const Operator& named(const std::string& name) const {
        const auto& operators = problem.graph->operators;
        return *std::find_if(operators.begin(), operators.end(), [&](const Operator& one) { return one.name == name; });
    }
};

Applied applied(const std::vector<FeatureRule>& rules, Problem problem = custom_network()) {
    Applied result{std::move(problem), false, {}};
    const auto changed = apply_feature_rules(result.problem, rules, "rules", result.notes);
    result.has_changed = changed && *changed;
    return result;
}

}  // namespace

class FeatureRulesTest : public QObject {
    Q_OBJECT

private slots:
    void operators_take_the_feature_of_their_rule() {
        const Applied result = applied({{"GELU", OperatorFeature::removable, {0}, 1},
                                        {"sc*", OperatorFeature::in_place, {1, 0}, 2},
                                        {"rows", OperatorFeature::merge, {}, 3}});
        QVERIFY(result.has_changed && result.notes.empty());
        QCOMPARE(result.named("gelu").feature, OperatorFeature::removable);
        QCOMPARE(result.named("gelu").shareable, std::vector<std::uint32_t>{0});
        QCOMPARE(result.named("scale").feature, OperatorFeature::in_place);
        QCOMPARE(result.named("scale").shareable, (std::vector<std::uint32_t>{1, 0}));
        QCOMPARE(result.named("rows").feature, OperatorFeature::merge);
        QCOMPARE(result.named("rows").shareable, (std::vector<std::uint32_t>{0, 1}));
        QCOMPARE(result.named("a").feature, OperatorFeature::ordinary);
    }

    void the_last_rule_that_matches_decides() {
        const Applied result =
            applied({{"*", OperatorFeature::in_place, {0}, 1}, {"gelu", OperatorFeature::ordinary, {}, 2}});
        QCOMPARE(result.named("gelu").feature, OperatorFeature::ordinary);
        QCOMPARE(result.named("scale").feature, OperatorFeature::in_place);
    }

    void outputs_side_by_side_are_parts_of_a_removable_operand() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        sketch.add("halves", OperatorFeature::ordinary, {in}, 6);
        Problem problem = std::move(sketch.problem());
        Buffer second = problem.buffers[1];
        second.name = "second";
        second.size = Bytes(2);
        problem.buffers.push_back(second);
        problem.graph->operators[0].writes.emplace_back(2);
        const Applied result = applied({{"halves", OperatorFeature::removable, {0}, 1}}, problem);
        QCOMPARE(result.named("halves").positions, (std::vector<Bytes>{Bytes(0), Bytes(6)}));
    }

    void operators_of_other_sizes_keep_their_feature_and_are_counted() {
        const Applied result = applied({{"a", OperatorFeature::removable, {0}, 4},
                                        {"gelu", OperatorFeature::in_place, {5}, 5},
                                        {"*", OperatorFeature::merge, {}, 6},
                                        {"Conf", OperatorFeature::merge, {}, 7}});
        QCOMPARE(result.named("a").feature, OperatorFeature::ordinary);
        QCOMPARE(result.named("gelu").feature, OperatorFeature::merge);  // a merge of one operand
        QCOMPARE(result.notes, (std::vector<std::string>{
                                   "rules: no operator has the type or the name 'Conf' (line 7)",
                                   "rules:6: 3 operators cannot be merge, because their inputs and outputs have other "
                                   "sizes: they keep their features"}));
    }

    void rules_that_say_what_holds_already_change_nothing() {
        QVERIFY(!applied({{"*", OperatorFeature::ordinary, {}, 1}}).has_changed);
    }

    void a_file_without_operators_is_an_error() {
        Problem problem = custom_network();
        problem.graph.reset();
        std::vector<std::string> notes;
        const auto changed = apply_feature_rules(problem, {{"*", OperatorFeature::ordinary, {}, 1}}, "rules", notes);
        QVERIFY(!changed);
        QCOMPARE(changed.error().source, std::string("rules"));
    }

    void a_custom_operator_in_place_lowers_the_peak() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        sketch.add("gelu", OperatorFeature::ordinary, {in}, 8);
        const PlanOrder order{.planner = "operator-sharing"};
        const Problem before = sketch.problem();
        QCOMPARE(peak(before, run_planner(before, empty_layout(before), order)->result.layout), Offset(16));
        const Problem after = applied({{"gelu", OperatorFeature::in_place, {0}, 1}}, before).problem;
        QCOMPARE(peak(after, run_planner(after, empty_layout(after), order)->result.layout), Offset(8));
    }

    void any_rules_give_networks_whose_plans_are_right() {
        QVERIFY(rc::check("rules on any network", [] {
            std::vector<FeatureRule> rules;
            for (std::int64_t line = 1, count = *rc::gen::inRange(1, 6); line <= count; ++line) {
                const std::string pattern = *rc::gen::element<std::string>("*", "op?", "op1*", "op3", "op4", "op5");
                rules.push_back({pattern,
                                 static_cast<OperatorFeature>(*rc::gen::inRange(0, 4)),
                                 {static_cast<std::uint32_t>(*rc::gen::inRange(0, 3))},
                                 line});
            }
            const Problem problem = applied(rules, test::random_network()).problem;
            const auto plan = run_planner(problem, empty_layout(problem),
                                          {.planner = "operator-sharing", .settings = {{"method", "source"}}});
            RC_ASSERT(plan.has_value());
            RC_ASSERT(test::Dataflow(problem, plan->result.layout).first_wrong_read() == std::string());
        }));
    }
};

ARENASCOPE_TEST(FeatureRulesTest)
#include "feature_rules_test.moc"
