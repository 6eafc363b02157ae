// The subgraphs that TFLite's IF and WHILE run.

#include <tuple>

#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/core/format/flatbuffers/tflite_maker.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int32_t if_else = 118;
constexpr std::int32_t while_loop = 119;
constexpr std::uint8_t if_options = 92;
constexpr std::uint8_t while_options = 93;

/// A main graph with one operator that runs the subgraphs at positions `first` and `second`. Subgraph 1 is small: 16
/// bytes in, 16 bytes out. Subgraph 2 is large: 16 bytes in, 400 in between, 16 out. If `runs_itself`, subgraph 2 ends
/// with an operator that runs subgraph 2.
Document running(std::int32_t code, std::uint8_t options, std::int32_t first, std::int32_t second,
                 bool runs_itself = false) {
    TfliteMaker model;
    const auto run_graphs = [&](std::int32_t in, std::int32_t out, std::int32_t then_graph, std::int32_t else_graph) {
        model.node(code, {in}, {out}, options, tflite::CreateSubgraphs(model.builder(), then_graph, else_graph));
    };
    const std::int32_t x = model.tensor("x", {4});
    const std::int32_t y = model.tensor("y", {4});
    run_graphs(x, y, first, second);
    model.graph("main", {x}, {y});
    const std::int32_t a = model.tensor("a", {4});
    const std::int32_t b = model.tensor("b", {4});
    model.node(19, {a}, {b});
    model.graph("small", {a}, {b});
    const std::int32_t c = model.tensor("c", {4});
    const std::int32_t d = model.tensor("d", {100});
    const std::int32_t e = model.tensor("e", {4});
    model.node(19, {c}, {d});
    model.node(19, {d}, {e});
    if (runs_itself) {
        run_graphs(e, model.tensor("f", {4}), 2, 2);
    }
    model.graph("large", {c}, {e});
    auto document = parse_document(model.bytes(), "net.tflite", {});
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

}  // namespace

class TfliteSubgraphsTest : public QObject {
    Q_OBJECT

private slots:
    void the_larger_subgraph_of_an_operator_is_scratch_at_its_step() {
        for (const auto& [code, options, name] :
             {std::tuple(if_else, if_options, "IF 0/body"), std::tuple(while_loop, while_options, "WHILE 0/body")}) {
            const Document document = running(code, options, 1, 2);
            QCOMPARE(document.problem.buffers.size(), std::size_t{3});
            const Buffer& body = document.problem.buffers.back();
            QCOMPARE(body.name, std::string(name));
            QCOMPARE(body.size, Bytes(416));
            QCOMPARE(body.kind, BufferKind::scratch);
            QCOMPARE(body.lifetime, (Lifetime{Step(0), Step(1)}));
            QVERIFY(document.problem.graph->unknown_sizes.empty());
            QCOMPARE(arenascope::threshold(document.problem), Bytes(16 + 16 + 416));
        }
    }

    void unreadable_subgraphs_have_unknown_size() {
        const auto reason = [](const Document& document) { return document.problem.graph->unknown_sizes.at(0).reason; };
        QCOMPARE(reason(running(if_else, if_options, 1, 7)), std::string("it runs subgraph 7, which does not exist"));
        QCOMPARE(reason(running(if_else, while_options, 1, 2)), std::string("it does not name its subgraph"));
        QCOMPARE(reason(running(while_loop, while_options, 1, 2, true)),
                 std::string("in an inner graph: its subgraph runs itself"));
        QCOMPARE(reason(running(while_loop, while_options, 0, 1)), std::string("its subgraph runs itself"));
    }
};

ARENASCOPE_TEST(TfliteSubgraphsTest)
#include "tflite_subgraphs_test.moc"
