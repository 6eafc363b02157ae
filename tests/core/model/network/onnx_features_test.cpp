#include <algorithm>

#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "tests/support/dataflow.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::onnx_writer;

namespace {

/// x → MatMul → a → tested operator → b → MatMul → y
struct TestedOperator {
    std::string node;  ///< reads a, writes b
    std::int64_t version = 17;
    Names inputs = {};
    Names initializers = {};
    std::string more = {};  ///< further fields of the model
};

std::string model_with(const TestedOperator& tested) {
    GraphParts parts{{node("MatMul", {"x", "w"}, {"a"}), tested.node, node("MatMul", {"b", "w"}, {"y"})},
                     {value("x", float32, Shape{64, 64})},
                     {value("y", float32, Shape{64, 64})},
                     {tensor("w", float32, {64, 64})},
                     {value("b", float32, Shape{64, 64})}};
    parts.inputs.insert(parts.inputs.end(), tested.inputs.begin(), tested.inputs.end());
    parts.initializers.insert(parts.initializers.end(), tested.initializers.begin(), tested.initializers.end());
    return model(parts, tested.version, tested.more);
}

std::string domain(const std::string& name) {
    return bytes(8, bytes(1, name) + number(2, 1));
}

/// A stored boolean scalar.
std::string truth(const std::string& name, bool is_true) {
    return number(2, boolean) + number(5, is_true ? 1 : 0) + bytes(8, name);
}

std::string function(const std::string& name, const std::string& of_domain, const Names& nodes) {
    std::string content = bytes(1, name) + bytes(4, "p") + bytes(5, "q");
    for (const std::string& one : nodes) {
        content += bytes(7, one);
    }
    return bytes(25, content + bytes(9, number(2, 17)) + bytes(10, of_domain));
}

/// The sharing of the tested operator in a plan: "apart", or what it shares.
std::string sharing_of(const TestedOperator& tested) {
    const auto document = parse_document(model_with(tested), "net.onnx");
    if (!document) {
        return to_string(document.error());
    }
    const Problem& problem = document->problem;
    const auto plan = run_planner(problem, empty_layout(problem), {.planner = "operator-sharing"});
    if (!plan || !plan->problem.graph) {
        return plan ? "no graph" : to_string(plan.error());
    }
    const Layout& layout = plan->result.layout;
    if (const auto wrong = test::Dataflow(plan->problem, layout).first_wrong_read(); !wrong.empty()) {
        return wrong;
    }
    if (!layout.removed.empty()) {
        return "removed";
    }
    const auto offset_of = [&](const std::string& name) {
        const auto& buffers = plan->problem.buffers;
        const auto found = std::ranges::find(buffers, name, &Buffer::name);
        return found == buffers.end() ? std::optional<Offset>()
                                      : layout.placements[static_cast<std::size_t>(found - buffers.begin())]->offset;
    };
    const bool is_ordinary = std::ranges::all_of(
        plan->problem.graph->operators, [](const Operator& one) { return one.feature == OperatorFeature::ordinary; });
    return is_ordinary && offset_of("a") != offset_of("b") ? "apart"
           : offset_of("a") == offset_of("b")              ? "in place"
                                                           : "may share";
}

TestedOperator dropout(const Names& inputs, std::int64_t version = 17, const Names& attributes = {}) {
    return {node("Dropout", inputs, {"b"}, attributes), version, {}, {tensor("ratio", float32, {})}};
}

}  // namespace

class OnnxFeaturesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (std::ranges::count(missing_formats(), FileFormat::onnx) > 0) {
            QSKIP("this build does not read ONNX");
        }
    }

    void standard_operators_share_memory() {
        QCOMPARE(sharing_of({node("Identity", {"a"}, {"b"})}), "removed");
        QCOMPARE(sharing_of({node("Identity", {"a"}, {"b"}, {}, "ai.onnx")}), "removed");
        QCOMPARE(sharing_of({node("Relu", {"a"}, {"b"})}), "in place");
    }

    void operators_of_other_domains_share_no_memory() {
        for (const char* type : {"Identity", "Reshape", "Relu", "Softmax", "Dropout"}) {
            QCOMPARE(sharing_of({node(type, {"a"}, {"b"}, {}, "my.dom"), 17, {}, {}, domain("my.dom")}), "apart");
        }
    }

    void operators_that_the_model_defines_share_no_memory() {
        const Names product = {node("MatMul", {"p", "p"}, {"q"})};
        QCOMPARE(sharing_of({node("Identity", {"a"}, {"b"}, {}, "loc"),
                             17,
                             {},
                             {},
                             domain("loc") + function("Identity", "loc", product)}),
                 "apart");
        for (const char* of_domain : {"", "ai.onnx"}) {
            QCOMPARE(sharing_of({node("Relu", {"a"}, {"b"}), 17, {}, {}, function("Relu", of_domain, product)}),
                     "apart");
        }
    }

    void a_plan_shows_operators_with_their_domain() {
        const auto document = parse_document(
            model_with({node("Relu", {"a"}, {"b"}, {}, "my.dom"), 17, {}, {}, domain("my.dom")}), "net.onnx");
        QCOMPARE(document->problem.graph->operators[1].type, std::string("my.dom.Relu"));
        QCOMPARE(document->problem.graph->operators[0].type, std::string("MatMul"));
    }

    void a_dropout_outside_training_is_removed() {
        QCOMPARE(sharing_of(dropout({"a"})), "removed");
        QCOMPARE(sharing_of(dropout({"a", "ratio"})), "removed");
        QCOMPARE(sharing_of(dropout({"a"}, 9)), "removed");
        QCOMPARE(sharing_of(dropout({"a"}, 6, {integer("is_test", 1)})), "removed");
        TestedOperator told_not_to = dropout({"a", "ratio", "trains"});
        told_not_to.initializers.push_back(truth("trains", false));
        QCOMPARE(sharing_of(told_not_to), "removed");
    }

    void a_dropout_that_may_be_in_training_shares_no_memory() {
        TestedOperator told_to = dropout({"a", "ratio", "trains"});
        told_to.initializers.push_back(truth("trains", true));
        QCOMPARE(sharing_of(told_to), "apart");
        TestedOperator may_be_told = dropout({"a", "ratio", "trains"});
        may_be_told.inputs.push_back(value("trains", boolean, Shape{}));
        QCOMPARE(sharing_of(may_be_told), "apart");
        // Early versions needed is_test to turn training off.
        QCOMPARE(sharing_of(dropout({"a"}, 6)), "apart");
        QCOMPARE(sharing_of(dropout({"a"}, 6, {integer("is_test", 0)})), "apart");
    }

    void operators_that_may_be_random_never_fold() {
        const auto folded = [](const std::string& one, const std::string& more) {
            const auto document = parse_document(model({{one, node("Add", {"r", "x"}, {"y"})},
                                                        {value("x", float32, Shape{4})},
                                                        {value("y", float32, Shape{4})},
                                                        {tensor("w", float32, {4}), truth("yes", true)},
                                                        {value("r", float32, Shape{4})}},
                                                       17, more),
                                                 "net.onnx");
            return document && !document->import->folded.empty();
        };
        const Names random = {node("RandomNormalLike", {"p"}, {"q"})};
        const Names calls = {node("Inner", {"p"}, {"q"}, {}, "loc")};
        const Names sure = {node("Neg", {"p"}, {"q"})};
        QVERIFY(folded(node("Sure", {"w"}, {"r"}, {}, "loc"), function("Sure", "loc", sure)));
        QVERIFY(!folded(node("Outer", {"w"}, {"r"}, {}, "loc"),
                        function("Outer", "loc", calls) + function("Inner", "loc", random)));
        QVERIFY(!folded(node("Dropout", {"w", "", "yes"}, {"r"}), {}));
        // The name alone does not decide.
        QVERIFY(folded(node("RandomNormalLike", {"w"}, {"r"}), function("RandomNormalLike", "", sure)));
    }
};

ARENASCOPE_TEST(OnnxFeaturesTest)
#include "onnx_features_test.moc"
