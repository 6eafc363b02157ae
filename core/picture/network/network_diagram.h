#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope {

/// The space around a diagram, in pixels.
inline constexpr double diagram_margin = 16;

/// A box of the diagram: an operator, or a tensor that no operator writes, such as an input.
struct DiagramNode {
    OperatorIndex node = OperatorIndex::none();
    BufferIndex given = BufferIndex::none();  ///< none() for an operator
    friend bool operator==(const DiagramNode&, const DiagramNode&) = default;
};

/// A line of the diagram: a tensor on its way from the operator that writes it to one that reads it.
struct DiagramEdge {
    std::uint32_t from = 0;  ///< position in `nodes`
    std::uint32_t to = 0;
    BufferIndex buffer;
    friend bool operator==(const DiagramEdge&, const DiagramEdge&) = default;
};

/// A network as boxes and lines, without positions.
///
///   image ─▶ conv ─┬▶ left ──┬▶ concat        the first nodes are the operators, in their order; then come the
///                  └▶ right ─┘                tensors that are given
struct NetworkDiagram {
    std::vector<DiagramNode> nodes;
    std::vector<DiagramEdge> edges;  ///< by reader, one for each tensor that it reads
    friend bool operator==(const NetworkDiagram&, const NetworkDiagram&) = default;
};

/// The diagram of a problem's network; empty without one. A copy on another core comes from the operator that writes
/// its source. Linear in operands, times the operands of one operator where it repeats them.
[[nodiscard]] NetworkDiagram network_diagram(const Problem& problem);

}  // namespace arenascope
