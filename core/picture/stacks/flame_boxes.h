#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/explain/stack_tree.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// A node of a flame picture and where it is drawn.
struct FlameBox {
    std::uint32_t node = 0;
    Box box;
    friend bool operator==(const FlameBox&, const FlameBox&) = default;
};

/// Where the nodes of a tree are drawn: callers above what they call, as wide as their share of the bytes of `root`.
/// Those that called `root` are as wide as the whole picture. Nodes narrower than `least` pixels are left out, with all
/// that they call.
///
///   ┌──────────────────────┐   all
///   ├──────────────────────┤   main      ← its caller
///   ├──────────────────────┤   forward   ← root
///   ├───────────────┬──────┤   silu, norm
///   └───────────────┘
///
/// By node. Linear in the boxes and the nodes left out just below them.
[[nodiscard]] std::vector<FlameBox> flame_boxes(const StackTree& tree, std::uint32_t root, double width, double row,
                                                double least);

/// The box at a point; null: there is none. Linear.
[[nodiscard]] const FlameBox* flame_box_at(const std::vector<FlameBox>& boxes, double x, double y);

/// Where to go from a node.
enum class FlameMove : std::uint8_t { to_caller, to_callee, to_previous, to_next };

/// The node that is drawn there; the node itself if there is none. To the callee with most bytes; previous and next are
/// the neighbours in the row. `boxes` are those of flame_boxes(). Linear.
[[nodiscard]] std::uint32_t moved(const StackTree& tree, const std::vector<FlameBox>& boxes, std::uint32_t node,
                                  FlameMove move);

}  // namespace arenascope
