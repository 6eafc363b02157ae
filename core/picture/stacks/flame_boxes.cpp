#include "core/picture/stacks/flame_boxes.h"

#include <algorithm>

namespace arenascope {

std::vector<FlameBox> flame_boxes(const StackTree& tree, std::uint32_t root, double width, double row, double least) {
    std::vector<FlameBox> boxes;
    if (tree.nodes.empty() || width <= 0) {
        return boxes;
    }
    const auto add = [&](std::uint32_t node, double left, double right) {
        const double top = tree.nodes[node].depth * row;
        boxes.push_back({node, {left, top, right, top + row}});
    };
    for (std::uint32_t caller = root; caller != 0;) {
        caller = tree.nodes[caller].parent;
        add(caller, 0, width);
    }
    std::ranges::reverse(boxes);
    const StackNode& whole = tree.nodes[root];
    const auto all = static_cast<double>(std::max<std::int64_t>(1, whole.bytes.value()));
    // By depth below the root: where the next node begins.
    std::vector<double> next{0};
    for (std::uint32_t i = root; i < whole.end;) {
        const StackNode& node = tree.nodes[i];
        const std::size_t depth = node.depth - whole.depth;
        const double own = i == root ? width : static_cast<double>(node.bytes.value()) / all * width;
        const double left = next[depth];
        next[depth] += own;
        if (own < least) {
            i = node.end;
            continue;
        }
        add(i, left, left + own);
        next.resize(depth + 2);
        next[depth + 1] = left;
        ++i;
    }
    return boxes;
}

const FlameBox* flame_box_at(const std::vector<FlameBox>& boxes, double x, double y) {
    const auto found = std::ranges::find_if(boxes, [x, y](const FlameBox& one) {
        return one.box.left <= x && x < one.box.right && one.box.top <= y && y < one.box.bottom;
    });
    return found == boxes.end() ? nullptr : &*found;
}

std::uint32_t moved(const StackTree& tree, const std::vector<FlameBox>& boxes, std::uint32_t node, FlameMove move) {
    if (move == FlameMove::to_caller) {
        return tree.nodes[node].parent;
    }
    if (move == FlameMove::to_callee) {
        // Above the root of the picture, there is only one way.
        const auto callee = std::ranges::find_if(
            boxes, [&](const FlameBox& one) { return one.node != node && tree.nodes[one.node].parent == node; });
        return callee == boxes.end() ? node : callee->node;
    }
    std::uint32_t neighbour = node;
    for (const FlameBox& one : boxes) {
        if (tree.nodes[one.node].depth != tree.nodes[node].depth) {
            continue;
        }
        if (move == FlameMove::to_previous && one.node < node) {
            neighbour = one.node;
        } else if (move == FlameMove::to_next && one.node > node) {
            return one.node;
        }
    }
    return neighbour;
}

}  // namespace arenascope
