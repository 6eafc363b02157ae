#include "core/picture/network/dot_text.h"

#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;
using arenascope::test::worked_network;

namespace {

/// in → "evil" → "op", where a name could be a command of dot.
Problem small() {
    NetworkSketch sketch;
    const auto in = sketch.input("in];rank=same", 8);
    const auto evil = sketch.add("0->1;}", OperatorFeature::ordinary, {in}, 8);
    sketch.add("op", OperatorFeature::ordinary, {evil}, 8);
    return std::move(sketch.problem());
}

constexpr std::string_view plain =
    "graph 1 2 4\n"
    "node 2 1 3.5 1 0.5 2 solid box black lightgrey\n"
    "node 0 1 2 1 0.5 0 solid box black lightgrey\n"
    "node 1 1 0.5 1 0.5 1 solid box black lightgrey\n"
    "edge 2 0 4 1 3.25 1 3 1 2.5 1 2.25 solid black\n"
    "edge 0 1 4 1 1.75 1 1.5 1 1 1 0.75 solid black\n"
    "stop\n";

}  // namespace

class DotTextTest : public QObject {
    Q_OBJECT

private slots:
    void has_positions_instead_of_names() {
        const NetworkDiagram diagram = network_diagram(small());
        const std::string text = dot_text(diagram, std::vector<Extent>(3, {72, 36}));
        QCOMPARE(text, std::string("digraph{nodesep=0.3;ranksep=0.6;edge[arrowhead=none];"
                                   "node[shape=box,fixedsize=true];\n"
                                   "0[width=1.0000,height=0.5000];\n1[width=1.0000,height=0.5000];\n"
                                   "2[width=1.0000,height=0.5000];\n2->0;\n0->1;\n}\n"));
    }

    void its_answer_gives_boxes_and_curves_with_y_downwards() {
        const NetworkDiagram diagram = network_diagram(small());
        const auto geometry = geometry_of_plain_text(plain, diagram);
        QVERIFY(geometry.has_value());
        QVERIFY(geometry->has_curves);
        QCOMPARE(geometry->width, 144.0 + 32);
        QVERIFY(geometry->boxes[2].top < geometry->boxes[0].top && geometry->boxes[0].top < geometry->boxes[1].top);
        QCOMPARE(geometry->boxes[0].right - geometry->boxes[0].left, 72.0);
        QCOMPARE(geometry->lines[0].size(), std::size_t{4});
        QCOMPARE(geometry->lines[0].front().y, geometry->boxes[2].bottom);
        QCOMPARE(geometry->lines[0].back().y, geometry->boxes[0].top);
    }

    void anything_else_is_no_answer() {
        const NetworkDiagram diagram = network_diagram(small());
        const std::string text(plain);
        const auto without = [&](const std::string& part, const std::string& instead) {
            std::string changed = text;
            return geometry_of_plain_text(changed.replace(changed.find(part), part.size(), instead), diagram);
        };
        QVERIFY(!geometry_of_plain_text({}, diagram));
        QVERIFY(!geometry_of_plain_text("Error: no memory\n", diagram));
        QVERIFY(!without("stop\n", ""));
        QVERIFY(!without("node 1", "node 3"));
        QVERIFY(!without("edge 0 1 4", "edge 1 0 4"));
        QVERIFY(!without("edge 0 1 4", "edge 0 1 5"));
        QVERIFY(!without("3.25", "nan"));
        QVERIFY(!without("3.25", "x"));
        QVERIFY(!geometry_of_plain_text(plain, network_diagram(worked_network())));
    }
};

ARENASCOPE_TEST(DotTextTest)
#include "dot_text_test.moc"
