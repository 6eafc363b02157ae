#include "core/picture/network/layered_layout.h"

#include <algorithm>
#include <cmath>

#include "tests/support/random_network.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;
using arenascope::test::random_network;
using arenascope::test::worked_network;

namespace {

std::vector<Extent> equal_extents(const NetworkDiagram& diagram) {
    return std::vector<Extent>(diagram.nodes.size(), {80, 30});
}

/// Whether a straight piece of a line goes through the inside of a box. Such pieces go down or across a gap.
bool passes_through(const Box& box, Point from, Point to) {
    if (from.x != to.x) {
        return false;  // a slanted piece is between two layers
    }
    return box.left < from.x && from.x < box.right && std::min(from.y, to.y) < box.bottom - 1e-6 &&
           std::max(from.y, to.y) > box.top + 1e-6;
}

/// What is wrong with a layout; empty: nothing.
std::string wrong_in(const NetworkDiagram& diagram, const DiagramGeometry& geometry) {
    const Box sheet{0, 0, geometry.width + 1e-6, geometry.height + 1e-6};
    for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
        const Box& box = geometry.boxes[i];
        if (box.left < 0 || box.top < 0 || box.right > sheet.right || box.bottom > sheet.bottom) {
            return "a box lies outside";
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (intersects(box, geometry.boxes[j])) {
                return "two boxes overlap";
            }
        }
    }
    for (std::size_t i = 0; i < diagram.edges.size(); ++i) {
        const auto& line = geometry.lines[i];
        const Box& from = geometry.boxes[diagram.edges[i].from];
        const Box& to = geometry.boxes[diagram.edges[i].to];
        if (line.front().y != from.bottom || line.front().x < from.left || line.front().x > from.right ||
            line.back().y != to.top || line.back().x < to.left || line.back().x > to.right) {
            return "a line does not join its boxes";
        }
        for (std::size_t j = 1; j < line.size(); ++j) {
            if (line[j].y < line[j - 1].y - 1e-6) {
                return "a line goes up";
            }
            for (const Box& box : geometry.boxes) {
                if (passes_through(box, line[j - 1], line[j])) {
                    return "a line goes through a box";
                }
            }
        }
    }
    return {};
}

DiagramGeometry positions_of(const NetworkDiagram& diagram) {
    return layered_layout(diagram, equal_extents(diagram));
}

}  // namespace

class LayeredLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void readers_stand_below_what_they_read() {
        const NetworkDiagram diagram = network_diagram(worked_network());
        const DiagramGeometry geometry = positions_of(diagram);
        QCOMPARE(wrong_in(diagram, geometry), std::string());
        // input, split0, conv0 beside conv1, split1, conv2 beside conv3, concat, conv4
        const auto top = [&](std::size_t node) { return geometry.boxes[node].top; };
        QVERIFY(top(8) < top(0) && top(0) < top(2) && top(2) < top(3) && top(3) < top(4));
        QCOMPARE(top(1), top(2));
        QCOMPARE(top(4), top(5));
        QVERIFY(top(5) < top(6) && top(6) < top(7));
    }

    void a_chain_is_straight() {
        NetworkSketch sketch;
        auto last = sketch.input("in", 8);
        for (int i = 0; i < 20; ++i) {
            last = sketch.add("op" + std::to_string(i), OperatorFeature::ordinary, {last}, 8);
        }
        const DiagramGeometry geometry = positions_of(network_diagram(sketch.problem()));
        for (const Box& box : geometry.boxes) {
            QVERIFY(std::abs(box.left - geometry.boxes.front().left) < 1e-6);
        }
    }

    void an_input_stands_above_its_first_reader() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto late = sketch.input("late", 8);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        const auto b = sketch.add("b", OperatorFeature::ordinary, {a}, 8);
        sketch.add("c", OperatorFeature::ordinary, {b, late}, 8);
        const DiagramGeometry geometry = positions_of(network_diagram(sketch.problem()));
        QCOMPARE(geometry.boxes[4].top, geometry.boxes[1].top);  // late beside b
    }

    void crossed_branches_are_put_in_order() {
        // b2 belongs below a2 and b1 below a1, but they come the other way round.
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto a1 = sketch.add("a1", OperatorFeature::ordinary, {in}, 8);
        const auto a2 = sketch.add("a2", OperatorFeature::ordinary, {in}, 8);
        const auto b2 = sketch.add("b2", OperatorFeature::ordinary, {a2}, 8);
        const auto b1 = sketch.add("b1", OperatorFeature::ordinary, {a1}, 8);
        sketch.add("end", OperatorFeature::ordinary, {b1, b2}, 8);
        const DiagramGeometry geometry = positions_of(network_diagram(sketch.problem()));
        const auto left = [&](std::size_t node) { return geometry.boxes[node].left; };
        QCOMPARE(left(0) < left(1), left(3) < left(2));
    }

    void a_line_against_the_order_is_turned_round() {
        Problem problem = worked_network();
        problem.graph->operators.front().reads.push_back(problem.graph->operators.back().writes.front());
        const NetworkDiagram diagram = network_diagram(problem);
        const DiagramGeometry geometry = positions_of(diagram);
        QCOMPARE(geometry.lines.size(), diagram.edges.size());
        const auto back = std::find_if(diagram.edges.begin(), diagram.edges.end(),
                                       [](const DiagramEdge& edge) { return edge.from == 7 && edge.to == 0; });
        QVERIFY(back != diagram.edges.end());
        const auto& line = geometry.lines[static_cast<std::size_t>(back - diagram.edges.begin())];
        QVERIFY(line.front().y > line.back().y);
    }

    void a_long_chain_with_branches_goes_straight_down() {
        NetworkSketch sketch;
        BufferIndex last = sketch.input("in", 8);
        std::vector<std::size_t> joins;
        for (int i = 0; i < 60; ++i) {
            BufferIndex branch = last;
            for (const char* name : {"narrow", "wide", "slim"}) {
                branch = sketch.add(name + std::to_string(i), OperatorFeature::ordinary, {branch}, 8);
            }
            joins.push_back(sketch.problem().graph->operators.size());
            last = sketch.add("join" + std::to_string(i), OperatorFeature::merge, {last, branch}, 8);
        }
        const NetworkDiagram diagram = network_diagram(sketch.problem());
        std::vector<Extent> extents = equal_extents(diagram);
        for (std::size_t i = 1; i < extents.size(); i += 4) {
            extents[i].width = 160;
        }
        const DiagramGeometry geometry = layered_layout(diagram, extents);
        const Box& first = geometry.boxes[joins.front()];
        for (const std::size_t join : joins) {
            QVERIFY(std::abs(geometry.boxes[join].left - first.left) < 40);
        }
        QVERIFY(geometry.width < 2 * (160 + 80));
    }

    void a_stopped_layout_is_empty() {
        const NetworkDiagram diagram = network_diagram(worked_network());
        QVERIFY(layered_layout(diagram, equal_extents(diagram), [] { return true; }).boxes.empty());
        QVERIFY(positions_of({}).boxes.empty());
    }

    void random_networks_overlap_nowhere() {
        QVERIFY(rc::check("layered layouts", [] {
            const NetworkDiagram diagram = network_diagram(random_network());
            std::vector<Extent> extents;
            for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
                extents.push_back({static_cast<double>(*rc::gen::inRange(20, 160)), 30});
            }
            const DiagramGeometry geometry = layered_layout(diagram, extents);
            RC_ASSERT(wrong_in(diagram, geometry) == std::string());
            RC_ASSERT(geometry == layered_layout(diagram, extents));
        }));
    }

    void thousands_of_operators_that_live_long_have_a_layout() {
        NetworkSketch sketch;
        std::vector<BufferIndex> made{sketch.input("in", 8)};
        for (std::size_t i = 0; i < 3'000; ++i) {
            // Each operator reads the one before, one far back and the input.
            made.push_back(sketch.add("op" + std::to_string(i), OperatorFeature::ordinary,
                                      {made.back(), made[i / 2], made.front()}, 8));
        }
        const NetworkDiagram diagram = network_diagram(sketch.problem());
        const DiagramGeometry geometry = positions_of(diagram);
        QCOMPARE(geometry.boxes.size(), diagram.nodes.size());
        std::size_t points = 0;
        for (const auto& line : geometry.lines) {
            points += line.size();
        }
        QVERIFY(points < 500'000);
    }
};

ARENASCOPE_TEST(LayeredLayoutTest)
#include "layered_layout_test.moc"
