#pragma once

#include <string>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/optional_offset.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Splits buffers into sets that use bytes together, directly or through others:
///
///   offset  ┌────┐ b      ┌───┐ d       a and b use the same bytes at some step, b and c at another one: one set.
///         ┌─┼──┐ ├───┐ c  └───┘         d never meets them: a set of its own.
///         │ a  │ │   │
///         └────┴─┴───┘
///
/// All members are placed in one region and take bytes. Each set is ascending, and sets are ordered by their first
/// member. O(k log² k) for k pieces.
[[nodiscard]] std::vector<std::vector<BufferIndex>> meeting_members(const Problem& problem, const Layout& layout,
                                                                    const std::vector<BufferIndex>& members);

/// Buffers of one region that share memory and keep the offsets of the file, relative to each other.
struct RigidBlock {
    std::vector<BufferIndex> members;  ///< ascending
    Offset origin;                     ///< the lowest offset
    Offset top;                        ///< the highest tail
    Bytes alignment = Bytes(1);        ///< of the fused buffer
    Bytes lead;                        ///< from the offset of the fused buffer to the origin
    OptionalOffset pin;                ///< of the fused buffer
};

/// The blocks of a layout.
struct RigidBlocks {
    std::vector<RigidBlock> list;
    std::vector<SharingGroup> groups;  ///< what is left of the layout's groups within the blocks
    std::vector<std::string> notes;    ///< which buffers are planned apart, and why
    /// Each group's arrangements are those of its blocks: no member is planned apart that could lie over another one.
    bool stands_for_all = true;
    /// Every two buffers that share bytes in the file do so in a block.
    bool keeps_all = true;
};

/// Which blocks a planner lets fuse.
struct FusingRule {
    bool fuses_scratch = true;  ///< false: the planner lays scratch over scratch by itself
};

/// Finds the blocks of `given`: members of connected groups whose bytes and steps meet, directly or through others. The
/// members must be placed in their own region. They are planned apart, with a note, if
/// - no offset keeps all their alignments and pins, or
/// - the overlap checker would not accept their overlaps if only the blocks were there.
/// Blocks whose members all have pins are left out. O((n + k) log² n) for k overlapping pairs.
[[nodiscard]] RigidBlocks rigid_blocks(const Problem& problem, const Layout& given, FusingRule rule);

/// Plans the larger half of the blocks apart, and at least one, because sizes and alignments do not fit in 64 bits
/// together.
void leave_out_largest(RigidBlocks& blocks, const Problem& problem, const Layout& given);

}  // namespace arenascope
