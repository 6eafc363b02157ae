#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The bytes of the scratch buffers that one operator of an accelerator works in. See SharingGroup::Kind::arena.
struct Arena {
    RegionIndex region;
    std::vector<AddressRange> bytes;  ///< ascending; no two of them touch
};

/// The arena that consists of the placed scratch buffers in `buffers`. It lies in the region of the first of them;
/// scratch in other regions is ignored. Empty if no scratch buffer is placed. O(n log n).
[[nodiscard]] std::optional<Arena> arena_of(const Problem& problem, const Layout& layout,
                                            const std::vector<BufferIndex>& buffers);

/// Whether all bytes of a placed buffer lie in the arena. O(log n).
[[nodiscard]] bool lies_in(const Arena& arena, const Problem& problem, const Layout& layout, BufferIndex buffer);

/// One group for each operator that works in an arena and has placed scratch. It holds the scratch buffers first, then
/// the operands and outputs that lie in them. A group needs at least two buffers. Linear in operands, times log n.
[[nodiscard]] std::vector<SharingGroup> arena_groups(const Problem& problem, const Layout& layout);

/// The note about such a group that people read.
[[nodiscard]] std::string arena_note(const Problem& problem, const SharingGroup& group);

}  // namespace arenascope
