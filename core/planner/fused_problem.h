#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/planner.h"
#include "core/planner/rigid_blocks.h"

namespace arenascope {

/// A problem in which buffers that share memory on purpose are one buffer, so that planners which know nothing of
/// sharing keep it:
///
///   offset  ┌────┐ b               ┌────┐       A block is a part of the sharing groups whose members meet. They keep
///         ┌─┼──┐ │               ┌─┘    │       the offsets that the file gives them, relative to each other. At each
///         │ a  └─┼─┘      ─▶     │ a+b  │       step, the fused buffer uses the bytes from the lowest to the highest
///         └────┘                 └────┐ │       live member; the rest are gaps.
///                                     └─┘
///
/// It needs an offset at which every member is aligned: the members may begin some bytes above its own offset.
struct FusedProblem {
    /// Where an original buffer lies.
    struct Part {
        BufferIndex fused;  ///< the buffer of `problem` that stands for it
        Bytes lead;         ///< from the offset of that buffer to its own
    };
    Problem problem;
    IndexedVector<BufferIndex, Part> parts;                   ///< by original buffer
    IndexedVector<BufferIndex, BufferIndex> first_of;         ///< by fused buffer: its first original buffer
    std::map<BufferIndex, std::vector<BufferIndex>> members;  ///< by fused buffer, only those of a block; ascending
    std::vector<SharingGroup> groups;                         ///< of the original problem, kept by the blocks
    std::vector<std::string> notes;                           ///< which blocks are planned apart, and why
    /// A bound of this problem holds for every arrangement that the groups allow: each block uses the bytes that one of
    /// its members needs anyway, and no member is planned apart.
    bool stands_for_all = true;
    /// A bound of this problem holds for every layout in which buffers that share memory keep the offsets of the file
    /// relative to each other: the blocks have all of them, and use no byte that no member uses.
    bool stands_for_file = true;

    /// Without a block, `problem` and the lists by buffer are empty: the original problem is planned as it is.
    [[nodiscard]] bool has_blocks() const { return !members.empty(); }
};

/// Fuses the blocks of `given` in a problem, see rigid_blocks(). Pins, kinds, hints and regions stay; a block whose
/// members all have pins is left to without_shared_bytes(). Members that `given` does not place, that lie in another
/// region than the others, or that meet none of them are planned apart. The fused problem is valid if `problem` is.
/// O((n + k) log² n) for k overlapping pairs.
[[nodiscard]] FusedProblem fused_problem(const Problem& problem, const Layout& given, FusingRule rule);

/// The placements of the fused problem's buffers where `given` places their members. A fused buffer that would begin
/// below 0 is not placed, and neither is one whose members lie elsewhere.
[[nodiscard]] Layout fused_layout(const FusedProblem& fused, const Layout& given);

/// A layout of the original problem from one of the fused problem. Sharing is that of the blocks and of `layout`.
[[nodiscard]] Layout expanded(const FusedProblem& fused, const Layout& layout);

/// A result for the original problem from one for the fused problem. Threshold and bound stay as they are.
[[nodiscard]] PlanResult expanded(const FusedProblem& fused, PlanResult result);

/// The original buffers of a list of fused buffers.
[[nodiscard]] std::vector<BufferIndex> expanded(const FusedProblem& fused, std::span<const BufferIndex> buffers);

}  // namespace arenascope
