#pragma once

#include <vector>

#include "core/graph/network.h"
#include "core/memory/indexed_vector.h"

namespace arenascope {

/// Which nodes need not run because all that they read is constant; what they write becomes constant, too.
/// `is_constant` is by TensorIndex and holds the network's own constants at first.
///
///   weights ─▶ Transpose ─▶ t ─┐        Transpose folds and t becomes constant; Conv stays, as x is none
///   x ─────────────────────────┴▶ Conv
///
/// A node that folds is followed to its readers: in no order of the file is a node looked at more often than it has
/// operands. Linear in operands, times the operands of a node. Source: formats of models, fact 1.
[[nodiscard]] std::vector<bool> fold_constants(const Network& network, IndexedVector<TensorIndex, bool>& is_constant);

}  // namespace arenascope
