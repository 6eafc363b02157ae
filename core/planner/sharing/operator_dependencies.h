#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The dependencies of every buffer: the buffers with which it must not share memory, ascending. They are the buffer
/// itself, the operands of its operator that cannot share with it, and buffers alive when its operator runs and read
/// strictly later. The last kind is dropped if the operator only gives a view of those bytes. The relation is
/// symmetric, so later buffers with this buffer among their own dependencies are included. An output and a variable
/// count as read after the last step. O(n + p) for p pairs of buffers alive together.
///
/// Source: docs/method.md, "Operator sharing", step 1.
[[nodiscard]] IndexedVector<BufferIndex, std::vector<BufferIndex>> operator_dependencies(const Problem& problem);

/// The dependencies known when the buffer's operator runs, without the later buffers added by symmetry.
[[nodiscard]] IndexedVector<BufferIndex, std::vector<BufferIndex>> first_dependencies(const Problem& problem);

/// The sharing partners of every buffer, ascending: the buffer itself, later buffers that take its memory, and earlier
/// buffers whose memory it takes. Memory is handed over from operator to operator (hand_overs), never if it is read
/// again later. Two partners of the same buffer need not be partners of each other. Linear in the sets and in the
/// operands of their members.
///
/// Source: docs/method.md, "Operator sharing", step 2.
[[nodiscard]] IndexedVector<BufferIndex, std::vector<BufferIndex>> local_sharing(const Problem& problem);

/// The same two relations, for callers that need a few sets of a large problem. Memory is linear in the operands.
class OperatorRelations {
public:
    explicit OperatorRelations(const Problem& problem);

    /// Whether each of two buffers is a dependency of the other. Logarithmic in the operands of an operator.
    [[nodiscard]] bool depend(BufferIndex a, BufferIndex b) const;
    /// The local sharing partners of some buffers together, in the order in which they are reached. Linear in the set
    /// and in the operands of its members.
    [[nodiscard]] std::vector<BufferIndex> partners_of(std::span<const BufferIndex> members);

private:
    using Sets = IndexedVector<BufferIndex, std::vector<BufferIndex>>;

    void add_reached(const Sets& edges, std::span<const BufferIndex> members, std::vector<BufferIndex>& reached);

    const Problem& problem_;
    Sets operands_;                                         ///< by buffer: those whose memory it may take, ascending
    Sets takers_;                                           ///< by buffer: those that may take its memory
    IndexedVector<BufferIndex, std::uint64_t> reached_in_;  ///< by buffer: the last search that reached it
    std::uint64_t searches_ = 0;
};

}  // namespace arenascope
