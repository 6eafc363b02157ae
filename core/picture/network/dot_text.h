#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture/network/layered_layout.h"

namespace arenascope {

/// A diagram in the language of Graphviz's `dot`. Nodes are named by their positions, so that no name of a file is in
/// it; sizes are in inches of 72 pixels.
///
///   digraph{edge[arrowhead=none];node[shape=box,fixedsize=true];0[width=1.5,height=0.6];0->1;}
[[nodiscard]] std::string dot_text(const NetworkDiagram& diagram, const std::vector<Extent>& extents);

/// The geometry that `dot -Tplain` printed for this diagram; its lines are curves. Empty if the text is not one, or of
/// another diagram. Linear.
///
///   graph 1 2.0 3.0
///   node 0 1.0 2.5 1.5 0.6 0 solid box black lightgrey
///   edge 0 1 4 1.0 2.2 1.0 2.0 1.0 1.8 1.0 1.6 solid black
///   stop
[[nodiscard]] std::optional<DiagramGeometry> geometry_of_plain_text(std::string_view text,
                                                                    const NetworkDiagram& diagram);

}  // namespace arenascope
