#include "core/model/memory/saved_moves.h"

#include <algorithm>
#include <limits>

#include "core/base/containers/wide.h"

namespace arenascope {
namespace {

/// Whether a buffer lies in the bytes of another one, at a position.
bool lies_at(const Layout& layout, BufferIndex inner, BufferIndex outer, Int128 position) {
    const auto& of_inner = layout.placements[inner];
    const auto& of_outer = layout.placements[outer];
    return of_inner && of_outer && of_inner->region == of_outer->region &&
           Int128{of_inner->offset.value()} == of_outer->offset.value() + position;
}

}  // namespace

SavedMoves saved_moves(const Problem& problem, const Layout& layout) {
    SavedMoves saved;
    Int128 bytes = 0;
    const auto size_of = [&problem](BufferIndex index) { return Int128{problem.buffers[index].size.value()}; };
    for (std::size_t i = 0; problem.graph && i < problem.graph->operators.size(); ++i) {
        const Operator& node = problem.graph->operators[OperatorIndex(i)];
        if (node.feature == OperatorFeature::removable && !node.writes.empty() && !node.shareable.empty()) {
            const BufferIndex operand = node.reads[node.shareable.front()];
            Int128 written = 0;
            bool is_view = true;
            for (std::size_t k = 0; k < node.writes.size(); ++k) {
                const Int128 position = node.positions.empty() ? 0 : node.positions[k].value();
                is_view = is_view && lies_at(layout, node.writes[k], operand, position);
                written += size_of(node.writes[k]);
            }
            saved.views += is_view ? 1 : 0;
            bytes += is_view ? written : 0;
        }
        if (node.feature == OperatorFeature::merge && node.writes.size() == 1) {
            Int128 position = 0;
            for (const BufferIndex operand : node.reads) {
                const bool is_in_place = lies_at(layout, operand, node.writes.front(), position);
                saved.operands += is_in_place ? 1 : 0;
                bytes += is_in_place ? size_of(operand) : 0;
                position += size_of(operand);
            }
        }
    }
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    saved.bytes = Bytes(bytes > most ? most : static_cast<std::int64_t>(bytes));
    return saved;
}

}  // namespace arenascope
