#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/model/network/network.h"

namespace arenascope {

/// The nodes of a cycle: each writes an operand of the next one, and the last one an operand of the first. It begins
/// with the node that is first in the file. Empty if there is no cycle. Cycles through variables are allowed, because
/// they keep their value between runs. Linear in nodes and operands.
[[nodiscard]] std::vector<std::size_t> cycle_of(const Network& network);

/// The names of the nodes as `a → b → a`, for people; at most eight.
[[nodiscard]] std::string names_in(const Network& network, const std::vector<std::size_t>& cycle);

/// A node that reads a tensor before its writer runs.
struct EarlyReader {
    std::size_t reader = 0;
    std::size_t writer = 0;
    TensorIndex tensor;
};

/// The first such node; empty if the nodes are in order. Linear in nodes and operands.
[[nodiscard]] std::optional<EarlyReader> early_reader(const Network& network);

/// The note about nodes that are out of order; empty if they are in order.
[[nodiscard]] std::string order_note(const Network& network);

}  // namespace arenascope
