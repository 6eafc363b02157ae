#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// The memory that an accelerator's operator works in: the bytes of its scratch buffers. See SharingGroup::Kind::arena.
struct Arena {
    RegionIndex region;
    std::vector<AddressRange> bytes;  ///< ascending, and no two of them touch
};

/// The arena that the placed scratch buffers among these make up. Scratch in another region than the first of them is
/// no part of it. Nothing where none is placed. O(n log n).
[[nodiscard]] std::optional<Arena> arena_of(const Problem& problem, const Layout& layout,
                                            const std::vector<BufferIndex>& buffers);

/// Whether a placed buffer lies in the arena with all its bytes. O(log n).
[[nodiscard]] bool lies_in(const Arena& arena, const Problem& problem, const Layout& layout, BufferIndex buffer);

/// A group for each operator that works in an arena and has placed scratch: its scratch buffers, then its other
/// operands and outputs that lie in them. An operator with a single such buffer has no group. Linear in operands, times
/// log n.
[[nodiscard]] std::vector<SharingGroup> arena_groups(const Problem& problem, const Layout& layout);

/// What to say of such a group.
[[nodiscard]] std::string arena_note(const Problem& problem, const SharingGroup& group);

}  // namespace arenascope
