#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/planner/planner.h"

namespace arenascope {

/// One buffer of a block, and where in the block it begins.
struct BlockMember {
    BufferIndex buffer;
    Bytes position;
    friend bool operator==(const BlockMember&, const BlockMember&) = default;
};

/// Buffers that share memory on purpose and are therefore placed together.
struct SharedBlock {
    std::vector<BlockMember> members;  ///< by buffer
    Bytes size;                        ///< the farthest end of a member
    Bytes alignment = Bytes(1);        ///< keeps the alignment of every member
    std::optional<Offset> pin;
};

/// Which operators share.
struct SharingChoice {
    bool in_place = true;   ///< operators that compute and may write over an operand
    bool removable = true;  ///< views
    bool merges = true;
    /// Of several merges that want one operand, the one in the block of the largest gets it, not the one that runs
    /// first.
    bool largest_merge_first = false;
};

/// How the buffers of a problem share: every buffer is in exactly one block.
struct SharingPlan {
    std::vector<SharedBlock> blocks;
    IndexedVector<BufferIndex, std::uint32_t> block_of;  ///< by BufferIndex
    IndexedVector<BufferIndex, Bytes> position_of;       ///< by BufferIndex, in its block
    std::vector<OperatorIndex> removed;  ///< do nothing at run time: views, and merges whose operands all share
    std::vector<OperandCopy> copies;
    std::vector<SharingGroup> groups;  ///< what the checker is to accept, and nothing else
};

/// Decides operator by operator, in execution order, what shares:
///
///   relu  x ─▶ y     y takes x's bytes, where x has no reader later and nobody else reads these bytes, through
///                    views either
///   view  x ─▶ y     y is x's bytes, or a part of them
///   merge x, z ─▶ w  │ x │  z  │   the blocks of x and z become parts of w's, in operand order; an operand that is
///                    └── w ────┘   only a part of its block, pinned, or in another merge already, is copied
///
/// A view of bytes that are overwritten while it is read never comes about: the one that would write does not share.
/// A problem without a graph shares nothing. Linear in operands, times the living members of a block for each operator
/// that writes in place. Source: 001_e2575c4dd07d4c13, and for what it leaves out the rule that sharing must never
/// change a result.
[[nodiscard]] SharingPlan sharing_plan(const Problem& problem, const SharingChoice& choice);

/// The problem in which each block is one buffer: alive while a member is, and in use over the span of bytes that its
/// living members take. Block i is buffer i.
[[nodiscard]] Problem block_problem(const Problem& problem, const SharingPlan& plan);

/// Where the buffers lie when the blocks lie there, with what the plan shares, removes and copies.
[[nodiscard]] Layout layout_of_blocks(const Problem& problem, const SharingPlan& plan, const Layout& blocks);

}  // namespace arenascope
