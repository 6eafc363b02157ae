#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/network.h"

namespace arenascope {

/// Nodes that feed each other in a circle: each writes what the next one reads, and the last one what the first reads.
/// The earliest in the file comes first. Empty where there is no circle. Variables, which keep their value between
/// runs, may go around. Linear in nodes and operands.
[[nodiscard]] std::vector<std::size_t> circle_of(const Network& network);

/// The names of some nodes as `a → b → a`, for people; at most eight.
[[nodiscard]] std::string names_in(const Network& network, const std::vector<std::size_t>& circle);

/// A node that reads what a later one writes.
struct EarlyReader {
    std::size_t reader = 0;
    std::size_t writer = 0;
    TensorIndex tensor;
};

/// The first such node; nothing where each runs behind what it reads. Linear in nodes and operands.
[[nodiscard]] std::optional<EarlyReader> early_reader(const Network& network);

/// What to say of the order of the nodes; empty where each runs behind what it reads.
[[nodiscard]] std::string order_note(const Network& network);

}  // namespace arenascope
