#include "core/model/network/body_memory.h"

#include <algorithm>

#include "core/format/plan/plan_json.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test::onnx_writer;

namespace {

Document opened_network(const GraphParts& parts, const ImportOptions& options = {}) {
    auto document = parse_document(model(parts), "net.onnx", options);
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

const Buffer* buffer_named(const Document& document, const std::string& name) {
    const auto& buffers = document.problem.buffers;
    const auto found =
        std::find_if(buffers.begin(), buffers.end(), [&](const Buffer& buffer) { return buffer.name == name; });
    return found == buffers.end() ? nullptr : &*found;
}

/// Doubles x `times` times, each time into a new tensor. Two of them are alive at once.
std::string doubling(const std::string& from, std::size_t times) {
    Names nodes;
    std::string last = from;
    for (std::size_t i = 0; i < times; ++i) {
        const std::string next = from + "_" + std::to_string(i);
        nodes.push_back(node("Concat", {last, last}, {next}, {integer("axis", 0)}));
        last = next;
    }
    return content({nodes, {}, {value(last, float32, std::nullopt)}});
}

/// An If with these branches, a condition that is only known at run time, and x of 1,024 bytes outside.
GraphParts choice(const std::string& yes, const std::string& no) {
    return {
        {node("If", {"c"}, {"y"}, {graph("then_branch", yes), graph("else_branch", no)}), node("Relu", {"y"}, {"z"})},
        {value("c", boolean, Shape{}), value("x", float32, Shape{256})},
        {value("z", float32, std::nullopt)}};
}

}  // namespace

class BodyMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (std::ranges::count(missing_formats(), FileFormat::onnx) > 0) {
            QSKIP("this build does not read ONNX");
        }
    }

    void the_branch_with_the_higher_threshold_is_a_scratch_buffer_of_the_step() {
        // 2,048 and 4,096 bytes are alive together in one branch; only 2,048 in the other, which also captures x.
        const Document document = opened_network(choice(doubling("x", 2), doubling("x", 1)));
        const Buffer* body = buffer_named(document, "If_y/body");
        QVERIFY(body != nullptr);
        QCOMPARE(body->size, Bytes(2048 + 4096));
        QCOMPARE(body->kind, BufferKind::scratch);
        QCOMPARE(body->lifetime, (Lifetime{Step(0), Step(1)}));
        QVERIFY(std::ranges::any_of(document.notes, [](const std::string& note) {
            return note.starts_with("operator 'If_y' (If) contains graphs: their highest peak of 6144 B");
        }));
    }

    void it_is_restored_after_writing() {
        const Document document = opened_network(choice(doubling("x", 2), doubling("x", 1)));
        const auto again = parse_document(plan_json_text(document.problem, document.layout, {}), "net.json");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QCOMPARE(again->problem, document.problem);
    }

    void an_inner_operator_may_contain_graphs_too() {
        const std::string inner =
            content({{node("If", {"c"}, {"v"},
                           {graph("then_branch", doubling("x", 2)), graph("else_branch", doubling("x", 1))}),
                      node("Neg", {"x"}, {"w"})},
                     {},
                     {value("w", float32, std::nullopt)}});
        const Document document = opened_network(choice(inner, doubling("x", 1)));
        // The inner If takes 6,144 bytes in its step of the branch; its output has an unknown size.
        const Buffer* body = buffer_named(document, "If_y/body");
        QVERIFY(body != nullptr);
        QVERIFY(body->size >= Bytes(6144));
    }

    void one_pass_of_a_loop_counts() {
        const std::string body =
            content({{node("Relu", {"s"}, {"a"}), node("Neg", {"a"}, {"b"}), node("Identity", {"go"}, {"on"})},
                     {value("i", int64, Shape{}), value("go", boolean, Shape{}), value("s", float32, Shape{256})},
                     {value("on", boolean, Shape{}), value("b", float32, Shape{256})}});
        const Document document = opened_network({{node("Loop", {"n", "", "x"}, {"y"}, {graph("body", body)})},
                                                  {value("n", int64, Shape{}), value("x", float32, Shape{256})},
                                                  {value("y", float32, std::nullopt)}});
        const Buffer* inner = buffer_named(document, "Loop_y/body");
        QVERIFY(inner != nullptr);
        // The memory of the body alone: inputs, outputs and intermediate tensors.
        const Document alone = opened_network(
            {{node("Relu", {"s"}, {"a"}), node("Neg", {"a"}, {"b"}), node("Identity", {"go"}, {"on"})},
             {value("i", int64, Shape{}), value("go", boolean, Shape{}), value("s", float32, Shape{256})},
             {value("on", boolean, Shape{}), value("b", float32, Shape{256})}});
        QCOMPARE(inner->size, threshold(alone.problem));
    }

    void unknown_sizes_inside_are_listed() {
        const std::string unknown = content({{node("Nonsense", {"x"}, {"u"}, {}, "own"), node("Relu", {"u"}, {"v"})},
                                             {},
                                             {value("v", float32, std::nullopt)}});
        const Document document = opened_network(choice(unknown, doubling("x", 1)));
        const auto& sizes = document.problem.graph->unknown_sizes;
        QVERIFY(std::ranges::any_of(
            sizes, [](const UnknownSize& one) { return one.tensor == "If_y/body/u" && one.operator_name == "If_y"; }));
        QVERIFY(has_uncertain_sizes(document));
    }

    void outer_constants_are_constants_inside() {
        GraphParts parts = choice(content({{node("Neg", {"k"}, {"folded"}), node("Add", {"folded", "x"}, {"v"})},
                                           {},
                                           {value("v", float32, std::nullopt)}}),
                                  content({{node("Relu", {"x"}, {"r"})}, {}, {value("r", float32, std::nullopt)}}));
        parts.initializers = {tensor("k", float32, {256})};
        const Document document = opened_network(parts);
        const Buffer* body = buffer_named(document, "If_y/body");
        QVERIFY(body != nullptr);
        QCOMPARE(body->size, Bytes(1024));
    }
};

ARENASCOPE_TEST(BodyMemoryTest)
#include "body_memory_test.moc"
