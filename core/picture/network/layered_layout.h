#pragma once

#include <functional>
#include <vector>

#include "core/picture/network/network_diagram.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// Width and height of a box, in pixels at scale 1.
struct Extent {
    double width = 0;
    double height = 0;
    friend bool operator==(const Extent&, const Extent&) = default;
};

/// Where the boxes and lines of a diagram are, in pixels at scale 1. All of it lies in [0, width] × [0, height].
struct DiagramGeometry {
    std::vector<Box> boxes;                 ///< by node
    std::vector<std::vector<Point>> lines;  ///< by edge: from the bottom of its box to the top of the other one
    double width = 0;
    double height = 0;
    bool has_curves = false;  ///< lines are control points of cubic Bézier curves: one, and three for each curve
    friend bool operator==(const DiagramGeometry&, const DiagramGeometry&) = default;
};

/// Lays a diagram out in layers, so that every line goes down and few lines cross.
///
///   layer 0        image
///                    │            1. The layer of a node is one below the deepest node that it reads from.
///   layer 1        conv           2. A line through several layers gets a point in each. Lines of one tensor share
///                  ╱  ╲              them.
///   layer 2      left  │          3. Each layer is sorted by the middle of its neighbours above, then below, several
///                  ╲   │             times; the order with the fewest crossings wins.
///   layer 3        concat         4. Nodes move towards the middle of their neighbours, as far as the order allows:
///                                    the least squares, which pooling neighbours finds in one pass.
///                                 5. Layers of a single vertex, and what lies between them, come below each other.
///
/// A line against the order of the operators, which only a malformed network has, is laid out downwards and turned
/// round. Lines that would need too many points go straight.
/// The same input gives the same result. `is_stopped` ends the work early; the result is then empty. O(k (p log p)) for
/// p nodes and points and a fixed number k of sweeps.
/// Source: Sugiyama, Tagawa, Toda, "Methods for visual understanding of hierarchical system structures", 1981.
[[nodiscard]] DiagramGeometry layered_layout(const NetworkDiagram& diagram, const std::vector<Extent>& extents,
                                             const std::function<bool()>& is_stopped = {});

/// An item of a row: where it would like to be, how much that matters, and its distance from the item before.
struct PlacedItem {
    double wanted = 0;
    double weight = 1;    ///< > 0
    double distance = 0;  ///< least distance from the item before; of no effect for the first
};

/// Positions of the items of a row in their order, at their distances, with the least sum of weight · (position −
/// wanted)². Pools neighbours that push each other (isotonic regression). Linear.
[[nodiscard]] std::vector<double> ordered_placement(const std::vector<PlacedItem>& items);

}  // namespace arenascope
