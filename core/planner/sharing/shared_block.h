#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/fused_problem.h"
#include "core/planner/planner.h"

namespace arenascope {

/// A buffer of a block, at its position in the block.
struct BlockMember {
    BufferIndex buffer;
    Bytes position;
    friend bool operator==(const BlockMember&, const BlockMember&) = default;
};

/// Buffers that share memory on purpose, placed as one block.
struct SharedBlock {
    std::vector<BlockMember> members;  ///< by buffer
    Bytes size;                        ///< the highest end of a member
    Bytes alignment = Bytes(1);        ///< a multiple of the alignment of every member
    std::optional<Offset> pin;
};

/// An operand of an operator, by its position in Operator::reads.
struct SharedOperand {
    OperatorIndex node;
    std::uint32_t position = 0;
    friend auto operator<=>(const SharedOperand&, const SharedOperand&) = default;
};

/// What is decided about operands; sorted, without repetitions. All others are open.
struct SharingDecisions {
    std::vector<SharedOperand> shared;
    std::vector<SharedOperand> copied;  ///< their operators get other memory than they have
};

/// The kinds of operators that may share.
struct SharingChoice {
    bool in_place = true;   ///< operators that compute and may overwrite an operand
    bool removable = true;  ///< views
    bool merges = true;
    /// If several merges need the same operand: true gives it to the merge in the largest block, false to the first
    /// that runs.
    bool largest_merge_first = false;
    const SharingDecisions* decisions = nullptr;  ///< null: all operands are open
    /// Only the operands that are decided to share do so. SharingPlan::open_overwrites has the others of in-place
    /// operators.
    bool only_decided = false;
};

/// The sharing of all buffers; every buffer is in exactly one block.
struct SharingPlan {
    std::vector<SharedBlock> blocks;
    IndexedVector<BufferIndex, std::uint32_t> block_of;
    IndexedVector<BufferIndex, Bytes> position_of;  ///< in its block
    /// Operators without work at run time: views, and merges whose operands all share.
    std::vector<OperatorIndex> removed;
    std::vector<OperandCopy> copies;
    std::vector<SharingGroup> groups;   ///< the overlaps that the checker must accept
    std::vector<SharedOperand> shared;  ///< the operands that share, in execution order
    /// Open operands that an in-place operator could overwrite beside what is decided, in execution order.
    std::vector<SharedOperand> open_overwrites;
    SharingDecisions decisions;  ///< those that it was made with
};

/// Decides operator by operator, in execution order, which buffers share:
///
///   relu  x ─▶ y     y takes the bytes of x if nothing reads them later: neither x nor another buffer, nor a view
///   view  x ─▶ y     y is the bytes of x, or a part of them
///   merge x, z ─▶ w  │ x │  z  │   the blocks of x and z become parts of w's block, in operand order. An operand is
///                    └── w ────┘   copied if it is only a part of its block, pinned, or used by another merge.
///
/// Bytes are never overwritten while a view of them is read, because the writing operator then does not share. In a
/// problem without a graph nothing shares. Linear in operands; an operator that writes in place also visits the living
/// members of the block.
///
/// Source: docs/method.md, "Operator sharing". Cases that it leaves open follow the rule that sharing must never change
/// a result.
[[nodiscard]] SharingPlan sharing_plan(const Problem& problem, const SharingChoice& choice);

/// The problem in which block i is buffer i. It is alive while a member is alive, and in use in the bytes spanned by
/// its living members.
[[nodiscard]] Problem block_problem(const Problem& problem, const SharingPlan& plan);

/// Which blocks stand for which buffers, so that an ExpandingSink passes frames of blocks on as frames of their
/// members. Without a problem. Linear.
[[nodiscard]] FusedProblem fused_blocks(const SharingPlan& plan);

/// The layout with the plan's groups, removed operators and copies.
[[nodiscard]] Layout with_sharing(Layout layout, const SharingPlan& plan);

/// The layout of all buffers from a layout of the blocks, with the plan's groups, removed operators and copies.
[[nodiscard]] Layout layout_of_blocks(const Problem& problem, const SharingPlan& plan, const Layout& blocks);

}  // namespace arenascope
