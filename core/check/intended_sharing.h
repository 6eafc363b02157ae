#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/arena.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Decides which overlaps of a layout are intended. A group must declare them, and they must have the form of its kind:
///
///   sharing  │ a      │   both begin at the same offset
///            │ b  │
///   parts    │  whole     │   each part lies in the whole, and parts do not overlap
///            │ x │  y   │
///   overlay  │  a     │   scratch buffers with the same lifetime that allow an overlay, one inside the other
///              │ b │
///   arena    │ scratch    │   the scratch of an accelerator's operator, and any buffers that lie in it
///              │ x ││ y │
///   in_place   │ operand │    an operator reads one and is the first that writes the other, without overtaking itself
///            │  output  │     (runs_ahead()), and the operand is not needed later (without a graph, the group is
///                           trusted); or both begin at the same byte, have the same lifetime, and neither destroys
///                           data of the other that is still needed
///
/// If the problem has a graph, its operators must allow the overlap too:
/// - A view may overlap its operand and a merge its operands, also through several such operators, at the positions
/// that the operators give.
/// - An output may overwrite an operand that is not needed later.
/// - Two buffers that are parts of the same buffer, or overwrite the same one, may not overlap for that reason.
/// - The members of an arena must be operands or outputs of the same operator.
/// The graph does not say where an activation comes from that no operator writes. It may hold the same bytes as an
/// earlier buffer.
class IntendedSharing {
public:
    /// Linear in buffers and operands, times log n.
    IntendedSharing(const Problem& problem, const Layout& layout);

    /// Whether a buffer is in any group. O(1).
    [[nodiscard]] bool declares(BufferIndex buffer) const { return !groups_of_.empty() && !groups_of_[buffer].empty(); }

    /// Whether two placed buffers of regions that may meet may use the same bytes. O(log n) plus a binary search for
    /// each group of the buffer with fewer groups.
    [[nodiscard]] bool accepts(BufferIndex a, BufferIndex b) const;

private:
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
    /// The operators that use a buffer, as numbers in execution order.
    struct Use {
        std::int64_t first_write = never;
        std::int64_t last_write = -1;  ///< -1: none
        std::int64_t last_read = -1;
    };

    void note_groups();
    void note_operators();
    void note_same_bytes(BufferIndex inner, BufferIndex outer);
    [[nodiscard]] AddressRange range(BufferIndex buffer) const;
    [[nodiscard]] bool contains(BufferIndex outer, BufferIndex inner) const;
    [[nodiscard]] BufferIndex widest(BufferIndex buffer);
    [[nodiscard]] bool is_allowed(BufferIndex a, BufferIndex b) const;
    [[nodiscard]] bool is_undecided(BufferIndex a, BufferIndex b) const;
    [[nodiscard]] bool may_come_from(BufferIndex buffer, BufferIndex source) const;
    [[nodiscard]] bool allows_overlay(BufferIndex buffer) const;
    void note_arenas();
    void note_uses();
    [[nodiscard]] bool is_wanted_later(BufferIndex buffer) const;
    [[nodiscard]] std::int64_t first_data(BufferIndex buffer) const;
    [[nodiscard]] std::int64_t last_use(BufferIndex buffer) const;
    [[nodiscard]] bool have_one_place(BufferIndex a, BufferIndex b) const;
    [[nodiscard]] bool is_overwritten(BufferIndex operand, BufferIndex output) const;
    [[nodiscard]] bool lies_in_arena(std::size_t group, BufferIndex buffer) const;
    [[nodiscard]] bool share_accelerator(BufferIndex a, BufferIndex b) const;
    [[nodiscard]] bool accepts(std::size_t position, BufferIndex a, BufferIndex b) const;

    const Problem& problem_;
    const Layout& layout_;
    /// By buffer, ascending; empty if the layout has no groups.
    IndexedVector<BufferIndex, std::vector<std::size_t>> groups_of_;
    std::map<std::size_t, Arena> arenas_;   ///< by group
    IndexedVector<BufferIndex, Use> uses_;  ///< by buffer; empty if no group is in place, or without a graph
    /// By buffer: operators that work in an arena, ascending.
    std::map<BufferIndex, std::vector<std::size_t>> accelerators_of_;
    IndexedVector<BufferIndex, bool> is_written_;  ///< by buffer: whether an operator writes it
    /// By buffer: a larger buffer with the same bytes at the same addresses, as the operators allow it. A chain of them
    /// ends at a buffer that refers to itself.
    IndexedVector<BufferIndex, BufferIndex> wider_;
    /// Pairs that a single operator allows; sorted, the lower index first.
    std::vector<std::pair<BufferIndex, BufferIndex>> allowed_;
};

}  // namespace arenascope
