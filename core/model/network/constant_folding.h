#pragma once

#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/network/network.h"

namespace arenascope {

/// Finds the nodes that need not run because all their operands are constant. Their outputs become constant too.
/// `is_constant` is by TensorIndex; initially it marks the constants of the network.
///
///   weights ─▶ Transpose ─▶ t ─┐        Transpose is folded and t becomes constant; Conv stays, because x is not
///   x ─────────────────────────┴▶ Conv
///
/// After a node is folded, its readers are checked again. No node is checked more often than it has operands, whatever
/// the order in the file. Linear in operands, times the operands of a node. Source: docs/formats.md, section "Models".
[[nodiscard]] std::vector<bool> fold_constants(const Network& network, IndexedVector<TensorIndex, bool>& is_constant);

}  // namespace arenascope
