#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "core/memory/arena.h"
#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// Which overlaps of a layout are meant: those that a group declares and that are right, too.
///
///   sharing  │ a      │   one begins where the other does
///            │ b  │
///   parts    │  whole     │   each part lies in the whole, and two parts never meet
///            │ x │  y   │
///   overlay  │  a     │   scratch of one lifetime that may be overlaid, one within the other
///              │ b │
///   arena    │ scratch    │   an accelerator operator's scratch, and what lies in it, in any way
///              │ x ││ y │
///
/// Where the problem has a graph, its operators must allow it, too: a view and its operand, a merge and its operands,
/// through any number of them, each at the position that the operator gives; or an operand that nobody needs later and
/// what is written over it. Two that are parts of the same third, or are written over it, allow each other nothing.
/// Members of an arena must all be operands or outputs of one such operator.
/// Where the bytes of an activation come from that no operator writes the graph does not say: they may be those of one
/// that was there before.
class IntendedSharing {
public:
    /// Linear in buffers and operands, times log n.
    IntendedSharing(const Problem& problem, const Layout& layout);

    /// Whether a buffer is a member of a group. O(1).
    [[nodiscard]] bool declares(BufferIndex buffer) const { return !groups_of_.empty() && !groups_of_[buffer].empty(); }

    /// Whether two placed buffers of one region may use the same bytes. O(log n), and a logarithm for each group
    /// of the one that is in fewer.
    [[nodiscard]] bool accepts(BufferIndex a, BufferIndex b) const;

private:
    void note_groups();
    void note_operators();
    void note_same_bytes(BufferIndex inner, BufferIndex outer);
    [[nodiscard]] AddressRange range(BufferIndex buffer) const;
    [[nodiscard]] bool contains(BufferIndex outer, BufferIndex inner) const;
    [[nodiscard]] BufferIndex widest(BufferIndex buffer);
    [[nodiscard]] bool is_allowed(BufferIndex a, BufferIndex b) const;
    [[nodiscard]] bool is_unsaid(BufferIndex a, BufferIndex b) const;
    [[nodiscard]] bool may_come_from(BufferIndex buffer, BufferIndex source) const;
    [[nodiscard]] bool allows_overlay(BufferIndex buffer) const;
    void note_arenas();
    [[nodiscard]] bool lies_in_arena(std::size_t group, BufferIndex buffer) const;
    [[nodiscard]] bool have_one_accelerator(BufferIndex a, BufferIndex b) const;
    [[nodiscard]] bool accepts(std::size_t position, BufferIndex a, BufferIndex b) const;

    const Problem& problem_;
    const Layout& layout_;
    IndexedVector<BufferIndex, std::vector<std::size_t>>
        groups_of_;                        ///< by buffer, ascending; empty where no group is declared
    std::map<std::size_t, Arena> arenas_;  ///< by group
    std::map<BufferIndex, std::vector<std::size_t>> accelerators_of_;  ///< operators that work in an arena, ascending
    IndexedVector<BufferIndex, bool> is_written_;                      ///< by buffer: by an operator
    /// By buffer, where operators allow it and it lies so: one that holds the same bytes at the same addresses, and
    /// more; in the end itself.
    IndexedVector<BufferIndex, BufferIndex> wider_;
    std::vector<std::pair<BufferIndex, BufferIndex>> allowed_;  ///< by one operator; sorted, the lower index first
};

}  // namespace arenascope
