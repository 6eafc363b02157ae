#include "core/picture/stacks/flame_boxes.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// all 100 ─ main 100 ┬ forward 60 ─ silu 60
///                    ├ loss 30
///                    └ log 1
StackTree small_tree() {
    StackTree tree;
    const auto add = [&tree](std::uint32_t parent, std::uint32_t end, std::uint32_t depth, std::int64_t bytes) {
        tree.nodes.push_back({.frame = StackFrameIndex(tree.nodes.size()),
                              .parent = parent,
                              .end = end,
                              .depth = depth,
                              .bytes = Bytes(bytes)});
    };
    add(0, 6, 0, 100);
    add(0, 6, 1, 100);
    add(1, 4, 2, 60);
    add(2, 4, 3, 60);
    add(1, 5, 2, 30);
    add(1, 6, 2, 1);
    return tree;
}

}  // namespace

class FlameBoxesTest : public QObject {
    Q_OBJECT

private slots:
    void each_node_is_as_wide_as_its_share_and_below_its_caller() {
        QCOMPARE(flame_boxes(small_tree(), 0, 200, 10, 3),
                 (std::vector<FlameBox>{{0, {0, 0, 200, 10}},
                                        {1, {0, 10, 200, 20}},
                                        {2, {0, 20, 120, 30}},
                                        {3, {0, 30, 120, 40}},
                                        {4, {120, 20, 180, 30}}}));  // the last one is too narrow
    }

    void a_node_that_fills_the_width_has_its_callers_above_it() {
        QCOMPARE(flame_boxes(small_tree(), 2, 200, 10, 3),
                 (std::vector<FlameBox>{
                     {0, {0, 0, 200, 10}}, {1, {0, 10, 200, 20}}, {2, {0, 20, 200, 30}}, {3, {0, 30, 200, 40}}}));
    }

    void a_point_has_the_box_that_it_lies_in() {
        const auto boxes = flame_boxes(small_tree(), 0, 200, 10, 3);
        QCOMPARE(flame_box_at(boxes, 130, 25)->node, std::uint32_t{4});
        QVERIFY(flame_box_at(boxes, 130, 35) == nullptr);
    }

    void the_arrows_lead_to_callers_callees_and_neighbours() {
        const StackTree tree = small_tree();
        const auto boxes = flame_boxes(tree, 0, 200, 10, 3);
        QCOMPARE(moved(tree, boxes, 1, FlameMove::to_callee), std::uint32_t{2});
        QCOMPARE(moved(tree, boxes, 2, FlameMove::to_next), std::uint32_t{4});
        QCOMPARE(moved(tree, boxes, 4, FlameMove::to_next), std::uint32_t{4});
        QCOMPARE(moved(tree, boxes, 4, FlameMove::to_previous), std::uint32_t{2});
        QCOMPARE(moved(tree, boxes, 3, FlameMove::to_caller), std::uint32_t{2});
        QCOMPARE(moved(tree, boxes, 0, FlameMove::to_caller), std::uint32_t{0});
        QCOMPARE(moved(tree, boxes, 3, FlameMove::to_callee), std::uint32_t{3});
    }

    void a_tree_without_nodes_has_no_box() { QVERIFY(flame_boxes({}, 0, 200, 10, 3).empty()); }
};

ARENASCOPE_TEST(FlameBoxesTest)
#include "flame_boxes_test.moc"
