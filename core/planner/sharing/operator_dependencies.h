#pragma once

#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/problem.h"

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

}  // namespace arenascope
