#pragma once

#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/memory/problem.h"

namespace arenascope {

/// What each operator's memory must not share: for every buffer, ascending, itself; the operands of its operator that
/// may not share with it; what is alive when its operator runs and read strictly after, unless the operator only shows
/// its bytes anew; and the later buffers of which the same holds the other way round. An output and a variable are read
/// after the last step. O(n + p) for p pairs of buffers that live together.
/// Source: 001_e2575c4dd07d4c13, its first and second set, joined.
[[nodiscard]] IndexedVector<BufferIndex, std::vector<BufferIndex>> operator_dependencies(const Problem& problem);

/// The first set alone: what a buffer must not share with when its operator runs.
[[nodiscard]] IndexedVector<BufferIndex, std::vector<BufferIndex>> first_dependencies(const Problem& problem);

/// What each operator's memory may share: for every buffer, ascending, itself; the later ones that take its memory,
/// one from the other through operators that allow it (hand_overs), so never over what is read again; and the earlier
/// ones whose memory it takes in the same way. Two that share with the same third need not share with each other.
/// Linear in the sets and in the operands of their members. Source: 001_e2575c4dd07d4c13.
[[nodiscard]] IndexedVector<BufferIndex, std::vector<BufferIndex>> local_sharing(const Problem& problem);

}  // namespace arenascope
